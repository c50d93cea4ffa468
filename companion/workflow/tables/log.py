"""The table's log as a page shows it: what could be misused, when it happened, and from whose phone."""

from __future__ import annotations

import datetime
from dataclasses import dataclass

from ...store.tables.events import Happening, TableEvent, list_events
from ...store.tables.stages import Stage
from ...wording.languages import Translations, find_translations
from ..access.seeing import SeenDraft
from ..access.showing import PageValue

NEWEST = 4
"""How many entries are shown without unfolding the log: a quiet evening has no more."""
_REPEATED = (
    *(Happening.FINAL_CALLED, Happening.FINAL_WITHDRAWN, Happening.DECIDED, Happening.UNDECIDED, Happening.UNLOCKED),
    *(Happening.MOVED, Happening.TAKEN_BACK, Happening.DELETED, Happening.RESTORED, Happening.NUDGED),
)
"""Whose sentences do not say how often."""


@dataclass(frozen=True, slots=True)
class LogEntry(PageValue):
    """An entry."""

    made: datetime.datetime
    kind: str
    sentence: str
    actor: str
    """Whose phone did it; empty for a host without a seat, and where the sentence names the same person."""
    is_grave: bool
    """Whether it is more than the usual course of an evening."""


@dataclass(frozen=True, slots=True)
class TableLog(PageValue):
    """The log of a table."""

    newest: tuple[LogEntry, ...]
    """The newest entry first."""
    earlier: tuple[LogEntry, ...]


def view_log(draft: SeenDraft, language: str) -> TableLog:
    """Show the log of a table; it is the same for everyone."""
    t = find_translations(language)
    entries = tuple(_view_entry(event, t) for event in list_events(draft.slug)) if draft.is_hosted else ()
    return TableLog(entries[:NEWEST], entries[NEWEST:])


def find_latest_grave(log: TableLog) -> LogEntry | None:
    """Return the newest entry of more than the usual course of an evening, if it is among the newest of all."""
    return next((entry for entry in log.newest if entry.is_grave), None)


def find_asked(draft: SeenDraft, log: TableLog) -> frozenset[int]:
    """Return the viewer's own seats that the host asked about, and that have written nothing since."""
    asked = next((entry.made for entry in (*log.newest, *log.earlier) if entry.kind == Happening.NUDGED.value), None)
    if asked is None or draft.stage is not Stage.DRAFT or draft.role.is_host:
        return frozenset()
    return frozenset(
        seat.position
        for seat in draft.seats
        if seat.position in draft.role.seats and not seat.is_ready and (seat.written is None or seat.written <= asked)
    )


def _view_entry(event: TableEvent, t: Translations) -> LogEntry:
    usual = (
        *(Happening.DEALT, Happening.SAT_DOWN, Happening.CHAIR_ADDED, Happening.MOVED, Happening.TAKEN_BACK),
        *(Happening.ORDERED, Happening.FINAL_CALLED, Happening.NUDGED),
    )
    return LogEntry(
        made=event.made,
        kind=event.kind.value.replace(" ", "-"),
        sentence=_say(event, t),
        actor="" if event.actor == event.name else event.actor,
        is_grave=event.kind not in usual,
    )


def _say(event: TableEvent, t: Translations) -> str:
    sentence = _find_sentence(event.kind, event.name, event.count, t) % {"name": event.name, "num": event.count}
    if event.count == 1 or event.kind not in _REPEATED:
        return sentence
    return t.ngettext("%(sentence)s (%(num)s time)", "%(sentence)s (%(num)s times)", event.count) % {
        "sentence": sentence,
        "num": event.count,
    }


def _find_sentence(kind: Happening, seat_name: str, count: int, t: Translations) -> str:
    match kind:
        case Happening.UNLOCKED:
            return t.gettext("The shelves were reopened.")
        case Happening.DEALT:
            return t.ngettext(
                "The categories were dealt to %(num)s librarian.",
                "The categories were dealt to %(num)s librarians.",
                count,
            )
        case Happening.DEALT_ANEW:
            return t.ngettext(
                "The categories were dealt again to %(num)s librarian.",
                "The categories were dealt again to all %(num)s librarians.",
                count,
            )
        case Happening.COLLECTED:
            return t.gettext("The dealt cards were collected.")
        case Happening.CHAIR_ADDED:
            return t.gettext("%(name)s: the chair was added.")
        case Happening.CHAIR_STRUCK:
            return t.gettext("%(name)s: the chair was removed.")
        case Happening.SAT_DOWN:
            return t.gettext("%(name)s: a phone sat down.")
        case Happening.MOVED:
            return t.gettext("%(name)s: the seat moved to another phone; the old one agreed.")
        case Happening.MOVED_SEALED:
            return t.gettext(
                "%(name)s: the seat moved to another phone without the old one’s consent. Its focus is sealed until "
                "the reveal."
            )
        case Happening.RELEASED:
            return t.gettext("%(name)s: the host took charge of the seat. Its focus is sealed until the reveal.")
        case Happening.TAKEN_BACK:
            return t.gettext("%(name)s: the old phone took its seat back.")
        case Happening.FOCUS_AGAIN:
            return t.gettext("%(name)s: the sealed focus was entered again.")
        case Happening.NEW_HOST:
            return t.gettext("%(name)s: this seat’s phone is the host now.")
        case Happening.OTHER_HAND:
            return t.ngettext(
                "%(name)s: the shelf was changed from another phone.",
                "%(name)s: the shelf was changed from another phone, %(num)s times.",
                count,
            )
        case Happening.ORDERED:
            return t.gettext("The seating order was set.")
        case Happening.ORDERED_ANEW:
            return t.ngettext(
                "The seating order was changed, and with it who checks whose shelf.",
                "The seating order was changed %(num)s times, and with it who checks whose shelf.",
                count,
            )
        case Happening.FINAL_CALLED:
            return t.gettext("The Final Round was called.")
        case Happening.FINAL_WITHDRAWN:
            return t.gettext("The Final Round was taken back.")
        case Happening.AMENDED:
            return t.gettext("The inspection was opened for corrections.")
        case Happening.DECIDED if seat_name:
            return t.gettext("%(name)s: a figure was decided by the table’s own word.")
        case Happening.DECIDED:
            return t.gettext("The table’s own word was entered.")
        case Happening.UNDECIDED if seat_name:
            return t.gettext("%(name)s: the table’s own word about a figure was taken back.")
        case Happening.UNDECIDED:
            return t.gettext("The table’s own word was taken back.")
        case Happening.NUDGED:
            return t.gettext("The host asked who is not done yet.")
        case Happening.DELETED:
            return t.gettext("The table was deleted.")
        case Happening.RESTORED:
            return t.gettext("The table was taken back from the wastebasket.")
