"""The forms: what people fill in, and the two official sheets."""
