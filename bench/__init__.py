"""Benchmarks behind the README's figures: run a module, read what it prints. Every figure has a baseline next to it."""
