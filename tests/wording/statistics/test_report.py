from __future__ import annotations

import pytest

from companion.scoring.checks.findings import Code, Finding
from companion.scoring.statistics import SeatedAt, Standings, add_up
from companion.wording.languages import LANGUAGES
from companion.wording.statistics.report import (
    describe_declared_tables,
    describe_lead,
    format_sourced_finding,
    format_standings_report,
)

from ...scoring.documents.documents import counted, printed_sheet, score, table


def tie(edition: str, hand: int | None = 0) -> Standings:
    more = {} if hand is None else {"hand": hand}
    players = [counted(name, focus, (1, 5, 5, 5, 5, 5), 8, **more) for name, focus in (("Rita", "S"), ("Eric", "H"))]
    return add_up([SeatedAt("evening", score(table(*players, edition=edition)))])


@pytest.mark.parametrize(
    ("standings", "sentence"),
    [
        (tie("cs"), "Tied to the end: the first place is shared (Rita, Eric)."),
        (tie("en"), "Tied for the first place: Rita, Eric. What would decide: The reading race."),
        (tie("en", None), "Tied for the first place: Rita, Eric. What would decide: Fewest cards left in hand."),
    ],
)
def test_a_tie_says_what_decides_it(standings: Standings, sentence: str) -> None:
    assert describe_lead(standings, "en") == sentence


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_report_is_looked_at_in_every_language(golden, language: str) -> None:
    document = printed_sheet(decisions=[{"winners": ["Alberto"], "reason": "A bet.", "by": "Ola"}])
    standings = add_up([SeatedAt("1.json", score(printed_sheet())), SeatedAt("2.json", score(document))])
    warning = Finding(Code.ICONS_COUNT, "Rita", 0, 1, "A1:C", {"card": "A1", "icons": 1, "source": "2.json"})
    golden(f"wording/standings-{language}.txt", format_standings_report(standings, [warning], language) + "\n")


def test_a_table_without_a_word_of_its_own_is_not_named() -> None:
    assert describe_declared_tables(tie("en"), "en") == ""
    assert format_sourced_finding(Finding(Code.NO_INSPECTIONS), "en").startswith("There are no inspections")
