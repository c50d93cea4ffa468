"""Heavy work: asked for by the web, done by worker processes."""
