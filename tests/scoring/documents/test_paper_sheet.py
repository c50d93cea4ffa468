from __future__ import annotations

import json
from typing import Any

import pytest

from companion.scoring import DocumentError
from companion.scoring.categories import Category, Tally
from companion.scoring.checks.findings import Code
from companion.scoring.documents.paper_sheet import CELLS, SheetLine, parse_sheet, read_sheet
from companion.scoring.inspection import Form

from ..audit.sheets import LINES, column, rulebook, sheet, solo_sheet

RITA = column("Rita", (2, 12, 5, 6, 7, 6), 8, 4, -2, 15, 12, 37, focus="S")
ERIC = column("Eric", (4, 8, 10, 6, 8, 7))
LIBRARY = column(None, (1, 2, 3, 4, 5, 6), focus="F")


def find_codes(document: Any) -> list[tuple[Code, str | None]]:
    try:
        return [(finding.code, finding.player) for finding in read_sheet(document).warnings]
    except DocumentError as error:
        return [(finding.code, finding.player) for finding in error.findings]


def test_a_sheet_holds_what_is_written() -> None:
    paper = read_sheet(sheet(RITA, ERIC))
    assert (paper.form, paper.prominent, paper.banned) == (Form.B_7C, Category("R"), Category("C"))
    assert "".join(paper.permitted) == "FHMRS"
    rita, eric = paper.columns
    assert (rita.name, rita.focus, rita.tally) == ("Rita", Category("S"), Tally((2, 12, 5, 6, 7, 6)))
    assert [rita[cell] for cell in CELLS] == [2, 12, 5, 6, 7, 6, 8, 4, -2, 15, 12, 37]
    assert eric.focus is None
    assert [eric[line] for line in SheetLine] == [None] * 6


def test_a_solo_sheet_has_the_librarian_and_the_public_library() -> None:
    paper = read_sheet(solo_sheet(RITA, LIBRARY))
    assert [column.name for column in paper.columns] == ["Rita", None]
    assert paper.columns[1].focus is Category("F")


def test_of_a_solo_sheet_only_the_first_player_counts() -> None:
    document = solo_sheet(RITA, LIBRARY)
    document["players"].append(ERIC)
    assert [column.name for column in read_sheet(document).columns] == ["Rita", None]
    assert find_codes(document) == [(Code.PLAYER_COUNT, None)]


def test_json_is_read_too() -> None:
    assert parse_sheet(json.dumps(rulebook()).encode()) == read_sheet(rulebook())
    with pytest.raises(DocumentError):
        parse_sheet("{")


@pytest.mark.parametrize("line", LINES)
def test_any_line_may_be_missing(line: str) -> None:
    rita = {key: value for key, value in RITA.items() if key != line}
    assert read_sheet(sheet(rita, ERIC)).columns[0][SheetLine(line)] is None


@pytest.mark.parametrize(
    ("document", "codes"),
    [
        ([], [(Code.UNREADABLE_JSON, None)]),
        (sheet(RITA, ERIC, format="ex-libris/inspection@1"), [(Code.UNKNOWN_FORMAT, None)]),
        (sheet(RITA, ERIC, form="B-7"), [(Code.UNKNOWN_FORM, None)]),
        (sheet(RITA, ERIC, edition=...), [(Code.MISSING_FIELD, None)]),
        (sheet(RITA, ERIC, banned="X"), [(Code.UNKNOWN_CATEGORY, None)]),
        (sheet(RITA, players=[]), [(Code.NO_PLAYERS, None)]),
        (sheet(RITA, 7), [(Code.MISSING_FIELD, None)]),
        (sheet(RITA, RITA, prominent="R"), [(Code.DUPLICATE_NAME, "Rita"), (Code.FOCUS_CLASH, "Rita")]),
        (sheet(RITA, {"name": "Eric"}), [(Code.MISSING_FIELD, "Eric")]),
        (sheet(RITA, column(None, (1,) * 6)), [(Code.MISSING_FIELD, None)]),
        (sheet(RITA, {**ERIC, "focus": "x"}), [(Code.UNKNOWN_CATEGORY, "Eric")]),
        (sheet(RITA, {**ERIC, "tally": {"C": 1}}), [(Code.MISSING_FIELD, "Eric")] * 5),
        (sheet(RITA, {**ERIC, "hand": -1}), [(Code.NOT_A_COUNT, "Eric")]),
        (sheet(RITA, {**ERIC, "stability": -4}), [(Code.NOT_A_COUNT, "Eric")]),
        (sheet(RITA, {**ERIC, "total": None}), [(Code.NOT_A_COUNT, "Eric")]),
        (sheet(RITA, {**ERIC, "banned": True}), [(Code.NOT_A_COUNT, "Eric")]),
        (sheet(RITA, {**ERIC, "total": 1.5}), [(Code.NOT_A_COUNT, "Eric")]),
        (solo_sheet(RITA, None), [(Code.MISSING_LIBRARY, None)]),
        (solo_sheet(RITA, {"focus": "F"}), [(Code.MISSING_FIELD, None)]),
        (sheet(RITA, ERIC, form=..., library={"tally": 1}), [(Code.MISSING_FIELD, None)] * 2),
    ],
)
def test_everything_wrong_is_reported_at_once(document: Any, codes: list[tuple[Code, str | None]]) -> None:
    with pytest.raises(DocumentError):
        read_sheet(document)
    assert sorted(find_codes(document), key=str) == sorted(codes, key=str)


@pytest.mark.parametrize(
    ("document", "code", "player"),
    [
        (sheet(RITA, ERIC, library={}), Code.UNKNOWN_KEY, None),
        (sheet(RITA, {**ERIC, "shelf": "A1:CF"}), Code.UNKNOWN_KEY, "Eric"),
        (solo_sheet(RITA, {**LIBRARY, "discards": ""}), Code.UNKNOWN_KEY, None),
        (sheet(RITA), Code.PLAYER_COUNT, None),
        (sheet(RITA, {**ERIC, "focus": "C"}), Code.FOCUS_CLASH, "Eric"),
        (solo_sheet(RITA, {**LIBRARY, "focus": "S"}), Code.FOCUS_CLASH, None),
        (sheet(RITA, column("Eric", (0, 0, 1, 0, 0, 0))), Code.TALLY_IMPOSSIBLE, "Eric"),
        (sheet(RITA, column("Eric", (86, 0, 1, 0, 0, 0))), Code.TALLY_IMPOSSIBLE, None),
        (solo_sheet(RITA, column(None, (85, 0, 1, 0, 0, 0))), Code.TALLY_IMPOSSIBLE, None),
    ],
)
def test_what_is_merely_odd_is_a_warning(document: Any, code: Code, player: str | None) -> None:
    assert find_codes(document) == [(code, player)]


def test_no_line_is_odd_to_the_reader_however_wrong() -> None:
    assert read_sheet(sheet({**RITA, "stability": 7, "total": -1000}, ERIC)).warnings == ()
