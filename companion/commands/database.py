"""The commands that look after the database: upgrade, check, backup, restore, export, import."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from . import output

if TYPE_CHECKING:
    from ..workflow.database import Backup, Transfer


def upgrade() -> int:
    """Upgrade the database that the settings name; return the exit status."""
    from ..workflow.database import upgrade_database

    def run(url: str) -> str:
        before, after = upgrade_database(url)
        if before == after:
            return f"The database is up to date: revision {after}."
        return f"The database went from revision {before or 'none'} to {after}."

    return _look_after(run)


def check() -> int:
    """Read the whole database; return the exit status."""
    from ..workflow.database import check

    def run(url: str) -> str:
        found = check(url)
        return f"The database is whole: revision {found.revision}, {_count(found)}, all of them read."

    return _look_after(run)


def back_up(chosen: Namespace) -> int:
    """Copy the database to a file; return the exit status."""
    from ..workflow.database import back_up

    def run(url: str) -> str:
        made = back_up(url, Path(chosen.file))
        return f"{chosen.file} holds the database as it is now, {_count_rows(made.rows)}, and has been read back."

    return _look_after(run)


def restore(chosen: Namespace) -> int:
    """Put a backup in the place of the database; return the exit status."""
    from ..workflow.database import restore

    def run(url: str) -> str:
        return _describe_restoration(chosen.file, restore(url, Path(chosen.file)))

    return _look_after(run)


def export(chosen: Namespace) -> int:
    """Write everything to a file; return the exit status."""
    from ..workflow.database import export_database

    def run(url: str) -> str:
        return f"{chosen.file} holds everything: {_count(export_database(url, Path(chosen.file)))}."

    return _look_after(run)


def take_in(chosen: Namespace) -> int:
    """Take everything from a file into an empty database; return the exit status."""
    from ..workflow.database import import_database

    def run(url: str) -> str:
        taken = import_database(url, Path(chosen.file))
        return f"The database holds everything from {chosen.file}: {_count(taken)}."

    return _look_after(run)


def _look_after(run: Callable[[str], str]) -> int:
    """Run something on the database that the settings name, and say what came of it."""
    from ..settings import SettingsError, load_settings
    from ..workflow.database import StoreError

    try:
        output.write_line(run(load_settings().database_url))
    except (SettingsError, StoreError) as error:
        output.write_error(str(error))
        return 1
    return 0


def _describe_restoration(name: str, restored: Backup) -> str:
    sentence = f"The database holds what {name} held, {_count_rows(restored.rows)}."
    if restored.aside is None:
        return sentence
    if ".damaged-" in restored.aside.name:
        return f"{sentence} The damaged one is now {restored.aside}. Start the server again."
    return f"{sentence} What it held before is in {restored.aside}. Reload the pages on all phones."


def _count(transfer: Transfer) -> str:
    return f"{_count_rows(transfer.total)} in {len(transfer.rows)} tables"


def _count_rows(count: int) -> str:
    return f"{count} row" if count == 1 else f"{count} rows"
