"""The scorecard as its page shows it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.scoring.categories import Category
from companion.scoring.sections import Section
from companion.store.tables.drafts import Kind, StoredSeat
from companion.workflow.scorecard.views import ScorecardView, view_scorecard
from companion.workflow.tables.documents import judge_draft

from ..drafts import ERIC, RITA, make_draft, make_solo, see


def view(draft) -> ScorecardView:
    seen = see(draft)
    return view_scorecard(seen, judge_draft(seen), "en")


def test_rows_stand_in_the_order_of_the_form():
    card = view(make_draft())
    assert [row.section.value for row in card.rows] == ["A1", *["A2"] * 6, "B1", "B2", "B3", "B4", "B5", "="]
    assert [row.category for row in card.rows if row.is_prominent] == [Category.REFERENCE_TEXTS]
    assert [row.category for row in card.rows if row.is_banned] == [Category.CORRUPTED_CODICES]


def test_every_figure_of_every_column_has_a_reason():
    card = view(make_draft())
    assert [explanation.section.value for explanation in card.explanations] == [
        "A1",
        "A2",
        "B1",
        "B2",
        "B3",
        "B4",
        "B5",
    ]
    for explanation in card.explanations:
        assert [reason.name for reason in explanation.reasons] == ["Rita", "Eric"]
        assert all(reason.sentences and all(reason.sentences) for reason in explanation.reasons)


def test_the_figures_of_the_reasons_are_those_of_the_form():
    card = view(make_draft())
    rows = {row.section: row.figures for row in card.rows}
    for explanation in card.explanations:
        if explanation.section is not Section.A2:
            assert tuple(reason.figure for reason in explanation.reasons) == rows[explanation.section]


def test_a_shelf_is_drawn_with_its_turned_cards_and_its_rectangle():
    (shelf,) = view(make_draft()).shelves
    assert [[place and place.name for place in row] for row in shelf.rows] == [["A1", "B3", None], ["C2", "D4", "A3"]]
    last = shelf.rows[1][2]
    assert last is not None
    assert (last.is_flipped, last.is_face_down, last.has_entombed, last.is_in_rectangle) == (True, True, True, False)
    assert sum(place.is_in_rectangle for row in shelf.rows for place in row if place) == 4
    assert shelf.flips == ("A3 does not follow D4 and is flipped face down.",)


def test_the_winner_stands_at_the_head():
    card = view(make_draft())
    assert [(column.name, column.place, column.is_first) for column in card.columns] == [
        ("Rita", 2, False),
        ("Eric", 1, True),
    ]
    assert card.winners == ("Eric",)


def test_a_title_still_contested_names_nobody():
    tie = make_draft(replace(ERIC, position=1, name="Rita", focus="F"), replace(ERIC, focus="F"))
    card = view(tie)
    assert card.winners == ()
    assert [(hand.position, hand.name, hand.is_open) for hand in card.hands] == [(1, "Rita", True), (2, "Eric", True)]


def test_only_those_level_at_the_top_are_asked_for_their_hands():
    low = StoredSeat("Ola", "M", 3, kind=Kind.SHELF, shelf="A1:CC")
    card = view(make_draft(replace(ERIC, position=1, name="Rita", focus="F"), replace(ERIC, focus="F"), low))
    assert [hand.name for hand in card.hands] == ["Rita", "Eric"]
    assert view(make_draft()).hands == ()


def test_the_race_lists_its_runners_before_and_after():
    runners = [replace(ERIC, position=p, name=n, focus="F", hand="2") for p, n in ((1, "Rita"), (2, "Eric"))]
    draft = make_draft(*runners)
    assert [(racer.name, racer.has_won) for racer in view(draft).race] == [("Rita", False), ("Eric", False)]
    run = view(replace(draft, reading_winner=2))
    assert [(racer.name, racer.has_won) for racer in run.race] == [("Rita", False), ("Eric", True)]
    assert run.winners == ("Eric",)


def test_a_solo_game_has_the_public_library_beside_it_and_no_places():
    card = view(make_solo())
    assert [(column.name, column.place, column.is_first) for column in card.columns] == [
        ("Rita", None, False),
        ("Public library", None, True),
    ]
    assert card.licence is False
    assert (card.winners, card.hands, card.race) == ((), (), ())
    stability = next(e for e in card.explanations if e.section is Section.B1)
    assert [reason.name for reason in stability.reasons] == ["Rita"]


def test_rulings_that_changed_the_score_are_shown():
    nobody = [replace(RITA, position=p, name=n, shelf="A1:CF B2:MM") for p, n in ((1, "Rita"), (2, "Ola"), (3, "Jan"))]
    names = [name for name, _ in view(make_draft(*nobody)).rulings]
    assert names[:2] == ["zero-prominent-placed", "whole-tie-pooled"]


def test_an_unfinished_draft_has_no_scorecard():
    with pytest.raises(LookupError):
        view(make_draft(StoredSeat("Rita", position=1)))
