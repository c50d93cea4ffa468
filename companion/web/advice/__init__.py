"""The inspector's advice."""
