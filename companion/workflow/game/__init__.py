"""The game in progress, before anything is inspected."""
