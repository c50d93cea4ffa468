"""The audit of a paper sheet."""
