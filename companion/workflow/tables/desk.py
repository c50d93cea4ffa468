"""The main page of an inspection, its desk: who sits there, what has been entered, what is still to do."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from ...scoring.checks.findings import Code, Finding
from ...scoring.inspection import Form
from ...scoring.terms import Terms, find_terms
from ...store.tables.drafts import Kind
from ...wording.findings.sentences import describe_finding, format_finding
from ...wording.languages import Translations, find_translations
from ..access.documents import read_figure
from ..access.roles import Role
from ..access.seeing import SeenDraft, SeenSeat
from ..access.showing import PageValue
from ..shelves.preview import preview_shelf
from .documents import Judgement, judge_draft


class TaskPage(StrEnum):
    """The page on which a task can be done."""

    DETAILS = "details"
    FOCUS = "focus"
    SHELF = "shelf"
    TALLY = "tally"
    LIBRARY = "library"
    SCORECARD = "scorecard"


@dataclass(frozen=True, slots=True)
class Task(PageValue):
    """Something to do: why, as a sentence; what, as a button's label; and on which page."""

    sentence: str
    action: str
    page: TaskPage
    position: int | None = None
    is_fault: bool = False
    """Whether something that was entered is wrong, rather than missing."""


@dataclass(frozen=True, slots=True)
class SeatView(PageValue):
    """A librarian on the page."""

    position: int
    name: str
    focus: str
    """Empty until all may see it: the page itself never holds a secret, not even its reader's own."""
    kind: Kind
    cards: int | None
    """``None`` if a tally or nothing was entered."""
    books: int | None
    """Face-up books; ``None`` while they cannot be counted."""
    turned: int
    """How many cards A1 will turn."""
    is_covered: bool
    """Whether there is a focus that does not lie open."""
    is_ready: bool
    is_withheld: bool
    """Whether it is sealed to the seat's own phone too."""
    is_taken: bool
    """Whether it belongs to its player's own phone."""
    is_own: bool
    """Whether it is the viewer's, or in the viewer's care."""
    keeps_other: bool
    """Whether something was also entered the other way, which does not count."""


@dataclass(frozen=True, slots=True)
class Desk(PageValue):
    """Everything that the page shows."""

    draft: SeenDraft
    seats: tuple[SeatView, ...]
    tasks: tuple[Task, ...]
    """What is missing or wrong, in the best order to do it; empty once the inspection can be scored."""
    remarks: tuple[str, ...]
    """Warnings, which prevent nothing."""
    judgement: Judgement

    @property
    def is_shared(self) -> bool:
        """Whether several phones are at the table, or can join."""
        return self.draft.is_shared

    @property
    def is_ready(self) -> bool:
        """Whether the scorecard can be viewed; a question about hand cards may still be open."""
        return self.judgement.scorecard is not None


def view_desk(draft: SeenDraft, language: str) -> Desk:
    """Examine a draft and list what is still to do."""
    judgement = judge_draft(draft)
    t, terms = find_translations(language), find_terms(language)
    tasks = (*_find_missing(draft, t, terms), *_find_faults(draft, judgement.findings, t, language))
    return Desk(
        draft=draft,
        seats=tuple(_view_seat(seat, draft) for seat in draft.seats),
        tasks=tasks or tuple(_find_last_questions(judgement, t)),
        remarks=describe_remarks(judgement.findings, language),
        judgement=judgement,
    )


def is_laid(draft: SeenDraft, position: int, language: str) -> bool:
    """Whether nothing that belongs to a seat is missing or wrong."""
    return all(task.position != position for task in view_desk(draft, language).tasks)


def may_do(task: Task, role: Role) -> bool:
    """Whether a phone can do a task: those of its own seats, and for the host all except other players' focuses."""
    match task.page:
        case TaskPage.FOCUS:
            return task.position in role.seats
        case TaskPage.SHELF | TaskPage.TALLY:
            return role.is_host or task.position in role.seats
        case TaskPage.SCORECARD:
            return role.is_seated
        case TaskPage.DETAILS | TaskPage.LIBRARY:
            return role.is_host


def describe_remarks(findings: Iterable[Finding], language: str) -> tuple[str, ...]:
    """Describe the warnings, each prefixed with its owner's name; hand cards are asked for elsewhere."""
    return tuple(
        format_finding(finding, language)
        for finding in findings
        if not finding.is_error and finding.code is not Code.HAND_NEEDED
    )


def find_next_seat(draft: SeenDraft, after: int, own: Collection[int]) -> int | None:
    """Return the next of the ``own`` seats without an entry, going around the table from ``after``; else ``None``."""
    order = [seat.position for seat in draft.seats]
    start = order.index(after) + 1 if after in order else 0
    empty = {seat.position for seat in draft.seats if seat.kind is Kind.NONE and seat.position in own}
    around = order[start:] + order[: max(0, start - 1)]
    return next((position for position in around if position in empty), None)


def _find_missing(draft: SeenDraft, t: Translations, terms: Terms) -> Iterator[Task]:
    details = draft.details
    if not details.prominent or not details.banned:
        missing = [
            word for word, code in ((terms.prominent, details.prominent), (terms.banned, details.banned)) if not code
        ]
        yield Task(
            t.ngettext(
                "Not chosen yet: %(what)s.",
                "Not chosen yet: %(what)s.",
                len(missing),
            )
            % {"what": ", ".join(missing)},
            t.gettext("Choose the categories"),
            TaskPage.DETAILS,
        )
    for seat in draft.seats:
        if not seat.has_focus:
            yield Task(
                t.gettext("%(name)s’s focus is not known yet.") % {"name": seat.name},
                t.gettext("Choose the focus"),
                TaskPage.FOCUS if draft.is_hosted else TaskPage.DETAILS,
                seat.position,
            )
    for seat in draft.seats:
        if seat.kind is Kind.NONE:
            yield Task(
                t.gettext("%(name)s’s shelf is still empty.") % {"name": seat.name},
                t.gettext("Enter the shelf: %(name)s") % {"name": seat.name},
                TaskPage.SHELF,
                seat.position,
            )
    if details.form == Form.S_42A:
        if not draft.library.has_focus:
            sentence = t.gettext("The focus of the public library is not known yet.")
            yield Task(sentence, t.gettext("Choose the focus"), TaskPage.LIBRARY)
        if draft.library.kind is Kind.NONE:
            sentence = t.gettext("The discard pile of the public library is not counted yet.")
            yield Task(sentence, t.gettext("Count the public library"), TaskPage.LIBRARY)


def _find_faults(draft: SeenDraft, findings: Iterable[Finding], t: Translations, language: str) -> Iterator[Task]:
    """Turn errors into tasks, except for missing entries, which are already listed."""
    seats = {seat.name: seat for seat in draft.seats}
    for finding in findings:
        if not finding.is_error or _is_named_already(finding):
            continue
        sentence = describe_finding(finding, language)
        seat = seats.get(finding.player or "")
        if finding.details.get("within") == "library":
            yield Task(sentence, t.gettext("Correct the public library"), TaskPage.LIBRARY, is_fault=True)
        elif seat:
            page = TaskPage.TALLY if seat.kind is Kind.TALLY else TaskPage.SHELF
            action = t.gettext("Correct it: %(name)s") % {"name": seat.name}
            yield Task(format_finding(finding, language), action, page, seat.position, is_fault=True)
        else:
            yield Task(sentence, t.gettext("Correct it"), TaskPage.DETAILS, is_fault=True)


def _is_named_already(finding: Finding) -> bool:
    if finding.code in (Code.MISSING_LIBRARY, Code.NO_PLAYERS):
        return True
    if finding.code is not Code.MISSING_FIELD:
        return False
    field = finding.details.get("field")
    is_library_pile = field == "tally" and finding.details.get("within") == "library"
    return field in ("prominent", "banned", "focus", "shelf") or is_library_pile


def _find_last_questions(judgement: Judgement, t: Translations) -> Iterator[Task]:
    """Ask for hand cards, which are only needed if the finished figures say so."""
    if any(finding.code is Code.HAND_NEEDED for finding in judgement.findings):
        sentence = t.gettext("First place is tied: the cards left in hand decide.")
        yield Task(sentence, t.gettext("Count the cards in hand"), TaskPage.SCORECARD)


@lru_cache(maxsize=1024)
def _count_shelf(text: str, edition: str) -> tuple[int, int, int]:
    """Count cards, face-up books, and cards that A1 turns; cached, since every new card redraws all phones' pages."""
    preview = preview_shelf(text, edition=edition, language="en")
    return preview["cards"], preview["books"], len(preview["flipped"])


def _view_seat(seat: SeenSeat, draft: SeenDraft) -> SeatView:
    cards = books = None
    turned = 0
    if seat.kind is Kind.SHELF:
        cards, books, turned = _count_shelf(seat.shelf, draft.details.edition)
    elif seat.kind is Kind.TALLY:
        figures = [read_figure(text) for key, text in seat.tally.items() if key != "stability" and text.strip()]
        numbers = [figure for figure in figures if isinstance(figure, int)]
        books = sum(numbers) if len(numbers) == len(figures) else None
    other = any(text.strip() for text in seat.tally.values()) if seat.kind is Kind.SHELF else bool(seat.shelf.strip())
    is_open = draft.stage.shows_focuses or not draft.is_hosted
    return SeatView(
        position=seat.position,
        name=seat.name,
        focus=seat.focus if is_open else "",
        kind=seat.kind,
        cards=cards,
        books=books,
        turned=turned,
        is_covered=seat.has_focus and not (is_open and seat.focus),
        is_withheld=seat.is_withheld,
        is_ready=seat.is_ready,
        is_taken=seat.is_taken,
        is_own=seat.position in draft.role.seats,
        keeps_other=other and seat.kind is not Kind.NONE,
    )
