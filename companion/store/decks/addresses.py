"""Decks by the number in their URLs: names change, and may contain what a URL cannot."""

from __future__ import annotations

from sqlalchemy import select

from ..database import reading
from ..houses.reach import Reach, is_deck_within
from ..models import DeckRow
from ..tables.drafts import MissingError


def list_numbers(reach: Reach | None) -> tuple[tuple[int, str], ...]:
    """Return the number and the name of every deck within a reach, ordered by name."""
    with reading() as session:
        found = session.execute(
            select(DeckRow.id, DeckRow.name).where(is_deck_within(reach)).order_by(DeckRow.folded, DeckRow.id)
        )
        return tuple((row.id, row.name) for row in found)


def find_name(number: int) -> str:
    """Return the name of a deck; raise ``MissingError`` if no deck has that number."""
    with reading() as session:
        name = session.scalar(select(DeckRow.name).where(DeckRow.id == number, DeckRow.deleted.is_(None)))
    if name is None:
        raise MissingError(f"no deck {number!r}")
    return name


def is_deck_listed(number: int, reach: Reach) -> bool:
    """Whether there is a deck of this number within a reach."""
    with reading() as session:
        found = session.scalar(select(DeckRow.id).where(DeckRow.id == number, is_deck_within(reach)))
        return found is not None


def find_owner(number: int) -> str:
    """Return the device that began a deck; empty where nobody's did. Raises ``MissingError``."""
    with reading() as session:
        owner = session.scalar(select(DeckRow.owner).where(DeckRow.id == number, DeckRow.deleted.is_(None)))
    if owner is None:
        raise MissingError(f"no deck {number!r}")
    return owner


def find_house(number: int) -> int:
    """Return the house that a deck belongs to; raise ``MissingError``."""
    with reading() as session:
        house = session.scalar(select(DeckRow.house_id).where(DeckRow.id == number, DeckRow.deleted.is_(None)))
    if house is None:
        raise MissingError(f"no deck {number!r}")
    return house
