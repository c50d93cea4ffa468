"""Joining a table, moving a seat to another phone, and a librarian's own focus."""
