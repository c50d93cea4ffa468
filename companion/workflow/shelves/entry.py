"""Entry for a seat: the shelf with its live preview, or a tally counted on paper."""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from dataclasses import replace

from ...scoring.categories import CATEGORIES
from ...scoring.decks.deck import Deck
from ...store.tables import queries
from ...store.tables.drafts import Kind, LibraryEntry, TypedTally
from ...wording.languages import find_translations
from ..access.documents import STABILITY, read_figure
from ..access.roles import Viewer
from ..access.seeing import SeenDraft, SeenSeat, see_draft
from ..decks.entry import complete_text, names_cards
from ..decks.table_decks import find_table_deck
from .preview import Preview, preview_shelf

TYPED_FIGURES = (*(category.value for category in CATEGORIES), STABILITY)


def preview_seat(draft: SeenDraft, seat: SeenSeat, language: str) -> Preview:
    """Preview the shelf of a seat, reporting cards that are also on another shelf at the table."""
    others = {
        other.name: other.shelf for other in draft.seats if other.position != seat.position and other.kind is Kind.SHELF
    }
    return preview_shelf(
        seat.shelf, edition=draft.details.edition, language=language, version=seat.version, others=others
    )


def complete_shelf(slug: str, text: str) -> str:
    """Add the icons to cards that are only named, if the table's deck knows them.

    Where no card is, no deck need be read. Raises ``MissingError`` for no inspection.
    """
    return complete_text(text, _find_deck(slug)) if names_cards(text) else text


def write_shelf(
    slug: str, position: int, text: str, version: int | None, viewer: Viewer, now: datetime.datetime
) -> SeenDraft:
    """Store a shelf as typed, valid or not, and return the current draft as the viewer may see it.

    ``version`` is the seat's that the writer saw. Raises ``ConflictError`` where somebody has changed it since, unless
    both wrote the same, ``StageError`` where the table's stage takes no entries, and ``MissingError``.
    """
    return see_draft(queries.write_shelf(slug, position, text, version, now, device=viewer.device), viewer, now)


def write_tally(
    slug: str, position: int, tally: TypedTally, version: int | None, viewer: Viewer, now: datetime.datetime
) -> SeenDraft:
    """Store a tally as typed, valid or not, and return the current draft; see ``write_shelf``."""
    kept = queries.write_tally(slug, position, tally, version, now, device=viewer.device)
    return see_draft(kept, viewer, now)


def write_tallies(
    slug: str, tallies: Mapping[int, tuple[TypedTally, int | None]], viewer: Viewer, now: datetime.datetime
) -> None:
    """Store several tallies as typed, each with the version that was seen, all of them or none; see ``write_shelf``."""
    queries.write_tallies(slug, tallies, now, device=viewer.device)


def write_library(slug: str, library: LibraryEntry, version: int | None, now: datetime.datetime) -> None:
    """Store what was typed for the public library, adding the icons of cards that are only named.

    ``version`` is that of the library; see ``write_shelf``.
    """
    discards = complete_text(library.discards, _find_deck(slug))
    queries.write_library(slug, replace(library, discards=discards), now, version)


def write_library_tally(slug: str, tally: TypedTally, now: datetime.datetime) -> None:
    """Store the tally of the public library as typed: it counts, unless it was emptied; see ``write_library``."""
    kept = queries.find_draft(slug).library
    is_filled = any(text.strip() for text in tally.values())
    other = Kind.DISCARDS if kept.discards.strip() else Kind.NONE
    kind = Kind.TALLY if is_filled else other
    queries.write_library(slug, LibraryEntry(None, kind, tally, kept.discards), now)


def check_tally(tally: Mapping[str, str], keys: tuple[str, ...], language: str) -> dict[str, str]:
    """Find what is wrong with typed figures: one sentence per key that is missing or is not a number.

    An entirely empty tally is not wrong.
    """
    t = find_translations(language)
    if not any(tally.get(key, "").strip() for key in keys):
        return {}
    sentences = {}
    for key in keys:
        text = tally.get(key, "").strip()
        if not text:
            sentences[key] = t.gettext("Nothing is entered here. Enter 0 if there are none.")
        elif not isinstance(figure := read_figure(text), int) or figure < 0:
            sentences[key] = t.gettext(
                "Expected a whole number such as 7, found “%(typed)s”. Please enter a number."
            ) % {"typed": text}
    return sentences


def _find_deck(slug: str) -> Deck | None:
    return find_table_deck(slug, queries.find_draft(slug).details.edition)
