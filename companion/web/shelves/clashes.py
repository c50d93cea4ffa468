"""Conflicting writes by two phones: what each of them has, line by line, and where the other version came from."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from flask_babel import format_time
from flask_babel import gettext as _

from ...scoring.categories import CATEGORIES
from ...scoring.sections import Section
from ...scoring.terms import find_terms
from ...workflow.access.seeing import SeenDraft, SeenLibrary
from ...workflow.access.showing import PageValue
from ...workflow.shelves.clashes import compare_shelves
from ...workflow.shelves.preview import Preview
from ...workflow.tables.drafts import Details, LibraryEntry, TypedTally
from ...workflow.tables.particulars import Particulars, read_particulars
from ..access.rendering import Showable, answer_json, render
from ..site.answers import Page, wants_json
from ..site.clock import now
from ..site.languages import find_language, name_language
from ..site.words import say_date


@dataclass(frozen=True, slots=True)
class Line(PageValue):
    """One entry in both versions, ready to be displayed."""

    label: str
    mine: str
    theirs: str
    code: str = ""
    """The code of the category whose mark precedes the label."""

    @property
    def differs(self) -> bool:
        """Whether the two versions differ."""
        return self.mine != self.theirs


def answer_clash(title: str, action: str, mine: str, theirs: Preview, whose: str) -> Page:
    """Show two versions of a shelf or a pile, and the choice between them: in the editor, or as a page."""
    clash: dict[str, Showable] = {
        "title": title,
        "action": action,
        "shelf": compare_shelves(mine, theirs["shelf"]),
        "mine": mine,
        "theirs": theirs["shelf"],
        "version": theirs["version"],
        "whose": whose,
        "is_undoable": wants_json(),
    }
    if not wants_json():
        return render("shelves/clash.html", clash=clash), 409
    return answer_json({"html": render("shelves/_clash.html", clash=clash), "theirs": theirs}), 409


def say_when(draft: SeenDraft) -> str:
    """Say when a table was last written elsewhere."""
    time = format_time(draft.updated.astimezone(now().tzinfo), "short", rebase=False)
    return str(_("saved elsewhere at %(time)s", time=time))


def say_whose(draft: SeenDraft, position: int) -> str:
    """Say when and on which other phone a seat was written: only its owner and the host may do that."""
    seat, role = draft.find_seat(position), draft.role
    time = format_time((seat.written or draft.updated).astimezone(now().tzinfo), "short", rebase=False)
    if draft.is_hosted and not role.is_host:
        return str(_("saved at %(time)s on the host’s phone", time=time))
    if draft.is_hosted and seat.is_taken and position not in role.seats:
        return str(_("saved at %(time)s on this seat’s phone", time=time))
    return str(_("saved elsewhere at %(time)s", time=time))


def compare_tallies(mine: TypedTally, theirs: TypedTally) -> list[Line]:
    """Compare two tallies, the six categories and the stability."""
    terms = find_terms(find_language())
    lines = [
        Line(terms.name(category), mine.get(category, ""), theirs.get(category, ""), category.value)
        for category in CATEGORIES
    ]
    return [*lines, Line(terms.sections[Section.B1], mine.get("stability", ""), theirs.get("stability", ""))]


def compare_libraries(mine: LibraryEntry, theirs: SeenLibrary) -> list[Line]:
    """List what differs between two versions of the public library; a focus that is not asked for is left out."""
    terms = find_terms(find_language())
    names = {category.value: terms.name(category) for category in CATEGORIES}
    focus = theirs.focus if mine.focus is None else mine.focus
    lines = (
        Line(terms.focus, names.get(focus, ""), names.get(theirs.focus, "")),
        *compare_tallies(mine.tally, theirs.tally)[: len(CATEGORIES)],
        Line(_("Discard pile"), mine.discards, theirs.discards),
    )
    return [line for line in lines if line.differs]


def compare_heads(mine: Mapping[str, str], theirs: Mapping[str, str]) -> list[Line]:
    """List what differs between two form headers, given by ``describe_head`` or ``describe_particulars``."""
    lines = (Line(label, mine.get(label, ""), text) for label, text in theirs.items())
    return [line for line in lines if line.differs]


def describe_head(details: Details, librarians: Iterable[tuple[str, str]], library_focus: str | None) -> dict[str, str]:
    """Return everything in a form's header, by the labels of its fields.

    ``librarians`` are names with their focuses. Without a ``library_focus`` no focus is included: this phone may not
    know them.
    """
    terms = find_terms(find_language())
    names = {category.value: terms.name(category) for category in CATEGORIES}
    table = [f"{name}: {names.get(focus, '–')}" if library_focus is not None else name for name, focus in librarians]
    difficulty = terms.difficulty(details.difficulty) if details.difficulty else ""
    return {
        _("Form"): details.form,
        terms.prominent: names.get(details.prominent, ""),
        terms.banned: names.get(details.banned, ""),
        _("Librarians"): ", ".join(table),
        terms.public_library: names.get(library_focus or "", ""),
        _("Box edition"): name_language(details.edition),
        **describe_particulars(read_particulars(details)),
        _("Difficulty"): difficulty,
        _("The longer game was played"): _("yes") if details.long_game else _("no"),
    }


def describe_particulars(particulars: Particulars) -> dict[str, str]:
    """Return date, place, inspector, and remarks, by the labels of their fields."""
    return {
        _("Date"): say_date(particulars.date),
        _("Place"): particulars.place,
        _("Inspector"): particulars.inspector,
        _("Remarks"): particulars.remarks,
    }
