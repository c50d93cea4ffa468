"""Where the README's figures come from: run a module, read what it prints. Every figure has a yardstick beside it."""
