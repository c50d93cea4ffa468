"""Decks: their cards, files, settings and lessons."""
