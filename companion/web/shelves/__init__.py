"""Entering shelves, tallies, and the public library."""
