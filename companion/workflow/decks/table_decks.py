"""The deck of a table: how it is chosen automatically, and what it learns from shelves once they are final.

Before that, nothing about a shelf reaches the deck, nor another phone through it.
"""

from __future__ import annotations

import datetime
from collections import Counter
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import count

from ...scoring.cards import ICONS_ON_A_CARD, Card
from ...scoring.decks.deck import CardKey, Deck, KnownIcons, Source, learn_cards
from ...scoring.decks.document import Lesson, Pictures
from ...scoring.notation import read_rows
from ...store.decks import queries as decks
from ...store.decks.addresses import is_deck_listed
from ...store.decks.doubted_lessons import Doubt
from ...store.decks.queries import DeckExistsError, MissingDeckError
from ...store.decks.uses import DeckChoice, find_choice, find_last_used, list_choices
from ...store.decks.waiting_lessons import WaitingLesson, drop_lessons, load_lessons
from ...store.houses.reach import Reach
from ...store.tables import queries
from ...store.tables.drafts import Kind, StoredDraft
from ..access.deciding import is_countable
from .doubted import count_open
from .entry import complete_text
from .keeping import begin_deck, find_deck, name_shelf

LIBRARY = 0
"""Stands for the public library's discard pile in place of a seat's position."""


class Choice(StrEnum):
    """The choices of a deck other than by name."""

    LAST = "last"
    """The one used last with this edition; the first time, a new one."""
    NEW = "new"
    NONE = "none"
    """No deck: nothing is remembered."""


NUMBERED = "deck:"
"""Prefix of a deck's number, so that it is told from the other choices."""


@dataclass(frozen=True, slots=True)
class Scope:
    """For whom a deck is chosen."""

    reach: Reach
    """The phone's that chooses."""
    house: int
    """In which a new deck begins."""


def choose(said: str, edition: str, title: str, now: datetime.datetime, scope: Scope, current: int = 0) -> int:
    """Return the number of the chosen deck, begun if it does not exist; 0 for no deck.

    ``said`` is a ``Choice``, or ``NUMBERED`` and a deck's number; a deck that no longer exists, is of another edition,
    or belongs to none of the phone's houses, is replaced by the one used last in the house. The ``current`` deck of a
    table may stay with it. A new deck is named ``title``, with a number if that name is taken.
    """
    if said == Choice.NONE:
        return 0
    deck = _find_said(said, scope.reach, current)
    if deck is not None and deck.edition == edition:
        return deck.number
    # Not the last one of any of the phone's houses: what a table teaches is seen by those who have the deck's house.
    here = replace(scope.reach, houses=frozenset({scope.house}))
    if said != Choice.NEW and (last := find_last_used(edition, here)):
        return last
    return _begin(title, edition, now, scope)


def name_choice(number: int) -> str:
    """Return the choice for a deck's number; 0 means no deck."""
    return f"{NUMBERED}{number}" if number else Choice.NONE.value


def find_other_edition(said: str, edition: str, reach: Reach, current: int = 0) -> str | None:
    """Return the edition of a chosen deck if it is not the inspection's; ``None`` for a valid choice.

    The ``current`` deck of a table may stay chosen: it gives way where the edition changes.
    """
    deck = None if said == name_choice(current) else _find_said(said, reach, current)
    return deck.edition if deck is not None and deck.edition != edition else None


def list_deck_choices(reach: Reach, current: int | None) -> tuple[DeckChoice, ...]:
    """Return the decks of a phone's houses, ordered by name, and the current one of a table wherever it belongs."""
    found = list_choices(reach)
    more = find_choice(current) if current and current not in {deck.number for deck in found} else None
    return (*found, *filter(None, [more]))


def _find_said(said: str, reach: Reach, current: int) -> DeckChoice | None:
    return next((deck for deck in list_deck_choices(reach, current) if said == name_choice(deck.number)), None)


def find_numbered_deck(slug: str, edition: str) -> tuple[int, Deck] | None:
    """Return the deck that a table plays with, if it has one of its edition, and its number."""
    number = decks.find_number_of(slug)
    with suppress(MissingDeckError):
        deck = find_deck(number) if number else None
        return (number, deck) if number and deck and deck.edition == edition else None
    return None


def find_table_deck(slug: str, edition: str) -> Deck | None:
    """Return the deck that a table plays with, if it has one of its edition."""
    found = find_numbered_deck(slug, edition)
    return found[1] if found else None


def change_table_deck(slug: str, number: int, now: datetime.datetime) -> None:
    """Let a table play with another deck, or with none: the old deck forgets the table's shelves.

    Cards on its shelves that are only named get the icons that the new deck knows.
    """
    old = decks.find_number_of(slug)
    if old == (number or None):
        return
    decks.choose_deck(slug, number or None, now)
    with suppress(MissingDeckError):
        if old:
            _teach(old, find_deck(old), slug, {}, now)
    draft = queries.find_draft(slug)
    deck = find_table_deck(slug, draft.details.edition)
    for seat in draft.seats:
        text = complete_text(seat.shelf, deck)
        if text != seat.shelf and seat.kind is Kind.SHELF:
            queries.write_shelf(slug, seat.position, text, None, now)


def learn_table(slug: str, now: datetime.datetime) -> None:
    """Let a table's deck learn its shelves without telling anyone; doing it again changes nothing.

    This happens only if the whole inspection can be scored. A corrected shelf replaces what it taught before.
    """
    draft = queries.find_draft(slug)
    deck = find_numbered_deck(slug, draft.details.edition)
    if deck and is_countable(draft):
        waiting = load_lessons(slug)
        _teach(*deck, slug, _list_shelves(draft), now, waiting)
        if waiting:
            drop_lessons(slug)


def find_asking_deck(slug: str, edition: str, reach: Reach) -> tuple[int, int] | None:
    """Return the deck that asks about photos of a table's shelves, if it does and a phone may see it, and how many."""
    deck = find_numbered_deck(slug, edition)
    if deck is None or not is_deck_listed(deck[0], reach):
        return None
    asked = count_open(deck[0], _name_table(slug))
    return (deck[0], asked) if asked else None


def _name_table(slug: str) -> str:
    """Return what the identifiers of a table's shelves begin with."""
    return name_shelf(slug, LIBRARY).rpartition("-")[0] + "-"


def _begin(title: str, edition: str, now: datetime.datetime, scope: Scope) -> int:
    for number in count(1):
        name = title if number == 1 else f"{title} {number}"
        with suppress(DeckExistsError):
            return begin_deck(name, edition, now, house=scope.house, owner=scope.reach.device)
    raise AssertionError("numbers do not end")


def _list_shelves(draft: StoredDraft) -> Mapping[str, tuple[Card, ...]]:
    """Return the cards that each shelf of a table teaches, by the identifier under which it is remembered.

    A card with too many or too few icons, or one that appears twice, was mistyped and teaches nothing.
    """
    texts = {seat.position: seat.shelf for seat in draft.seats if seat.kind is Kind.SHELF}
    if draft.library.kind is Kind.DISCARDS:
        texts[LIBRARY] = draft.library.discards
    shelves = {position: tuple(_list_cards(text)) for position, text in texts.items()}
    times = Counter(card.name for cards in shelves.values() for card in cards)
    return {
        name_shelf(draft.slug, position): tuple(card for card in cards if times[card.name] == 1)
        for position, cards in shelves.items()
    }


def _list_cards(text: str) -> Iterable[Card]:
    rows, _ = read_rows(text)
    for card in (card for row in rows for card in row if card):
        if card.letter and card.number and (card.icons is None or len(card.icons) in ICONS_ON_A_CARD):
            yield card


def _teach(
    number: int,
    deck: Deck,
    slug: str,
    shelves: Mapping[str, tuple[Card, ...]],
    now: datetime.datetime,
    waiting: Mapping[int, tuple[WaitingLesson, ...]] | None = None,
) -> None:
    """Update what a table's shelves state in a deck, and pass on the lessons from their photos.

    Nothing is written if nothing has changed.
    """
    prefix = _name_table(slug)
    # A lesson without pictures comes from a photo that was read, and whose cards were then entered by hand.
    photographed = {
        name_shelf(slug, position)
        for position, several in (waiting or {}).items()
        if any(one.pictures for one in several)
    }
    lessons, doubted, pictures = _list_lessons(slug, shelves, waiting or {})

    def learn(deck: Deck) -> Deck:
        said: dict[str, tuple[Card, ...]] = {**dict.fromkeys(_recall(deck, prefix), ()), **shelves}
        for where, cards in said.items():
            source = Source.PHOTO if where in photographed else Source.HAND
            deck = learn_cards(deck, cards, source, where, now.date().isoformat())
        return deck

    after = learn(deck)
    is_new = _recall(after, prefix) != _recall(deck, prefix) or after.letter_counts != deck.letter_counts
    if is_new or lessons or doubted:
        with suppress(MissingDeckError):
            decks.change_deck(number, learn, now, pictures=pictures, lessons=lessons, doubted=doubted)


def _list_lessons(
    slug: str, shelves: Mapping[str, tuple[Card, ...]], waiting: Mapping[int, tuple[WaitingLesson, ...]]
) -> tuple[list[Lesson], list[tuple[Lesson, Doubt]], dict[CardKey, Pictures]]:
    """List lessons, doubted ones, and their pictures, except those showing cards that have been corrected away."""
    lessons: list[Lesson] = []
    doubted: list[tuple[Lesson, Doubt]] = []
    pictures: dict[CardKey, Pictures] = {}
    for position, several in waiting.items():
        where = name_shelf(slug, position)
        known = {(card.letter, card.number) for card in shelves.get(where, ())}
        for index, lesson in enumerate(one for one in several if one.pictures.keys() <= known):
            taught = Lesson(f"{where}-{index}" if index else where, lesson.features)
            if lesson.doubt:
                doubted.append((taught, lesson.doubt))
            else:
                lessons.append(taught)
            pictures |= lesson.pictures
    return lessons, doubted, pictures


def _recall(deck: Deck, prefix: str) -> dict[str, dict[CardKey, KnownIcons]]:
    """Return what the shelves of a table have stated so far."""
    said: dict[str, dict[CardKey, KnownIcons]] = {}
    for card in deck.cards:
        for statement in card.statements:
            if statement.where.startswith(prefix):
                said.setdefault(statement.where, {})[card.key] = statement.icons
    return said
