"""Book -> Program: names become slots, rules become Python functions, once.

Comes in: a typed Book. Goes out: a Program (tables and the source of functions). May import `model` and below; knows
nothing of a running game beyond the layout of its state.
"""
