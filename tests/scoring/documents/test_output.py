from __future__ import annotations

import json
from typing import Any

from hypothesis import given

from companion.scoring import (
    DocumentError,
    format_inspection,
    format_refusal,
    format_scorecard,
    inspect,
    parse_inspection,
    read_inspection,
)
from companion.scoring.checks.findings import Finding
from companion.scoring.inspection import Inspection

from ..strategies import full_inspections, inspections, solo_inspections
from .documents import count, counted, printed_sheet, shelved, solo, table


def describe(finding: Finding) -> str:
    return f"about {finding.code}"


def answer(document: Any) -> dict[str, Any]:
    """Answer a document as the command line does with --json."""
    try:
        inspection, warnings = read_inspection(document)
    except DocumentError as error:
        return format_refusal(error.findings, describe)
    return format_scorecard(inspect(inspection), warnings, describe)


def test_a_table_becomes_a_scorecard_of_the_published_shape() -> None:
    document = table(
        shelved("Rita", "S", "/ A1:CFH B3/5:MM # / C2:RS D4:FHM A3:CC+", hand=2),
        counted("Eric", "H", (4, 8, 10, 6, 8, 7), 12),
        mood="good",
    )
    assert answer(document) == {
        "format": "ex-libris/scorecard@1",
        "form": "B-7c",
        "edition": "en",
        "prominent": "R",
        "banned": "C",
        "players": [
            {
                "name": "Rita",
                "focus": "S",
                "shelf": "A1:CFH B3:MM # / C2:RS D4:FHM A3:CC~+",
                "flipped": [[1, 2]],
                "tally": {"C": 1, "F": 2, "H": 2, "M": 3, "R": 1, "S": 1},
                "books": 10,
                "stability": 8,
                "prominent": 9,
                "banned": -1,
                "variety": 3,
                "focus_bonus": 2,
                "total": 21,
                "place": 2,
            },
            {
                "name": "Eric",
                "focus": "H",
                "shelf": None,
                "flipped": [],
                "tally": {"C": 4, "F": 8, "H": 10, "M": 6, "R": 8, "S": 7},
                "books": 43,
                "stability": 12,
                "prominent": 15,
                "banned": -4,
                "variety": 18,
                "focus_bonus": 20,
                "total": 61,
                "place": 1,
            },
        ],
        "winners": ["Eric"],
        "tiebreak": None,
        "rulings": ["entombed-under-flipped", "stack-is-one-place", "scarcest-scored-once"],
        "findings": [
            {
                "severity": "warning",
                "code": "unknown-key",
                "player": None,
                "row": None,
                "column": None,
                "token": "mood",
                "message": "about unknown-key",
            }
        ],
    }


def test_the_keys_come_in_the_order_of_the_form() -> None:
    card = answer(table())
    assert list(card)[:6] == ["format", "form", "edition", "prominent", "banned", "players"]
    assert list(card["players"][0]) == [
        *["name", "focus", "shelf", "flipped", "tally", "books", "stability"],
        *["prominent", "banned", "variety", "focus_bonus", "total", "place"],
    ]
    assert list(card["players"][0]["tally"]) == list("CFHMRS")


def test_the_repaired_sheet_comes_out_as_printed() -> None:
    card = answer(printed_sheet())
    assert [(p["name"], p["total"], p["place"]) for p in card["players"]] == [
        ("Rita", 37, 3),
        ("Eric", 55, 1),
        ("Alberto", 32, 4),
        ("Dária", 38, 2),
    ]
    assert card["players"][0] == {
        "name": "Rita",
        "focus": "S",
        "shelf": None,
        "flipped": [],
        "tally": {"C": 2, "F": 12, "H": 5, "M": 6, "R": 7, "S": 6},
        "books": 38,
        "stability": 8,
        "prominent": 4,
        "banned": -2,
        "variety": 15,
        "focus_bonus": 12,
        "total": 37,
        "place": 3,
    }


def test_a_tie_for_the_first_place_is_told_with_its_step() -> None:
    tally = (1, 0, 4, 0, 4, 4)
    card = answer(table(counted("Rita", "S", tally, 0, hand=1), counted("Eric", "H", tally, 0)))
    assert (card["winners"], card["tiebreak"]) == (["Rita", "Eric"], "hand")
    assert [player["place"] for player in card["players"]] == [1, 1]
    assert [(finding["code"], finding["player"]) for finding in card["findings"]] == [("hand-needed", "Eric")]


def test_a_solo_game_becomes_a_scorecard_with_a_library_and_without_places() -> None:
    card = answer(solo(shelved("Rita", "S", "A1:RS"), {"focus": "F", "tally": count((3, 4, 5, 4, 6, 2))}, difficulty=3))
    assert card == {
        "format": "ex-libris/scorecard@1",
        "form": "S-42A",
        "edition": "en",
        "prominent": "R",
        "banned": "C",
        "players": [
            {
                "name": "Rita",
                "focus": "S",
                "shelf": "A1:RS",
                "flipped": [],
                "tally": {"C": 0, "F": 0, "H": 0, "M": 0, "R": 1, "S": 1},
                "books": 2,
                "stability": 0,
                "prominent": 0,
                "banned": 0,
                "variety": 0,
                "focus_bonus": 2,
                "total": 2,
            }
        ],
        "library": {
            "focus": "F",
            "tally": {"C": 3, "F": 4, "H": 5, "M": 4, "R": 6, "S": 2},
            "books": 24,
            "stability": 0,
            "prominent": 15,
            "banned": -3,
            "variety": 6,
            "focus_bonus": 8,
            "total": 26,
        },
        "won": False,
        "tiebreak": None,
        "rulings": [],
        "findings": [],
    }


def test_what_cannot_be_scored_is_answered_with_its_findings() -> None:
    assert answer(table(shelved("Rita", "S", "A1:CF B1:CF / . B0:MM"), shelved("Eric", "H", ""))) == {
        "format": "ex-libris/scorecard@1",
        "findings": [
            {
                "severity": "error",
                "code": "unreadable-token",
                "player": "Rita",
                "row": 1,
                "column": 1,
                "token": "B0:MM",
                "message": "about unreadable-token",
            }
        ],
    }


def test_flipped_places_are_those_of_the_shelf_as_written() -> None:
    (rita, _) = answer(table(shelved("Rita", "S", ". / / . B1:CF A1:MM"), shelved("Eric", "H", "")))["players"]
    assert (rita["shelf"], rita["flipped"]) == (". B1:CF A1:MM~", [[0, 2]])


def test_only_what_the_check_turned_is_listed_as_flipped() -> None:
    (rita, _) = answer(table(shelved("Rita", "S", "Z1:CF~ B1:CF A1:MM # C1:RR"), shelved("Eric", "H", "")))["players"]
    assert (rita["shelf"], rita["flipped"]) == ("Z1:CF~ B1:CF A1:MM~ # C1:RR", [[0, 2]])


def test_unknown_keys_are_written_back_where_they_stood() -> None:
    document = solo(
        {**shelved("Rita", "S", "A1/3:CF"), "seat": {"at": ["window"]}},
        {"focus": "F", "discards": "B2:CF / K1:RS", "colour": "blue"},
        mood=["good", 1.5, None],
    )
    inspection, warnings = read_inspection(document)
    assert format_inspection(inspection) == document
    assert [(finding.code.value, finding.player, finding.token) for finding in warnings] == [
        ("unknown-key", "Rita", "seat"),
        ("unknown-key", None, "colour"),
        ("unknown-key", None, "mood"),
    ]


def test_a_library_on_b_7c_is_an_unknown_key_and_kept() -> None:
    document = table(library={"focus": "F"})
    inspection, _ = read_inspection(document)
    assert format_inspection(inspection) == document


def test_a_full_document_is_written_as_it_was_read() -> None:
    document = table(
        shelved("Rita", "S", "A1:CFH B3:MM / C2:RS D4:FHM", hand=2),
        counted("Eric", "H", (4, 8, 10, 6, 8, 7), 12, hand=0),
        date="2026-11-20",
        place="Kitchen table",
        remarks="late",
        inspector="Rita",
        difficulty=2,
        long_game=True,
        reading_winner="Eric",
    )
    inspection, _ = read_inspection(document)
    assert format_inspection(inspection) == document


@given(full_inspections())
def test_an_inspection_reads_back_as_it_was_written(inspection: Inspection) -> None:
    written = format_inspection(inspection)
    assert read_inspection(written)[0] == inspection
    assert parse_inspection(json.dumps(written))[0] == inspection
    assert parse_inspection(json.dumps(written, ensure_ascii=False).encode())[0] == inspection


@given(inspections() | solo_inspections())
def test_the_shelf_of_a_scorecard_scores_the_same_again(inspection: Inspection) -> None:
    card = answer(format_inspection(inspection))
    for player, scored in zip(inspection.players, card["players"], strict=True):
        if scored["shelf"] is not None:
            again = answer(table(shelved("A", player.focus, scored["shelf"]), edition=inspection.edition.code))
            assert again["players"][0]["shelf"] == scored["shelf"]
            assert again["players"][0]["flipped"] == []
            assert again["players"][0]["tally"] == scored["tally"]
            assert again["players"][0]["stability"] == scored["stability"]
