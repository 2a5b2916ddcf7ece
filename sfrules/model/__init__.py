"""From nodes to the Book: typed, frozen definitions that know their places.

In: `Sources`. Out: a `Book` and what is wrong in it. One noun a file; `merge`, `overlay`, `build` are the way there.
Imports: diag, ids, source, lang.
"""
