"""Teaching a deck with photos of cards laid out for it, a dozen at a time."""

from __future__ import annotations

import datetime
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from ...scoring.cards import CARDS, Card
from ...scoring.decks.deck import Deck
from ...scoring.notation import read_rows
from ...store.photos.owners import DeckShelf
from ...store.photos.queries import KeptPhoto
from ..jobs.asking import Job, Kind, Order, Owner, add_job, find_unfinished, make_request_key
from ..photos.filing import has_review
from ..photos.review import PhotoCard

CARDS_OF_A_PHOTO = 12
"""As many as can be laid out in rows and read well."""
TEACHING = "teaching"
"""The subject of the jobs."""


@dataclass(frozen=True, slots=True)
class Taught:
    """What a deck has learned."""

    names: tuple[str, ...]
    """The cards that were completely known, in the order of the check."""
    left_out: int
    """The number of cards that were not completely known."""
    is_seen: bool
    """Whether the cards' appearance was learned as well."""


def ask_teaching(number: int, key: str, now: datetime.datetime) -> Job | None:
    """Ask for a deck to learn the cards of its photos; ``None`` if there are none (anymore).

    Raises ``MissingError`` for a deck that no longer exists.
    """
    if not has_review(DeckShelf(number)):
        return None
    owner = Owner(deck=number)
    unfinished = find_unfinished(owner, Kind.TEACH_DECK, TEACHING)
    request_key = make_request_key(Kind.TEACH_DECK, str(number), key)
    return unfinished or add_job(Order(Kind.TEACH_DECK, owner, request_key, TEACHING), now)


def count_photos(known: int) -> int:
    """Tell how many photos of a dozen cards would cover all unknown cards."""
    return -(-(CARDS - known) // CARDS_OF_A_PHOTO)


def find_fresh(deck: Deck, marked: str) -> frozenset[str]:
    """Return the deck's cards among those that a URL marks as just learned, separated by dots."""
    return frozenset(marked.split(".")) & {card.name for card in deck.cards}


def list_cards(cards: Sequence[PhotoCard]) -> Iterator[Card]:
    """Yield the cards that are completely known."""
    for one in cards:
        rows, _ = read_rows(one.text)
        for card in (card for row in rows for card in row if card):
            if card.letter and card.number and card.icons and None not in card.icons and not card.face_down:
                yield card


def add_counts(seen: Sequence[PhotoCard], photo: KeptPhoto, cards: Sequence[Card]) -> Iterator[Card]:
    """Yield cards with their letter's count, if all confident readings agree on it."""
    sure = {card.spot for card in seen if not card.doubts and card.chosen in (None, card.read)}
    read: dict[str, set[int]] = {}
    for entry in photo.reading["cards"]:
        if entry["of"] and entry["letter"] and (entry["row"], entry["column"]) in sure:
            read.setdefault(entry["letter"], set()).add(entry["of"])
    for card in cards:
        counts = read.get(card.letter or "", set())
        count = next(iter(counts)) if len(counts) == 1 else None
        yield replace(card, of=count if count and card.number and card.number <= count else None)
