"""What each command does, one module a command; arguments and exit statuses are ``companion.cli``'s."""
