"""Games played: by bots in thousands, by a person at the keyboard, and again from a record.

In: a Machine (and the Book for words). Out: records and plain numbers; text for a terminal through a `Console` that the
caller gives. Imports: engine, program, model, and what those read.
"""
