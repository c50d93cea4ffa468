"""The stages of an inspection, and that only the intended transitions exist."""

from __future__ import annotations

import pytest

from companion.store.tables.stages import Act, Stage, StageError, advance

WAYS = {
    (Stage.DRAFT, Act.LOCK): Stage.LOCKED,
    (Stage.LOCKED, Act.UNLOCK): Stage.DRAFT,
    (Stage.LOCKED, Act.REVEAL): Stage.REVEALED,
    (Stage.REVEALED, Act.AMEND): Stage.AMENDED,
    (Stage.AMENDED, Act.REVEAL): Stage.REVEALED,
}
DONE_ALREADY = [
    (Stage.LOCKED, Act.LOCK),
    (Stage.DRAFT, Act.UNLOCK),
    (Stage.REVEALED, Act.REVEAL),
    (Stage.AMENDED, Act.AMEND),
]
NO_WAY = [
    (stage, act) for stage in Stage for act in Act if (stage, act) not in WAYS and (stage, act) not in DONE_ALREADY
]


def name(way: object) -> str:
    return str(way)


@pytest.mark.parametrize(("stage", "act"), WAYS, ids=name)
def test_an_act_leads_on(stage, act):
    assert advance(stage, act) is WAYS[stage, act]


@pytest.mark.parametrize(("stage", "act"), DONE_ALREADY, ids=name)
def test_what_is_done_already_is_done_again_without_effect(stage, act):
    assert advance(stage, act) is stage


@pytest.mark.parametrize(("stage", "act"), NO_WAY, ids=name)
def test_there_is_no_other_way(stage, act):
    with pytest.raises(StageError) as refusal:
        advance(stage, act)
    assert (refusal.value.stage, refusal.value.act) == (stage, act)
    assert str(refusal.value) == f"an inspection that is {stage} takes no {act}"


def test_what_has_been_revealed_is_never_hidden_again():
    reached, new = {Stage.REVEALED}, {Stage.REVEALED}
    while new:
        new = {WAYS[way] for way in WAYS if way[0] in reached} - reached
        reached |= new
    assert all(stage.shows_focuses for stage in reached)


def test_entries_are_taken_while_shelves_are_laid_and_while_something_is_corrected():
    assert [stage for stage in Stage if stage.takes_entries] == [Stage.DRAFT, Stage.AMENDED]


def test_focuses_lie_open_once_they_have_been_revealed():
    assert [stage for stage in Stage if stage.shows_focuses] == [Stage.REVEALED, Stage.AMENDED]


def test_a_refused_entry_says_at_which_stage():
    assert str(StageError(Stage.LOCKED)) == "an inspection that is locked takes no entries"
