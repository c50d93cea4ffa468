"""The inspection step by step."""
