"""Changes while the game is still in progress."""
