"""Benchmarks of what worker processes do."""
