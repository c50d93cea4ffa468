"""Which decks tables play with: those available, and the one used last."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import select

from ..database import reading
from ..houses.reach import Reach, is_deck_within
from ..models import DeckRow, InspectionRow


@dataclass(frozen=True, slots=True)
class DeckChoice:
    """A deck that a table may play with."""

    number: int
    name: str
    edition: str
    house: int


def list_choices(reach: Reach | None) -> tuple[DeckChoice, ...]:
    """Return the decks within a reach, ordered by name."""
    columns = (DeckRow.id, DeckRow.name, DeckRow.edition, DeckRow.house_id)
    with reading() as session:
        found = session.execute(select(*columns).where(is_deck_within(reach)).order_by(DeckRow.folded, DeckRow.id))
        return tuple(DeckChoice(*deck) for deck in found)


def find_choice(number: int) -> DeckChoice | None:
    """Return a deck, whoever asks; ``None`` if there is none (anymore)."""
    columns = (DeckRow.id, DeckRow.name, DeckRow.edition, DeckRow.house_id)
    with reading() as session:
        found = session.execute(select(*columns).where(DeckRow.id == number, DeckRow.deleted.is_(None))).one_or_none()
        return DeckChoice(*found) if found else None


def find_last_used(edition: str, reach: Reach | None) -> int | None:
    """Return an edition's deck within a reach that a table used last, or else the one changed last, by its number.

    ``None`` if there is none.
    """
    query = (
        select(DeckRow.id)
        .outerjoin(InspectionRow, InspectionRow.deck_id == DeckRow.id)
        .where(DeckRow.edition == edition, is_deck_within(reach))
        .order_by(InspectionRow.updated.desc().nulls_last(), DeckRow.updated.desc(), DeckRow.id.desc())
        .limit(1)
    )
    with reading() as session:
        return session.scalar(query)
