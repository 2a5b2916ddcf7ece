"""The Book made readable: the rulebook website, the sheets of cards, the report.

Comes in: the Book, diagnostics, records as plain data. Goes out: files, each tree swapped in as a whole. Reads no room
later than `model`.
"""
