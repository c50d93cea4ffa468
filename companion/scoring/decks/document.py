"""Deck documents (``ex-libris/deck@1``): one file that holds all that is known of a box, with pictures or without."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from ..checks.findings import Code, Finding
from ..documents.fields import FieldReader, Wanted
from ..documents.heading import DocumentError
from .deck import LONGEST_WHERE, CardKey, Deck, KnownCard, Statement, format_icons
from .fields import DECK_FORMAT, CardEntry, HeadOfDeck, list_objects, open_deck, read_cards, read_head
from .picture_free import drop_pictures

MOST_PICTURE_BYTES = 200_000
MOST_LESSONS = 60
MOST_LESSON_BYTES = 1_000_000
"""What is larger is left out with a warning. A whole box is learned from under 15 photos."""
_JPEG = b"\xff\xd8\xff"


@dataclass(frozen=True, slots=True)
class Pictures:
    """Two JPEGs of a card: its band with letter and number, and its whole face."""

    band: bytes
    face: bytes


@dataclass(frozen=True, slots=True)
class Lesson:
    """What the eye keeps of one confirmed photo; only the eye can read it."""

    where: str
    """The witness that it came with: a later lesson of the same takes its place."""
    features: bytes


@dataclass(frozen=True, slots=True)
class DeckFile:
    """A deck with all that belongs to it."""

    deck: Deck
    keeps_pictures: bool = True
    """Whether the owner allows pictures of the cards to be kept."""
    pictures: Mapping[CardKey, Pictures] = field(default_factory=dict)
    lessons: tuple[Lesson, ...] = ()


def parse_deck(text: str | bytes) -> tuple[Deck, tuple[Finding, ...]]:
    """Read the cards of a deck file; return them with the warnings. Pictures and lessons are not looked at.

    Raises ``DocumentError`` with all findings if there is any error among them.
    """
    top = open_deck(text)
    head = read_head(top)
    entries = read_cards(top)
    return _finish(top, head, entries), tuple(top.findings)


def parse_deck_file(text: str | bytes) -> tuple[DeckFile, tuple[Finding, ...]]:
    """Read a whole deck file; return it with the warnings; a picture or lesson that cannot be used is one of them.

    Raises ``DocumentError`` with all findings if there is any error among them.
    """
    top = open_deck(text)
    head = read_head(top)
    entries = read_cards(top)
    pictures = dict(_read_pictures(entries))
    lessons = tuple(_read_lessons(top))
    deck = _finish(top, head, entries)
    return DeckFile(deck, head.keeps_pictures, pictures, lessons), tuple(top.findings)


def format_deck_file(file: DeckFile, *, with_pictures: bool = True) -> dict[str, object]:
    """Write a deck as a document of plain JSON values.

    Without pictures, lessons have none either; one that was learned before lessons could do without them is left out.
    """
    pictures = file.pictures if with_pictures else {}
    lessons = [lesson.features for lesson in file.lessons]
    kept = lessons if with_pictures else drop_pictures(lessons)
    return {
        "format": DECK_FORMAT,
        "name": file.deck.name,
        "edition": file.deck.edition,
        "keeps_pictures": file.keeps_pictures,
        "letters": dict(file.deck.letter_counts),
        "cards": [_format_card(card, pictures.get(card.key)) for card in file.deck.cards],
        "lessons": [
            {"where": lesson.where, "features": _encode(features)}
            for lesson, features in zip(file.lessons, kept, strict=True)
            if features
        ],
    }


def format_statement(statement: Statement) -> dict[str, str]:
    """Write a statement as plain values."""
    return {
        "icons": format_icons(statement.icons),
        "source": statement.source.value,
        "where": statement.where,
        "when": statement.when,
    }


def _finish(top: FieldReader, head: HeadOfDeck, entries: Sequence[CardEntry]) -> Deck:
    if head.name is None or head.edition is None or any(finding.is_error for finding in top.findings):
        raise DocumentError(tuple(top.findings))
    by_key: dict[CardKey, KnownCard] = {}
    for entry in entries:
        known = by_key.get(entry.card.key)
        by_key[entry.card.key] = entry.card if known is None else _join(known, entry.card)
    deck = Deck(head.name, head.edition.code)
    return deck.with_counts(head.letter_counts).with_cards(by_key.values())


def _join(card: KnownCard, again: KnownCard) -> KnownCard:
    for statement in again.statements:
        card = card.hear(statement)
    return card


def _read_pictures(entries: Sequence[CardEntry]) -> Iterator[tuple[CardKey, Pictures]]:
    for entry in entries:
        given = entry.fields.fields.get("pictures")
        if given is None:
            continue
        if not isinstance(given, dict):
            entry.fields.report(Code.UNUSABLE_FIELD, given, field="pictures", expected=Wanted.OBJECT)
            continue
        reader = replace(entry.fields, fields=given)
        band, face = (_read_bytes(reader, key, MOST_PICTURE_BYTES, _JPEG) for key in ("band", "face"))
        if band and face:
            yield entry.card.key, Pictures(band, face)


def _read_lessons(top: FieldReader) -> Iterator[Lesson]:
    listed = list(list_objects(top, "lessons"))
    if len(listed) > MOST_LESSONS:
        top.report(Code.UNUSABLE_FIELD, len(listed), field="lessons", expected=Wanted.LIST, most=MOST_LESSONS)
    for fields in listed[-MOST_LESSONS:]:
        features = _read_bytes(fields, "features", MOST_LESSON_BYTES)
        if features:
            yield Lesson(fields.read_text("where")[:LONGEST_WHERE], features)


def _read_bytes(reader: FieldReader, key: str, most: int, start: bytes = b"") -> bytes | None:
    """Read bytes in base64; report what is none, too much, or does not start as it should."""
    value = reader.fields.get(key)
    try:
        content = base64.b64decode(value, validate=True) if isinstance(value, str) else b""
    except (binascii.Error, ValueError):
        content = b""
    if 0 < len(content) <= most and content.startswith(start):
        return content
    reader.report(Code.UNUSABLE_FIELD, value, field=key, expected=Wanted.BYTES)
    return None


def _format_card(card: KnownCard, pictures: Pictures | None) -> dict[str, object]:
    document: dict[str, object] = {"card": card.name, "statements": [format_statement(one) for one in card.statements]}
    if pictures:
        document["pictures"] = {"band": _encode(pictures.band), "face": _encode(pictures.face)}
    return document


def _encode(content: bytes) -> str:
    return base64.b64encode(content).decode("ascii")
