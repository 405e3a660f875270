"""The rulings: one test for each written case, and one for each rule that no case covers.

A test is named by the id of its case (Q…) or of its statement (R…). It sets up the bench (two players, round
2, everything empty, see `bench.py`), plays through the public notation and compares every number that the
case names, and with them what must stay as it was.
"""
