"""Shelves by photo."""
