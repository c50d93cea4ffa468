from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.scoring import inspect
from companion.scoring.checks.findings import Code, Finding
from companion.scoring.inspection import Inspection
from companion.scoring.scorecard import Tiebreak
from companion.scoring.statistics import SeatedAt, Standings, StandingsError, add_up, format_standings, name_source
from companion.scoring.statistics.document import format_no_standings
from companion.scoring.statistics.people import find_person

from ..documents.documents import Document, counted, printed_sheet, score, solo, table
from ..strategies import inspections

SOUND = (5, 5, 5, 5, 5)


def sit(*players: tuple[str, int], hands: tuple[int | None, ...] = (), **changes: Any) -> Document:
    """A table at which everybody's total is decided, so that examples show what is added up."""
    seats = []
    for number, (name, _) in enumerate(players):
        hand = hands[number] if hands else None
        more = {} if hand is None else {"hand": hand}
        seats.append(counted(name, "FHMS"[number % 4], (1, *SOUND), 8, **more))
    decisions = [
        {"player": name, "line": "total", "points": total, "reason": "An example.", "by": "Ola"}
        for name, total in players
    ]
    return table(*seats, decisions=decisions, **changes)


def rank(*documents: Document, **options: Any) -> Standings:
    return add_up([SeatedAt(f"table {n}", score(one)) for n, one in enumerate(documents, 1)], **options)


def list_places(standings: Standings) -> list[tuple[str, int, int]]:
    return [(librarian.name, librarian.total, librarian.place) for librarian in standings.librarians]


def test_the_points_of_all_tables_are_added_up() -> None:
    standings = rank(
        sit(("Rita", 40), ("Eric", 35), date="2026-11-20"),
        sit(("Ola", 50), ("Dária", 20)),
        sit(("Rita", 30), ("Ola", 25)),
        sit(("Eric", 41), ("Dária", 40)),
    )
    assert list_places(standings) == [("Eric", 76, 1), ("Ola", 75, 2), ("Rita", 70, 3), ("Dária", 60, 4)]
    assert (standings.winners, standings.tiebreak, standings.findings) == (("Eric",), None, ())
    rita = standings.librarians[2]
    assert (rita.totals, rita.inspections, rita.titles) == ((40, None, 30, None), 2, 2)


def test_the_figures_are_those_of_the_scorecards() -> None:
    card = score(printed_sheet())
    standings = add_up([SeatedAt("the printed sheet", card)])
    expected = {
        player.name: (player.figures.total, player.figures.books, player.figures.penalty.books, player.place)
        for player in card.players
    }
    assert {one.name: (one.total, one.books, one.banned, one.place) for one in standings.librarians} == expected
    assert [one.titles for one in standings.librarians] == [1, 0, 0, 0]


def test_spellings_of_one_name_are_one_person() -> None:
    standings = rank(
        sit(("Dária", 10), ("Eric", 5)), sit((" DARIA", 20), ("Łukasz", 1)), sit(("daria", 1), ("Eric", 2))
    )
    assert list_places(standings)[0] == ("daria", 31, 1)
    assert find_person("\u0301") == "\u0301"


@pytest.mark.parametrize(
    ("edition", "hands", "winners", "tiebreak"),
    [
        ("en", (1, 2), ("Rita",), Tiebreak.HAND),
        ("en", (2, None), ("Rita", "Eric"), Tiebreak.HAND),
        ("en", (2, 2), ("Rita", "Eric"), Tiebreak.READING),
        ("cs", (2, 2), ("Rita", "Eric"), Tiebreak.SHARED),
        ("de", (2, 2), ("Rita", "Eric"), Tiebreak.UNDECIDED),
    ],
)
def test_ties_are_broken_as_in_the_game(
    edition: str, hands: tuple[int | None, ...], winners: tuple[str, ...], tiebreak: Tiebreak
) -> None:
    standings = rank(
        sit(("Rita", 40), ("Eric", 35), hands=(0, 0), edition=edition),
        sit(("Rita", 35), ("Eric", 40), hands=hands, edition=edition),
    )
    assert (standings.winners, standings.tiebreak) == (winners, tiebreak)
    needed = [finding.player for finding in standings.findings if finding.code is Code.HAND_NEEDED]
    assert needed == (["Eric"] if None in hands else [])


def test_books_and_banned_books_are_added_up_too() -> None:
    """Level on points over two tables: Eric has one book more, at the second."""
    first, second = sit(("Rita", 40), ("Eric", 35)), sit(("Rita", 35), ("Eric", 40))
    second["players"][1]["tally"]["M"] += 1
    standings = rank(first, second)
    assert (standings.winners, standings.tiebreak) == (("Eric",), Tiebreak.BOOKS)
    second["players"][0]["tally"]["C"] += 1
    for document in (first, second):
        for player in document["players"]:
            player["hand"] = 0
    standings = rank(first, second)
    assert (standings.winners, standings.tiebreak) == (("Eric",), Tiebreak.BANNED)
    assert [librarian.banned for librarian in standings.librarians] == [2, 3]


def test_where_editions_end_differently_a_race_decides() -> None:
    tied = (
        sit(("Rita", 40), ("Eric", 35), hands=(0, 0), edition="cs"),
        sit(("Rita", 35), ("Eric", 40), hands=(0, 0), edition="en"),
    )
    assert rank(*tied).tiebreak is Tiebreak.UNDECIDED
    won = rank(*tied, reading_winner="eric")
    assert (won.winners, won.tiebreak, won.findings) == (("Eric",), Tiebreak.READING, ())
    strange = rank(*tied, reading_winner="Ola")
    assert [(finding.token, finding.details["expected"]) for finding in strange.findings] == [("Ola", "tied-player")]
    assert strange.findings[0].details["names"] == "Rita, Eric"
    idle = rank(sit(("Rita", 40), ("Eric", 35)), reading_winner="Eric")
    assert [finding.details["expected"] for finding in idle.findings] == ["no-race"]


def test_whoever_sat_at_fewer_tables_is_named() -> None:
    standings = rank(sit(("Rita", 40), ("Eric", 35)), sit(("Rita", 1), ("Ola", 2)))
    named = [(finding.player, finding.details) for finding in standings.findings]
    assert named == [("Eric", {"inspections": 1, "most": 2}), ("Ola", {"inspections": 1, "most": 2})]


def test_the_table_s_own_word_counts() -> None:
    document = printed_sheet()
    document["decisions"] = [{"winners": ["Alberto"], "reason": "A bet.", "by": "Ola"}]
    titles = {librarian.name: librarian.titles for librarian in rank(document).librarians}
    assert titles == {"Rita": 0, "Eric": 0, "Alberto": 1, "Dária": 0}


def refuse(*documents: Document) -> list[Finding]:
    with pytest.raises(StandingsError, match="cannot be added up") as caught:
        rank(*documents)
    return list(caught.value.findings)


def test_everything_in_the_way_is_told_at_once() -> None:
    rita = sit(("Rita", 40), ("Eric", 35))
    # Spelled otherwise, it is the same inspection.
    again = {**rita, "place": "", "players": [{**player, "name": f" {player['name']}"} for player in rita["players"]]}
    found = refuse(rita, solo(), again, sit(("Rita", 1), ("RITA", 2)))
    assert [(finding.code, finding.details["source"]) for finding in found] == [
        (Code.SOLO_INSPECTION, "table 2"),
        (Code.GIVEN_TWICE, "table 3"),
        (Code.DUPLICATE_NAME, "table 4"),
    ]
    assert found[1].details["earlier"] == "table 1"
    assert [finding.code for finding in refuse()] == [Code.NO_INSPECTIONS]


@given(st.lists(inspections(), min_size=1, max_size=4))
def test_sums_are_those_of_plain_addition(drawn: list[Inspection]) -> None:
    cards = [inspect(inspection) for inspection in drawn]
    # Few inspections of an example are alike; those that are would be refused.
    cards = [replace(card, inspection=replace(card.inspection, place=str(n))) for n, card in enumerate(cards)]
    standings = add_up([SeatedAt(str(number), card) for number, card in enumerate(cards)])
    plain: dict[str, list[int]] = {}
    for card in cards:
        for player in card.players:
            figures = player.figures
            sums = plain.setdefault(player.name, [0, 0, 0])
            sums[0] += figures.total
            sums[1] += figures.books
            sums[2] += figures.tally[card.inspection.banned]
    assert {one.name: [one.total, one.books, one.banned] for one in standings.librarians} == plain
    places = [one.place for one in standings.librarians]
    assert places == sorted(places)
    assert [one.total for one in standings.librarians] == sorted((one[0] for one in plain.values()), reverse=True)


def describe(finding: Finding) -> str:
    return f"about {finding.code}"


def test_standings_are_written_in_the_published_shape() -> None:
    standings = rank(sit(("Rita", 40), ("Eric", 35), hands=(1, 2), date="2026-11-20", place="Kitchen"), printed_sheet())
    warning = Finding(Code.ICONS_COUNT, "Rita", 0, 1, "A1:C", {"source": "table 1"})
    written: dict[str, Any] = format_standings(standings, [warning], describe)
    assert written["format"] == "ex-libris/standings@1"
    assert written["inspections"] == [
        {"source": "table 1", "date": "2026-11-20", "place": "Kitchen", "winners": ["Rita"], "declared": True},
        {"source": "table 2", "date": None, "place": "", "winners": ["Eric"], "declared": False},
    ]
    assert written["librarians"][0] == {
        "name": "Eric",
        "inspections": 2,
        "titles": 1,
        "totals": [35, 55],
        "total": 90,
        "books": 69,
        "hand": None,
        "banned": 5,
        "place": 1,
    }
    assert (written["winners"], written["tiebreak"]) == (["Eric"], None)
    assert written["findings"][0] == {
        "severity": "warning",
        "code": "icons-count",
        "source": "table 1",
        "player": "Rita",
        "row": 0,
        "column": 1,
        "token": "A1:C",
        "message": "about icons-count",
    }
    assert [(finding["code"], finding["source"]) for finding in written["findings"][1:]] == [
        ("fewer-inspections", None),
        ("fewer-inspections", None),
    ]


def test_a_tiebreak_is_written_by_its_name() -> None:
    standings = rank(sit(("Rita", 40), ("Eric", 40), hands=(1, 2)))
    assert format_standings(standings, (), describe)["tiebreak"] == "hand"


def test_what_cannot_be_added_up_yields_findings_only() -> None:
    assert format_no_standings([Finding(Code.NO_INSPECTIONS)], describe).keys() == {"format", "findings"}


def test_findings_of_an_inspection_are_written_with_where_it_came_from() -> None:
    found = Finding(Code.ICONS_COUNT, "Rita", 0, 1, "A1:C", {"card": "A1"})
    (named,) = name_source("2.json", [found])
    assert named.details == {"card": "A1", "source": "2.json"}
    assert (named.code, named.player, named.token) == (found.code, "Rita", "A1:C")
    assert found.details == {"card": "A1"}
