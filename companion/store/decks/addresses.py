"""Decks by the number in their URLs: names change, and may contain what a URL cannot."""

from __future__ import annotations

from sqlalchemy import select

from ..database import reading
from ..models import DeckRow
from ..tables.drafts import MissingError


def list_numbers() -> dict[str, int]:
    """Return the number of every deck by its name, ordered by name."""
    with reading() as session:
        found = session.execute(select(DeckRow.name, DeckRow.id).order_by(DeckRow.folded))
        return {row.name: row.id for row in found}


def find_name(number: int) -> str:
    """Return the name of a deck; raise ``MissingError`` if no deck has that number."""
    with reading() as session:
        name = session.scalar(select(DeckRow.name).where(DeckRow.id == number))
    if name is None:
        raise MissingError(f"no deck {number!r}")
    return name
