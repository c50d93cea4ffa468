"""Uploaded deck files, one per deck, that wait until someone has seen what they would change in it."""

from __future__ import annotations

import datetime

from sqlalchemy import delete, select

from ..database import reading, writing
from ..models import UploadRow
from ..tables.drafts import MissingError


def keep_upload(number: int, content: bytes, now: datetime.datetime) -> None:
    """Store a file to be merged into a deck; it replaces one that waited before."""
    with writing() as session:
        session.merge(UploadRow(deck_id=number, content=content, made=now))


def find_upload(number: int) -> bytes:
    """Return the file that waits to be merged into a deck; raise ``MissingError`` if there is none."""
    with reading() as session:
        content = session.scalar(select(UploadRow.content).where(UploadRow.deck_id == number))
    if content is None:
        raise MissingError(f"no file waits beside deck {number!r}")
    return content


def has_upload(number: int) -> bool:
    """Whether a file waits to be merged into a deck."""
    with reading() as session:
        return session.scalar(select(UploadRow.deck_id).where(UploadRow.deck_id == number)) is not None


def drop_upload(number: int) -> None:
    """Delete the file that waits to be merged into a deck, if any."""
    with writing() as session:
        session.execute(delete(UploadRow).where(UploadRow.deck_id == number))
