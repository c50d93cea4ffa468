"""Whether what was read of a photo's icons is true: what is like none, how many there are, and what is sure."""
