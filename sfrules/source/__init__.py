"""From files to nodes that know their places.

In: a folder of content (or one text from an editor). Out: `Sources`, and a tree of `Map`, `Seq`, `Text` and `Nothing`
for each file, with every mistake of every file as a `Diagnostic`. Knows YAML and nothing of games.
Imports: diag, ids.
"""
