"""The last chance: what A1 will flip on a shelf, and which cards its owner had better flip before the inspection."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass

from ...scoring.advice import AdviceError, Aim
from ...store.tables.drafts import Kind
from ..access.seeing import SeenDraft, SeenSeat
from ..access.showing import PageValue
from ..shelves.entry import preview_seat
from .forecasts import Outlook, view_outlook
from .views import find_footing
from .what_if import Attempt, suggest


@dataclass(frozen=True, slots=True)
class LastChance(PageValue):
    """What is to be said to a librarian who is done."""

    flips: tuple[str, ...] = ()
    """A sentence for each card that A1 flips."""
    attempt: Attempt | None = None
    """The shelf as advised, where the whole table is known; ``None`` if it is best left as it lies."""
    outlook: Outlook | None = None
    """What is advised while focuses are secret; ``None`` if nothing is."""

    @property
    def is_any(self) -> bool:
        """Whether a card would be flipped, or had better be."""
        return bool(self.flips or self.attempt or self.outlook)

    @property
    def down(self) -> str | None:
        """The places of all cards that lie face down if the advice is taken, as ``format_places`` writes them."""
        advised = self.attempt or self.outlook
        return advised.down if advised else None


def find_last_chance(draft: SeenDraft, seat: SeenSeat, language: str) -> LastChance:
    """Find out what a librarian could still do about a shelf.

    Advice needs the seat's own focus: without it, or on a phone that goes round, there is only what A1 flips.
    """
    if seat.kind is not Kind.SHELF:
        return LastChance()
    flips = tuple(flip["sentence"] for flip in preview_seat(draft, seat, language)["flipped"])
    if not seat.focus or draft.handover:
        return LastChance(flips)
    footing = find_footing(draft, seat)
    if footing.whole is None:
        outlook = view_outlook(draft, seat, language)
        return LastChance(flips, outlook=outlook if outlook and outlook.turns else None)
    with suppress(AdviceError):
        attempt = suggest(footing.whole, footing.index, None, Aim.PLACE, language)
        return LastChance(flips, attempt=attempt if attempt.is_changed else None)
    return LastChance(flips)
