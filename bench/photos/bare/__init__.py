"""Whether cards are invented on photographic surfaces, and read on them."""
