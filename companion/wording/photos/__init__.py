"""Photos in words."""
