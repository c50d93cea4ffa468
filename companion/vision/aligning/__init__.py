"""Print on cards, and cards rectified by it; splayed piles too."""
