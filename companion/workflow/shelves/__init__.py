"""Entering shelves, tallies, and the public library, with a live preview."""
