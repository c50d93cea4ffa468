"""Decks and lessons in words."""
