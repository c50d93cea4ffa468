"""``companion db upgrade``: upgrade the database to this version of the program."""

from __future__ import annotations

from argparse import Namespace

from . import output


def look_after_database(chosen: Namespace) -> int:
    """Do what was chosen; return the exit status."""
    return {"upgrade": upgrade}[chosen.action]()


def upgrade() -> int:
    """Upgrade the database that the settings name; return the exit status."""
    from ..settings import SettingsError, load_settings
    from ..workflow.database import StoreError, upgrade_database

    try:
        before, after = upgrade_database(load_settings().database_url)
    except (SettingsError, StoreError) as error:
        output.write_error(str(error))
        return 1
    if before == after:
        output.write_line(f"The database is up to date: revision {after}.")
    else:
        output.write_line(f"The database went from revision {before or 'none'} to {after}.")
    return 0
