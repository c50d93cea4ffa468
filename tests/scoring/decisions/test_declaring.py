from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.scoring import DocumentError, format_inspection, format_scorecard, inspect, read_inspection
from companion.scoring.checks.findings import Code
from companion.scoring.decisions.decision import LIBRARY_LINES, POINT_LINES, DecidedLine, FigureDecision, TitleDecision
from companion.scoring.decisions.declaring import find_own_figure, find_rule, list_rules
from companion.scoring.inspection import Inspection
from companion.scoring.scorecard import Declared, Scorecard, Tiebreak

from ..documents.documents import Document, count, counted, score, shelved, solo, table
from ..strategies import full_inspections, inspections, solo_inspections

RITA = counted("Rita", "S", (2, 12, 5, 6, 7, 6), 8)
ERIC = counted("Eric", "H", (4, 8, 10, 6, 8, 7), 12)


def decide(*decisions: Document, edition: str = "en") -> Document:
    """Rita with 42 points against Eric's 61, and what the table decided."""
    return table(RITA, ERIC, edition=edition, decisions=[{"reason": "So be it.", "by": "Ola", **d} for d in decisions])


def declare(document: Document) -> Declared:
    declared = score(document).declared
    assert declared is not None
    return declared


def test_without_a_decision_there_is_only_what_the_rules_say() -> None:
    card = score(table(RITA, ERIC))
    assert card.declared is None
    assert find_own_figure(card, 0, DecidedLine.TOTAL) is None
    assert card.titled == card.titled_by_rules == ("Eric",)


def test_the_figures_of_the_rules_stay_as_they_are() -> None:
    plain = score(table(RITA, ERIC))
    card = score(decide({"player": "Eric", "line": "R", "points": 3}, {"winners": ["Rita"]}))
    assert (card.players, card.winners, card.tiebreak) == (plain.players, plain.winners, plain.tiebreak)
    assert card.titled == ("Rita",)
    assert card.titled_by_rules == card.named == ("Eric",)


@pytest.mark.parametrize(
    ("line", "points", "totals"),
    [
        ("variety", 0, (42, 43)),
        ("banned", -9, (42, 56)),
        ("stability", 0, (42, 49)),
        ("prominent", 9, (42, 55)),
        ("focus_bonus", 2, (42, 43)),
        ("total", -5, (42, -5)),
        # A2 goes on into section B: Rita has the most prominent books then, and each has the other award.
        ("R", 6, (48, 55)),
        # Banned books are counted again, and nothing else.
        ("C", 0, (42, 65)),
        # The focus has fewer books, and so has the scarcest category.
        ("H", 1, (42, 28)),
        ("flipped", 3, (42, 61)),
    ],
)
def test_what_follows_from_a_figure_is_computed_by_the_rules(line: str, points: int, totals: tuple[int, int]) -> None:
    declared = declare(decide({"player": "Eric", "line": line, "points": points}))
    assert tuple(column.total for column in declared.columns) == totals
    assert declared.columns[1].decided == {DecidedLine(line)}
    assert declared.winners == (("Eric",) if totals[1] > 42 else ("Rita",))
    assert [column.place for column in declared.columns] == ([2, 1] if totals[1] > 42 else [1, 2])


def test_a_decided_total_beats_the_sum_of_decided_lines() -> None:
    lines = [{"player": "Rita", "line": "variety", "points": 50}, {"player": "Rita", "line": "total", "points": 1}]
    declared = declare(decide(*lines))
    assert (declared.columns[0].points, declared.columns[0].total) == ((8, 9, -2, 50, 12), 1)


def test_a_tie_by_the_table_s_figures_is_broken_as_in_the_game() -> None:
    level = {"player": "Rita", "line": "total", "points": 61}
    card = score(decide(level))
    assert card.declared is not None
    assert (card.declared.winners, card.declared.tiebreak, card.declared.is_settled) == (
        ("Eric",),
        Tiebreak.BOOKS,
        True,
    )
    assert card.declared.columns[0].tally == card.players[0].figures.tally


@pytest.mark.parametrize(("edition", "titled"), [("en", ()), ("cs", ("Rita", "Eric"))])
def test_a_title_that_is_still_contested_is_nobody_s(edition: str, titled: tuple[str, ...]) -> None:
    players = [counted(name, focus, (1, 5, 5, 5, 5, 5), 8, hand=2) for name, focus in (("Rita", "S"), ("Eric", "H"))]
    decisions = [{"player": "Eric", "line": "flipped", "points": 1, "reason": "Seen.", "by": "Ola"}]
    card = score(table(*players, edition=edition, decisions=decisions))
    assert card.declared is not None
    assert (card.declared.winners, card.declared.is_settled) == (("Rita", "Eric"), bool(titled))
    assert card.titled == titled


@pytest.mark.parametrize(
    ("decision", "is_titled"),
    [
        ({"player": "Eric", "line": "variety", "points": 12}, False),
        ({"player": "Rita", "line": "flipped", "points": 3}, False),
        ({"player": "Eric", "line": "total", "points": -5}, True),
        ({"winners": ["Eric"]}, True),
        ({"winners": ["Rita"]}, True),
        ({"winners": []}, True),
    ],
)
def test_the_title_is_the_table_s_only_where_its_word_gives_it(decision: Document, is_titled: bool) -> None:
    assert score(decide(decision)).is_titled_by_table is is_titled
    assert not score(decide()).is_titled_by_table


def test_a_title_that_the_table_s_figures_leave_contested_is_not_the_table_s() -> None:
    players = [counted(name, focus, (1, 5, 5, 5, 5, 5), 8) for name, focus in (("Rita", "S"), ("Eric", "H"))]
    total = score(table(*players)).players[0].figures.total
    for points, is_titled in ((total, False), (total + 1, True)):
        decision = {"player": "Eric", "line": "total", "points": points, "reason": "Seen.", "by": "Ola"}
        assert score(table(*players, decisions=[decision])).is_titled_by_table is is_titled


def test_the_table_may_name_several_or_nobody() -> None:
    assert declare(decide({"winners": ["Eric", "Rita", "Eric"]})).winners == ("Eric", "Rita")
    nobody = declare(decide({"winners": []}))
    assert (nobody.winners, nobody.is_settled, nobody.tiebreak) == ((), True, None)
    # Its figures are those of the rules all the same.
    assert [(column.total, column.place) for column in nobody.columns] == [(42, 2), (61, 1)]


def decide_alone(*decisions: Document) -> Scorecard:
    """A solo game that is lost, 40 against 45, and what the table decided."""
    said = [{"reason": "So be it.", "by": "Rita", **decision} for decision in decisions]
    tally = (4, 8, 10, 6, 8, 7)
    player = counted("Rita", "S", tally, 12)
    return score(solo(player, {"focus": "F", "tally": count(tally)}, decisions=said))


def test_a_license_may_be_granted_and_refused() -> None:
    card = decide_alone({"winners": ["Rita"]})
    assert (card.won, card.is_granted, card.titled, card.titled_by_rules) == (False, True, ("Rita",), ())
    card = decide_alone({"line": "R", "points": 3})
    assert card.declared is not None
    assert [column.total for column in card.declared.columns] == [55, 21]
    assert [column.name for column in card.declared.columns] == ["Rita", None]
    assert (card.won, card.is_granted) == (False, True)
    card = decide_alone({"player": "Rita", "line": "total", "points": 45})
    assert (card.titled, card.is_granted) == ((), False)
    assert decide_alone().is_granted is False
    assert score(table(RITA, ERIC)).is_granted is None


def test_the_rules_say_something_about_every_figure() -> None:
    shelf = shelved("Rita", "S", "A1:CFH B3:MM / C2:RS D4:FHM A3:CC+")
    card = score(table(shelf, ERIC))
    lines = [find_rule(card, FigureDecision("Rita", line, 0, "", "")) for line in DecidedLine]
    figures = card.players[0].figures
    assert lines == [1, *figures.tally.counts, *(line.points for line in figures.lines), figures.total]
    assert find_rule(card, FigureDecision("Eric", DecidedLine.FLIPPED, 0, "", "")) is None
    assert find_rule(card, TitleDecision((), "", "")) == ("Eric",)
    with pytest.raises(LookupError, match="'Ola'"):
        find_rule(card, FigureDecision("Ola", DecidedLine.TOTAL, 0, "", ""))
    with pytest.raises(LookupError, match="no public library"):
        find_rule(card, FigureDecision(None, DecidedLine.TOTAL, 0, "", ""))
    alone = decide_alone({"line": "total", "points": 1})
    assert find_rule(alone, FigureDecision(None, DecidedLine.TOTAL, 0, "", "")) == 45
    assert find_own_figure(alone, 1, DecidedLine.TOTAL) == 1
    assert find_own_figure(alone, 1, DecidedLine.STABILITY) is None


def test_the_table_s_own_figures_are_those_decided_and_those_that_became_others() -> None:
    card = score(
        decide({"player": "Eric", "line": "R", "points": 6}, {"player": "Rita", "line": "variety", "points": 15})
    )
    own = [{line.value: find_own_figure(card, index, line) for line in DecidedLine} for index in (0, 1)]
    assert {line: figure for line, figure in own[0].items() if figure is not None} == {
        "prominent": 15,
        # Decided, though it is what the rules say too.
        "variety": 15,
        "total": 48,
    }
    assert {line: figure for line, figure in own[1].items() if figure is not None} == {
        "R": 6,
        "prominent": 9,
        "total": 55,
    }
    flipped = score(decide({"player": "Eric", "line": "flipped", "points": 2}))
    assert find_own_figure(flipped, 1, DecidedLine.FLIPPED) == 2
    assert find_own_figure(flipped, 0, DecidedLine.FLIPPED) is None


class Name(str):
    """A name that counts how often one is compared with another."""

    __slots__ = ()
    compared = 0

    def __eq__(self, other: object) -> bool:
        Name.compared += 1
        return str.__eq__(self, other) is True

    __hash__ = str.__hash__


def test_of_many_players_each_is_looked_up_and_not_searched() -> None:
    few, many = score(table(RITA, ERIC)), 300
    names = [Name(f"Player {number}") for number in range(many)]
    players = tuple(replace(few.inspection.players[0], name=name) for name in names)
    said = tuple(FigureDecision(name, DecidedLine.TOTAL, index, "", "") for index, name in enumerate(names))
    plain = replace(few.inspection, players=players)
    Name.compared = 0
    inspect(plain)
    before = Name.compared
    Name.compared = 0
    card = inspect(replace(plain, decisions=said))
    rules = list_rules(card)
    own = [find_own_figure(card, index, DecidedLine.TOTAL) for index in range(many)]
    assert own == list(range(many))
    assert rules == tuple(player.figures.total for player in card.players)
    assert Name.compared - before < 10 * many


@given(st.data())
def test_deciding_what_the_rules_say_changes_nothing(data: st.DataObject) -> None:
    inspection = data.draw(inspections() | solo_inspections())
    card = inspect(inspection)
    columns: list[str | None] = [player.name for player in card.players] + ([None] if card.library else [])
    name = data.draw(st.sampled_from(columns))
    line = data.draw(st.sampled_from(LIBRARY_LINES if name is None else tuple(DecidedLine)))
    rule = find_rule(card, FigureDecision(name, line, 0, "", ""))
    decision = FigureDecision(name, line, rule if isinstance(rule, int) else 0, "Just so.", "Ola")
    declared = inspect(replace(inspection, decisions=(decision,))).declared
    assert declared is not None
    figures = [player.figures for player in card.players] + ([card.library] if card.library else [])
    assert [column.total for column in declared.columns] == [one.total for one in figures]
    assert [column.points for column in declared.columns] == [tuple(p.points for p in one.lines) for one in figures]
    if card.library is None:
        assert (declared.winners, declared.tiebreak) == (card.winners, card.tiebreak)
        assert [column.place for column in declared.columns] == [player.place for player in card.players]
    else:
        assert declared.winners == card.titled_by_rules


@given(full_inspections())
def test_the_rules_never_hear_of_a_decision(inspection: Inspection) -> None:
    card, plain = inspect(inspection), inspect(replace(inspection, decisions=()))
    assert (card.declared is None) is (not inspection.decisions)
    assert replace(card, inspection=plain.inspection, declared=None) == plain
    for column in card.declared.columns if card.declared else ():
        if DecidedLine.TOTAL not in column.decided:
            assert column.total == sum(column.points)


def format_card(document: Document) -> dict[str, Any]:
    return format_scorecard(score(document), (), lambda finding: finding.code)


def test_a_scorecard_has_both_side_by_side() -> None:
    decisions: list[Document] = [{"player": "Eric", "line": "R", "points": 6}, {"winners": ["Rita"], "x": 1}]
    written = format_card(decide(*decisions))
    assert written["players"] == format_card(table(RITA, ERIC))["players"]
    assert (written["winners"], written["declared_winners"]) == (["Eric"], ["Rita"])
    assert written["declared_tiebreak"] is None
    assert written["decisions"] == [
        {"player": "Eric", "line": "R", "points": 6, "reason": "So be it.", "by": "Ola", "rule": 8},
        {"winners": ["Rita"], "reason": "So be it.", "by": "Ola", "x": 1, "rule": ("Eric",)},
    ]
    assert written["declared_columns"][1] == {
        "name": "Eric",
        "tally": count((4, 8, 10, 6, 6, 7)),
        **dict(zip(POINT_LINES, (12, 9, -4, 18, 20), strict=True)),
        "total": 55,
        "place": 1,
    }
    assert not {"decisions", "declared_winners"} & format_card(table(RITA, ERIC)).keys()


def test_a_level_first_place_names_the_step() -> None:
    written = format_card(decide({"player": "Rita", "line": "total", "points": 61}))
    assert written["declared_tiebreak"] == "books"


def test_a_decision_reads_back_as_it_was_written() -> None:
    document = decide({"player": "Eric", "line": "R", "points": 6, "x": [1]}, {"winners": []})
    inspection, _ = read_inspection(document)
    assert format_inspection(inspection)["decisions"] == document["decisions"]
    library = solo(decisions=[{"line": "total", "points": -3, "reason": "r", "by": "b"}])
    assert format_inspection(read_inspection(library)[0])["decisions"] == library["decisions"]


def test_everything_wrong_with_decisions_is_told_at_once() -> None:
    document = decide({"winners": ["Bob"], "line": "C", "by": 3}, {"player": "Eric", "line": "B6", "points": -1})
    with pytest.raises(DocumentError) as caught:
        read_inspection(document)
    assert [(finding.code, finding.details["decision"]) for finding in caught.value.findings] == [
        (Code.CONFLICTING_FIELDS, 1),
        (Code.UNKNOWN_PLAYER, 1),
        (Code.MISSING_FIELD, 1),
        (Code.UNKNOWN_LINE, 2),
    ]


def test_a_stranger_is_told_some_of_the_names_only() -> None:
    players = [shelved(f"Player {number}", "S", "") for number in range(9)]
    decision = {"player": "Ola", "line": "total", "points": 1, "reason": "r", "by": "b"}
    with pytest.raises(DocumentError) as caught:
        read_inspection(table(*players, decisions=[decision]))
    (error,) = (finding for finding in caught.value.findings if finding.is_error)
    assert error.details["names"] == ", ".join([*(f"Player {number}" for number in range(6)), "…"])
