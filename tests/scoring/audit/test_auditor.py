from __future__ import annotations

from typing import Any

import pytest

from companion.scoring.audit import Audit, Reason, Slip, audit, format_audit
from companion.scoring.audit.slips import WEIGHTS, find_slip, list_readings
from companion.scoring.categories import Category
from companion.scoring.documents.paper_sheet import Cell, SheetLine

from ..documents.documents import Document, count
from .sheets import column, read, rulebook, sheet, solo_sheet, sound

RITA = (2, 12, 5, 6, 7, 6)
ERIC = (4, 8, 10, 6, 8, 7)
PILE = (1, 2, 3, 4, 5, 6)

Change = tuple[str | None, str, int, int]


def check(document: Document) -> Audit:
    return audit(read(document))


def list_defects(document: Document) -> list[tuple[str | None, str, int | None, Reason]]:
    return [(one.player, one.line.value, one.expected, one.reason) for one in check(document).defects]


def list_repairs(document: Document) -> list[list[Change]]:
    return [
        [(change.player, change.line.value, change.written, change.meant) for change in repair.changes]
        for repair in check(document).repairs
    ]


def rita(*lines: int | None, tally: tuple[int, ...] = RITA, **more: Any) -> Document:
    """Rita's column beside Eric's tally, who has more prominent books: her award is 9."""
    return sheet(column("Rita", tally, *lines, **more), column("Eric", ERIC))


def test_the_rulebooks_own_example_has_two_defects() -> None:
    assert list_defects(rulebook()) == [
        ("Alberto", "focus_bonus", 8, Reason.NO_ROW_FOR_FOCUS),
        ("Dária", "total", 43, Reason.SUM),
    ]


def test_the_rulebooks_own_example_has_four_repairs_the_lookalikes_first() -> None:
    assert list_repairs(rulebook()) == [
        [("Alberto", "M", 4, 9), ("Dária", "stability", 9, 4)],
        [("Alberto", "S", 4, 9), ("Dária", "stability", 9, 4)],
        [("Alberto", "M", 4, 9), ("Dária", "total", 38, 43)],
        [("Alberto", "S", 4, 9), ("Dária", "total", 38, 43)],
    ]
    likelihoods = [repair.likelihood for repair in check(rulebook()).repairs]
    assert likelihoods[0] == likelihoods[1] > 9 * likelihoods[2] == 9 * likelihoods[3]
    assert sum(likelihoods) == pytest.approx(1)


def test_the_repaired_example_is_in_order() -> None:
    assert check(sound()).is_in_order
    assert check(sound()).defects == check(sound()).repairs == ()
    assert not check(rulebook()).is_in_order


def test_an_audit_is_written_as_the_formats_promise() -> None:
    document = rulebook(Alberto={"tally": count((5, 3, 6, 9, 4, 4))}, Rita={"banned": -5})
    assert format_audit(check(document), lambda defect: f"{defect.reason} {defect.written}") == {
        "format": "ex-libris/audit@1",
        "defects": [
            {"player": "Rita", "line": "banned", "printed": -5, "expected": -2, "message": "worked-out -5"},
            {"player": "Dária", "line": "total", "printed": 38, "expected": 43, "message": "sum 38"},
        ],
        "repairs": [
            {
                "changes": [
                    {"player": "Rita", "line": "banned", "from": -5, "to": -2},
                    {"player": "Dária", "line": "stability", "from": 9, "to": 4},
                ],
                "likelihood": 0.9326,
            },
            {
                "changes": [
                    {"player": "Rita", "line": "banned", "from": -5, "to": -2},
                    {"player": "Dária", "line": "total", "from": 38, "to": 43},
                ],
                "likelihood": 0.0674,
            },
        ],
    }


@pytest.mark.parametrize(
    ("line", "wrong", "right"),
    [("prominent", 15, 9), ("banned", -4, -2), ("banned", 2, -2), ("variety", 5, 15), ("focus_bonus", 6, 12)],
)
def test_a_line_that_the_tally_contradicts_is_told_with_what_it_should_be(line: str, wrong: int, right: int) -> None:
    lines = {"stability": 8, "prominent": 9, "banned": -2, "variety": 15, "focus_bonus": 12, "total": 42, line: wrong}
    assert list_defects(rita(focus="S", **lines)) == [("Rita", line, right, Reason.WORKED_OUT)]


@pytest.mark.parametrize("total", [42, 45])
def test_a_total_is_right_beside_a_wrong_line_whether_that_was_added_or_the_right_one(total: int) -> None:
    assert list_defects(rita(8, 9, -2, 18, 12, total, focus="S")) == [("Rita", "variety", 15, Reason.WORKED_OUT)]


def test_a_total_that_adds_up_neither_way_is_wrong_too() -> None:
    assert list_defects(rita(8, 9, -2, 18, 12, 40, focus="S")) == [
        ("Rita", "variety", 15, Reason.WORKED_OUT),
        ("Rita", "total", 42, Reason.SUM),
    ]


@pytest.mark.parametrize("points", [1, 3, 5, 7, 229])
def test_a_stability_that_no_shelf_has_is_wrong(points: int) -> None:
    assert list_defects(rita(points)) == [("Rita", "stability", None, Reason.NO_SUCH_STABILITY)]


def test_the_total_tells_what_an_impossible_stability_should_be() -> None:
    assert list_defects(rita(7, 9, -2, 15, 12, 42)) == [("Rita", "stability", 8, Reason.NO_SUCH_STABILITY)]


def test_an_impossible_stability_that_was_added_up_is_one_defect() -> None:
    assert list_defects(rita(7, 9, -2, 15, 12, 41)) == [("Rita", "stability", None, Reason.NO_SUCH_STABILITY)]


def test_an_impossible_stability_and_an_impossible_total_are_two_defects() -> None:
    assert list_defects(rita(7, 9, -2, 15, 12, 37)) == [
        ("Rita", "stability", None, Reason.NO_SUCH_STABILITY),
        ("Rita", "total", None, Reason.SUM_OF_NOTHING),
    ]


def test_missing_lines_are_taken_to_be_what_they_should_be() -> None:
    assert list_defects(rita(8, None, None, None, None, 42, focus="S")) == []
    assert list_defects(rita(8, None, None, None, None, 40, focus="S")) == [("Rita", "total", 42, Reason.SUM)]


@pytest.mark.parametrize(("total", "reasons"), [(34, []), (38, []), (43, []), (35, [Reason.SUM_OF_NOTHING])])
def test_a_missing_stability_may_be_any_that_some_shelf_has(total: int, reasons: list[Reason]) -> None:
    document = rita(None, 9, -2, 15, 12, total, focus="S")
    assert [reason for *_, reason in list_defects(document)] == reasons


@pytest.mark.parametrize(("total", "reasons"), [(54, []), (40, []), (42, []), (41, [Reason.SUM_OF_NOTHING])])
def test_a_forgotten_focus_with_its_bonus_missing_may_be_any_row(total: int, reasons: list[Reason]) -> None:
    document = rita(8, 9, -2, 15, None, total)
    assert [reason for *_, reason in list_defects(document)] == reasons


def test_a_focus_bonus_is_never_odd() -> None:
    assert list_defects(rita(None, None, None, None, 13)) == [("Rita", "focus_bonus", None, Reason.ODD_FOCUS_BONUS)]


def test_a_focus_that_another_needs_as_well_leaves_both_in_doubt() -> None:
    rows = (0, 5, 1, 1, 1, 1)
    document = sheet(
        column("Rita", rows, focus_bonus=10), column("Eric", rows, focus_bonus=10), column("Dária", rows, focus_bonus=2)
    )
    assert list_defects(document) == [
        ("Rita", "focus_bonus", None, Reason.FOCUS_DEALT_ELSEWHERE),
        ("Eric", "focus_bonus", None, Reason.FOCUS_DEALT_ELSEWHERE),
    ]


def test_a_focus_that_somebody_is_known_to_have_is_nobody_elses() -> None:
    rows = (0, 5, 1, 1, 1, 1)
    document = sheet(column("Rita", rows, focus="F"), column("Eric", rows, focus_bonus=10))
    assert list_defects(document) == [("Eric", "focus_bonus", 2, Reason.NO_ROW_FOR_FOCUS)]


def test_where_more_focuses_are_forgotten_than_there_are_each_bonus_is_judged_alone() -> None:
    rows = (0, 5, 1, 1, 1, 1)
    bonuses = {"Rita": 10, "Eric": 10, "Ann": 10, "Ben": 12, "Cy": 2}
    document = sheet(*(column(name, rows, focus_bonus=points) for name, points in bonuses.items()))
    assert list_defects(document) == [("Ben", "focus_bonus", None, Reason.NO_ROW_FOR_FOCUS)]
    document["players"].append(column("Di", rows, focus_bonus=3, focus="F"))
    assert list_defects(document)[1:] == [("Di", "focus_bonus", 10, Reason.WORKED_OUT)]
    assert check(document).repairs == ()


def test_in_a_solo_game_the_award_is_the_higher_ones() -> None:
    document = solo_sheet(
        column("Rita", RITA, 8, 9, -2, 15, 12, 42, focus="S"), column(None, PILE, 0, 15, -1, 6, 4, 24, focus="F")
    )
    assert list_defects(document) == [
        ("Rita", "prominent", 15, Reason.WORKED_OUT),
        (None, "prominent", 0, Reason.WORKED_OUT),
    ]


def test_the_public_library_has_no_stability() -> None:
    library = column(None, PILE, 4, 0, -1, 6, 4, 13, focus="F")
    document = solo_sheet(column("Rita", RITA, 8, 15, -2, 15, 12, 48, focus="S"), library)
    assert list_defects(document) == [(None, "stability", 0, Reason.LIBRARY_HAS_NO_SHELF)]
    assert list_repairs(document) == [[(None, "stability", 4, 0), (None, "total", 13, 9)]]


def test_the_public_library_needs_no_stability_written() -> None:
    right, wrong = (column(None, PILE, None, 0, -1, 6, 4, total, focus="F") for total in (9, 13))
    player = column("Rita", RITA, 8, 15, -2, 15, 12, 48, focus="S")
    assert list_defects(solo_sheet(player, right)) == list_repairs(solo_sheet(player, right)) == []
    assert list_defects(solo_sheet(player, wrong)) == [(None, "total", 9, Reason.SUM)]
    assert [(None, "total", 13, 9)] in list_repairs(solo_sheet(player, wrong))


def test_a_sheet_of_more_than_four_is_not_repaired() -> None:
    document = sheet(*(column(f"Rita {n}", RITA, banned=-3) for n in range(5)))
    assert len(check(document).defects) == 5
    assert check(document).repairs == ()


def test_a_sheet_that_four_slips_spoiled_is_not_repaired() -> None:
    document = sound(**{name: {"banned": 7} for name in ("Rita", "Eric", "Alberto", "Dária")})
    assert len(check(document).defects) == 4
    assert check(document).repairs == ()


def test_awards_given_to_each_other_are_given_back_first() -> None:
    document = sound(Rita={"prominent": 9, "total": 42}, Eric={"prominent": 4, "total": 50})
    assert [(one.player, one.line.value) for one in check(document).defects] == [
        ("Rita", "prominent"),
        ("Eric", "prominent"),
    ]
    lines_only = sound(Rita={"prominent": 9}, Eric={"prominent": 4})
    first = check(lines_only).repairs[0]
    assert [(change.player, change.line.value, change.meant) for change in first.changes] == [
        ("Rita", "prominent", 4),
        ("Eric", "prominent", 9),
    ]
    assert {change.slip for change in first.changes} <= {Slip.LOOKALIKE, Slip.WRONG_PLACE}


def test_a_total_that_followed_a_wrong_line_follows_its_repair() -> None:
    repairs = check(sound(Dária={"prominent": 12, "total": 35})).repairs
    assert [(change.line.value, change.meant, change.slip) for change in repairs[0].changes] == [
        ("prominent", 15, Slip.WRONG_PLACE),
        ("total", 38, Slip.CARRIED),
    ]


def test_where_figures_are_hardly_held_only_the_likeliest_repairs_are_listed() -> None:
    # Both have a row that is too low for the line, and nothing says by how much.
    low = (2, 12, 1, 6, 7, 5)
    document = sheet(column("Rita", low, variety=15, prominent=12), column("Eric", low, variety=15, prominent=12))
    repairs = check(document).repairs
    assert {len(repair.changes) for repair in repairs} == {2}
    assert len(repairs) == 100
    assert sum(repair.likelihood for repair in repairs) == pytest.approx(1)


TOTAL, B1, B2, B4, ROW = (
    SheetLine.TOTAL,
    SheetLine.STABILITY,
    SheetLine.PROMINENT,
    SheetLine.VARIETY,
    Category.MONSTER_MANUALS,
)


@pytest.mark.parametrize(
    ("cell", "written", "meant", "slip"),
    [
        (ROW, 4, 9, Slip.LOOKALIKE),
        (ROW, 1, 7, Slip.LOOKALIKE),
        (TOTAL, 38, 33, Slip.LOOKALIKE),
        (TOTAL, -15, -16, Slip.LOOKALIKE),
        (ROW, 12, 21, Slip.SWAPPED),
        (TOTAL, 43, 34, Slip.SWAPPED),
        (ROW, 10, 1, Slip.SWAPPED),
        (SheetLine.BANNED, 2, -2, Slip.SIGN),
        (B2, 15, 9, Slip.WRONG_PLACE),
        (B2, 12, 0, Slip.WRONG_PLACE),
        (B2, 13, 0, Slip.WRONGLY_WORKED_OUT),
        (ROW, 12, 13, Slip.BY_ONE),
        (ROW, 2, 8, Slip.ONE_DIGIT),
        (ROW, 12, 2, Slip.ONE_DIGIT),
        (ROW, 2, 12, Slip.ONE_DIGIT),
        (TOTAL, 38, 48, Slip.ONE_DIGIT),
        (TOTAL, 3, -12, Slip.WRONGLY_WORKED_OUT),
        (TOTAL, 38, 43, Slip.WRONGLY_WORKED_OUT),
        (B4, 38, 15, Slip.WRONGLY_WORKED_OUT),
        (ROW, 12, 20, Slip.OTHER),
        (B1, 12, 20, Slip.OTHER),
        (ROW, 10**30, 4, Slip.OTHER),
    ],
)
def test_the_plainest_slip_is_told(cell: Cell, written: int, meant: int, slip: Slip) -> None:
    assert find_slip(cell, written, meant, [12, 0]) is slip


def test_every_slip_has_its_weight() -> None:
    assert set(WEIGHTS) == set(Slip)
    assert all(0 < weight <= 1 for weight in WEIGHTS.values())


def test_a_count_may_be_misread_from_what_looks_like_it() -> None:
    assert list_readings(14) == {13, 15, 41, 19, 74}
    assert list_readings(0) == {1}
