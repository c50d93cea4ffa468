"""Splayed piles: columns of cards that cover each other but for a band."""
