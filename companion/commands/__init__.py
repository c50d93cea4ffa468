"""What each command does, one module per command; ``companion.cli`` handles arguments and exit statuses."""
