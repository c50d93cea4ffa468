"""Benchmarks of lessons: what a few taps teach."""
