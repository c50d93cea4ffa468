"""What is known of the printing that a shelf's photo shows: the deck, and what the table was taught this evening."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ...store.decks.waiting_lessons import WaitingLesson, load_lessons
from ...store.photos.owners import DeckShelf, Shelf
from ...store.tables import queries
from ..decks.keeping import find_deck
from ..decks.table_decks import find_numbered_deck


def find_deck_of(shelf: Shelf) -> tuple[str, int | None]:
    """Return the edition of a shelf's cards, and the number of the deck that knows them."""
    if isinstance(shelf, DeckShelf):
        return find_deck(shelf.number).edition, shelf.number
    edition = queries.find_draft(shelf.slug).details.edition
    table_deck = find_numbered_deck(shelf.slug, edition)
    return edition, table_deck[0] if table_deck else None


def list_looks(shelf: Shelf, but: int | None = None) -> tuple[bytes, ...]:
    """Return the lessons that a table was taught and that no deck has yet, but for that of one photo of this shelf.

    They are for what the printing looks like: nothing of one player's cards is told to another. One that would make
    others worse waits until it is learned after all.
    """
    if isinstance(shelf, DeckShelf):
        return ()
    lessons = load_lessons(shelf.slug)
    own = [lesson for lesson in lessons.get(shelf.position, ()) if lesson.number != but]
    return list_undoubted({**lessons, shelf.position: own})


def list_table_looks(slug: str) -> tuple[bytes, ...]:
    """Return all lessons that a table was taught and that no deck has yet, as ``list_looks`` does for a shelf."""
    return list_undoubted(load_lessons(slug))


def list_undoubted(lessons: Mapping[int, Sequence[WaitingLesson]]) -> tuple[bytes, ...]:
    """Return the lessons of a table, by seat, that make no others worse."""
    return tuple(one.features for of_seat in lessons.values() for one in of_seat if one.doubt is None)
