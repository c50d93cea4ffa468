"""What is best for a shelf while focuses are still secret, from what the viewer knows and nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from ...scoring.advice import AdviceError, Forecast, forecast
from ...scoring.categories import CATEGORIES, Category
from ...scoring.inspection import Form
from ...store.tables.drafts import Kind
from ...wording.advice.forecasts import describe_exception, describe_forecast, describe_short_turn
from ..access.seeing import SeenDraft, SeenSeat
from ..access.showing import PageValue
from ..tables.documents import judge_draft
from .flips import find_down, format_places

_STAND_IN = CATEGORIES[0].value
"""Written where a focus is hidden, so that the rest can be read; every deal replaces it."""


@dataclass(frozen=True, slots=True)
class Outlook(PageValue):
    """Cards to turn before the focuses are known, and how sure that is."""

    turns: tuple[str, ...]
    """Each card by name, with what turning it brings."""
    down: str
    """The places of all cards that lie face down with them, as ``format_places`` writes them."""
    sentence: str
    exceptions: tuple[str, ...]
    """The deals in which other cards would be better."""


def view_outlook(draft: SeenDraft, seat: SeenSeat, language: str) -> Outlook | None:
    """Show what is best for a seat whose focus the viewer knows; ``None`` while a shelf cannot be counted yet."""
    if seat.kind is not Kind.SHELF or not seat.focus:
        return None
    hidden: list[str | None] = [other.name for other in draft.seats if not other.focus]
    is_solo = draft.details.form == Form.S_42A
    if is_solo and not draft.library.focus:
        hidden.append(None)
    inspection = judge_draft(_stand_in(draft)).inspection
    if inspection is None:
        return None
    try:
        found = forecast(inspection, seat.name, hidden, known=[Category(code) for code in draft.set_aside])
    except (AdviceError, LookupError):
        return None
    return Outlook(
        turns=tuple(describe_short_turn(turn, language) for turn in found.plan.turns),
        down=format_places(find_down(found.plan.shelf, inspection.edition)),
        sentence=describe_forecast(found, language),
        exceptions=tuple(_list_exceptions(found, language)),
    )


def _stand_in(draft: SeenDraft) -> SeenDraft:
    seats = tuple(replace(seat, focus=seat.focus or _STAND_IN, is_sealed=False) for seat in draft.seats)
    library = replace(draft.library, focus=draft.library.focus or _STAND_IN, is_sealed=False)
    return replace(draft, seats=seats, library=library)


def _list_exceptions(found: Forecast, language: str) -> Iterator[str]:
    for fate in found.missed:
        yield describe_exception(found, fate, language)
