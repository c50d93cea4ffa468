from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.scoring import DocumentError, inspect, read_inspection
from companion.scoring.cards import Card
from companion.scoring.categories import Category
from companion.scoring.checks.findings import Code, Finding, Severity
from companion.scoring.checks.shelf import check_cards
from companion.scoring.editions import Edition
from companion.scoring.notation import format_card

from ..documents.documents import count, find_all, shelved, solo, table
from ..documents.faulty_documents import ERRORS, OF_STANDINGS, WARNINGS, Faulty
from ..strategies import cards, editions, noted_cards

FORMATS = (Path(__file__).parents[3] / "docs" / "formats.md").read_text(encoding="utf-8")


def as_params(documents: list[Faulty]) -> list[object]:
    return [pytest.param(faulty, id=f"{faulty.code}: {faulty.name}") for faulty in documents]


def find_errors(findings: list[Finding]) -> list[Code]:
    return [finding.code for finding in findings if finding.is_error]


@pytest.mark.parametrize("faulty", as_params(ERRORS))
def test_an_error_stops_the_scoring_and_says_where_it_is(faulty: Faulty) -> None:
    with pytest.raises(DocumentError, match=faulty.code) as caught:
        read_inspection(faulty.document)
    (error,) = (finding for finding in caught.value.findings if finding.is_error)
    assert (error.code, error.severity) == (faulty.code, Severity.ERROR)
    assert (error.player, error.row, error.column, error.token) == faulty[3:]


@pytest.mark.parametrize("faulty", as_params(WARNINGS))
def test_a_warning_stops_nothing_and_says_where_it_is(faulty: Faulty) -> None:
    findings = find_all(faulty.document)
    assert find_errors(findings) == []
    assert faulty[3:] in [
        (finding.player, finding.row, finding.column, finding.token)
        for finding in findings
        if finding.code is faulty.code
    ]
    assert {finding.severity for finding in findings} == {Severity.WARNING}


def test_every_code_has_its_document() -> None:
    shown = {faulty.code for faulty in ERRORS + WARNINGS}
    assert shown.isdisjoint(OF_STANDINGS)
    assert shown | OF_STANDINGS == set(Code)


def test_the_codes_are_those_of_the_published_table() -> None:
    for severity in Severity:
        (row,) = re.findall(rf"^\| {severity} \| (.*) \|$", FORMATS, re.MULTILINE)
        published = re.findall(r"`([a-z-]+)`", row)
        assert published == [code for code in Code if Finding(code).severity is severity]


def test_a_sound_table_gives_no_finding() -> None:
    sound = table(
        shelved("Rita", "S", "A1:CFH B3:MR / C2:RS D4/6:FHM~+", hand=0),
        shelved("Eric", "H", "E1:RR # / F1~ G1:CF / . #"),
        date="2026-11-20",
        place="Kitchen table",
        remarks="",
        inspector="Rita",
        long_game=True,
        difficulty=3,
    )
    assert find_all(sound) == []


def test_everything_wrong_is_told_at_once() -> None:
    broken = {
        "format": "ex-libris/inspection@9",
        "form": "S-42",
        "edition": "xx",
        "prominent": "P",
        "banned": "C",
        "date": "yesterday",
        "difficulty": -1,
        "long_game": 1,
        "library": {"focus": "F", "tally": {**count((1, 2, 3, 4, 5, 6)), "M": "x"}, "discards": "B2:CF # / K"},
        "players": [
            {"focus": "S", "shelf": "A1:CF X / ? / # / # . B2", "hand": 1.5, "tally": [], "stability": -2},
            "Eric",
            {"name": "Eric", "focus": "C", "tally": {"C": 90, "Q": 1}},
            {"name": "Eric", "focus": "C", "shelf": "B2:CF"},
        ],
        "mood": "good",
    }
    with pytest.raises(DocumentError) as caught:
        read_inspection(broken)
    findings = [(finding.code.value, finding.player, finding.token) for finding in caught.value.findings]
    assert sorted(findings, key=repr) == sorted(
        [
            ("unknown-format", None, "ex-libris/inspection@9"),
            ("unknown-form", None, "S-42"),
            ("unknown-edition", None, "xx"),
            ("unknown-category", None, "P"),
            ("unusable-field", None, "yesterday"),
            ("not-a-count", None, "-1"),
            ("unusable-field", None, "1"),
            ("unknown-key", None, "mood"),
            # The library.
            ("conflicting-fields", None, None),
            ("not-a-count", None, "x"),
            ("unreadable-token", None, "#"),
            ("unreadable-token", None, "K"),
            ("duplicate-card", None, "B2:CF"),
            # The player without a name.
            ("missing-field", None, None),
            ("conflicting-fields", None, None),
            ("unreadable-token", None, "X"),
            ("unread-card", None, "?"),
            ("icons-missing", None, "B2"),
            ("too-many-rows", None, None),
            ("shelf-in-pieces", None, None),
            ("not-a-count", None, "1.5"),
            ("missing-field", None, "[]"),
            ("not-a-count", None, "-2"),
            # The player who is a text.
            ("missing-field", None, "Eric"),
            # The first Eric.
            ("unknown-category", "Eric", "Q"),
            *[("missing-field", "Eric", None)] * 6,
            ("focus-clash", "Eric", None),
            # The second.
            ("duplicate-name", "Eric", "Eric"),
            ("duplicate-card", "Eric", "B2:CF"),
            ("focus-clash", "Eric", None),
        ],
        key=repr,
    )


def test_an_unreadable_token_does_not_tear_the_shelf() -> None:
    findings = find_all(table(shelved("Rita", "S", "A1:CF X B1:CF"), shelved("Eric", "H", "")))
    assert [finding.code for finding in findings] == [Code.UNREADABLE_TOKEN]


def test_everything_wrong_with_one_card_is_told() -> None:
    findings = find_all(table(shelved("Rita", "S", "Ł9/8:CFHM?"), shelved("Eric", "H", "")))
    assert [finding.code for finding in findings] == [
        Code.UNREAD_CARD,
        Code.UNKNOWN_LETTER,
        Code.ICONS_COUNT,
        Code.NUMBER_ABOVE_COUNT,
    ]


def test_a_letter_counts_as_unknown_only_where_the_check_needs_it() -> None:
    assert find_all(table(shelved("Rita", "S", "Ł2:RR~ A2:RRR"), shelved("Eric", "H", "A1:RR"))) == []
    assert find_all(solo(shelved("Rita", "S", ""), {"focus": "F", "discards": "Ł2:CF"})) == []


def test_without_an_edition_no_letter_is_unknown() -> None:
    findings = find_all(table(shelved("Rita", "S", "Ł2:CF"), shelved("Eric", "H", ""), edition="xx"))
    assert [finding.code for finding in findings] == [Code.UNKNOWN_EDITION]


def test_a_clash_is_told_for_the_later_of_two() -> None:
    findings = find_all(solo(shelved("Rita", "R", "A1:RS"), {"focus": "C", "tally": count((1, 2, 3, 4, 5, 6))}))
    clashes = [(finding.player, finding.details["role"], finding.details["owner"]) for finding in findings]
    assert clashes == [("Rita", "prominent", "player"), (None, "banned", "library")]


@pytest.mark.parametrize(
    ("stability", "others_books", "is_possible"),
    [
        # 152 cards, two of them Eric's: 150 bring 225 at most.
        (225, 8, True),
        (226, 8, False),
        (223, 9, True),
        (224, 9, False),
        (0, 8, True),
        (2, 8, True),
        (9, 8, True),
        (11, 8, True),
    ],
)
def test_stability_is_held_against_the_cards_that_are_left(
    stability: int, others_books: int, is_possible: bool
) -> None:
    rita = {"name": "Rita", "focus": "S", "tally": count((0, 0, 0, 0, 4, 0)), "stability": stability}
    eric = {"name": "Eric", "focus": "H", "tally": count((0, 0, 0, 0, others_books, 0)), "stability": 0}
    codes = [finding.code for finding in find_all(table(rita, eric))]
    assert (Code.STABILITY_IMPOSSIBLE not in codes) is is_possible


def test_cards_on_a_shelf_and_below_it_are_not_left_for_others() -> None:
    rita = {"name": "Rita", "focus": "S", "tally": count((0, 0, 0, 0, 4, 0)), "stability": 222}
    assert find_all(table(rita, shelved("Eric", "H", "A1:RR #+ #"))) == []
    (finding,) = find_all(table(rita, shelved("Eric", "H", "A1:RR #+ #+")))
    assert (finding.code, finding.details["most"]) == (Code.STABILITY_IMPOSSIBLE, 220)


def find_codes_slowly(card: Card, edition: Edition) -> set[Code]:
    """Tell what is wrong with a card by what its notation shows."""
    token = format_card(card, with_counts=True)
    face, _, shown = token.rstrip("+~").partition(":")
    codes = set()
    if "?" in token:
        codes.add(Code.UNREAD_CARD)
    if not card.face_down and card.letter and card.letter not in edition.letters:
        codes.add(Code.UNKNOWN_LETTER)
    if not shown and not card.face_down and "?" not in token:
        codes.add(Code.ICONS_MISSING)
    if shown and not 2 <= len(shown) <= 4:
        codes.add(Code.ICONS_COUNT)
    number, _, of = face.removeprefix(card.letter or "?").partition("/")
    if of and number.isdecimal() and int(number) > int(of):
        codes.add(Code.NUMBER_ABOVE_COUNT)
    return codes


@st.composite
def cards_anywhere(draw: st.DrawFn) -> tuple[Card, Edition]:
    edition = draw(editions)
    return draw(noted_cards(draw(editions)) | cards(edition)), edition


@given(cards_anywhere())
def test_the_flaws_of_a_card_agree_with_a_slow_look(drawn: tuple[Card, Edition]) -> None:
    card, edition = drawn
    found = list(check_cards([[None, card]], edition, "Rita"))
    assert {finding.code for finding in found} == find_codes_slowly(card, edition)
    assert all((finding.player, finding.row, finding.column) == ("Rita", 0, 1) for finding in found)


def test_warnings_of_reading_and_of_scoring_do_not_mix() -> None:
    inspection, warnings = read_inspection(table(mood="good"))
    assert [finding.code for finding in warnings] == [Code.UNKNOWN_KEY]
    assert [finding.code for finding in inspect(inspection).findings] == [Code.ZERO_PROMINENT_PLACED]
    assert inspection.prominent is Category.REFERENCE_TEXTS
