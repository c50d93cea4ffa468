"""Where the rows of a shelf lie, where cards were found beside them, and cards of theirs that were missed."""
