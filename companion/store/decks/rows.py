"""Conversion between rows and decks: reading and writing a deck's cards, pictures, and lessons."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from sqlalchemy import delete, select

from ...scoring.decks.deck import CardKey, Deck, KnownCard, Source, Statement, parse_icons
from ...scoring.decks.document import MOST_LESSONS, Lesson, Pictures, format_statement
from ..models import CardRow, DeckRow, LessonRow, PictureRow
from ..tables.rows import RowSession


def list_cards(session: RowSession, row: DeckRow) -> list[CardRow]:
    """Return the rows of a deck's cards, in any order."""
    return list(session.scalars(select(CardRow).where(CardRow.deck_id == row.id)))


def list_lessons(session: RowSession, row: DeckRow) -> tuple[Lesson, ...]:
    """Return a deck's lessons, the oldest first."""
    found = session.execute(
        select(LessonRow.origin, LessonRow.features).where(LessonRow.deck_id == row.id).order_by(LessonRow.id)
    )
    return tuple(Lesson(origin, features) for origin, features in found)


def to_deck(row: DeckRow, cards: Iterable[CardRow]) -> Deck:
    """Return a deck as a value."""
    deck = Deck(row.name, row.edition).with_counts(row.letter_counts)
    return deck.with_cards(
        KnownCard(card.letter, card.number, tuple(_to_statement(one) for one in card.statements)) for card in cards
    )


def _to_statement(kept: Mapping[str, str]) -> Statement:
    return Statement(parse_icons(kept["icons"]), Source(kept["source"]), kept["where"], kept["when"])


def write_cards(
    session: RowSession, row: DeckRow, rows: Mapping[CardKey, CardRow], deck: Deck
) -> dict[CardKey, CardRow]:
    """Make the rows of a deck's cards match the deck; return them."""
    gone = [card.id for key, card in rows.items() if key not in deck.by_key]
    session.execute(delete(CardRow).where(CardRow.id.in_(gone)))
    kept = {}
    for card in deck.cards:
        statements = [format_statement(statement) for statement in card.statements]
        one = rows.get(card.key)
        if one is None:
            one = CardRow(deck_id=row.id, letter=card.letter, number=card.number, statements=statements)
            session.add(one)
        elif one.statements != statements:
            one.statements = statements
        kept[card.key] = one
    session.flush()
    return kept


def write_extras(
    session: RowSession,
    row: DeckRow,
    rows: Mapping[CardKey, CardRow],
    pictures: Mapping[CardKey, Pictures],
    lessons: Iterable[Lesson],
) -> None:
    """Store lessons, and pictures if the owner allows them and the card is known."""
    if row.keeps_pictures:
        for key, both in pictures.items():
            if key in rows:
                session.merge(PictureRow(card_id=rows[key].id, band=both.band, face=both.face))
    for lesson in lessons:
        write_lesson(session, row, lesson)


def write_lesson(session: RowSession, row: DeckRow, lesson: Lesson) -> None:
    """Store a lesson as the newest, and drop the oldest ones beyond the limit."""
    of_deck = LessonRow.deck_id == row.id
    session.execute(delete(LessonRow).where(of_deck, LessonRow.origin == lesson.where))
    session.add(LessonRow(deck_id=row.id, origin=lesson.where, features=lesson.features))
    session.flush()
    newest = select(LessonRow.id).where(of_deck).order_by(LessonRow.id.desc()).limit(MOST_LESSONS)
    session.execute(delete(LessonRow).where(of_deck, LessonRow.id.not_in(newest)))
