"""Finding the row of a deck: by its number or, in the common house, by its name."""

from __future__ import annotations

import unicodedata
from typing import TypeAlias

from sqlalchemy import select

from ..models import DeckRow, HouseRow
from ..tables.drafts import MissingError
from ..tables.rows import RowSession

DeckKey: TypeAlias = int | str
"""The number of a deck, or the name of one in the common house: names are unique within a house only."""


class MissingDeckError(MissingError):
    """Raised when there is no such deck; ``names`` are those in the common house."""

    def __init__(self, key: DeckKey, names: tuple[str, ...]) -> None:
        self.names = names
        super().__init__(f"no deck {key!r}")


def fold_name(name: str) -> str:
    """Return a name as it is compared in searches."""
    return " ".join(unicodedata.normalize("NFC", name).split()).casefold()


def find_deck_row(session: RowSession, key: DeckKey, *, lock: bool = False) -> DeckRow:
    """Return a deck's row; raise ``MissingDeckError``."""
    if isinstance(key, int):
        query = select(DeckRow).where(DeckRow.id == key)
    else:
        query = select(DeckRow).join(HouseRow).where(HouseRow.is_common, DeckRow.folded == fold_name(key))
    query = query.where(DeckRow.deleted.is_(None))
    row = session.scalars(query.with_for_update(of=DeckRow) if lock else query).one_or_none()
    if row is None:
        raise MissingDeckError(key, list_all_names(session))
    return row


def find_deck_id(session: RowSession, key: DeckKey) -> int | None:
    """Return a deck's number; ``None`` if there is none (anymore)."""
    try:
        return find_deck_row(session, key).id
    except MissingDeckError:
        return None


def list_all_names(session: RowSession) -> tuple[str, ...]:
    """Return the names of the common house's decks, in order."""
    query = select(DeckRow.name).join(HouseRow).where(HouseRow.is_common, DeckRow.deleted.is_(None))
    return tuple(session.scalars(query.order_by(DeckRow.folded)))
