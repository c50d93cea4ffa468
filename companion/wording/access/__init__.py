"""What is said where somebody may not do, or not store, more."""
