"""Houses: who sees which tables and decks; and what was deleted and can be taken back."""
