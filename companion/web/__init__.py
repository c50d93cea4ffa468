"""The pages: thin blueprints that read a request, call the workflow, and render or redirect."""
