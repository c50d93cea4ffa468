"""Advice in words: what a turned card saves and costs, and why there is none."""

from __future__ import annotations

import pytest

from companion.scoring.advice import AdviceError, Outcome, Refusal, Turn
from companion.scoring.cards import Card
from companion.scoring.sections import Section
from companion.scoring.shelf import Place
from companion.wording.advice.sentences import (
    describe_attempt,
    describe_best,
    describe_more_points,
    describe_outcome,
    describe_refusal,
    describe_start,
    describe_turn,
    describe_turn_back,
    format_changes,
)
from companion.wording.languages import LANGUAGES

Z2, A1, B1 = Card("Z", 2), Card("A", 1), Card("B", 1)
CHANGES = ((Section.B2, 3), (Section.B3, -1), (Section.B5, 4))
GAINS, LOSSES = ((Section.B5, 1),), ((Section.B3, -1), (Section.B5, -2))


def turn(*rescued: Card, changes: tuple[tuple[Section, int], ...]) -> Turn:
    return Turn(Place(0, 0), Z2, rescued, changes)


@pytest.mark.parametrize(
    ("turned", "sentence"),
    [
        (turn(changes=CHANGES), "Z2 face down saves 7 points (B2 +3, B5 +4) and costs 1 (B3 −1)."),
        (turn(changes=GAINS), "Z2 face down saves 1 point (B5 +1) and costs nothing."),
        (turn(changes=LOSSES), "Z2 face down saves nothing and costs 3 points (B3 −1, B5 −2)."),
        (turn(changes=()), "Z2 face down saves nothing and costs nothing."),
        (
            turn(A1, B1, changes=CHANGES),
            "With Z2 face down, the check leaves A1, B1 up: that saves 7 points (B2 +3, B5 +4) and costs 1 (B3 −1).",
        ),
        (
            turn(A1, changes=GAINS),
            "With Z2 face down, the check leaves A1 up: that saves 1 point (B5 +1) and costs nothing.",
        ),
    ],
)
def test_a_turned_card_is_explained_in_one_sentence(turned, sentence):
    assert describe_turn(turned, "en") == sentence


def test_a_card_turned_up_again_is_explained_too():
    assert describe_turn_back(Z2, CHANGES, "en") == "Z2 face up again: B2 +3, B3 −1, B5 +4."
    assert describe_turn_back(Z2, (), "en") == "Z2 face up again changes no figure."


@pytest.mark.parametrize(
    ("total", "difference", "sentence"),
    [
        (61, 1, "61 in all, 1 point more than now."),
        (-3, -4, "−3 in all, 4 points less than now."),
        (61, 0, "61 in all, the same as now."),
    ],
)
def test_an_attempt_is_compared_with_the_shelf_as_it_lies(total, difference, sentence):
    assert describe_attempt(total, difference, "en") == sentence


@pytest.mark.parametrize(
    ("difference", "is_changed", "is_most", "sentence"),
    [
        (12, True, True, "Nothing scores more than this: 61, 12 points more than now."),
        (0, False, True, "No card is worth flipping: as it stands, the shelf scores the most it can, 61."),
        (0, True, True, "No better result can be had, nor more points with it: 61."),
        (-3, True, False, "No better result can be had, nor more points with it: 61."),
        (3, True, False, "No better result can be had, nor more points with it: 61."),
        (0, False, False, "No card is worth flipping: more points would make the result worse."),
    ],
)
def test_nothing_is_called_the_most_that_is_not(difference, is_changed, is_most, sentence):
    assert describe_best(61, difference, "en", is_changed=is_changed, is_most=is_most) == sentence


@pytest.mark.parametrize(
    ("outcome", "sentence"),
    [
        (Outcome(1, None, 1), "Place 1, 1 point ahead of the next."),
        (Outcome(1, None, 0), "Place 1, level on points with the best of the others."),
        (Outcome(3, None, -2), "Place 3, 2 points behind the leader."),
        (Outcome(1, None, None), ""),
        (Outcome(None, True, 1), "License granted, 1 point ahead of the library."),
        (Outcome(None, False, 0), "License refused: level with the library, and strictly more is needed."),
        (Outcome(None, False, -9), "License refused, 9 points behind the library."),
    ],
)
def test_a_plan_says_what_it_comes_to(outcome, sentence):
    assert describe_outcome(outcome, "en") == sentence
    points = f"More points, but a worse result: −1. {sentence}"
    assert describe_more_points(-1, outcome, "en") == points


@pytest.mark.parametrize("refusal", list(Refusal))
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_refusal_names_the_player(refusal, language):
    assert "Rita" in describe_refusal(AdviceError(refusal, "Rita", ("Eric", "Dária")), language)


def test_an_unknown_player_is_told_who_is_known():
    error = AdviceError(Refusal.UNKNOWN_PLAYER, "Rosa", ("Rita", "Eric"))
    assert describe_refusal(error, "en") == "Nobody called “Rosa” is inspected here: expected one of Rita, Eric."


@pytest.mark.parametrize("language", LANGUAGES)
def test_figures_are_written_alike_in_every_language(language):
    assert format_changes(CHANGES) == "B2 +3, B3 −1, B5 +4"
    for said in (describe_turn(turn(A1, changes=CHANGES), language), describe_turn(turn(changes=CHANGES), language)):
        assert "Z2" in said
        assert "B2 +3, B5 +4" in said
        assert "B3 −1" in said
    assert describe_start(language)
