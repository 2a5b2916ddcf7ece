"""The rule language: text and its place come in, a syntax tree goes out, and back again.

Knows words and types, but no book: names are bound where the tree meets the model. Imports only `diag` and `resources`.
"""
