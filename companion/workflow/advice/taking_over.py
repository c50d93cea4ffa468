"""Accepting advice: a seat's shelf is stored with other cards face down, which can be undone."""

from __future__ import annotations

import datetime
from collections.abc import Set
from dataclasses import dataclass

from ...scoring.editions import find_edition
from ...scoring.notation import NotationError
from ...scoring.shelf import Place
from ...store.tables import queries
from ...store.tables.drafts import Kind
from ..access.roles import Viewer
from .flips import read_flips, write_flips


class NoShelfError(RuntimeError):
    """Raised for a seat without a valid shelf, so that no cards can be turned."""


@dataclass(frozen=True, slots=True)
class Turned:
    """The result of turning cards on a shelf."""

    was: frozenset[Place]
    """The places of known cards that were face down before."""
    version: int
    """The seat's current version."""


def turn_cards(
    slug: str, position: int, down: Set[Place] | None, version: int, viewer: Viewer, now: datetime.datetime
) -> Turned | None:
    """Store a seat's shelf with exactly these of its known cards face down; ``None`` if it already is like that.

    Nothing said leaves it as it is. ``version`` is the seat's that the writer saw. Raises ``NoShelfError``,
    ``ConflictError`` where somebody has changed the shelf since, ``StageError`` where the table's stage takes no
    entries, and ``MissingError``.
    """
    draft = queries.find_draft(slug)
    seat, edition = draft.find_seat(position), find_edition(draft.details.edition)
    if seat.kind is not Kind.SHELF:
        raise NoShelfError(f"seat {position!r} has no shelf")
    try:
        was = read_flips(seat.shelf, edition)
        text = write_flips(seat.shelf, edition, was if down is None else down)
        if read_flips(text, edition) == was:
            return None
    except NotationError as error:
        raise NoShelfError(f"the shelf of seat {position!r} cannot be read") from error
    kept = queries.write_shelf(slug, position, text, version, now, device=viewer.device)
    return Turned(was, kept.find_seat(position).version)
