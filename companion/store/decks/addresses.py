"""Decks by the number that stands in their addresses: names change, and may hold what no address can."""

from __future__ import annotations

from sqlalchemy import select

from ..database import reading
from ..models import DeckRow
from ..tables.drafts import MissingError


def list_numbers() -> dict[str, int]:
    """Return the number of every deck by its name, in the order of the names."""
    with reading() as session:
        found = session.execute(select(DeckRow.name, DeckRow.id).order_by(DeckRow.folded))
        return {row.name: row.id for row in found}


def find_name(number: int) -> str:
    """Return the name of a deck; raise ``MissingError`` where there is none of that number."""
    with reading() as session:
        name = session.scalar(select(DeckRow.name).where(DeckRow.id == number))
    if name is None:
        raise MissingError(f"no deck {number!r}")
    return name
