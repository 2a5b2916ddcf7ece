"""Program, State, answer -> State, events, next Decision; and what each seat sees of it.

May import `program` and below. No clock, no global random, no files, no names of any game.
"""
