"""Audits in words."""
