"""Cards left in hand, as several phones enter them at once."""

from __future__ import annotations

import pytest

from companion.store.tables import queries
from companion.store.tables.drafts import Kind, StoredSeat
from companion.workflow.scorecard.last_questions import answer_hands

from ..drafts import EVENING, FIGURES, make_draft, see

pytestmark = [pytest.mark.both_databases, pytest.mark.usefixtures("inside")]


@pytest.fixture
def tied() -> str:
    """Two shelves of 43 books, eleven cards each at least."""
    chairs = [StoredSeat(name, code, kind=Kind.TALLY, tally=FIGURES) for name, code in (("Rita", "S"), ("Eric", "H"))]
    draft = make_draft(*chairs)
    return queries.start_draft(draft.details, chairs, draft.library, EVENING)


@pytest.mark.parametrize(("late", "kept"), [("31", ["", "100"]), ("30", ["30", "100"])])
def test_of_two_hands_entered_at_once_the_later_is_held_against_the_earlier(tied, late, kept):
    before = see(queries.find_draft(tied))
    queries.write_hands(tied, {2: "100"}, EVENING)
    faults = answer_hands(before, {1: late}, [1], "en", EVENING)
    assert [seat.hand for seat in queries.find_draft(tied).seats] == kept
    told = {} if kept[0] else {1: "There can be 30 cards in hand at most: the box has no more left. Count again."}
    assert dict(faults.sentences) == told
