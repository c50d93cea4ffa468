"""Reading documents: what is accepted, and that nothing else than a refusal comes of anything else."""

from __future__ import annotations

import copy
import datetime
import json
import unicodedata
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.scoring import (
    DocumentError,
    format_inspection,
    format_scorecard,
    format_shelf,
    inspect,
    parse_inspection,
    read_inspection,
)
from companion.scoring.categories import Category
from companion.scoring.checks.findings import Code
from companion.scoring.documents.heading import DEEPEST_NESTING
from companion.scoring.inspection import CountedShelf, Form
from companion.scoring.shelf import Shelf

from ..decks.decks import know, make_deck, say
from ..strategies import json_values
from .documents import Document, count, counted, shelved, solo, table
from .faulty_documents import ERRORS, WARNINGS

TEXT = json.dumps(table(), ensure_ascii=False)


def find_codes(text: str | bytes) -> list[Code]:
    with pytest.raises(DocumentError) as caught:
        parse_inspection(text)
    return [finding.code for finding in caught.value.findings]


def test_the_published_example_is_read() -> None:
    inspection, warnings = read_inspection(
        {
            "format": "ex-libris/inspection@1",
            "form": "B-7c",
            "edition": "en",
            "prominent": "R",
            "banned": "C",
            "date": "2026-11-20",
            "place": "Kitchen table",
            "remarks": "",
            "inspector": "Rita",
            "players": [
                shelved("Rita", "S", "A1:CFH B3:MM / C2:RS D4:FHM", hand=2),
                counted("Eric", "H", (4, 8, 10, 6, 8, 7), 12),
            ],
        }
    )
    assert warnings == ()
    assert (inspection.form, inspection.edition.code) == (Form.B_7C, "en")
    assert (inspection.prominent, inspection.banned) == (Category.REFERENCE_TEXTS, Category.CORRUPTED_CODICES)
    assert (inspection.date, inspection.place) == (datetime.date(2026, 11, 20), "Kitchen table")
    assert (inspection.remarks, inspection.inspector) == ("", "Rita")
    assert (inspection.difficulty, inspection.long_game, inspection.reading_winner) == (None, False, None)
    rita, eric = inspection.players
    assert isinstance(rita.holding, Shelf)
    assert (rita.name, rita.focus, rita.hand) == ("Rita", Category.SPELLS_AND_POTIONS, 2)
    assert isinstance(eric.holding, CountedShelf)
    assert (eric.holding.tally.books, eric.holding.stability, eric.hand) == (43, 12, None)


def test_names_are_trimmed_and_composed() -> None:
    document = table(shelved(unicodedata.normalize("NFD", " Dária "), "S", ""), shelved("Eric", "H", ""))
    assert read_inspection(document)[0].players[0].name == "Dária"


def test_names_alike_but_for_their_composition_are_the_same() -> None:
    alike = [shelved(unicodedata.normalize(form, "Dária"), "S", "") for form in ("NFC", "NFD")]
    with pytest.raises(DocumentError, match="duplicate-name"):
        read_inspection(table(*alike))


def test_the_reading_winner_is_found_however_the_name_is_composed() -> None:
    level = (1, 0, 4, 0, 4, 4)
    players = [counted("Dária", "S", level, 0, hand=0), counted("Eric", "H", level, 0, hand=0)]
    inspection, _ = read_inspection(table(*players, reading_winner=unicodedata.normalize("NFD", " Dária")))
    assert inspect(inspection).winners == ("Dária",)


@pytest.mark.parametrize("empty", ["date", "place", "remarks", "inspector", "reading_winner"])
def test_an_empty_text_is_none(empty: str) -> None:
    inspection, warnings = read_inspection(table(**{empty: ""}))
    assert warnings == ()
    assert format_inspection(inspection) == table()


@pytest.mark.parametrize(
    "text",
    [
        TEXT,
        TEXT.encode(),
        "\ufeff" + TEXT,
        ("\ufeff" + TEXT).encode(),
        f" \n{TEXT}\r\n",
        # The last of two keys counts, as in every common reader of JSON.
        TEXT.replace('"banned": "C"', '"banned": "X", "banned": "C"'),
        TEXT.replace('"R"', '"\\u0052"'),
    ],
)
def test_json_is_read_from_text_and_from_bytes(text: str | bytes) -> None:
    assert parse_inspection(text) == read_inspection(table())


@pytest.mark.parametrize(
    "text",
    [
        "",
        "null",
        "[]",
        '"R"',
        "{",
        "{'format': 1}",
        '{"format": "ex-libris/inspection@1",}',
        "\ufeff\ufeff{}",
        TEXT.encode("utf-16"),
        b"\xff\xfe",
        TEXT.encode().replace(b"Rita", b"Rit\xe9"),
        TEXT.replace("Rita", "\ud800"),
        TEXT.replace("Rita", "\\ud800"),
        TEXT.replace('"C"', "NaN"),
        TEXT.replace('"C"', "-Infinity"),
        TEXT.replace('"C"', "1e999"),
        TEXT.replace('"C"', "9" * 5000),
        TEXT.replace('"C"', "[" * 100_000),
        *(TEXT.replace('"C"', "[" * depth + "]" * depth) for depth in (DEEPEST_NESTING, 960, 990, 1200, 100_000)),
        TEXT.replace('"C"', '{"a":' * 960 + "1" + "}" * 960),
    ],
    ids=lambda text: repr(text[:12]),
)
def test_what_is_no_json_or_could_never_be_written_again_is_unreadable(text: str | bytes) -> None:
    assert find_codes(text) == [Code.UNREADABLE_JSON]


def test_unknown_keys_may_nest_as_deep_as_can_be_written() -> None:
    depth = DEEPEST_NESTING - 2
    inspection, _ = parse_inspection(TEXT[:-1] + f', "deep": {"[" * depth}{"]" * depth}}}')
    assert json.loads(json.dumps(format_inspection(inspection)))["deep"] == inspection.extra["deep"]


def test_a_json_error_says_where_it_is() -> None:
    with pytest.raises(DocumentError) as caught:
        parse_inspection("{,}")
    (finding,) = caught.value.findings
    assert (finding.token, finding.details) == (",}", {"line": 1, "column": 2})


@pytest.mark.parametrize("digits", [30, 400, 1000])
def test_enormous_counts_are_scored_all_the_same(digits: int) -> None:
    books = int("9" * digits)
    document = table(counted("Rita", "S", (books,) * 6, books, hand=books), counted("Eric", "H", (0,) * 6, 0))
    inspection, warnings = parse_inspection(json.dumps(document))
    card = inspect(inspection)
    assert card.players[0].figures.total == books + 15 - books + 3 * books + 2 * books
    assert json.dumps(format_scorecard(card, warnings, str))


@pytest.mark.parametrize("digits", [1001, 4000])
def test_counts_that_could_not_be_summed_and_written_are_none(digits: int) -> None:
    document = table(counted("Rita", "S", (int("9" * digits),) * 6, 0), counted("Eric", "H", (0,) * 6, 0))
    codes = find_codes(json.dumps(document))
    assert codes == [Code.NOT_A_COUNT] * 6


def test_a_wrong_value_is_repeated_in_short() -> None:
    for value, shown in (("é" * 60, "é" * 60), ("é" * 61, "é" * 59 + "…")):
        with pytest.raises(DocumentError) as caught:
            read_inspection(table(edition=value))
        assert caught.value.findings[0].token == shown


@pytest.mark.parametrize("hand", [0, -0, 7, 10**20])
def test_a_count_is_a_whole_number_from_zero(hand: int) -> None:
    inspection, _ = read_inspection(table(shelved("Rita", "S", "", hand=hand), shelved("Eric", "H", "")))
    assert inspection.players[0].hand == hand


@pytest.mark.parametrize("date", ["2026-11-20", "0001-01-01", "2024-02-29"])
def test_a_date_is_read_as_iso_writes_it(date: str) -> None:
    inspection, warnings = read_inspection(table(date=date))
    assert (inspection.date, warnings) == (datetime.date.fromisoformat(date), ())


SOUND = [
    table(
        shelved("Rita", "S", "A1:CFH B3:MM / C2:RS D4:FHM", hand=2),
        counted("Eric", "H", (4, 8, 10, 6, 8, 7), 12),
        date="2026-11-20",
        reading_winner="Eric",
    ),
    solo(),
    solo(library={"focus": "F", "discards": "B2:CF K1:RS"}, difficulty=3),
    solo(counted("Rita", "S", (1, 2, 3, 4, 5, 6), 9), {"focus": "F", "tally": count((1, 2, 3, 4, 5, 6))}),
]
STRANGE = json_values | st.sampled_from(
    ["B-7c", "S-42A", "cs", "C", "A1:CF #~+", "?", [], {}, 0, -1, 2**64, True, None]
)


@st.composite
def damaged_documents(draw: st.DrawFn) -> Any:
    """A document of ours in which some values were exchanged, taken out or added."""
    document = copy.deepcopy(draw(st.sampled_from([*SOUND, *(faulty.document for faulty in ERRORS + WARNINGS)])))
    for _ in range(draw(st.integers(1, 3))):
        place: Any = document
        while isinstance(place, dict | list) and place:
            keys = list(place) if isinstance(place, dict) else list(range(len(place)))
            key = draw(st.sampled_from(keys))
            if draw(st.integers(0, 2)) and isinstance(place[key], dict | list):
                place = place[key]
                continue
            if draw(st.booleans()):
                place[key] = draw(STRANGE)
            else:
                del place[key]
            break
    return document


def answer(text: str | bytes) -> Document:
    try:
        inspection, warnings = parse_inspection(text)
    except DocumentError as error:
        assert any(finding.is_error for finding in error.findings)  # noqa: PT017
        return {}
    assert not any(finding.is_error for finding in warnings)
    assert parse_inspection(json.dumps(format_inspection(inspection)))[0] == inspection
    return format_scorecard(inspect(inspection), warnings, str)


@given(damaged_documents())
def test_a_damaged_document_is_scored_or_refused(document: Any) -> None:
    assert json.dumps(answer(json.dumps(document)), ensure_ascii=False).encode()


@given(st.text() | st.binary() | st.integers(0, len(TEXT)).map(lambda end: TEXT[:end]))
def test_any_text_is_scored_or_refused(text: str | bytes) -> None:
    assert json.dumps(answer(text), ensure_ascii=False).encode()


def test_a_deck_gives_icons_to_cards_written_without_them() -> None:
    deck = make_deck(know("A1", "CFH"), know("B2", "MM"), know("C3", say("RS", "one"), say("RR", "two")))
    document = table(shelved("Rita", "S", "A1 B2:MMR C3~"), shelved("Eric", "H", "D1:FH"))
    inspection, warnings = read_inspection(document, deck)
    assert warnings == ()
    assert format_shelf(inspection.players[0].holding) == "A1:CFH B2:MMR C3~"
    assert format_inspection(inspection)["players"][0]["shelf"] == "A1:CFH B2:MMR C3~"
    disputed = table(shelved("Rita", "S", "C3"), shelved("Eric", "H", "D1"))
    with pytest.raises(DocumentError) as caught:
        parse_inspection(json.dumps(disputed), deck)
    assert [(finding.code, finding.token) for finding in caught.value.findings] == [
        (Code.ICONS_MISSING, "C3"),
        (Code.ICONS_MISSING, "D1"),
    ]


def test_a_deck_gives_icons_to_discards_too() -> None:
    library = {"focus": "F", "discards": "A1 B2"}
    inspection, _ = read_inspection(solo(library=library), make_deck(know("A1", "CFH"), know("B2", "MM")))
    assert inspection.library is not None
    assert inspection.library.tally.counts == (1, 1, 1, 2, 0, 0)


def test_a_deck_of_another_edition_is_not_asked() -> None:
    deck = make_deck(know("A1", "CFH"), edition="pl")
    with pytest.raises(DocumentError, match="icons-missing"):
        read_inspection(table(shelved("Rita", "S", "A1"), shelved("Eric", "H", "D1:FH")), deck)
    with pytest.raises(DocumentError, match="unknown-edition"):
        read_inspection(table(edition="tlh"), deck)
