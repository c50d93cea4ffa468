"""The official forms, filled or blank."""
