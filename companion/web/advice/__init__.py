"""Advice on cards to turn by hand."""
