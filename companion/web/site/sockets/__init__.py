"""The server below the app: its connections, and how it waits for them."""
