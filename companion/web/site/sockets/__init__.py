"""The server below the app: its connections, how it waits for them, and the addresses that reach it."""
