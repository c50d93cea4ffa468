"""Shelves by photo: filing, reading, reviewing and taking over."""
