"""Words for values: findings, reasons and whole scorecards as sentences in any of the five languages.

Rules stay in ``scoring``; here is only how they are said. Standard library only, so that the command line is quick.
"""
