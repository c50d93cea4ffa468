"""Inspection documents (``ex-libris/inspection@1``): reading them, with every fault at once, and writing them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ..checks.findings import Code, Finding
from ..checks.shelf import OwnedRows, check_cards, check_layout, describe_faults, find_duplicates, stand_in
from ..checks.table import (
    PlayerEntry,
    check_counted_shelves,
    check_dealt_categories,
    check_hands,
    check_player_count,
    check_tallies,
)
from ..editions import Edition
from ..inspection import CountedShelf, Form, Inspection, Library
from ..notation import Expected, Fault, format_card, read_rows
from ..shelf import Place, Rows, Shelf, count_empty_rows_above
from .decisions import read_decisions
from .fields import FieldReader, Wanted
from .heading import HEADING_KEYS, RECORD_KEYS, DocumentError, list_players, open_document, parse_json, read_heading

if TYPE_CHECKING:
    from ..decks.deck import Deck

__all__ = ["DIFFICULTIES", "INSPECTION_FORMAT", "DocumentError", "parse_inspection", "read_inspection"]

INSPECTION_FORMAT = "ex-libris/inspection@1"

_TOP_KEYS = HEADING_KEYS | RECORD_KEYS | {"decisions"}
_SOLO_KEYS = _TOP_KEYS | {"library"}
_PLAYER_KEYS = frozenset(["name", "focus", "hand", "shelf", "tally", "stability"])
_LIBRARY_KEYS = frozenset(["focus", "tally", "discards"])
DIFFICULTIES = range(1, 8)
"""Solo: discards a round (002:626-632)."""


@dataclass(frozen=True, slots=True)
class _Table:
    """What the cards of a table are read with, and the cards read so far."""

    edition: Edition | None
    deck: Deck | None
    shelves: list[OwnedRows] = field(default_factory=list)


def parse_inspection(text: str | bytes, deck: Deck | None = None) -> tuple[Inspection, tuple[Finding, ...]]:
    """Parse JSON (UTF-8) and read the document; see ``read_inspection``."""
    return read_inspection(parse_json(text), deck)


def read_inspection(document: object, deck: Deck | None = None) -> tuple[Inspection, tuple[Finding, ...]]:
    """Read a document; return the inspection and the warnings.

    Cards written without icons get those that the ``deck`` knows, if it is of the inspection's edition.
    Raises ``DocumentError`` with all findings if there is any error among them.
    """
    top = open_document(document)
    findings = top.findings
    heading = read_heading(top, INSPECTION_FORMAT)
    form, edition, prominent, banned = heading.form, heading.edition, heading.prominent, heading.banned
    table = _Table(edition, deck if edition and deck and deck.edition == edition.code else None)
    entries = _read_players(top, table)
    is_solo = form is Form.S_42A or (form is None and "library" in top.fields)
    library, pile = _read_library(top, table) if is_solo else (None, ())
    date, place, remarks = top.read_date("date"), top.read_text("place"), top.read_text("remarks")
    inspector, reading_winner = top.read_text("inspector"), top.read_text("reading_winner").strip()
    difficulty, long_game = _read_difficulty(top), top.read_yes_or_no("long_game")
    scored = [entry.name for entry in (entries[:1] if is_solo else entries) if entry.name is not None]
    decisions = read_decisions(top, scored, is_solo=is_solo)
    extra = top.read_extra(_SOLO_KEYS if is_solo else _TOP_KEYS)
    findings += find_duplicates(table.shelves, pile)
    findings += check_player_count(form, entries)
    findings += check_dealt_categories(prominent, banned, entries, library)
    findings += check_counted_shelves(entries, library)
    findings += check_tallies(entries, library)
    findings += check_hands(form, entries)
    players = tuple(player for entry in entries if (player := entry.as_player()))
    if not (form and edition and prominent and banned) or any(finding.is_error for finding in findings):
        raise DocumentError(tuple(findings))
    inspection = Inspection(
        form=form,
        edition=edition,
        prominent=prominent,
        banned=banned,
        players=players,
        library=library,
        date=date,
        place=place,
        remarks=remarks,
        inspector=inspector,
        difficulty=difficulty,
        long_game=long_game,
        reading_winner=reading_winner or None,
        decisions=decisions,
        extra=extra,
    )
    return inspection, tuple(findings)


def _read_difficulty(top: FieldReader) -> int | None:
    difficulty = top.read_count("difficulty")
    if difficulty is None or difficulty in DIFFICULTIES:
        return difficulty
    top.report(Code.UNUSABLE_FIELD, difficulty, field="difficulty", expected=Wanted.DIFFICULTY)
    return None


def _read_players(top: FieldReader, table: _Table) -> list[PlayerEntry]:
    entries: list[PlayerEntry] = []
    for reader in list_players(top):
        entry = _read_player(reader, table) if reader else PlayerEntry()
        if reader and entry.name is not None and any(entry.name == other.name for other in entries):
            reader.report(Code.DUPLICATE_NAME, entry.name)
        entries.append(entry)
    return entries


def _read_player(reader: FieldReader, table: _Table) -> PlayerEntry:
    return PlayerEntry(
        name=reader.read_name(),
        focus=reader.read_category("focus"),
        holding=_read_holding(reader, table),
        hand=reader.read_count("hand"),
        extra=reader.read_extra(_PLAYER_KEYS),
    )


def _read_holding(reader: FieldReader, table: _Table) -> Shelf | CountedShelf | None:
    """Read the shelf, or the tally with its stability: one of the two, never both."""
    given = [key for key in ("shelf", "tally", "stability") if key in reader.fields]
    if "shelf" in given and len(given) > 1:
        reader.report(Code.CONFLICTING_FIELDS, fields=", ".join(given))
    elif not given:
        reader.report(Code.MISSING_FIELD, field="shelf", expected="shelf-or-tally")
    elif given != ["shelf"]:
        for key in {"tally", "stability"}.difference(given):
            reader.report(Code.MISSING_FIELD, field=key)
    shelf = _read_shelf(reader, table) if "shelf" in given else None
    tally = reader.read_tally() if "tally" in given else None
    stability = reader.read_count("stability")
    return shelf if tally is None or stability is None else CountedShelf(tally, stability)


def _read_shelf(reader: FieldReader, table: _Table) -> Shelf:
    rows, faults = _read_rows(reader, "shelf", table)
    standing = stand_in(rows, faults)
    layout = Shelf.of(standing)
    reader.findings += check_layout(layout, reader.owner, count_empty_rows_above(standing), reader.about)
    reader.findings += check_cards(rows, table.edition, reader.owner, reader.about)
    table.shelves.append((reader.owner, rows))
    return Shelf.of(rows)


def _read_rows(reader: FieldReader, key: str, table: _Table) -> tuple[Rows, tuple[Fault, ...]]:
    """Read cells as typed, with the icons that the deck knows; what cannot be read is reported and left out."""
    text = reader.fields[key]
    if not isinstance(text, str):
        reader.report(Code.UNREADABLE_TOKEN, text, field=key, expected=Wanted.TEXT)
        return (), ()
    rows, faults = read_rows(text)
    reader.findings += describe_faults(faults, reader.owner, reader.about)
    return table.deck.complete_rows(rows) if table.deck else rows, faults


def _read_library(top: FieldReader, table: _Table) -> tuple[Library | None, Rows]:
    """Read the public library; return it and the cells of its pile as typed."""
    fields = top.fields.get("library")
    if not isinstance(fields, dict):
        top.report(Code.MISSING_LIBRARY)
        return None, ()
    reader = FieldReader(fields, top.findings, about={"within": "library"})
    focus = reader.read_category("focus")
    extra = reader.read_extra(_LIBRARY_KEYS)
    given = [key for key in ("tally", "discards") if key in fields]
    if not given:
        reader.report(Code.MISSING_FIELD, field="tally", expected="tally-or-discards")
    elif len(given) > 1:
        reader.report(Code.CONFLICTING_FIELDS, fields=", ".join(given))
    tally = reader.read_tally() if "tally" in given else None
    pile: Rows = ()
    discards = None
    if "discards" in given:
        pile = _read_discards(reader, table)
        discards = Shelf.of(pile)
        tally = discards.tally()
    return (None if focus is None or tally is None else Library(focus, tally, discards, extra)), pile


def _read_discards(reader: FieldReader, table: _Table) -> Rows:
    """Read the discard pile: cells with or without rows, every card counted, none face down or entombed."""
    rows, _ = _read_rows(reader, "discards", table)
    reader.findings += describe_faults(
        (
            Fault(Place(r, c), format_card(card), Expected.DISCARD)
            for r, row in enumerate(rows)
            for c, card in enumerate(row)
            if card is not None and (card.face_down or card.entombed)
        ),
        None,
        reader.about,
    )
    reader.findings += check_cards(rows, None, None, reader.about)
    return rows
