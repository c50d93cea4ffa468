"""What changes while the game is still running."""
