"""Reading the parts of a deck document one by one, collecting what is wrong instead of stopping at it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace

from ..checks.findings import Code, Finding
from ..documents.fields import FieldReader, Wanted
from ..documents.heading import DocumentError, check_format, open_document, parse_json, read_edition
from ..editions import Edition
from ..notation import Expected
from .deck import (
    HIGHEST_NUMBER,
    LONGEST_WHERE,
    DeckNameError,
    KnownCard,
    Source,
    Statement,
    check_name,
    parse_icons,
    parse_key,
)

DECK_FORMAT = "ex-libris/deck@1"
MOST_BYTES = 32_000_000
"""A whole box with pictures and lessons takes under 5 million."""
MOST_PARTS = 200_000
"""Lists, objects and their entries in a file, of which a whole box has a few thousand; parsing a file of 30 million
brackets took 900 MB."""
MOST_CARDS = 1000
"""More entries than any box can have cards; those beyond are not read."""

_KEYS = frozenset(("format", "name", "edition", "keeps_pictures", "letters", "cards", "lessons"))
_CARD_KEYS = frozenset(("card", "statements", "pictures"))
_STATEMENT_KEYS = frozenset(("icons", "source", "where", "when"))


@dataclass(frozen=True, slots=True)
class HeadOfDeck:
    """All but the cards, as far as it could be read."""

    name: str | None
    edition: Edition | None
    keeps_pictures: bool
    letter_counts: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class CardEntry:
    """A card of the list, and the object that it was read from."""

    card: KnownCard
    fields: FieldReader


def open_deck(text: str | bytes) -> FieldReader:
    """Begin to read a deck document; raise ``DocumentError`` for what is no JSON object, or far too large.

    What is too large is not parsed.
    """
    if len(text) > MOST_BYTES or _count_parts(text) > MOST_PARTS:
        raise DocumentError((Finding(Code.UNREADABLE_JSON, details={"most": MOST_BYTES}),))
    return open_document(parse_json(text))


def _count_parts(text: str | bytes) -> int:
    """Count what may be a part of a document, without parsing it; pictures in base64 hold none of these characters."""
    content = text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text
    return sum(map(content.count, (b",", b"[", b"{")))


def read_head(top: FieldReader) -> HeadOfDeck:
    """Read all but the cards."""
    check_format(top, DECK_FORMAT)
    top.read_extra(_KEYS)
    return HeadOfDeck(
        name=_read_name(top),
        edition=read_edition(top),
        keeps_pictures="keeps_pictures" not in top.fields or top.read_yes_or_no("keeps_pictures"),
        letter_counts=_read_letters(top),
    )


def read_cards(top: FieldReader) -> list[CardEntry]:
    """Read the cards of which something is said, in the order of the list."""
    entries = []
    for fields in list_objects(top, "cards"):
        name = fields.fields.get("card")
        key = None
        if isinstance(name, str):
            with suppress(ValueError):
                key = parse_key(name)
        if key is None:
            fields.report(Code.UNREADABLE_TOKEN, name, field="card", expected=Expected.CARD_NAME)
        card = KnownCard(*(key or ("", 0)))
        for statement in _read_statements(fields):
            card = card.hear(statement)
        if key and card.statements:
            entries.append(CardEntry(card, fields))
    return entries


def list_objects(reader: FieldReader, key: str) -> Iterator[FieldReader]:
    """List the objects of a field; what is no list or no object is reported with its place."""
    listed = reader.fields.get(key, [])
    if not isinstance(listed, list):
        reader.report(Code.MISSING_FIELD, listed, field=key, expected=Wanted.LIST)
        return
    if len(listed) > MOST_CARDS:
        reader.report(Code.UNUSABLE_FIELD, len(listed), field=key, expected=Wanted.LIST, most=MOST_CARDS)
    for index, value in enumerate(listed[:MOST_CARDS]):
        at = f"{reader.about['at']}.{key}[{index}]" if reader.about else f"{key}[{index}]"
        within = replace(reader, fields={}, about={"at": at})
        if isinstance(value, dict):
            yield replace(within, fields=value)
        else:
            within.report(Code.MISSING_FIELD, value, field=key, expected=Wanted.OBJECT)


def _read_statements(card: FieldReader) -> Iterator[Statement]:
    card.read_extra(_CARD_KEYS)
    for fields in list_objects(card, "statements"):
        fields.read_extra(_STATEMENT_KEYS)
        codes = fields.fields.get("icons")
        when = fields.read_date("when")
        source = _read_source(fields)
        try:
            icons = parse_icons(codes if isinstance(codes, str) else "")
        except ValueError:
            fields.report(Code.UNREADABLE_TOKEN, codes, field="icons", expected=Expected.CATEGORIES)
        else:
            where = fields.read_text("where")[:LONGEST_WHERE]
            yield Statement(icons, source, where, when.isoformat() if when else "")


def _read_source(fields: FieldReader) -> Source:
    """Read how a statement came about; whoever writes a file by hand need not say."""
    source = fields.fields.get("source", Source.IMPORT.value)
    if isinstance(source, str):
        with suppress(ValueError):
            return Source(source)
    fields.report(Code.UNUSABLE_FIELD, source, field="source", expected=Wanted.SOURCE)
    return Source.IMPORT


def _read_name(top: FieldReader) -> str | None:
    if "name" not in top.fields:
        top.report(Code.MISSING_FIELD, field="name")
        return None
    name = top.fields["name"]
    if isinstance(name, str):
        with suppress(DeckNameError):
            return check_name(name)
    top.report(Code.MISSING_FIELD, name, field="name", expected=Wanted.DECK_NAME)
    return None


def _read_letters(top: FieldReader) -> Mapping[str, int]:
    given = top.fields.get("letters", {})
    if not isinstance(given, dict):
        top.report(Code.MISSING_FIELD, given, field="letters", expected=Wanted.OBJECT)
        return {}
    reader = replace(top, fields=given, about={"at": "letters"})
    counts = {}
    for key in given:
        count = reader.read_count(key)
        letter = _read_letter(key)
        if letter is None:
            reader.report(Code.UNREADABLE_TOKEN, key, field="letters", expected=Expected.LETTER)
        elif count is not None and count > HIGHEST_NUMBER:
            reader.report(Code.NOT_A_COUNT, count, field=key)
        elif count:
            counts[letter] = count
    return counts


def _read_letter(text: str) -> str | None:
    try:
        letter, number = parse_key(f"{text}1")
    except ValueError:
        return None
    return letter if number == 1 else None
