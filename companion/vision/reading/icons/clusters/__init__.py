"""Clusters of the icons of a photo that look alike, and which category each is."""
