"""Printings of two makers that nobody has taught, held out and judged."""
