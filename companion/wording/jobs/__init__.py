"""Why heavy work was not done, in sentences."""
