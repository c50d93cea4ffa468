"""Shelves by photo: storing, reading, reviewing, and accepting."""
