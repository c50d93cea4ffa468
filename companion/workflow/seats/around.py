"""Who sits where around the table: asked for by one question after the other, each of them about a left neighbor.

Whoever sits on somebody's left is the next clockwise. Three at a table need one answer and four need two; one who
joins a table whose order is known needs one.
"""

from __future__ import annotations

import datetime
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ...store.tables.order import turn, write_order
from ..access.roles import Viewer
from ..access.seeing import FEWEST_ASKED, SeenDraft
from ..access.showing import PageValue


@dataclass(frozen=True, slots=True)
class Neighbor(PageValue):
    """Somebody who may be the answer."""

    name: str
    order: tuple[int, ...]
    """What has been said with this answer: positions, clockwise."""
    is_last: bool
    """Whether all places are known with it."""


@dataclass(frozen=True, slots=True)
class Around(PageValue):
    """The table as far as it is known, and the next question about it."""

    names: tuple[str, ...]
    """Clockwise; if the order is not known, those whose place nobody has said come last."""
    is_known: bool
    seen: tuple[int, ...]
    """The positions of those whose place is known, clockwise from the one who sat down first."""
    of: str
    """Whose left neighbor is asked for; empty if nothing is."""
    is_own: bool
    """Whether that is the only one whom this phone serves."""
    said: tuple[str, ...]
    """The names said so far, clockwise, if more than one answer is needed."""
    choices: tuple[Neighbor, ...]


def view_around(draft: SeenDraft, said: Sequence[int] = (), *, asks_again: bool = False) -> Around:
    """Show who sits where and ask what is missing; ``asks_again`` begins anew although it is known.

    ``said`` are the positions of an answer so far; what cannot be one counts as none.
    """
    positions = [seat.position for seat in draft.seats]
    names = {seat.position: seat.name for seat in draft.seats}
    seen = find_seen(draft)
    said = tuple(said) if len(set(said)) == len(said) < len(positions) and names.keys() >= set(said) else ()
    of = 0
    choices: tuple[Neighbor, ...] = ()
    if len(positions) >= FEWEST_ASKED and (said or asks_again or not draft.is_order_known):
        newcomers = [position for position in positions if position not in seen]
        if len(newcomers) == 1 and len(seen) >= FEWEST_ASKED and not said and not asks_again:
            of, choices = newcomers[0], tuple(_seat_newcomer(newcomers[0], seen, names))
        else:
            said = said or (_find_first(draft),)
            of, choices = said[-1], tuple(_go_on(said, positions, names))
    return Around(
        names=tuple(names.values()),
        is_known=draft.is_order_known,
        seen=seen,
        of=names.get(of, ""),
        is_own=draft.role.seats == {of},
        said=tuple(names[position] for position in said) if len(said) > 1 else (),
        choices=choices,
    )


def find_seen(draft: SeenDraft) -> tuple[int, ...]:
    """List the positions of those whose place is known, clockwise from the one who sat down first."""
    return turn([seat.position for seat in draft.seats if seat.is_placed])


def list_names(draft: SeenDraft, order: Sequence[int]) -> tuple[str, ...]:
    """List the names of an order; empty if it is none of all who are at the table now."""
    names = {seat.position: seat.name for seat in draft.seats}
    return tuple(names[position] for position in order) if sorted(order) == sorted(names) else ()


def seat_around(slug: str, order: Sequence[int], seen: Sequence[int], viewer: Viewer, now: datetime.datetime) -> None:
    """Store in which order people sit, clockwise, as it was said on a phone that had seen another.

    Raises what ``write_order`` does.
    """
    write_order(slug, order, seen, now, device=viewer.device)


def _seat_newcomer(newcomer: int, seen: tuple[int, ...], names: dict[int, str]) -> Iterator[Neighbor]:
    for index, position in enumerate(seen):
        yield Neighbor(names[position], (*seen[:index], newcomer, *seen[index:]), is_last=True)


def _go_on(said: tuple[int, ...], positions: Sequence[int], names: dict[int, str]) -> Iterator[Neighbor]:
    left = [position for position in positions if position not in said]
    for position in left:
        # With two left, whoever is not on that side is on the other.
        rest = [other for other in left if other != position] if len(left) == 2 else []
        order = (*said, position, *rest)
        yield Neighbor(names[position], order, is_last=len(order) == len(positions))


def _find_first(draft: SeenDraft) -> int:
    """Return whom to ask about first: whoever holds this phone."""
    own = (seat.position for seat in draft.seats if seat.position in draft.role.seats)
    return next(own, draft.seats[0].position)
