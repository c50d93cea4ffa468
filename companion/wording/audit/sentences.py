"""The audit in words: why a line cannot be right, and how a figure may have come to be written for another."""

from __future__ import annotations

from ...scoring.audit import Audit, Change, Defect, Reason, Slip
from ...scoring.categories import Category
from ...scoring.documents.paper_sheet import Cell, SheetLine
from ...scoring.sections import Section
from ...scoring.sections.library_focus import POINTS_PER_BOOK
from ...scoring.terms import find_terms
from ..languages import Translations, find_translations
from ..scorecard.figures import format_points
from ..scorecard.reasons import describe_line

SECTIONS = {
    SheetLine.STABILITY: Section.B1,
    SheetLine.PROMINENT: Section.B2,
    SheetLine.BANNED: Section.B3,
    SheetLine.VARIETY: Section.B4,
    SheetLine.FOCUS_BONUS: Section.B5,
    SheetLine.TOTAL: Section.TOTAL,
}
"""Where the form has the lines of a sheet."""


def name_cell(cell: Cell, language: str) -> str:
    """Name a figure as the form does: a category, or a section with its title."""
    terms = find_terms(language)
    if isinstance(cell, Category):
        return terms.name(cell)
    return f"{SECTIONS[cell]} {terms.sections[SECTIONS[cell]]}"


def describe_defect(defect: Defect, language: str) -> str:
    """Say why a line cannot be right, and what it should be where the sheet says so; whose line it is, is not said."""
    t = find_translations(language)
    words = {
        "written": format_points(defect.written),
        "expected": "" if defect.expected is None else format_points(defect.expected),
    }
    if defect.worked_out is not None:
        reason = describe_line(defect.worked_out, None, language)
        return t.gettext("%(reason)s That makes %(expected)s, not %(written)s.") % {**words, "reason": reason}
    why = _say_why(defect, t) % {**words, "books": defect.written // POINTS_PER_BOOK}
    if defect.expected is None or defect.reason is Reason.SUM:
        return why
    return t.gettext("%(reason)s Judging by the other figures, it should be %(expected)s.") % {**words, "reason": why}


def _say_why(defect: Defect, t: Translations) -> str:
    match defect.reason:
        case Reason.NO_SUCH_STABILITY:
            return t.gettext(
                "No shelf has a stability of %(written)s: no rectangle and no entombed cards add up to it."
            )
        case Reason.LIBRARY_HAS_NO_SHELF:
            return t.gettext("The public library has no shelf, so its stability can only be 0.")
        case Reason.ODD_FOCUS_BONUS:
            return t.gettext("%(written)s is odd, but every book of the focus scores two points.")
        case Reason.FOCUS_DEALT_ELSEWHERE:
            return t.gettext("%(written)s needs a focus that somebody else’s bonus needs too; each is dealt only once.")
        case Reason.SUM:
            return t.gettext("The lines add up to %(expected)s, not %(written)s.")
        case Reason.SUM_OF_NOTHING:
            return t.gettext("Lines are missing or in doubt, but no figures for them add up to %(written)s.")
    return t.ngettext(
        "%(written)s would be %(books)d book of the focus, but no row that could be the focus has that many.",
        "%(written)s would be %(books)d books of the focus, but no row that could be the focus has that many.",
        defect.written // POINTS_PER_BOOK,
    )


def describe_change(change: Change, language: str) -> str:
    """Say which figure should be another, and whose it is."""
    sentence = find_translations(language).gettext("%(player)s, %(line)s: %(written)s should be %(meant)s.")
    return sentence % {
        "player": find_terms(language).public_library if change.player is None else change.player,
        "line": name_cell(change.line, language),
        "written": format_points(change.written),
        "meant": format_points(change.meant),
    }


def describe_slip(change: Change, language: str) -> str:
    """Say how the one figure may have come to be written for the other."""
    t = find_translations(language)
    match change.slip:
        case Slip.CARRIED:
            return t.gettext("Added up correctly, but from a line that is wrong.")
        case Slip.LOOKALIKE:
            sentence = t.gettext("%(meant)s was read as %(written)s: their digits look alike.")
            return sentence % {"meant": format_points(change.meant), "written": format_points(change.written)}
        case Slip.SWAPPED:
            return t.gettext("Two digits changed places.")
        case Slip.SIGN:
            return t.gettext("Only the minus sign differs.")
        case Slip.WRONG_PLACE:
            return t.gettext("The award for another place.")
        case Slip.BY_ONE if change.written > change.meant:
            return t.gettext("Counted one too many.")
        case Slip.BY_ONE:
            return t.gettext("Counted one too few.")
        case Slip.LINE_FORGOTTEN:
            return t.gettext("A line was forgotten in the sum.")
        case Slip.CARRY_LOST:
            return t.gettext("The ten was not carried in the sum.")
        case Slip.LINES_SWAPPED:
            return t.gettext("It belongs on another line.")
        case Slip.SHARED_WRONGLY:
            return t.gettext("The award of the tied places was shared wrongly.")
        case Slip.NEIGHBOR:
            return t.gettext("It is the figure of the column beside it.")
        case Slip.BY_A_CARD:
            return t.gettext("A card was counted twice or overlooked.")
        case Slip.ONE_DIGIT:
            return t.gettext("A single digit differs.")
        case Slip.WRONGLY_WORKED_OUT:
            return t.gettext("Calculated wrongly.")
    return t.gettext("Nothing in the two figures explains it.")


def describe_verdict(audit: Audit, language: str) -> str:
    """Say in one sentence what the audit came to."""
    t = find_translations(language)
    if audit.is_in_order:
        return t.gettext("No line of this sheet contradicts the others.")
    if not audit.defects:
        return t.gettext("Each line of this sheet could be right by itself, but not all of them together.")
    sentence = t.ngettext(
        "%(lines)d line of this sheet cannot be right.",
        "%(lines)d lines of this sheet cannot be right.",
        len(audit.defects),
    )
    return sentence % {"lines": len(audit.defects)}
