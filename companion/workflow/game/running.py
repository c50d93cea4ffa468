"""The game in progress: how close the final round is, the category cards as dealt, a solo player's rounds.

Everything here is computed from a draft as the viewer may see it, so it contains nothing hidden.
"""

from __future__ import annotations

from dataclasses import dataclass

from ...scoring.categories import CATEGORIES
from ...scoring.final_round import count_cards, find_cards_needed
from ...scoring.inspection import Form
from ...scoring.setup import Removal, Variant, find_removal
from ...scoring.solo_rounds import LEVELS, SoloRound, count_shown, find_solo_round
from ...store.tables.drafts import Kind
from ...store.tables.stages import Stage
from ..access.seeing import SeenDraft, SeenSeat
from ..access.showing import PageValue
from .solo_steps import SoloStep, find_current


@dataclass(frozen=True, slots=True)
class Trigger:
    """How many cards on one shelf trigger the final round, in the length being played and in either length."""

    needed: int
    standard: int
    longer: int


@dataclass(frozen=True, slots=True)
class Progress:
    """A shelf's progress toward the final round."""

    position: int
    name: str
    kind: Kind
    cards: int | None
    """Including face-down cards but not entombed ones; ``None`` if no shelf has been entered."""
    needed: int

    @property
    def missing(self) -> int:
        """How many cards are still missing."""
        return max(0, self.needed - (self.cards or 0))

    @property
    def calls(self) -> bool:
        """Whether it holds enough cards to trigger the final round."""
        return self.cards is not None and not self.missing


@dataclass(frozen=True, slots=True)
class Focus:
    """A librarian's focus, as far as this phone may show it."""

    position: int
    name: str
    is_known: bool
    """Whether one has been chosen or dealt; which one may be hidden."""
    is_own: bool
    """Whether this phone may show it to its owner."""
    code: str
    """Empty if it must not be on this page: a phone that serves several players shows them one at a time."""


@dataclass(frozen=True, slots=True)
class CategoryCards(PageValue):
    """The six category cards on the table."""

    prominent: str
    banned: str
    focuses: tuple[Focus, ...]
    is_dealt: bool
    """Whether the app dealt them."""
    is_touched: bool
    """Whether a deal would overwrite something."""

    @property
    def is_short(self) -> bool:
        """Whether the app has dealt and someone has joined since."""
        return self.is_dealt and self.known_focuses < len(self.focuses)

    @property
    def known_focuses(self) -> int:
        """How many librarians have a focus."""
        return sum(focus.is_known for focus in self.focuses)


@dataclass(frozen=True, slots=True)
class TableGame(PageValue):
    """Everything that the page of a B-7c game in progress shows."""

    trigger: Trigger | None
    """``None`` for a number of librarians that the rules do not cover."""
    shelves: tuple[Progress, ...]
    cards: CategoryCards
    removals: tuple[tuple[Variant, Removal], ...]
    is_called: bool
    """Whether the final round was called, and not taken back since."""
    called_by: str
    """Whose shelf called it; empty if the host did."""
    may_change: bool
    """Whether this phone may deal, choose the length, and call the final round or take it back."""

    @property
    def callers(self) -> tuple[Progress, ...]:
        """The shelves that trigger the final round."""
        return tuple(shelf for shelf in self.shelves if shelf.calls)


@dataclass(frozen=True, slots=True)
class ShownCard:
    """One of the two category cards of the solo game that are set aside and revealed later."""

    number: int
    """1 or 2."""
    code: str
    """Empty while nobody has entered which one it was."""
    choices: tuple[str, ...]
    """What it can be if a person dealt it: the categories that are not open elsewhere."""


@dataclass(frozen=True, slots=True)
class SoloGame(PageValue):
    """Everything that the page of an S-42A game in progress shows."""

    step: SoloStep
    round: SoloRound | None
    """``None`` before the first round."""
    level: int | None
    """How many cards are discarded per round."""
    levels: tuple[int, ...]
    cards: CategoryCards
    shown: tuple[ShownCard, ...]
    """The cards revealed up to this step."""
    may_change: bool


def view_table_game(draft: SeenDraft) -> TableGame:
    """Show a multiplayer game in progress."""
    trigger = _find_trigger(draft)
    return TableGame(
        trigger=trigger,
        shelves=tuple(_measure_shelf(seat, trigger.needed) for seat in draft.seats) if trigger else (),
        cards=view_cards(draft),
        is_called=draft.is_final_round,
        called_by=next((seat.name for seat in draft.seats if seat.position == draft.final_round_by), ""),
        removals=tuple((variant, find_removal(variant, draft.details.edition)) for variant in Variant),
        may_change=_may_change(draft),
    )


def view_solo_game(draft: SeenDraft, step: SoloStep | None = None) -> SoloGame:
    """Show a step of a solo game that it has come to; without one, where it is now."""
    step = step or find_current(draft)
    number = step.number
    return SoloGame(
        step=step,
        round=find_solo_round(number) if number else None,
        level=draft.details.difficulty,
        levels=tuple(LEVELS),
        cards=view_cards(draft),
        shown=tuple(_view_shown(draft, which) for which in range(1, count_shown(number) + 1)),
        may_change=_may_change(draft),
    )


def view_cards(draft: SeenDraft) -> CategoryCards:
    """Show the category cards."""
    details = draft.details
    has_focus = any(seat.has_focus for seat in draft.seats)
    library = draft.library.has_focus or draft.set_aside
    return CategoryCards(
        prominent=details.prominent,
        banned=details.banned,
        focuses=tuple(_view_focus(draft, seat) for seat in draft.seats),
        is_dealt=draft.is_dealt,
        is_touched=bool(details.prominent or details.banned or has_focus or library or draft.is_dealt),
    )


def _may_change(draft: SeenDraft) -> bool:
    return draft.role.is_host and draft.stage is Stage.DRAFT


def _find_trigger(draft: SeenDraft) -> Trigger | None:
    players = len(draft.seats)
    try:
        standard, longer = (find_cards_needed(players, long_game=long_game) for long_game in (False, True))
    except LookupError:
        return None
    return Trigger(longer if draft.details.long_game else standard, standard, longer)


def _measure_shelf(seat: SeenSeat, needed: int) -> Progress:
    """Count the cards of a shelf, including cards that cannot be parsed."""
    cards = count_cards(seat.shelf) if seat.kind is Kind.SHELF else None
    return Progress(seat.position, seat.name, seat.kind, cards, needed)


def _view_focus(draft: SeenDraft, seat: SeenSeat) -> Focus:
    """Show the focus of a phone's only seat, that of a solo player, and all of them once they are revealed."""
    own = draft.role.seats
    is_only_one = seat.position in own and len(own) == 1 and not draft.handover
    is_open = draft.stage.shows_focuses or draft.details.form == Form.S_42A or is_only_one
    return Focus(
        position=seat.position,
        name=seat.name,
        is_known=seat.has_focus,
        is_own=seat.position in own,
        code=seat.focus if is_open else "",
    )


def _view_shown(draft: SeenDraft, which: int) -> ShownCard:
    laid = dict(enumerate(draft.set_aside, start=1))
    code = laid.pop(which, "")
    elsewhere = {draft.details.prominent, draft.details.banned, draft.seats[0].focus, *laid.values()}
    choices = () if draft.is_dealt else tuple(c.value for c in CATEGORIES if c not in elsewhere)
    return ShownCard(which, code if code in CATEGORIES else "", choices)
