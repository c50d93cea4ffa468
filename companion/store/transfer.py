"""Carrying everything from one database to another, SQLite or PostgreSQL, in an ``ex-libris/database@1`` file.

The file holds the tables as they are at its revision, whatever they are: those that a later version adds come along by
themselves, and a file of an older version is taken in at its revision and then upgraded like a database.
See docs/formats.md.
"""

from __future__ import annotations

import base64
import binascii
import datetime
import hashlib
import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import Any

from alembic import command
from sqlalchemy import (
    JSON,
    Boolean,
    Column,
    Connection,
    DateTime,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
    cast,
    func,
    insert,
    inspect,
    select,
    text,
)
from sqlalchemy.types import NullType

from .database import configure_alembic, find_head, find_revision, list_revisions, refuse_unknown_revision
from .engines import connect_alone
from .models import db
from .sqlite_file import StoreError
from .transfer_file import FORMAT, FileReader, make_line, writing_whole

ROWS_AT_ONCE = 200
"""Read and written together."""
LARGE_ROWS_AT_ONCE = 4
"""Of a table with pictures, which may have a few megabytes each."""


@dataclass(frozen=True, slots=True)
class Transfer:
    """What was carried."""

    revision: str
    rows: dict[str, int]
    """By table."""

    @property
    def total(self) -> int:
        """The number of all rows."""
        return sum(self.rows.values())


def export_database(url: str, target: Path) -> Transfer:
    """Write everything to a file and read it back; the app may be running.

    The file appears under its name, readable by its owner only, once it is whole; one of that name is replaced. Raises
    ``StoreError``.
    """
    with connect_alone(url, reads_only=True) as connection:
        revision = find_revision(connection)
        if revision is None:
            raise StoreError("There is nothing to export: the database is empty.")
        refuse_unknown_revision(revision)
        tables = _reflect(connection, db.metadata.tables)
        rows = {table.name: connection.scalar(select(func.count()).select_from(table)) or 0 for table in tables}
        with writing_whole(target) as file:
            digest = hashlib.sha256()
            for line in _make_lines(connection, revision, tables, rows):
                digest.update(line)
                file.write(line)
            file.write(make_line({"rows": sum(rows.values()), "sha256": digest.hexdigest()}))
            file.flush()
            file.seek(0)
            FileReader(file, str(target)).read_through()
    return Transfer(revision, rows)


def import_database(url: str, source: Path, *, upgrades: bool = True) -> Transfer:
    """Take everything from a file into an empty database; all of it or, on any error, nothing.

    What was stored is read again and compared with the file, byte for byte. Then the database is upgraded, unless it
    is to stay at the file's revision. Raises ``StoreError``.
    """
    try:
        with source.open("rb") as file:
            reader = FileReader(file, str(source))
            refuse_unknown_revision(reader.revision)
            with connect_alone(url) as connection:
                _refuse_content(connection)
                _migrate(connection, reader.revision)
                tables = _reflect(connection, reader.rows)
                _insert_rows(connection, tables, reader)
                _compare(connection, tables, reader)
                _mend_sequences(connection, tables)
                if upgrades:
                    _migrate(connection, find_head())
                connection.commit()
            return Transfer(reader.revision, reader.rows)
    except OSError as error:
        raise StoreError(f"{source} cannot be read: {error.strerror}.") from None


def read_all(url: str) -> Transfer:
    """Read every row of a database, as an export does; raise ``StoreError`` where that is not possible."""
    with connect_alone(url, reads_only=True) as connection:
        revision = find_revision(connection)
        if revision is None:
            raise StoreError("The database is empty: 'companion db upgrade' or the server make its tables.")
        rows: dict[str, int] = {}
        for table in _reflect(connection, db.metadata.tables):
            rows[table.name] = 0
            for row in _read_rows(connection, table):
                _check_documents(table, row)
                rows[table.name] += 1
        return Transfer(revision, rows)


def _reflect(connection: Connection, names: Iterable[str]) -> list[Table]:
    """Return the tables of these names that there are, parents before children."""
    present = set(inspect(connection).get_table_names())
    metadata = MetaData()
    metadata.reflect(connection, only=[name for name in names if name in present])
    return metadata.sorted_tables


def _make_lines(
    connection: Connection, revision: str, tables: Sequence[Table], rows: dict[str, int]
) -> Iterator[bytes]:
    """Yield the file's lines but for the last: the same whichever database holds the rows."""
    yield make_line({"format": FORMAT, "revision": revision, "tables": dict(sorted(rows.items()))})
    for table in tables:
        for row in _read_rows(connection, table):
            yield make_line({"table": table.name, "row": row})


def _read_rows(connection: Connection, table: Table) -> Iterator[dict[str, Any]]:
    """Yield the rows of a table, ordered by primary key, with the columns ordered by name."""
    columns = sorted(table.columns, key=lambda column: column.name)
    # JSON as it is written, to the last space: whatever parses and writes it again might change it.
    wanted = [cast(column, Text).label(column.name) if isinstance(column.type, JSON) else column for column in columns]
    query = select(*wanted).order_by(*table.primary_key)
    encoders = [_find_encoder(column) for column in columns]
    names = [column.name for column in columns]
    with connection.execute(query, execution_options={"yield_per": _count_at_once(table)}) as found:
        for row in found:
            yield {
                name: None if value is None else encode(value)
                for name, encode, value in zip(names, encoders, row, strict=True)
            }


def _count_at_once(table: Table) -> int:
    is_large = any(isinstance(column.type, LargeBinary) for column in table.columns)
    return LARGE_ROWS_AT_ONCE if is_large else ROWS_AT_ONCE


def _find_encoder(column: Column[Any]) -> Callable[[Any], Any]:
    if isinstance(column.type, LargeBinary):
        return lambda value: base64.b64encode(value).decode("ascii")
    if isinstance(column.type, DateTime):
        return _format_moment
    if isinstance(column.type, Boolean):
        return bool
    return lambda value: value


def _find_decoder(column: Column[Any], is_sqlite: bool) -> Callable[[Any], Any]:
    if isinstance(column.type, LargeBinary):
        return lambda value: base64.b64decode(value, validate=True)
    if isinstance(column.type, DateTime):
        return lambda value: _parse_moment(value, is_sqlite)
    return lambda value: value


def _format_moment(moment: datetime.datetime) -> str:
    utc = moment.replace(tzinfo=datetime.UTC) if moment.tzinfo is None else moment.astimezone(datetime.UTC)
    return utc.isoformat(timespec="microseconds")


def _parse_moment(value: str, is_sqlite: bool) -> datetime.datetime:
    moment = datetime.datetime.fromisoformat(value).astimezone(datetime.UTC)
    return moment.replace(tzinfo=None) if is_sqlite else moment


def _refuse_content(connection: Connection) -> None:
    revision = find_revision(connection)
    refuse_unknown_revision(revision)
    for table in _reflect(connection, db.metadata.tables):
        if connection.scalar(select(func.count()).select_from(table)):
            where = connection.engine.url.render_as_string(hide_password=True)
            raise StoreError(
                f"The database {where} is not empty: its table {table.name} has rows. An import would mix two "
                "archives: name an empty database with COMPANION_DATABASE_URL."
            )


def _migrate(connection: Connection, revision: str) -> None:
    """Bring a database up or down to a revision."""
    config = configure_alembic()
    config.attributes["connection"] = connection
    current = find_revision(connection)
    if current != revision:
        known = list_revisions()
        is_up = current is None or known.index(revision) < known.index(current)
        (command.upgrade if is_up else command.downgrade)(config, revision)


def _insert_rows(connection: Connection, tables: Sequence[Table], reader: FileReader) -> None:
    by_name = {table.name: table for table in tables}
    is_sqlite = connection.dialect.name == "sqlite"
    missing = sorted(set(reader.rows) - set(by_name))
    if missing:
        raise StoreError(f"The file has tables that revision {reader.revision} does not: {', '.join(missing)}.")
    for name, rows in groupby(reader.read_rows(), key=lambda pair: pair[0]):
        table = by_name[name]
        decoders = {column.name: _find_decoder(column, is_sqlite) for column in table.columns}
        for column in table.columns:
            if isinstance(column.type, JSON):
                # Given without a type, the text is stored as it is.
                column.type = NullType()
        most = _count_at_once(table)
        batch: list[dict[str, Any]] = []
        for _, row in rows:
            batch.append(_decode_row(name, row, decoders))
            if len(batch) == most:
                connection.execute(insert(table), batch)
                batch = []
        if batch:
            connection.execute(insert(table), batch)


def _decode_row(table: str, row: dict[str, Any], decoders: dict[str, Callable[[Any], Any]]) -> dict[str, Any]:
    try:
        if row.keys() != decoders.keys():
            raise ValueError("the columns are others")
        return {name: None if value is None else decoders[name](value) for name, value in row.items()}
    except (ValueError, TypeError, binascii.Error) as error:
        raise StoreError(f"A row of the table {table} in the file cannot be read: {error}.") from None


def _compare(connection: Connection, tables: Sequence[Table], reader: FileReader) -> None:
    """Raise ``StoreError`` unless the database would now be written to the same file."""
    fresh = _reflect(connection, [table.name for table in tables])
    digest = hashlib.sha256()
    for line in _make_lines(connection, reader.revision, fresh, reader.rows):
        digest.update(line)
    broken = connection.dialect.name == "sqlite" and connection.execute(text("PRAGMA foreign_key_check")).first()
    if digest.hexdigest() != reader.digest or broken:
        raise StoreError("What was stored differs from the file: nothing was taken in.")


def _mend_sequences(connection: Connection, tables: Sequence[Table]) -> None:
    """Let PostgreSQL number new rows after those that were inserted with numbers of their own; SQLite does so."""
    if connection.dialect.name != "postgresql":
        return
    for table in tables:
        for column in table.primary_key:
            sequence = connection.scalar(select(func.pg_get_serial_sequence(table.name, column.name)))
            if sequence and isinstance(column.type, Integer):
                highest = connection.scalar(select(func.max(column)))
                connection.execute(select(func.setval(sequence, highest or 1, highest is not None)))


def _check_documents(table: Table, row: dict[str, Any]) -> None:
    for column in table.columns:
        value = row[column.name]
        if isinstance(column.type, JSON) and value is not None:
            try:
                json.loads(value)
            except ValueError:
                keys = ", ".join(str(row[key.name]) for key in table.primary_key)
                raise StoreError(
                    f"The table {table.name} is damaged: {column.name} of row {keys} is not JSON. Stop the server and "
                    "restore the newest backup with 'companion restore FILE'."
                ) from None
