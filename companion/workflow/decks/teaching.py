"""Teaching a deck with photos of cards laid out for it, a dozen at a time."""

from __future__ import annotations

import datetime
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from ...scoring.cards import CARDS, Card
from ...scoring.decks.deck import Deck, Source
from ...scoring.notation import read_rows
from ...store.decks.addresses import find_name
from ...store.photos.owners import DeckShelf
from ...store.photos.queries import KeptPhoto, drop_photos, find_picture
from ..photos.filing import find_review
from ..photos.lessons import take_lessons
from ..photos.review import FACE_DOWN, NO_CARD, PhotoCard, Review
from . import keeping as decks

CARDS_OF_A_PHOTO = 12
"""As many as can be laid out in rows and read well."""
PHOTO = "photo"
"""Prefix of the photos' identifiers."""


@dataclass(frozen=True, slots=True)
class Taught:
    """What a deck has learned."""

    names: tuple[str, ...]
    """The cards that were completely known, in the order of the check."""
    left_out: int
    """The number of cards that were not completely known."""
    is_seen: bool
    """Whether the cards' appearance was learned as well."""


def count_photos(known: int) -> int:
    """Tell how many photos of a dozen cards would cover all unknown cards."""
    return -(-(CARDS - known) // CARDS_OF_A_PHOTO)


def teach_deck(number: int, now: datetime.datetime) -> Taught | None:
    """Let a deck learn the cards of its photos, and delete the photos; ``None`` if there are none (anymore).

    Raises ``MissingError`` for a deck that no longer exists.
    """
    name, shelf = find_name(number), DeckShelf(number)
    found = find_review(shelf)
    if found is None:
        return None
    review, photos = found
    is_seen = False
    for photo in photos:
        part = replace(review, cards=tuple(card for card in review.cards if card.photo == photo.number), waiting=())
        if part.cards:
            is_seen |= _teach_photo(name, shelf, photo, part, now)
    drop_photos(shelf)
    known = {card.name for card in _list_cards(review.cards)}
    faces = [card for card in review.cards if card.text not in (NO_CARD, FACE_DOWN)]
    learned = [card.name for card in decks.find_deck(name).cards if card.name in known]
    return Taught(tuple(learned), len(faces) - len(known), is_seen)


def find_fresh(deck: Deck, marked: str) -> frozenset[str]:
    """Return the deck's cards among those that a URL marks as just learned, separated by dots."""
    return frozenset(marked.split(".")) & {card.name for card in deck.cards}


def _teach_photo(name: str, shelf: DeckShelf, photo: KeptPhoto, part: Review, now: datetime.datetime) -> bool:
    where = decks.name_photo(PHOTO, find_picture(shelf, photo.number))
    lesson = next(take_lessons(shelf, part, name, where), None)
    cards = list(_add_counts(part.cards, photo, list(_list_cards(part.cards))))
    decks.remember(
        name,
        cards,
        where,
        Source.PHOTO,
        now,
        lesson=lesson.features if lesson else None,
        pictures=lesson.pictures if lesson else None,
    )
    return lesson is not None


def _list_cards(cards: Sequence[PhotoCard]) -> Iterator[Card]:
    """Yield the cards that are completely known."""
    for one in cards:
        rows, _ = read_rows(one.text)
        for card in (card for row in rows for card in row if card):
            if card.letter and card.number and card.icons and None not in card.icons and not card.face_down:
                yield card


def _add_counts(seen: Sequence[PhotoCard], photo: KeptPhoto, cards: Sequence[Card]) -> Iterator[Card]:
    """Yield cards with their letter's count, if all confident readings agree on it."""
    sure = {card.spot for card in seen if not card.doubts and card.chosen is None}
    read: dict[str, set[int]] = {}
    for entry in photo.reading["cards"]:
        if entry["of"] and entry["letter"] and (entry["row"], entry["column"]) in sure:
            read.setdefault(entry["letter"], set()).add(entry["of"])
    for card in cards:
        counts = read.get(card.letter or "", set())
        count = next(iter(counts)) if len(counts) == 1 else None
        yield replace(card, of=count if count and card.number and card.number <= count else None)
