"""Persistence: the database, its rows, and its migrations."""
