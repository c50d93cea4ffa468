"""Which decks tables play with: those available, and the one used last."""

from __future__ import annotations

from sqlalchemy import select

from ..database import reading
from ..models import DeckRow, InspectionRow


def list_editions() -> dict[str, str]:
    """Return the names of all decks in order, each with its edition."""
    with reading() as session:
        found = session.execute(select(DeckRow.name, DeckRow.edition).order_by(DeckRow.folded))
        return {deck.name: deck.edition for deck in found}


def find_last_used(edition: str) -> str | None:
    """Return an edition's deck that a table used last, or else the one changed last; ``None`` if there is none."""
    query = (
        select(DeckRow.name)
        .outerjoin(InspectionRow, InspectionRow.deck_id == DeckRow.id)
        .where(DeckRow.edition == edition)
        .order_by(InspectionRow.updated.desc().nulls_last(), DeckRow.updated.desc(), DeckRow.id.desc())
        .limit(1)
    )
    with reading() as session:
        return session.scalar(query)
