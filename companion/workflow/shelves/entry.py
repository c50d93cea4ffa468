"""Entering a seat: the shelf with its live preview, or the tally counted on paper."""

from __future__ import annotations

from collections.abc import Mapping

from ...scoring.categories import CATEGORIES
from ...store.tables.drafts import Draft, Kind, SeatDraft
from ...wording.languages import find_translations
from ..tables.documents import STABILITY, read_figure
from .preview import Preview, preview_shelf

TYPED_FIGURES = (*(category.value for category in CATEGORIES), STABILITY)


def preview_seat(draft: Draft, seat: SeatDraft, language: str) -> Preview:
    """Preview the shelf of a seat, looking out for cards that lie on another shelf of the table as well."""
    others = {
        other.name: other.shelf for other in draft.seats if other.position != seat.position and other.kind is Kind.SHELF
    }
    return preview_shelf(
        seat.shelf, edition=draft.details.edition, language=language, version=seat.version, others=others
    )


def check_tally(tally: Mapping[str, str], keys: tuple[str, ...], language: str) -> dict[str, str]:
    """Find what is wrong with typed figures: a sentence for each key that lacks one or holds something else.

    A tally in which nothing has been typed yet is not wrong.
    """
    t = find_translations(language)
    if not any(tally.get(key, "").strip() for key in keys):
        return {}
    sentences = {}
    for key in keys:
        text = tally.get(key, "").strip()
        if not text:
            sentences[key] = t.gettext("Nothing is written here. Write 0 if there are none.")
        elif not isinstance(figure := read_figure(text), int) or figure < 0:
            sentences[key] = t.gettext(
                "Expected a whole number such as 7, found “%(typed)s”. Please write a number."
            ) % {"typed": text}
    return sentences


def check_hands(hands: Mapping[int, str], language: str) -> dict[int, str]:
    """Find what is wrong with typed numbers of cards in hand; an empty one is not wrong."""
    t = find_translations(language)
    return {
        position: t.gettext("Expected a whole number such as 7, found “%(typed)s”. Please write a number.")
        % {"typed": text}
        for position, text in hands.items()
        if text.strip() and (not isinstance(figure := read_figure(text), int) or figure < 0)
    }
