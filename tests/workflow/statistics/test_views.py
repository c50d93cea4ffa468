"""The plots of the statistics pages: who is drawn, where the marks are, and what the tables say."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest

from companion.store.tables.drafts import Kind, StoredDraft
from companion.workflow.statistics.charts import Scale, choose_labels, find_ticks, format_average, spread
from companion.workflow.statistics.results import ResultCache, Sitting
from companion.workflow.statistics.views import (
    BARS,
    CHART_LENGTH,
    Overview,
    PersonView,
    list_people,
    view_overview,
    view_person,
)

from ..drafts import ERIC, FIGURES, RITA, make_draft, make_solo, see

TURNED = replace(RITA, shelf="C1:FH B1:SS D1:MR")
ANA = replace(ERIC, name="Ana", position=1, focus="S")


def recall(*drafts: StoredDraft) -> tuple[Sitting, ...]:
    kept = {f"number-{number}": see(replace(draft, slug=f"number-{number}")) for number, draft in enumerate(drafts)}
    return ResultCache().recall(kept.values(), lambda slugs: [kept[slug] for slug in slugs])


def evenings(count: int) -> list[StoredDraft]:
    """Games of Ana and Eric in which Ana's results rise."""
    return [
        make_draft(replace(ANA, tally={**FIGURES, "stability": str(number)}), ERIC, date=f"2026-{month:02}-{day:02}")
        for number in range(count)
        for month, day in [divmod(number, 28)]
        for month, day in [(month + 1, day + 1)]
    ]


def view(name: str, *drafts: StoredDraft, language: str = "en") -> PersonView:
    results, sittings = ResultCache(), recall(*drafts)
    person = next(person for person in list_people(sittings) if person.key == name.lower())
    return view_person(person, sittings, results, language)


def overview(*drafts: StoredDraft, language: str = "en") -> Overview:
    return view_overview(recall(*drafts), language)


@pytest.mark.parametrize(
    ("low", "high", "ticks"),
    [
        (0, 0, (0, 1)),
        (0, 7, (0, 2, 4, 6, 8)),
        (-3, 47, (-10, 0, 10, 20, 30, 40, 50)),
        (20, 55, (20, 30, 40, 50, 60)),
        (-40, -2, (-40, -30, -20, -10, 0)),
    ],
)
def test_ticks_are_round_and_take_everything_in(low, high, ticks):
    assert find_ticks(low, high) == ticks


def test_a_scale_lays_values_on_a_line():
    assert Scale(-10, 40, 0, 100).at(0) == 20
    assert Scale(-10, 40, 0, 100).span(-5) == 10
    assert Scale(0, 50, 190, 0).at(50) == 0


def test_columns_share_the_width_and_some_are_named():
    assert spread(4) == (12.5, 37.5, 62.5, 87.5)
    assert [choose_labels(count) for count in (0, 1, 2, 3, 4, 9, 40)] == [
        *[(), (0,), (0, 1), (0, 1, 2), (0, 3), (0, 4, 8), (0, 20, 39)]
    ]


@pytest.mark.parametrize(
    ("average", "language", "written"),
    [(31.44, "en", "31.4"), (-4.25, "de", "−4,2"), (-0.01, "pl", "0,0"), (1000, "pt-BR", "1000,0")],
)
def test_an_average_is_written_as_the_language_does(average, language, written):
    assert format_average(average, language) == written


def test_whoever_was_inspected_most_often_comes_first_under_the_name_written_last():
    people = list_people(recall(*evenings(2), make_draft(replace(ANA, name="ANA"), RITA, date="2026-12-31")))
    assert [person.name for person in people] == ["ANA", "Eric", "Rita"]


def test_without_inspections_there_are_no_statistics():
    assert overview() == Overview((), (), (), (), (), (), (), (), ())


def test_everybody_has_a_line_with_titles_and_licenses():
    entries = overview(*evenings(3), make_solo()).entries
    assert [(entry.name, entry.games, entry.wins) for entry in entries] == [
        ("Ana", 3, 0),
        ("Eric", 3, 3),
        ("Rita", 0, 0),
    ]
    assert (entries[2].applications, entries[2].licences, entries[2].average) == (1, 0, "")


def test_a_bar_is_put_together_from_the_sections():
    ana, eric = overview(*evenings(1)).stacks
    assert ana.figures == ("0.0", "12.0", "−4.0", "18.0", "14.0", "40.0")
    for stack in (ana, eric):
        banned, *others = sorted(stack.segments, key=lambda segment: (segment.x, segment.section))
        assert [banned.section, *(segment.section for segment in others)] == ["B3", "B1", "B2", "B4", "B5"]
        assert banned.x + banned.width == pytest.approx(stack.zero_x, abs=0.05)
        for left, right in pairwise(others):
            assert left.x + left.width == pytest.approx(right.x, abs=0.05)


def test_the_chart_draws_those_inspected_most_often_and_the_table_names_all():
    drafts = [make_draft(replace(ANA, name=f"Librarian {number}"), ERIC) for number in range(BARS + 5)]
    shown = overview(*drafts)
    assert len(shown.drawn) == BARS
    assert len(shown.stacks) == BARS + 6
    assert shown.drawn[0].name == "Eric"


def test_the_best_results_lead_to_their_scorecards():
    best = overview(*evenings(12)).best
    assert len(best) == 10
    assert [row.points for row in best] == sorted((row.points for row in best), key=int, reverse=True)
    assert {row.sitting.result.name for row in best} == {"Eric"}


def test_inspections_are_summed_up_by_the_number_of_librarians():
    three = make_draft(TURNED, ERIC, replace(ERIC, name="Ola", position=3, focus="M"))
    counts = overview(three, *evenings(2)).counts
    assert [(row.librarians, row.games) for row in counts] == [(2, 2), (3, 1), (None, 3)]
    assert [(row.turned, row.cost) for row in counts] == [("–", "–"), ("1.0", "7.0"), ("1.0", "7.0")]


def test_what_the_check_took_is_told_of_known_shelves():
    (row,) = overview(make_draft(TURNED, ERIC), *evenings(2)).flips
    assert (row.name, row.shelves, row.shelves_turned, row.turned, row.cost) == ("Rita", 1, 1, 1, "7")
    assert (row.x, row.width, row.zero_x) == (0, 100, 0)


def test_a_favour_of_the_check_lies_left_of_the_line():
    (row,) = overview(make_draft()).flips
    assert row.cost == "−2"
    assert row.x == 0
    assert row.width == row.zero_x > 0


def test_a_person_at_a_table_has_no_record_alone():
    shown = view("Ana", *evenings(2))
    assert shown.solo is None
    assert shown.table is not None
    assert (shown.table.games, shown.table.wins, shown.table.drawn) == (2, 0, 2)


def test_the_course_shows_the_last_inspections_with_the_best_of_them_named():
    record = view("Ana", *evenings(CHART_LENGTH + 3)).table
    assert record is not None
    assert record.games == CHART_LENGTH + 3
    assert len(record.course.dots) == record.drawn == CHART_LENGTH
    assert [dot.is_best for dot in record.course.dots] == [False] * (CHART_LENGTH - 1) + [True]
    heights = [dot.y for dot in record.course.dots]
    assert heights == sorted(heights, reverse=True)
    assert record.course.dots[-1].rival == str(record.course.dots[-1].sitting.result.rival)


def test_a_librarian_without_a_rival_has_none_in_the_chart():
    record = view("Ana", make_draft(ANA)).table
    assert record is not None
    assert (record.course.dots[0].rival, record.course.dots[0].rival_y) == ("", None)


def test_averages_stand_beside_everybodys():
    record = view("Ana", *evenings(3), language="cs").table
    assert record is not None
    stability, *_, total = record.comparisons
    assert (stability.section, stability.average, stability.overall, stability.best) == ("B1", "1,0", "6,5", "2")
    assert stability.overall_x > stability.x + stability.width
    assert total.section == "="


def test_flips_are_drawn_upwards_for_points_and_downwards_for_cards():
    record = view("Rita", make_draft(TURNED, ERIC), make_draft(replace(ERIC, name="Rita", position=1), ERIC)).table
    assert record is not None
    # With C1 turned by hand, the check leaves B1 face up.
    known, unknown = record.flips.columns
    assert (known.turned, known.cost, known.missed) == ("1", "7", "4")
    assert known.bar_y + known.bar_height == record.flips.base_y
    assert len(known.card_ys) == 1
    assert known.card_ys[0] > record.flips.base_y
    assert (unknown.turned, unknown.cost, unknown.missed, unknown.bar_height) == ("–", "–", "–", 0)
    assert (record.flips.advised, record.flips.advised_better, record.flips.missed) == (1, 1, 4)


def test_a_shelf_that_could_not_be_better_is_a_line():
    record = view("Rita", make_draft(replace(RITA, shelf="B1:SS C1:FH D1:MR"), ERIC)).table
    assert record is not None
    assert record.flips.columns[0].missed == "0"
    assert 0 < record.flips.columns[0].bar_height < 3


def test_whoever_was_only_counted_on_paper_has_no_flips():
    record = view("Ana", *evenings(2)).table
    assert record is not None
    assert record.flip_row is None
    assert record.flips.advised == 0


def test_many_turned_cards_stay_within_their_height():
    shelf = "Z1:FH " + " ".join(f"A{number}:MR" for number in range(1, 21))
    record = view("Rita", make_draft(replace(RITA, shelf=shelf), ERIC)).table
    assert record is not None
    assert len(record.flips.columns[0].card_ys) == 20
    assert record.flips.height < 180


def test_licenses_stand_by_difficulty_the_easiest_first():
    winner = replace(ERIC, name="Rita", position=1)
    drafts = [
        replace(make_solo(), seats=(winner,), details=replace(make_solo().details, difficulty=5)),
        make_solo(),
        replace(make_solo(), seats=(replace(winner, kind=Kind.TALLY),)),
        replace(make_solo(), details=replace(make_solo().details, difficulty=None)),
    ]
    record = view("Rita", *drafts).solo
    assert record is not None
    assert [(level.number, level.name, level.granted) for level in record.levels] == [
        (3, "Challenging", (False, True)),
        (5, "Very hard", (True,)),
        (None, "", (False,)),
    ]
    assert record.counts == ()
    assert (record.games, record.wins) == (4, 2)
