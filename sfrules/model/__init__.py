"""From nodes to the Book: typed, frozen definitions that know their places.

In: `Sources`. Out: a `Book` and what is wrong in it. One noun a file; `merge`, `overlay`, `define`, `fill` and
`build` are the way there. Imports: diag, ids, source, lang.
"""

import os

# Before the first definition is made, pydantic looks through every installed package for plugins. That takes a tenth of
# the time of a whole validation, and nothing that happens to be installed should have a say in how content is read.
os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
