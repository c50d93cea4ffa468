"""Photos and the reviews of what was read in them."""
