"""Where print stands on cards, and cards made straight by it; splayed piles too."""
