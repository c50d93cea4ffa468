"""The first lesson: taught on the page of a photo."""
