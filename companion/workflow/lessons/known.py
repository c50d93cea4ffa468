"""What is known of the printing that a shelf's photo shows: the deck, and what the table was taught this evening."""

from __future__ import annotations

from ...store.decks.waiting_lessons import load_lessons
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

    They are for what the printing looks like: nothing of one player's cards is told to another.
    """
    if isinstance(shelf, DeckShelf):
        return ()
    return tuple(
        lesson.features
        for position, lessons in load_lessons(shelf.slug).items()
        for lesson in lessons
        if (position, lesson.number) != (shelf.position, but)
    )
