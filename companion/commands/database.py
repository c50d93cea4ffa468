"""``companion db upgrade``: bring the database to this version of the program."""

from __future__ import annotations

from . import output


def upgrade() -> int:
    """Upgrade the database that the settings name; return the exit status."""
    from ..settings import SettingsError, load_settings
    from ..store.database import upgrade_database

    try:
        output.write_line(f"The database is at revision {upgrade_database(load_settings())}.")
    except SettingsError as error:
        output.write_error(str(error))
        return 1
    return 0
