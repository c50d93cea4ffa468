"""The running game."""
