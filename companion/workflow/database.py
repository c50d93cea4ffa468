"""Opening, upgrading, copying, and checking the database outside the web app, and why it cannot be used inside it."""

from __future__ import annotations

from ..store.backups import Backup, back_up, check, restore
from ..store.database import find_outage, keep_room, opened_database, prepare_database, upgrade_database
from ..store.outages import Outage, find_cause
from ..store.sqlite_file import StoreError
from ..store.transfer import Transfer, export_database, import_database

__all__ = [
    "Backup",
    "Outage",
    "StoreError",
    "Transfer",
    "back_up",
    "check",
    "export_database",
    "find_cause",
    "find_outage",
    "import_database",
    "keep_room",
    "opened_database",
    "prepare_database",
    "restore",
    "upgrade_database",
]
