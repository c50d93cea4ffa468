from __future__ import annotations

import pytest

from companion.forms.sheets.parts import Entry, Row, RowKind, Sheet, VerdictKind
from companion.forms.sheets.sheet import Paper, blank_sheet
from companion.scoring import EDITION_CODES
from companion.scoring.inspection import Form
from companion.scoring.terms import find_terms
from companion.wording.languages import find_translations

from ...scoring.documents.documents import REPAIRED, counted, printed_sheet, shelved, table
from .games import APPLICATION, EVENING, fill


def find_row(sheet: Sheet, section: str) -> Row:
    return next(row for row in sheet.rows if row.section == section)


def find_category(sheet: Sheet, code: str) -> Row:
    return next(row for row in sheet.rows if row.mark is not None and row.mark.code == code)


def figures(row: Row) -> list[str]:
    return [cell.figure.text for cell in row.cells]


def test_the_rulebooks_example_stands_in_its_rows():
    sheet = fill(printed_sheet(REPAIRED))
    assert [name.text for name in sheet.columns] == ["Rita", "Eric", "Alberto", "Dária"]
    assert figures(find_category(sheet, "f")) == ["12", "8", "3", "10"]
    assert figures(find_row(sheet, "B3")) == ["−2", "−4", "−5", "−4"]
    assert figures(find_row(sheet, "=")) == ["37", "55", "32", "38"]
    assert [cell.wins for cell in find_row(sheet, "=").cells] == [False, True, False, False]
    assert sheet.verdict.names.text == "Eric"
    assert sheet.verdict.title == "Grand Librarian"


def test_the_rows_come_in_the_order_of_the_form():
    rows = fill(EVENING).rows
    assert [row.section for row in rows if row.section] == ["A1", "A2", "B1", "B2", "B3", "B4", "B5", "="]
    assert "".join(row.mark.code for row in rows if row.mark) == "cfhmrs"


def test_a1_counts_the_cards_turned_and_shows_a_dash_where_a_tally_was_given():
    row = find_row(fill(EVENING), "A1")
    assert figures(row) == ["1", "0", "1", "–"]
    assert [cell.note.text for cell in row.cells] == ["G2", "", "S2", ""]


def test_prominent_row_is_circled_and_banned_row_ringed_with_teeth():
    sheet = fill(EVENING)
    rings = {row.mark.code: row.ring.kind for row in sheet.rows if row.mark and row.ring}
    assert rings == {"r": "prominent", "c": "banned"}
    assert find_category(sheet, "c").ring.path.count("L") > 100
    assert find_category(sheet, "r").ring.path.count("C") == 7
    assert [find_row(sheet, section).written for section in ("B2", "B3")] == ["Reference Texts", "Corrupted Codices"]


def test_small_sums_say_how_the_points_came_about():
    sheet = fill(EVENING)
    assert find_row(sheet, "B1").cells[0].note.text == "4 × 3 + 2 × 1"
    assert find_row(sheet, "B5").cells[3].note.text == "2 × 10"
    assert [mark.code for mark in find_row(sheet, "B5").cells[3].marks] == ["f"]
    assert find_row(sheet, "B2").cells[3].note.text == "place 1"


def test_tied_awards_show_the_pool():
    game = table(counted("A", "S", (0, 0, 0, 0, 3, 0), 0), counted("B", "H", (0, 0, 0, 0, 3, 0), 0))
    assert [cell.note.text for cell in find_row(fill(game), "B2").cells] == ["(15 + 9) ÷ 2"] * 2


def test_totals_below_zero_carry_a_minus_sign():
    game = table(counted("A", "S", (70, 0, 0, 0, 0, 0), 0), counted("B", "H", (0, 0, 0, 0, 1, 0), 0))
    assert figures(find_row(fill(game), "=")) == ["−61", "15"]


TIED = [counted(name, "S", (3, 7, 8, 5, 9, 6), 9, hand=2) for name in ("Jiří", "Zdeňka")]


@pytest.mark.parametrize(
    ("edition", "phrase"),
    [("cs", "share the title of"), ("de", "still contest the title of"), ("en", "still contest the title of")],
)
def test_several_winners_share_or_contest_the_title(edition, phrase):
    sheet = fill(table(*TIED, edition=edition))
    assert sheet.verdict.names.text == "Jiří · Zdeňka"
    assert sheet.verdict.phrase == phrase
    assert all(cell.wins for cell in find_row(sheet, "=").cells)


def test_the_reading_race_names_its_winner():
    sheet = fill(table(*TIED, reading_winner="Zdeňka"))
    assert (sheet.verdict.names.text, sheet.verdict.phrase) == ("Zdeňka", "is hereby named")


def test_a_tie_shows_what_the_steps_compared():
    sheet = fill(table(*TIED, edition="cs"))
    assert Entry("Books", "Jiří 38; Zdeňka 38") in sheet.decided
    assert Entry("Cards in hand", "Jiří 2; Zdeňka 2") in sheet.decided
    assert Entry("Banned Books", "Jiří 3; Zdeňka 3") in sheet.decided


def test_hands_that_were_not_counted_are_asked_for():
    tied = [{key: value for key, value in player.items() if key != "hand"} for player in TIED]
    assert Entry("Cards in hand", "Jiří ?; Zdeňka ?") in fill(table(*tied)).decided


def test_every_focus_is_told():
    label, told = next((entry.label, entry.value) for entry in fill(EVENING).decided if entry.label)
    assert label == "Library focus"
    assert told.startswith("Rita – Spells & Potions; Żółcisława – Historic Volumes; ")


def test_the_solo_form_has_the_library_the_difficulty_and_the_license():
    sheet = fill(APPLICATION, "pl")
    assert [name.text for name in sheet.columns] == ["Łucja", "Biblioteka miejska"]
    assert sheet.columns[1].printed
    assert sheet.entries[3].value == "Prawie nieosiągalny"
    assert sheet.verdict.kind is VerdictKind.LICENCE
    assert sheet.verdict.title == find_translations("pl").gettext("License refused")
    assert figures(find_row(sheet, "A1")) == ["0", "–"]
    won = fill({**APPLICATION, "library": {"focus": "F", "tally": dict.fromkeys("CFHMRS", 0)}})
    assert won.verdict.title == "License granted"


def test_head_of_the_form_is_written_in_its_language():
    sheet = fill({**EVENING, "long_game": True, "edition": "pt-BR"}, "de")
    date, place, edition = (entry.value for entry in sheet.entries)
    assert (date, place) == ("20. November 2026", "Kuchyňský stůl")
    longer = find_translations("de").gettext("%(edition)s, longer game")
    assert edition == longer % {"edition": "Portugiesisch (Brasilien)"}


def test_what_was_left_out_stays_empty():
    sheet = fill(table())
    assert [entry.value for entry in sheet.entries] == ["", "", "English"]
    assert (sheet.remarks.text, sheet.signature.text) == ("", "")


@pytest.mark.parametrize("names", [["x" * 3000, "y " * 2000], ["漢字", "\u202eevil\x07"], ["Ada Maria", "Bo"]])
def test_names_and_remarks_of_any_length_are_cut_to_fit(names):
    game = table(*(shelved(name, "S", "A1:CF B2:MM") for name in names), remarks=" ".join(names) * 3)
    sheet = fill(game)
    assert all(len(name.text) < 250 for name in sheet.columns)
    assert len(sheet.remarks.text) <= 300
    assert len(sheet.title) <= 160
    assert "\u202e" not in sheet.columns[1].text + sheet.remarks.text


def test_a_table_of_any_size_has_its_columns():
    for count in (1, 5, 6, 12):
        sheet = fill(table(*(counted(f"Player {n}", "S", (1,) * 6, 4) for n in range(count))))
        assert len(sheet.columns) == count
        assert all(len(row.cells) in (0, count) for row in sheet.rows)
    assert sheet.columns_class == "columns-many"


@pytest.mark.parametrize("form", Form)
@pytest.mark.parametrize("language", EDITION_CODES)
@pytest.mark.parametrize("paper", Paper)
def test_a_blank_form_has_every_word_and_no_value(form, language, paper):
    sheet = blank_sheet(form, language, paper)
    assert sheet.printed.title == find_terms(language).forms[form]
    assert not any(entry.value for entry in sheet.entries)
    assert not any(cell.figure.text or cell.note.text for row in sheet.rows for cell in row.cells)
    assert not any(row.ring or row.written or row.written_mark for row in sheet.rows)
    assert all(row.hint for row in sheet.rows if row.kind is RowKind.LINE), "a hint is too long for its line"
    assert len(sheet.columns) == (4 if form is Form.B_7C else 2)


def test_a_blank_solo_form_offers_both_decisions():
    assert blank_sheet(Form.S_42A, "en", Paper.A4).verdict.choices == ("License granted", "License refused")


def test_an_unknown_language_is_refused():
    with pytest.raises(LookupError, match="'tlh'"):
        blank_sheet(Form.B_7C, "tlh", Paper.A4)
