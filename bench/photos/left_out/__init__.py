"""Thresholds of detection refitted without a source of photos, and judged on it."""
