"""Entries become a document, and the document is scored or says why not."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.scoring.checks.findings import Code
from companion.store.tables.drafts import Kind, StoredLibrary, StoredSeat
from companion.workflow.access.documents import read_figure
from companion.workflow.tables.documents import assemble_document, judge_draft

from ..drafts import ERIC, FIGURES, RITA, SHELF, make_draft, make_solo, see


def test_a_whole_evening_becomes_a_document():
    draft = make_draft(date="2026-11-20", place="Łódź", remarks="Hm.", inspector="Rita", long_game=True)
    assert assemble_document(see(draft)) == {
        "format": "ex-libris/inspection@1",
        "form": "B-7c",
        "edition": "en",
        "prominent": "R",
        "banned": "C",
        "date": "2026-11-20",
        "place": "Łódź",
        "remarks": "Hm.",
        "inspector": "Rita",
        "long_game": True,
        "players": [
            {"name": "Rita", "focus": "S", "shelf": SHELF},
            {
                "name": "Eric",
                "focus": "H",
                "tally": {"C": 4, "F": 8, "H": 10, "M": 6, "R": 8, "S": 7},
                "stability": 12,
            },
        ],
    }


def test_what_was_not_entered_is_left_out():
    document = assemble_document(see(make_draft(StoredSeat("Rita", position=1), prominent="", banned="")))
    assert document["players"] == [{"name": "Rita"}]
    assert not {"prominent", "banned", "date", "place"} & set(document)


def test_only_the_entry_that_counts_goes_in():
    both = replace(RITA, tally=FIGURES)
    assert assemble_document(see(make_draft(both)))["players"] == [{"name": "Rita", "focus": "S", "shelf": SHELF}]
    counted = assemble_document(see(make_draft(replace(both, kind=Kind.TALLY))))
    assert "shelf" not in counted["players"][0]  # type: ignore[index]


def test_a_hand_from_before_the_form_was_changed_to_s_42a_stays_out():
    solo = make_solo()
    document = assemble_document(see(replace(solo, seats=(replace(RITA, hand="5"),))))
    assert "hand" not in document["players"][0]  # type: ignore[index]


def test_hands_and_the_reading_winner_go_in():
    document = assemble_document(see(replace(make_draft(replace(RITA, hand=" 3 "), ERIC), reading_winner=2)))
    assert document["players"][0]["hand"] == 3  # type: ignore[index]
    assert document["reading_winner"] == "Eric"


def test_a_solo_game_has_its_library_and_its_difficulty():
    document = assemble_document(see(make_solo()))
    assert document["library"] == {"focus": "F", "discards": "B2:CF K1:RS"}
    assert document["difficulty"] == 3
    counted = assemble_document(see(make_solo(kind=Kind.TALLY, tally=FIGURES)))
    assert counted["library"]["tally"]["H"] == 10  # type: ignore[index]


def test_a_game_of_several_keeps_solo_matters_to_itself():
    draft = make_draft(library=StoredLibrary("F", Kind.DISCARDS, {}, "B2:CF"), difficulty=3)
    assert not {"library", "difficulty"} & set(assemble_document(see(draft)))


@pytest.mark.parametrize(("typed", "read"), [("7", 7), (" 07 ", 7), ("-1", -1), ("1.5", "1.5"), ("७", "७"), ("", "")])
def test_figures_are_read_where_they_are_figures(typed, read):
    assert read_figure(typed) == read


def test_a_figure_as_long_as_the_form_allows_is_no_fault_of_ours():
    assert read_figure("9" * 5000) == "9" * 5000
    judgement = judge_draft(see(make_draft(RITA, replace(ERIC, tally={**FIGURES, "C": "9" * 5000}))))
    assert judgement.scorecard is None
    assert [finding.code for finding in judgement.findings] == [Code.NOT_A_COUNT]


def test_a_finished_evening_is_scored():
    judgement = judge_draft(see(make_draft()))
    assert judgement.scorecard is not None
    assert judgement.scorecard.winners == ("Eric",)


def test_an_unfinished_one_lists_everything_at_once():
    judgement = judge_draft(see(make_draft(StoredSeat("Rita", position=1), prominent="")))
    assert judgement.scorecard is None
    assert [finding.code for finding in judgement.findings if finding.is_error] == [Code.MISSING_FIELD] * 3
