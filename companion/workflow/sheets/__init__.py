"""The official forms, completed or blank."""
