"""The desk of an inspection: who sits there, what has been entered, what is still to do."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from ...scoring.checks.findings import Code, Finding
from ...scoring.inspection import Form
from ...scoring.terms import Terms, find_terms
from ...store.tables.drafts import Draft, Kind, SeatDraft
from ...wording.findings.sentences import describe_finding
from ...wording.languages import Translations, find_translations
from ...wording.scorecard.report import format_finding
from ..access.secrecy import Role
from ..shelves.preview import preview_shelf
from .documents import Judgement, judge_draft, read_figure


class Counter(StrEnum):
    """Where something can be done about a task: the page that its link leads to."""

    DETAILS = "details"
    FOCUS = "focus"
    SHELF = "shelf"
    TALLY = "tally"
    LIBRARY = "library"
    SCORECARD = "scorecard"


@dataclass(frozen=True, slots=True)
class Task:
    """Something to do: why, as a sentence; what, as words for a button; and where."""

    sentence: str
    action: str
    counter: Counter
    position: int | None = None


@dataclass(frozen=True, slots=True)
class SeatView:
    """A librarian on the desk."""

    position: int
    name: str
    focus: str
    kind: Kind
    cards: int | None
    """``None`` where a tally counts, or nothing."""
    books: int | None
    """Face up; ``None`` while that cannot be said."""
    turned: int
    """How many cards A1 will turn."""
    is_sealed: bool
    """Whether there is a focus that is not the viewer's to see."""
    is_ready: bool
    is_taken: bool
    """Whether it belongs to a phone of its own."""
    claim_word: str
    """What a phone shows that asks for this seat; empty while none does."""
    keeps_other: bool
    """Whether the way of entry that does not count holds a text as well."""


@dataclass(frozen=True, slots=True)
class Desk:
    """Everything that the desk shows."""

    draft: Draft
    seats: tuple[SeatView, ...]
    tasks: tuple[Task, ...]
    """What is missing or wrong, in the order in which it is best done; empty once it can be scored."""
    remarks: tuple[str, ...]
    """What is odd, though it stops nothing."""
    judgement: Judgement

    @property
    def is_shared(self) -> bool:
        """Whether several phones are at the table, or may come."""
        return bool(self.draft.code) or any(seat.is_taken for seat in self.seats)

    @property
    def is_ready(self) -> bool:
        """Whether the scorecard can be seen; a question about cards in hand may still be open."""
        return self.judgement.scorecard is not None


def view_desk(draft: Draft, language: str) -> Desk:
    """Look through a draft and list what is still to do."""
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


def may_do(task: Task, role: Role) -> bool:
    """Whether a phone can do something about a task: its own seat's tasks, and to the host all but others' focuses."""
    match task.counter:
        case Counter.FOCUS:
            return task.position in role.seats
        case Counter.SHELF | Counter.TALLY:
            return role.is_host or task.position in role.seats
        case Counter.SCORECARD:
            return role.is_seated
        case Counter.DETAILS | Counter.LIBRARY:
            return role.is_host


def describe_remarks(findings: Iterable[Finding], language: str) -> tuple[str, ...]:
    """Say the warnings, each with its owner's name in front; hand cards are asked for elsewhere."""
    return tuple(
        format_finding(finding, language)
        for finding in findings
        if not finding.is_error and finding.code is not Code.HAND_NEEDED
    )


def find_next_seat(draft: Draft, after: int, own: Collection[int]) -> int | None:
    """Return the next of one's ``own`` seats without an entry, going round the table from ``after``; else ``None``."""
    empty = [seat.position for seat in draft.seats if seat.kind is Kind.NONE and seat.position in own]
    later = [position for position in empty if position > after]
    earlier = [position for position in empty if position < after]
    return next(iter(later + earlier), None)


def _find_missing(draft: Draft, t: Translations, terms: Terms) -> Iterator[Task]:
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
            Counter.DETAILS,
        )
    for seat in draft.seats:
        if not seat.focus and not seat.is_sealed:
            yield Task(
                t.gettext("%(name)s’s focus is not known yet.") % {"name": seat.name},
                t.gettext("Choose the focus"),
                Counter.FOCUS if draft.host else Counter.DETAILS,
                seat.position,
            )
    for seat in draft.seats:
        if seat.kind is Kind.NONE:
            yield Task(
                t.gettext("%(name)s’s shelf is still empty.") % {"name": seat.name},
                t.gettext("Enter the shelf: %(name)s") % {"name": seat.name},
                Counter.SHELF,
                seat.position,
            )
    if details.form == Form.S_42A:
        if not draft.library.focus and not draft.library.is_sealed:
            sentence = t.gettext("The focus of the public library is not known yet.")
            yield Task(sentence, t.gettext("Choose the focus"), Counter.LIBRARY)
        if draft.library.kind is Kind.NONE:
            sentence = t.gettext("The discard pile of the public library is not counted yet.")
            yield Task(sentence, t.gettext("Count the public library"), Counter.LIBRARY)


def _find_faults(draft: Draft, findings: Iterable[Finding], t: Translations, language: str) -> Iterator[Task]:
    """Turn errors into tasks; what is merely missing has been named already."""
    seats = {seat.name: seat for seat in draft.seats}
    for finding in findings:
        if not finding.is_error or _is_named_already(finding):
            continue
        sentence = describe_finding(finding, language)
        seat = seats.get(finding.player or "")
        if finding.details.get("within") == "library":
            yield Task(sentence, t.gettext("Mend the public library"), Counter.LIBRARY)
        elif seat:
            counter = Counter.TALLY if seat.kind is Kind.TALLY else Counter.SHELF
            action = t.gettext("Mend it: %(name)s") % {"name": seat.name}
            yield Task(format_finding(finding, language), action, counter, seat.position)
        else:
            yield Task(sentence, t.gettext("Mend it"), Counter.DETAILS)


def _is_named_already(finding: Finding) -> bool:
    if finding.code in (Code.MISSING_LIBRARY, Code.NO_PLAYERS):
        return True
    if finding.code is not Code.MISSING_FIELD:
        return False
    field = finding.details.get("field")
    is_library_pile = field == "tally" and finding.details.get("within") == "library"
    return field in ("prominent", "banned", "focus", "shelf") or is_library_pile


def _find_last_questions(judgement: Judgement, t: Translations) -> Iterator[Task]:
    """Ask for what only the finished figures show to be needed: cards in hand."""
    if any(finding.code is Code.HAND_NEEDED for finding in judgement.findings):
        sentence = t.gettext("The first place is tied: the cards left in hand decide.")
        yield Task(sentence, t.gettext("Count the cards in hand"), Counter.SCORECARD)


@lru_cache(maxsize=1024)
def _count_shelf(text: str, edition: str) -> tuple[int, int, int]:
    """Count the cards, the books face up and the cards that A1 turns; kept, as one card redraws every phone's desk."""
    preview = preview_shelf(text, edition=edition, language="en")
    return preview["cards"], preview["books"], len(preview["flipped"])


def _view_seat(seat: SeatDraft, draft: Draft) -> SeatView:
    cards = books = None
    turned = 0
    if seat.kind is Kind.SHELF:
        cards, books, turned = _count_shelf(seat.shelf, draft.details.edition)
    elif seat.kind is Kind.TALLY:
        figures = [read_figure(text) for key, text in seat.tally.items() if key != "stability" and text.strip()]
        numbers = [figure for figure in figures if isinstance(figure, int)]
        books = sum(numbers) if len(numbers) == len(figures) else None
    other = any(text.strip() for text in seat.tally.values()) if seat.kind is Kind.SHELF else bool(seat.shelf.strip())
    return SeatView(
        position=seat.position,
        name=seat.name,
        focus=seat.focus,
        kind=seat.kind,
        cards=cards,
        books=books,
        turned=turned,
        is_sealed=seat.is_sealed,
        is_ready=seat.is_ready,
        is_taken=bool(seat.device),
        claim_word=seat.claim_word if seat.claimant else "",
        keeps_other=other and seat.kind is not Kind.NONE,
    )
