"""Inspections and the seats at their tables."""
