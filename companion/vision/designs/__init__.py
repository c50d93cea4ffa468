"""Card designs: how the cards of one printing look, as data."""
