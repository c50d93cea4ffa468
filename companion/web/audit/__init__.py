"""The audit of a paper form."""
