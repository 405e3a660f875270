"""The Search for Planet X: tests named by the statements (PX-…) and worked cases (PXC-…) of its rules.

`reference` is a slow, plain Python reading of the rules. `data/` holds known counts and answers, and games of the official
app.
"""
