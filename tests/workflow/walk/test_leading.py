"""The inspector leads: nobody walks while shelves are being laid, and the focuses turn over on the way to B5."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from flask import Flask

from companion.store.tables import queries
from companion.store.tables.drafts import Table
from companion.store.tables.stages import Stage, StageError
from companion.workflow.tables.stages import lock
from companion.workflow.walk.leading import lead_to
from companion.workflow.walk.steps import Step

from ..drafts import EVENING, make_draft


@pytest.fixture
def table(app: Flask) -> Iterator[str]:
    draft = make_draft()
    with app.app_context():
        yield queries.start_draft(draft.details, draft.seats, draft.library, EVENING, table=Table("host"))


def test_nobody_walks_while_shelves_are_being_laid(table):
    with pytest.raises(StageError):
        lead_to(table, Step.B5, "en", EVENING)
    assert queries.find_draft(table).stage is Stage.DRAFT


@pytest.mark.parametrize(
    ("step", "stage"), [(Step.A1, Stage.LOCKED), (Step.B4, Stage.LOCKED), (Step.B5, Stage.REVEALED)]
)
def test_the_focuses_turn_over_on_the_way_to_the_first_step_that_shows_them(table, step, stage):
    assert lock(table, "en", EVENING) == ()
    lead_to(table, step, "en", EVENING)
    kept = queries.find_draft(table)
    assert (kept.step, kept.stage) == (step.value, stage)
