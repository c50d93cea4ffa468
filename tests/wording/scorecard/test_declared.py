from __future__ import annotations

import pytest

from companion.scoring.decisions.decision import DecidedLine
from companion.scoring.inspection import Form
from companion.wording.languages import LANGUAGES
from companion.wording.scorecard.declared import (
    describe_declared,
    describe_declared_totals,
    describe_own_word,
    name_line,
)
from companion.wording.scorecard.report import format_report

from ...scoring.documents.documents import Document, count, counted, score, solo, table

RITA = counted("Rita", "S", (2, 12, 5, 6, 7, 6), 8)
ERIC = counted("Eric", "H", (4, 8, 10, 6, 8, 7), 12)


def decide(*decisions: Document, **changes: object) -> Document:
    said = [{"reason": "So\n  be it.", "by": "Ola", **decision} for decision in decisions]
    return table(RITA, ERIC, decisions=said, **changes)


def apply(*decisions: Document, tally: tuple[int, ...] = (4, 8, 10, 6, 8, 7)) -> Document:
    said = [{"reason": "So be it.", "by": "Ola", **decision} for decision in decisions]
    player = counted("Rita", "S", (4, 8, 10, 6, 8, 7), 12)
    return solo(player, {"focus": "F", "tally": count(tally)}, decisions=said)


def test_without_a_decision_nothing_is_said() -> None:
    card = score(table(RITA, ERIC))
    assert (describe_declared(card, "en"), describe_declared_totals(card, "en")) == ("", "")
    assert [*describe_own_word(card, "en")] == []


def test_a_reason_takes_one_line_wherever_it_was_typed_on_two() -> None:
    card = score(decide({"player": "Eric", "line": "variety", "points": 12}))
    assert [*describe_own_word(card, "en")] == [
        "By the table’s own word the title goes to Eric.",
        "Eric, B4 Categorical Variety Bonuses: 12 by the table’s own word, 18 by the rules. "
        "“So be it.” Decided by Ola.",
        "Totals by the table’s figures: Rita 42; Eric 55.",
    ]


@pytest.mark.parametrize(
    ("document", "sentence"),
    [
        (decide({"winners": []}), "Grand Librarian: nobody by the table’s own word, Eric by the rules."),
        (
            table(RITA, {**RITA, "name": "Eric"}, decisions=[{"winners": ["Rita"], "reason": "r", "by": "b"}]),
            "Grand Librarian: Rita by the table’s own word, nobody yet by the rules.",
        ),
        (
            decide({"player": "Rita", "line": "flipped", "points": 2}),
            "Rita, A1 Alphabetical Order Check: 2 by the table’s own word, – by the rules.",
        ),
        (decide({"winners": ["Rita", "Eric"]}), "By the table’s own word the title is shared by Rita, Eric."),
        (apply({"winners": ["Rita"]}), "The table grants the license; by the rules it is refused."),
        (apply({"winners": []}), "The table refuses the license, as the rules do."),
        (apply({"winners": []}, tally=(0,) * 6), "The table refuses the license; by the rules it is granted."),
        (apply({"winners": ["Rita"]}, tally=(0,) * 6), "The table grants the license, as the rules do."),
        (
            apply({"line": "total", "points": -3}),
            "Public library, Total Individual “Section B” Scores: −3 by the table’s own word, 45 by the rules.",
        ),
    ],
)
def test_what_the_table_says_and_what_the_rules_say(document: Document, sentence: str) -> None:
    assert any(said.startswith(sentence) for said in describe_own_word(score(document), "en"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_report_says_it_in_every_language(golden, language: str) -> None:
    several = decide({"player": "Eric", "line": "R", "points": 3}, {"winners": ["Rita"]})
    alone = apply({"line": "R", "points": 3}, {"winners": []})
    reports = [format_report(score(document), (), language) for document in (several, alone)]
    golden(f"wording/declared-{language}.txt", "\n\n".join(reports) + "\n")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_figure_has_its_name(language: str) -> None:
    for form in Form:
        names = [name_line(line, form, language) for line in DecidedLine]
        assert len(set(names)) == len(names)
        assert all(names)
