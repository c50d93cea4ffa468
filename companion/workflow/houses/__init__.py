"""Houses: groups that share their tables, people and decks; and what was deleted and can be taken back."""
