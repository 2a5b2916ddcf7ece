"""What is to be done about findings: how loud each is, which are allowed or known already, and how to mend them.

In: `Diagnostic`s and the texts they are about. Out: those to be told, and edits of the texts. Nothing here reads a
file, a clock or a configuration: the door hands all of that over. Imports: diag, ids, source.
"""

SIGN = "sfrules:"
"""What a comment begins with that speaks to us."""


def mentioned(text: str) -> bool:
    """Whether a text names us at all, so that a comment in it may speak to us; of most texts no more need be known."""
    return "sfrules" in text.lower()
