from __future__ import annotations

import itertools

import pytest

from companion.scoring import DocumentError
from companion.scoring.audit import Change, Slip, audit
from companion.scoring.audit.slips import WEIGHTS
from companion.scoring.categories import Category
from companion.scoring.documents.paper_sheet import CELLS, SheetLine, read_sheet
from companion.wording.audit.report import format_audit_report
from companion.wording.audit.sentences import (
    describe_change,
    describe_defect,
    describe_slip,
    describe_verdict,
    name_cell,
)
from companion.wording.findings.sentences import describe_finding
from companion.wording.languages import LANGUAGES

from ...scoring.audit.sheets import column, rulebook, sheet, solo_sheet, sound
from ...scoring.documents.documents import Document

RITA = (2, 12, 5, 6, 7, 6)
ERIC = (4, 8, 10, 6, 8, 7)
PILE = (1, 2, 3, 4, 5, 6)
LEVEL = (0, 5, 1, 1, 1, 1)


def describe(document: Document) -> list[str]:
    return [describe_defect(defect, "en") for defect in audit(read_sheet(document)).defects]


def rita(**lines: int) -> Document:
    return sheet(column("Rita", RITA, **lines), column("Eric", ERIC))


SENTENCES = [
    (rita(stability=7), "No shelf has a stability of 7: no rectangle and no entombed cards add up to it."),
    (
        rita(stability=7, prominent=9, banned=-2, variety=15, focus_bonus=12, total=42),
        "No shelf has a stability of 7: no rectangle and no entombed cards add up to it."
        " Judging by the other figures, it should be 8.",
    ),
    (rita(prominent=4), "Reference Texts: 7 books, place 2. That makes 9, not 4."),
    (rita(banned=2), "Corrupted Codices: 2 Banned Books, −1 each. That makes −2, not 2."),
    (rita(variety=5), "Scarcest: Historic Volumes, 5 books, 3 points each. That makes 15, not 5."),
    (rita(focus="S", focus_bonus=6), "Focus Spells & Potions: 6 books, 2 points each. That makes 12, not 6."),  # type: ignore[arg-type]
    (rita(focus_bonus=13), "13 is odd, but every book of the focus scores two points."),
    (rita(focus_bonus=2), "2 would be 1 book of the focus, but no row that could be the focus has that many."),
    (rita(focus_bonus=18), "18 would be 9 books of the focus, but no row that could be the focus has that many."),
    (
        sheet(column("Rita", LEVEL, focus_bonus=10), column("Eric", LEVEL, focus_bonus=10)),
        "10 needs a focus that somebody else’s bonus needs too; each is dealt only once.",
    ),
    (
        rita(stability=8, prominent=9, banned=-2, variety=15, focus_bonus=12, total=40),
        "The lines add up to 42, not 40.",
    ),
    (
        rita(prominent=9, banned=-2, variety=15, focus_bonus=12, total=35),
        "Lines are missing or in doubt, but no figures for them add up to 35.",
    ),
    (
        solo_sheet(column("Rita", RITA), column(None, PILE, stability=4)),
        "The public library has no shelf, so its stability can only be 0. "
        "Judging by the other figures, it should be 0.",
    ),
]


@pytest.mark.parametrize(("document", "sentence"), SENTENCES)
def test_every_defect_says_why_and_what_it_should_be(document: Document, sentence: str) -> None:
    assert describe(document)[0] == sentence


def test_the_rulebooks_own_example_is_explained() -> None:
    assert describe(rulebook()) == [
        "18 would be 9 books of the focus, but no row that could be the focus has that many."
        " Judging by the other figures, it should be 8.",
        "The lines add up to 43, not 38.",
    ]


def test_a_change_names_whose_figure_it_is_and_the_line_of_the_form() -> None:
    change = Change("Alberto", Category("M"), 4, 9, Slip.LOOKALIKE)
    assert describe_change(change, "en") == "Alberto, Monster Manuals: 4 should be 9."
    change = Change(None, SheetLine.BANNED, 1, -1, Slip.SIGN)
    assert describe_change(change, "en") == "Public library, B3 Banned Books Penalties: 1 should be −1."


@pytest.mark.parametrize(
    ("slip", "sentence"),
    [
        (Slip.CARRIED, "Added up correctly, but from a line that is wrong."),
        (Slip.LOOKALIKE, "9 was read as 4: their digits look alike."),
        (Slip.SWAPPED, "Two digits changed places."),
        (Slip.SIGN, "Only the minus sign differs."),
        (Slip.WRONG_PLACE, "The award for another place."),
        (Slip.BY_ONE, "Counted one too few."),
        (Slip.ONE_DIGIT, "A single digit differs."),
        (Slip.WRONGLY_WORKED_OUT, "Calculated wrongly."),
        (Slip.OTHER, "Nothing in the two figures explains it."),
    ],
)
def test_every_slip_has_its_story(slip: Slip, sentence: str) -> None:
    assert describe_slip(Change("Rita", Category("M"), 4, 9, slip), "en") == sentence


def test_counting_too_many_is_told_from_counting_too_few() -> None:
    assert describe_slip(Change("Rita", Category("M"), 5, 4, Slip.BY_ONE), "en") == "Counted one too many."


def test_the_verdict_counts_the_lines() -> None:
    assert describe_verdict(audit(read_sheet(sound())), "en") == "No line of this sheet contradicts the others."
    assert describe_verdict(audit(read_sheet(rita(banned=-3))), "en") == "1 line of this sheet cannot be right."
    assert describe_verdict(audit(read_sheet(rulebook())), "en") == "2 lines of this sheet cannot be right."


def test_lines_that_are_right_one_by_one_may_be_wrong_together() -> None:
    # Both totals ask for the same focus.
    document = sheet(column("Rita", LEVEL, 0, 12, 0, 3, None, 25), column("Eric", LEVEL, 0, 12, 0, 3, None, 25))
    audited = audit(read_sheet(document))
    assert audited.defects == ()
    verdict = "Each line of this sheet could be right by itself, but not all of them together."
    assert describe_verdict(audited, "en") == verdict
    assert f"{verdict}\n\nAt least 1 figure has to change." in format_audit_report(audited, "en")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_all_sentences(language: str) -> None:
    for document, _ in SENTENCES:
        audited = audit(read_sheet(document))
        assert describe_verdict(audited, language)
        assert all(describe_defect(defect, language) for defect in audited.defects)
    for slip, cell in itertools.product(WEIGHTS, CELLS):
        change = Change("Rita", cell, 4, 9, slip)
        assert name_cell(cell, language) in describe_change(change, language)
        assert describe_slip(change, language)


def test_a_line_that_is_no_whole_number_is_told_so() -> None:
    with pytest.raises(DocumentError) as caught:
        read_sheet(sheet(column("Rita", RITA), {**column("Eric", ERIC), "total": "many"}))
    (finding,) = caught.value.findings
    assert describe_finding(finding, "en") == "Expected a whole number in “total”, found “many”."
