"""Opening the database outside the web app, and upgrading it to the newest revision."""

from __future__ import annotations

from ..store.database import StoreError, opened_database, upgrade_database

__all__ = ["StoreError", "opened_database", "upgrade_database"]
