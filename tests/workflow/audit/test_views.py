"""A sheet as typed: parsed, audited, corrected; every mark on its figure."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.forms.entry.paper_sheet import LIBRARY
from companion.scoring.categories import Category
from companion.scoring.documents.paper_sheet import CELLS, SheetLine, read_sheet
from companion.workflow.audit.typed_sheet import (
    TypedColumn,
    TypedSheet,
    assemble_sheet,
    check_figures,
    describe_mended,
    read_line,
    read_mended,
    write_mended,
)
from companion.workflow.audit.views import MarkKind, audit_typed, list_rows, mark_faults

from ...scoring.audit.sheets import Document, column, rulebook, solo_sheet, sound


def type_in(document: Document) -> TypedSheet:
    """The same sheet, typed."""
    written = [(str(index), player) for index, player in enumerate(document["players"])]
    if LIBRARY in document:
        written.append((LIBRARY, document[LIBRARY]))
    columns = tuple(
        TypedColumn(
            key,
            player.get("name", ""),
            player.get("focus", ""),
            {cell: str({**player, **player["tally"]}[cell]) for cell in CELLS if cell in {**player, **player["tally"]}},
        )
        for key, player in written
    )
    return TypedSheet(document["form"], document["edition"], document["prominent"], document["banned"], columns)


def change(sheet: TypedSheet, index: int, **figures: str) -> TypedSheet:
    """The sheet with some figures of a column changed."""
    columns = list(sheet.columns)
    columns[index] = replace(columns[index], figures={**columns[index].figures, **figures})
    return replace(sheet, columns=tuple(columns))


SOLO = solo_sheet(
    column("Rita", (5, 4, 9, 5, 3, 7), 12, 15, -5, 9, 14, 45, focus="S"),
    column(None, (6, 4, 7, 3, 6, 7), None, 0, -3, 12, 12, 21, focus="C"),
    prominent="H",
    banned="M",
)


@pytest.mark.parametrize("document", [rulebook(), sound(), SOLO], ids=["rulebook", "sound", "solo"])
def test_a_typed_sheet_becomes_the_document_it_was_copied_from(document):
    assert read_sheet(assemble_sheet(type_in(document))) == read_sheet(document)


@pytest.mark.parametrize(
    ("cell", "typed", "read"),
    [
        (SheetLine.BANNED, "4", -4),
        (SheetLine.BANNED, "-4", -4),
        (SheetLine.BANNED, "−4", -4),
        (SheetLine.BANNED, "–4", -4),
        (SheetLine.BANNED, "0", 0),
        (SheetLine.TOTAL, "−2", -2),
        (SheetLine.VARIETY, "-3", "-3"),
        (Category.MONSTER_MANUALS, "−3", "−3"),
        (Category.MONSTER_MANUALS, "03", 3),
        (SheetLine.TOTAL, "1 2", "1 2"),
    ],
)
def test_a_minus_is_read_where_one_can_be(cell, typed, read):
    assert read_line(cell, typed) == read


def test_figures_are_checked_in_the_order_of_the_form():
    sheet = change(change(type_in(sound()), 1, total="many"), 0, F="", S="x", stability="")
    assert list(check_figures(sheet, "en")) == [("0", "F"), ("0", "S"), ("1", "total")]
    assert {mark.kind for mark in mark_faults(sheet, "en").marks} == {MarkKind.FAULT}


def test_a_faulty_sheet_is_not_audited():
    view = audit_typed(change(type_in(rulebook()), 0, F="dozens"), "en")
    assert not view.is_audited
    assert not view.is_right
    assert [(mark.column, mark.cell, mark.name) for mark in view.marks] == [("0", "F", "Rita")]


def test_what_no_page_can_send_stands_in_the_way_all_the_same():
    view = audit_typed(replace(type_in(rulebook()), edition="xx"), "en")
    assert not view.is_audited
    assert ["“xx”" in sentence for sentence in view.obstacles] == [True]


def test_defects_are_marked_at_their_figures():
    view = audit_typed(type_in(rulebook()), "en")
    assert [(mark.column, mark.cell, mark.kind, mark.figure) for mark in view.marks] == [
        ("2", "focus_bonus", MarkKind.DEFECT, "8"),
        ("3", "total", MarkKind.DEFECT, "43"),
    ]
    assert view.find_mark("3", "total") == view.marks[1]
    assert view.find_mark("3", "stability") is None
    assert view.list_marks("total") == view.marks[1:]


def test_repairs_say_what_to_write_and_what_to_send():
    best = audit_typed(type_in(rulebook()), "en").repairs[0]
    assert (best.word, best.code) == ("likely", "2.M:4:9 3.stability:9:4")
    told = [
        (change.name, change.row.section, change.row.category, change.written, change.meant) for change in best.changes
    ]
    assert told == [("Alberto", "A2", "M", "4", "9"), ("Dária", "B1", None, "9", "4")]


def test_the_library_has_its_own_key():
    view = audit_typed(change(type_in(SOLO), 1, total="12"), "en")
    assert [(mark.column, mark.name) for mark in view.marks] == [(LIBRARY, "Public library")]
    assert [repair.code for repair in view.repairs] == ["library.total:12:21"]


def test_forgotten_focuses_are_told_where_only_one_deal_fits():
    view = audit_typed(type_in(sound()), "en")
    assert view.is_right
    assert view.focuses == (("0", "S"), ("1", "H"), ("2", "M"), ("3", "F"))
    assert view.remarks[1] == "Eric: by the figures, the focus can only have been Historic Volumes."


def test_focuses_that_might_be_others_are_not_told():
    sheet = type_in(sound())
    for index in range(4):
        sheet = change(sheet, index, focus_bonus="", total="")
    view = audit_typed(sheet, "en")
    assert view.is_right
    assert (view.focuses, view.remarks) == ((), ())


def test_a_known_focus_is_kept_without_a_word():
    view = audit_typed(type_in(SOLO), "en")
    assert (view.focuses, view.remarks) == ((("0", "S"), (LIBRARY, "C")), ())


def test_what_is_odd_about_the_table_is_remarked():
    rita = type_in(sound()).columns[0]
    view = audit_typed(replace(type_in(sound()), columns=(rita,)), "en")
    assert any("B-7c is for 2 to 4 players; this table has 1." in remark for remark in view.remarks)


def test_corrected_figures_are_marked_as_long_as_they_stand():
    sheet = replace(type_in(sound()), mended=read_mended("2.M:4:9 3.stability:9:4"))
    marks = audit_typed(sheet, "en").marks
    assert [(mark.column, mark.cell, mark.kind, mark.figure) for mark in marks] == [
        ("2", "M", MarkKind.MENDED, "4"),
        ("3", "stability", MarkKind.MENDED, "9"),
    ]
    marks = audit_typed(change(sheet, 3, stability="6"), "en").marks
    assert [(mark.column, mark.cell, mark.kind) for mark in marks] == [
        ("3", "total", MarkKind.DEFECT),
        ("2", "M", MarkKind.MENDED),
    ]


def test_a_figure_that_is_wrong_again_shows_the_defect():
    sheet = replace(type_in(rulebook()), mended=read_mended("3.total:43:38"))
    assert [mark.kind for mark in audit_typed(sheet, "en").marks] == [MarkKind.DEFECT, MarkKind.DEFECT]


def test_changes_are_written_and_read_back():
    code = "0.banned:4:-4 2.M:4:9 library.total:-12:21"
    assert write_mended(read_mended(code)) == code


@pytest.mark.parametrize("text", ["", "soon", "9.Q:1:2", "2.M:4", "12.M:4:9", "2.M:4:9x", "2.M:4:" + "9" * 10])
def test_what_was_never_written_is_no_change(text):
    assert read_mended(text) == ()


def test_of_a_figure_corrected_twice_the_paper_is_remembered():
    assert write_mended(read_mended("2.M:4:8 2.M:8:9")) == "2.M:4:9"


def test_a_figure_corrected_back_is_not_corrected():
    sheet = replace(type_in(sound()), mended=read_mended("2.M:9:4 2.M:4:9"))
    assert sheet.standing == ()
    assert describe_mended(sheet, "en") == ""


def test_the_rows_are_those_of_the_form():
    rows = list_rows("en")
    assert [row.section for row in rows] == ["A2"] * 6 + ["B1", "B2", "B3", "B4", "B5", "="]
    assert rows[3].title == "Monster Manuals"
