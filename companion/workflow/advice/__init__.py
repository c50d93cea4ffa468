"""Cards to turn face down by hand, and what if they were."""
