"""The table's log as sentences."""

from __future__ import annotations

import pytest

from companion.store.game.queries import write_final_round
from companion.store.tables import queries
from companion.store.tables.decisions import add_decision, drop_decision
from companion.store.tables.drafts import KeptDecision, Table
from companion.workflow.tables.log import view_log

from ..drafts import EVENING, make_draft, see

pytestmark = pytest.mark.usefixtures("inside")


def test_what_was_done_and_undone_again_and_again_is_said_once_with_how_often():
    draft = make_draft()
    slug = queries.start_draft(draft.details, draft.seats, draft.library, EVENING, table=Table("host", "CDF234"))
    for is_called in (True, False, True):
        write_final_round(slug, EVENING, is_called=is_called)
    for key in ("one", "two"):
        add_decision(slug, KeptDecision(key, "total", 1, 70), EVENING)
        drop_decision(slug, key, EVENING)
    seen = view_log(see(queries.find_draft(slug)), "en")
    assert [entry.sentence for entry in (*seen.newest, *seen.earlier)] == [
        "Rita: the table’s own word about a figure was taken back. (2 times)",
        "Rita: a figure was decided by the table’s own word. (2 times)",
        "The Final Round was called. (2 times)",
        "The Final Round was taken back.",
    ]
