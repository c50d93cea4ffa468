"""The running game, before anything is inspected."""
