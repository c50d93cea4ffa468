"""What a table decides itself, in one transaction with its entry in the log."""

from __future__ import annotations

import datetime
from dataclasses import replace

import pytest

from companion.store.tables import queries
from companion.store.tables.decisions import add_decision, drop_decision
from companion.store.tables.drafts import (
    TITLE,
    Details,
    KeptDecision,
    MissingError,
    SeatEntry,
    StoredDraft,
    StoredLibrary,
    StoredSeat,
    Table,
)
from companion.store.tables.events import Happening, list_events
from companion.store.tables.seats import sit_down

pytestmark = [pytest.mark.both_databases, pytest.mark.usefixtures("inside")]

NOW = datetime.datetime(2026, 11, 20, 21, 30, tzinfo=datetime.UTC)
FIGURE = KeptDecision("one", "variety", 2, -12, reason='"Łódź" \\ 🂡', by="Rita")
TITLED = KeptDecision("two", TITLE, winners=(1, 2), reason="So be it.", by="Eric")


def start() -> str:
    table = (StoredSeat("Rita", device="rita"), StoredSeat("Eric", device="eric"))
    return queries.start_draft(Details("B-7c", "en"), table, StoredLibrary(), NOW, table=Table("rita", "CDF234"))


def test_decisions_are_kept_in_order_and_everybody_is_told():
    slug = start()
    before = queries.find_draft(slug).version
    for decision in (FIGURE, TITLED):
        add_decision(slug, decision, NOW, device="eric")
    draft = queries.find_draft(slug)
    assert (draft.decisions, draft.version) == ((FIGURE, TITLED), before + 2)
    assert [(event.kind, event.name, event.actor) for event in list_events(slug)] == [
        (Happening.DECIDED, "", "Eric"),
        (Happening.DECIDED, "Eric", "Eric"),
    ]


def test_the_same_form_decides_once_and_another_one_is_refused():
    slug = start()
    add_decision(slug, FIGURE, NOW)
    add_decision(slug, FIGURE, NOW)
    with pytest.raises(queries.ConflictError):
        add_decision(slug, KeptDecision("other", "variety", 2, 9), NOW)
    add_decision(slug, KeptDecision("third", "variety", 1, 9), NOW)
    assert [kept.key for kept in queries.find_draft(slug).decisions] == ["one", "third"]
    assert len(list_events(slug)) == 2


def test_a_decision_is_dropped_once():
    slug = start()
    add_decision(slug, FIGURE, NOW)
    for _ in range(2):
        drop_decision(slug, "one", NOW, device="rita")
    assert queries.find_draft(slug).decisions == ()
    assert [event.kind for event in list_events(slug)] == [Happening.UNDECIDED, Happening.DECIDED]


def test_nobody_decides_about_a_seat_that_is_not_there():
    slug = start()
    for decision in (KeptDecision("a", "total", 7, 1), KeptDecision("b", TITLE, winners=(1, 7))):
        with pytest.raises(MissingError):
            add_decision(slug, decision, NOW)
    with pytest.raises(MissingError):
        add_decision("no-such-table", FIGURE, NOW)
    assert (queries.find_draft(slug).decisions, list_events(slug)) == ((), ())


def test_a_decision_goes_with_a_seat_that_is_struck_out_and_the_log_says_so():
    """Of a title for two, the other one alone would be something that nobody decided."""
    slug = start()
    other = KeptDecision("three", "total", 1, 7, reason="So be it.", by="Eric")
    for decision in (FIGURE, TITLED, other):
        add_decision(slug, decision, NOW, device="eric")
    queries.write_details(slug, Details("B-7c", "en"), (SeatEntry("Rita", None, 1),), None, NOW)
    assert queries.find_draft(slug).decisions == (other,)
    assert [(event.kind, event.name, event.actor) for event in list_events(slug)][:3] == [
        (Happening.UNDECIDED, "", "Rita"),
        (Happening.UNDECIDED, "Eric", "Rita"),
        (Happening.CHAIR_STRUCK, "Eric", "Rita"),
    ]


def test_a_check_refuses_inside_the_transaction():
    def refuse(draft: StoredDraft) -> None:
        raise PermissionError(draft.slug)

    slug = start()
    add_decision(slug, FIGURE, NOW)
    with pytest.raises(PermissionError, match=slug):
        add_decision(slug, TITLED, NOW, check=refuse)
    with pytest.raises(PermissionError, match=slug):
        drop_decision(slug, "one", NOW, check=refuse)
    assert queries.find_draft(slug).decisions == (FIGURE,)


def test_deciding_and_taking_back_again_and_again_buries_nothing():
    slug = start()
    sit_down(slug, "Ola", "ola", NOW)
    other = replace(FIGURE, key="other", position=1)
    for _ in range(12):
        for decision in (FIGURE, other):
            add_decision(slug, decision, NOW, device="eric")
        for decision in (FIGURE, other):
            drop_decision(slug, decision.key, NOW, device="eric")
    done, undone = Happening.DECIDED, Happening.UNDECIDED
    assert [(event.kind, event.position, event.count) for event in list_events(slug)] == [
        *((undone, 1, 12), (undone, 2, 12), (done, 1, 12), (done, 2, 12)),
        (Happening.SAT_DOWN, 3, 1),
    ]


def test_what_somebody_else_does_or_what_follows_something_else_is_an_entry_of_its_own():
    slug = start()
    add_decision(slug, FIGURE, NOW, device="eric")
    drop_decision(slug, "one", NOW, device="eric")
    add_decision(slug, FIGURE, NOW, device="rita")
    sit_down(slug, "Ola", "ola", NOW)
    drop_decision(slug, "one", NOW, device="eric")
    assert [(event.kind, event.actor, event.count) for event in list_events(slug)] == [
        (Happening.UNDECIDED, "Eric", 1),
        (Happening.SAT_DOWN, "Ola", 1),
        (Happening.DECIDED, "Rita", 1),
        (Happening.UNDECIDED, "Eric", 1),
        (Happening.DECIDED, "Eric", 1),
    ]
