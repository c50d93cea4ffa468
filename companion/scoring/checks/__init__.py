"""Findings: what is wrong with an inspection or merely odd."""
