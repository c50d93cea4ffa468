"""Decks, shared by all tables of their house; each function is one short transaction.

A deck is named by its number, or, in the common house, by its name.

Pictures and lessons are opaque bytes here.
"""

from __future__ import annotations

import datetime
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from sqlalchemy import delete, func, select
from sqlalchemy.exc import IntegrityError

from ...scoring.decks.deck import CardKey, Deck, check_name
from ...scoring.decks.document import DeckFile, Lesson, Pictures
from ..access.quotas import check_room, count_decks
from ..database import deleting, reading, writing
from ..houses.queries import join_row, settle_common
from ..models import CardRow, DeckRow, HouseRow, LessonRow, PictureRow
from ..tables.drafts import MissingError
from ..tables.rows import RowSession, find_row, lock_row, touch
from .doubted_lessons import Doubt, drop_doubted, write_doubted
from .numbers import DeckKey, find_deck_row, fold_name, list_all_names
from .numbers import MissingDeckError as MissingDeckError
from .rows import list_cards, list_lessons, to_deck, write_cards, write_extras


@dataclass(frozen=True, slots=True)
class KeptDeck:
    """A deck as it is stored, without its pictures and lessons."""

    number: int
    deck: Deck
    keeps_pictures: bool
    version: int
    """Counts all changes."""
    updated: datetime.datetime
    lessons: int
    pictured: frozenset[CardKey]
    """The cards of which there are pictures."""


class DeckExistsError(RuntimeError):
    """Raised when another deck already has the name."""


def list_names() -> tuple[str, ...]:
    """Return the names of the common house's decks, in order."""
    with reading() as session:
        return list_all_names(session)


def find_deck(name: DeckKey) -> KeptDeck:
    """Return a deck; raise ``MissingDeckError``."""
    with reading() as session:
        return _to_kept(session, find_deck_row(session, name))


def find_number(name: str, house: int | None) -> int | None:
    """Return the number of the deck of this name in a house, by default the common one; ``None`` if there is none."""
    is_there = HouseRow.is_common if house is None else HouseRow.id == house
    query = select(DeckRow.id).join(HouseRow).where(is_there, DeckRow.folded == fold_name(name))
    with reading() as session:
        return session.scalar(query.where(DeckRow.deleted.is_(None)))


def find_version(name: DeckKey) -> int:
    """Return a deck's version, by a cheap query; raise ``MissingDeckError``."""
    with reading() as session:
        return find_deck_row(session, name).version


def make_deck(file: DeckFile, now: datetime.datetime, *, house: int | None = None, owner: str = "") -> int:
    """Store a new deck with everything that belongs to it; return its number.

    It belongs to a ``house``, by default to the common one, which the ``owner`` thereby has: the device that alone may
    delete it, if any. Raises ``DeckExistsError`` if a deck of that house has the name, ignoring case, and
    ``FullError``.
    """
    deck = file.deck
    try:
        with writing() as session:
            settled = settle_common(session) if house is None else house
            check_room(session, count_decks(owner, settled))
            row = DeckRow(
                name=deck.name,
                folded=fold_name(deck.name),
                edition=deck.edition,
                letter_counts=dict(deck.letter_counts),
                keeps_pictures=file.keeps_pictures,
                updated=now,
                house_id=settled,
                owner=owner,
            )
            session.add(row)
            session.flush()
            join_row(session, row.house_id, owner)
            rows = write_cards(session, row, {}, deck)
            write_extras(session, row, rows, file.pictures, file.lessons)
            return row.id
    except IntegrityError as error:
        raise DeckExistsError(deck.name) from error


def change_deck(
    name: DeckKey,
    change: Callable[[Deck], Deck],
    now: datetime.datetime,
    *,
    pictures: Mapping[CardKey, Pictures] | None = None,
    lessons: Iterable[Lesson] = (),
    doubted: Iterable[tuple[Lesson, Doubt]] = (),
) -> Deck:
    """Change a deck, and add pictures and lessons; return the changed deck. Raises ``MissingDeckError``.

    A newer picture of a card replaces the older one, and so does a lesson of the same origin. Pictures are stored only
    if the owner allows it, and only of cards that the deck knows. If ``change`` raises, nothing is stored. A change
    without effect does not count as one. A ``doubted`` lesson waits until somebody has said what becomes of it.
    """
    lessons, doubted = tuple(lessons), tuple(doubted)
    with writing() as session:
        row = find_deck_row(session, name, lock=True)
        rows = {(card.letter, card.number): card for card in list_cards(session, row)}
        before = to_deck(row, rows.values())
        deck = change(before)
        if deck == before and not pictures and not lessons and not doubted:
            return deck
        row.letter_counts = dict(deck.letter_counts)
        row.updated = now
        row.version += 1
        rows = write_cards(session, row, rows, deck)
        write_extras(session, row, rows, pictures or {}, lessons)
        for lesson in lessons:
            drop_doubted(session, row, lesson)
        for lesson, doubt in doubted:
            write_doubted(session, row, lesson, doubt, now)
        return deck


def find_pictures(name: DeckKey, key: CardKey) -> Pictures:
    """Return a card's pictures; raise ``MissingError`` if there are none."""
    with reading() as session:
        row = find_deck_row(session, name)
        found = session.execute(
            select(PictureRow.band, PictureRow.face)
            .join(CardRow, CardRow.id == PictureRow.card_id)
            .where(CardRow.deck_id == row.id, CardRow.letter == key[0], CardRow.number == key[1])
        ).one_or_none()
    if found is None:
        raise MissingError(f"no pictures of {key[0]}{key[1]}")
    return Pictures(*found)


def load_lessons(name: DeckKey) -> tuple[Lesson, ...]:
    """Return all lessons of a deck, the oldest first; raise ``MissingDeckError``."""
    with reading() as session:
        return list_lessons(session, find_deck_row(session, name))


def load_file(name: DeckKey, *, with_pictures: bool = True) -> DeckFile:
    """Return everything stored about a deck; raise ``MissingDeckError``."""
    with reading() as session:
        row = find_deck_row(session, name)
        cards = list_cards(session, row)
        pictures: dict[CardKey, Pictures] = {}
        if with_pictures:
            found = session.execute(
                select(CardRow.letter, CardRow.number, PictureRow.band, PictureRow.face)
                .join(PictureRow, CardRow.id == PictureRow.card_id)
                .where(CardRow.deck_id == row.id)
            )
            pictures = {(letter, number): Pictures(band, face) for letter, number, band, face in found}
        return DeckFile(to_deck(row, cards), row.keeps_pictures, pictures, list_lessons(session, row))


def keep_pictures(name: DeckKey, allowed: bool, now: datetime.datetime) -> None:
    """Allow or forbid pictures; forbidding deletes the existing ones. Raises ``MissingDeckError``."""
    with deleting() as session:
        row = find_deck_row(session, name, lock=True)
        row.keeps_pictures = allowed
        row.updated = now
        row.version += 1
        if not allowed:
            of_deck = select(CardRow.id).where(CardRow.deck_id == row.id)
            session.execute(delete(PictureRow).where(PictureRow.card_id.in_(of_deck)))


def rename_deck(name: DeckKey, new_name: str, now: datetime.datetime) -> None:
    """Rename a deck; raise ``MissingDeckError`` and ``DeckExistsError``."""
    try:
        with writing() as session:
            row = find_deck_row(session, name, lock=True)
            row.name = check_name(new_name)
            row.folded = fold_name(new_name)
            row.updated = now
            row.version += 1
    except IntegrityError as error:
        raise DeckExistsError(new_name) from error


def find_deck_of(slug: str) -> str | None:
    """Return the name of the deck that a table plays with, if it has chosen one; raise ``MissingError``."""
    with reading() as session:
        row = find_row(session, slug)
        return session.scalar(select(DeckRow.name).where(DeckRow.id == row.deck_id, DeckRow.deleted.is_(None)))


def find_number_of(slug: str) -> int | None:
    """Return the number of the deck that a table plays with, if it has chosen one; raise ``MissingError``."""
    with reading() as session:
        row = find_row(session, slug)
        return session.scalar(select(DeckRow.id).where(DeckRow.id == row.deck_id, DeckRow.deleted.is_(None)))


def choose_deck(slug: str, name: DeckKey | None, now: datetime.datetime) -> None:
    """Store which deck a table plays with, ``None`` for none; raise ``MissingError``."""
    with writing() as session:
        deck = find_deck_row(session, name) if name is not None else None
        row = lock_row(session, slug)
        row.deck_id = deck.id if deck else None
        touch(row, now)


def _to_kept(session: RowSession, row: DeckRow) -> KeptDeck:
    lessons = session.scalar(select(func.count()).select_from(LessonRow).where(LessonRow.deck_id == row.id))
    pictured = session.execute(
        select(CardRow.letter, CardRow.number)
        .join(PictureRow, PictureRow.card_id == CardRow.id)
        .where(CardRow.deck_id == row.id)
    )
    return KeptDeck(
        number=row.id,
        deck=to_deck(row, list_cards(session, row)),
        keeps_pictures=row.keeps_pictures,
        version=row.version,
        updated=row.updated,
        lessons=lessons or 0,
        pictured=frozenset((letter, number) for letter, number in pictured),
    )
