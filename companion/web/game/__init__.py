"""The game in progress."""
