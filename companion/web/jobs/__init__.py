"""Heavy work on its way: its progress, its place in the queue, and its end."""
