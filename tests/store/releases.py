"""Databases of each revision there has been, with an evening in them: the files in ``samples``."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from alembic import command
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import create_engine, inspect

from companion.store import transfer
from companion.store.database import configure_alembic
from companion.store.engines import connect_alone

SAMPLES = Path(__file__).with_name("samples")
REVISIONS = [script.revision for script in ScriptDirectory.from_config(configure_alembic()).walk_revisions()][::-1]


def migrate(url: str, revision: str) -> None:
    """Upgrade or downgrade a database to a revision, as a developer would."""
    with connect_alone(url) as connection:
        config = configure_alembic()
        config.attributes["connection"] = connection
        current = MigrationContext.configure(connection).get_current_revision()
        is_up = revision != "base" and (current is None or REVISIONS.index(revision) >= REVISIONS.index(current))
        (command.upgrade if is_up else command.downgrade)(config, revision)
        connection.commit()


def import_database_at(url: str, revision: str) -> None:
    """Make a database of a revision, with its sample in it."""
    transfer.import_database(url, SAMPLES / f"{revision}.jsonl", upgrades=False)


def find_schema(url: str) -> dict[str, list[str]]:
    """Columns, keys, and indexes of each of our tables, unordered and as text."""
    engine = create_engine(url)
    tables = inspect(engine)
    schema = {}
    for table in set(tables.get_table_names()) - {"alembic_version"}:
        parts: list[Any] = [*tables.get_columns(table), *tables.get_indexes(table)]
        for part in parts:
            # The condition of a partial index, which is an object each time.
            options = part.get("dialect_options", {})
            part |= {"dialect_options": {name: str(value) for name, value in options.items()}}
        parts += [*tables.get_unique_constraints(table), *tables.get_foreign_keys(table)]
        schema[table] = sorted(map(str, [*parts, tables.get_pk_constraint(table)]))
    engine.dispose()
    return schema
