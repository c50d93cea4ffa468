from __future__ import annotations

from dataclasses import replace

from companion.store.tables.drafts import TITLE, KeptDecision, Kind, StoredSeat
from companion.workflow.access.documents import write_decisions
from companion.workflow.access.roles import Viewer
from companion.workflow.scorecard.own_word import find_decider, list_declared, offer_figures, offer_title, view_own_word
from companion.workflow.tables.documents import judge_draft

from ..drafts import ERIC, FIGURES, make_draft, make_solo, see

SAID = {"reason": "So be it.", "by": "Ola"}
TOTAL = KeptDecision("total", "total", 1, 70, **SAID)
PILE = KeptDecision("pile", "R", 0, 3, **SAID)
EMPTY = KeptDecision("nobody", TITLE, **SAID)
SECOND = KeptDecision("second", TITLE, winners=(2,), **SAID)


def test_decisions_are_written_for_those_whom_a_form_scores():
    kept, names = (
        (TOTAL, replace(TOTAL, position=2), PILE, replace(PILE, line="stability"), EMPTY, SECOND),
        {1: "Rita", 2: "Eric"},
    )
    several = [*write_decisions(kept, names, "B-7c")]
    assert [one.get("player", one.get("winners")) for one in several] == ["Rita", "Eric", [], ["Eric"]]
    alone = [*write_decisions(kept, names, "S-42A")]
    assert [one.get("player", one.get("winners", one.get("line"))) for one in alone] == ["Rita", "R", []]
    assert [*write_decisions((TOTAL,), {}, "S-42A")] == []


def test_what_is_shown_keeps_its_keys_where_some_are_left_out():
    draft = see(replace(make_draft(), decisions=(PILE, TOTAL, SECOND)))
    card = judge_draft(draft).scorecard
    assert card is not None
    word = view_own_word(draft, card, "en")
    assert [decided.key for decided in word.decided] == ["total", "second"]
    assert word.totals == "Totals by the table’s figures: Rita 70; Eric 61."
    assert list_declared(card)["total"] == ("70", "")
    assert list_declared(card)["place"] == ("1", "2")


def test_every_figure_of_every_column_is_offered_with_what_the_rules_say():
    for draft, columns in ((make_draft(), [13, 13]), (make_solo(), [13, 11])):
        seen = see(draft)
        card = judge_draft(seen).scorecard
        assert card is not None
        groups = offer_figures(seen, card, "en")
        assert [len(group.options) for group in groups] == columns
        assert groups[0].options[9].label == "Rita · B3 Banned Books Penalties: −1"
        assert [holder.position for holder in offer_title(seen, card)] == ([1, 2] if columns[1] == 13 else [1])
        assert list_declared(card) == {}


def test_a_phone_of_one_librarian_is_theirs():
    seats = (StoredSeat("Rita", "S", 1, device="rita", kind=Kind.TALLY, tally=FIGURES), replace(ERIC, device="eric"))
    draft = replace(make_draft(*seats), host="rita")
    assert find_decider(see(draft, Viewer("rita"))) == "Rita"
    assert find_decider(see(draft, Viewer("nobody"))) == ""
    assert find_decider(see(make_draft())) == ""
