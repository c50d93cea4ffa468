"""Decks, their files, uses and waiting lessons."""
