"""Who may see and do what at a table."""
