"""What is read off photos, and what a deck learns from them: how much of it is right, how sure, how quick."""
