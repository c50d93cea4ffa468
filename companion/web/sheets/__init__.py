"""The official forms to download or print."""
