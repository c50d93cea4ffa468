"""The shelf decides together what single pictures leave open."""

from __future__ import annotations

import numpy as np
import pytest

from companion.vision.doubts import Cause
from companion.vision.reading.card_matching import CardPrior
from companion.vision.reading.glyphs import Glyphs
from companion.vision.reading.joint_inference import CardPosterior, infer_shelf
from companion.vision.reading.memory import recall_icons, weigh_memory
from companion.vision.reading.number_signs import list_numbers
from companion.vision.readings import SURE
from companion.workflow.decks.game_rules import EX_LIBRIS

LETTERS = tuple("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
NUMBERS = list_numbers(20)
BLIND = 1e-5


def make_glyphs(*cards: tuple[dict[str, float], dict[tuple[int, int], float]]) -> Glyphs:
    """Glyphs of cards, each with the chances of its letters and of its numbers with their counts."""
    letters = np.full((len(cards), len(LETTERS)), BLIND)
    numbers = np.full((len(cards), len(NUMBERS)), BLIND)
    for row, (letter_chances, number_chances) in enumerate(cards):
        for letter, chance in letter_chances.items():
            letters[row, LETTERS.index(letter)] = chance
        for number, chance in number_chances.items():
            numbers[row, NUMBERS.index(number)] = chance
    nothing = np.zeros(len(cards), np.float32)
    return Glyphs(
        LETTERS, np.log(letters, dtype=np.float32), nothing, nothing, NUMBERS, np.log(numbers, dtype=np.float32),
        np.zeros((len(cards), 96), np.float32), np.ones(len(cards), np.float32),
    )  # fmt: skip


def write(posterior: CardPosterior) -> str:
    best = posterior.hypotheses[0]
    return f"{best.letter}{best.number}/{best.of}"


def test_what_is_plain_stays_as_it_is() -> None:
    glyphs = make_glyphs(({"M": 0.99}, {(8, 10): 0.99}), ({"Q": 0.99}, {(2, 2): 0.99}))
    decided = infer_shelf(glyphs, {}, EX_LIBRIS.prior)
    assert [write(one) for one in decided] == ["M8/10", "Q2/2"]
    assert all(one.hypotheses[0].chance > 0.95 for one in decided)


def test_a_doubtful_count_follows_the_other_cards_of_its_letter() -> None:
    plain = ({"M": 0.99}, {(2, 8): 0.99})
    glyphs = make_glyphs(plain, ({"M": 0.99}, {(5, 6): 0.55, (5, 8): 0.4}))
    assert write(infer_shelf(glyphs, {}, EX_LIBRIS.prior)[1]) == "M5/8"


def test_a_count_that_the_box_tells_outweighs_the_picture() -> None:
    glyphs = make_glyphs(({"M": 0.99}, {(5, 6): 0.6, (5, 8): 0.35}))
    assert write(infer_shelf(glyphs, {"M": 8}, EX_LIBRIS.prior)[0]) == "M5/8"


def test_no_card_is_there_twice() -> None:
    glyphs = make_glyphs(({"O": 0.98}, {(3, 5): 0.98}), ({"O": 0.6, "Q": 0.38}, {(3, 5): 0.95}))
    assert [write(one) for one in infer_shelf(glyphs, {}, EX_LIBRIS.prior)] == ["O3/5", "Q3/5"]


def test_a_doubtful_letter_is_filed_where_it_stands() -> None:
    before, after = ({"P": 0.99}, {(1, 8): 0.99}), ({"R": 0.99}, {(1, 6): 0.99})
    glyphs = make_glyphs(before, ({"O": 0.5, "Q": 0.45}, {(1, 2): 0.9}), after)
    assert write(infer_shelf(glyphs, {}, EX_LIBRIS.prior)[1]) == "Q1/2"


def test_a_plain_letter_out_of_order_is_believed() -> None:
    glyphs = make_glyphs(({"P": 0.99}, {(1, 8): 0.99}), ({"B": 0.99}, {(1, 9): 0.99}), ({"R": 0.99}, {(1, 6): 0.99}))
    decided = infer_shelf(glyphs, {}, EX_LIBRIS.prior)
    assert write(decided[1]) == "B1/9"
    assert decided[1].hypotheses[0].chance > 0.9


def remember(name: tuple[str, int], log_odds: float) -> CardPrior:
    return CardPrior((name,), np.array([[log_odds]], np.float32))


def weigh(glyphs: Glyphs, prior: CardPrior) -> CardPosterior:
    alone, together = (infer_shelf(glyphs, {}, EX_LIBRIS.prior, one) for one in (None, prior))
    return weigh_memory(alone, together, np.ones(1, np.float32), prior)[0]


def test_icons_are_recalled_of_cards_whose_pictures_leave_no_doubt_of_their_names() -> None:
    glyphs = make_glyphs(
        ({"M": 0.99}, {(8, 10): 0.99}), ({"B": 0.5, "R": 0.4}, {(1, 9): 0.99}), ({"T": 0.99}, {(1, 4): 0.99})
    )
    alone = infer_shelf(glyphs, {}, EX_LIBRIS.prior)
    known = {("M", 8): "CF", ("B", 1): "HS", ("T", 1): "RR", ("T", 2): "SS"}
    assert recall_icons(alone, np.array([1.0, 1.0, 0.5], np.float32), known) == ["CF", "", ""]
    assert recall_icons(alone, np.ones(3, np.float32), known) == ["CF", "", "RR"]
    assert recall_icons(alone, np.ones(3, np.float32), {}) == ["", "", ""]


def test_memory_does_not_outvote_a_clear_picture() -> None:
    glyphs = make_glyphs(({"M": 0.99}, {(8, 10): 0.99}))
    assert write(infer_shelf(glyphs, {}, EX_LIBRIS.prior, remember(("M", 7), 30))[0]).startswith("M7/")
    both = weigh(glyphs, remember(("M", 7), 30))
    assert write(both) == "M8/10"
    assert both.hypotheses[0].chance < SURE
    assert "M7" in {f"{one.letter}{one.number}" for one in both.hypotheses[1:3]}
    assert (both.letter_causes, both.number_causes) == ((), (Cause.DECK_DIFFERS,))


def test_memory_does_not_outvote_a_picture_that_is_less_clear_but_contradicts_it() -> None:
    glyphs = make_glyphs(({"Y": 0.85, "V": 0.14}, {(3, 6): 0.99}))
    both = weigh(glyphs, remember(("P", 3), 30))
    assert write(both) == "Y3/6"
    assert both.hypotheses[0].chance < SURE
    assert both.letter_causes == (Cause.DECK_DIFFERS,)


@pytest.mark.parametrize("log_odds", [-5, -12, -30])
def test_a_clear_picture_of_a_card_that_looks_otherwise_than_remembered_is_believed(log_odds: float) -> None:
    glyphs = make_glyphs(({"M": 0.99}, {(8, 10): 0.99}))
    assert infer_shelf(glyphs, {}, EX_LIBRIS.prior, remember(("M", 8), log_odds))[0].hypotheses[0].chance < SURE
    seen = weigh(glyphs, remember(("M", 8), log_odds))
    assert write(seen) == "M8/10"
    assert seen.hypotheses[0].chance >= SURE


def test_memory_settles_what_a_picture_leaves_open() -> None:
    glyphs = make_glyphs(({"C": 0.5, "G": 0.49}, {(1, 5): 0.99}))
    both = weigh(glyphs, remember(("G", 1), 12))
    assert write(both) == "G1/5"
    assert both.hypotheses[0].chance > SURE


def test_doubt_that_nothing_settles_stays() -> None:
    glyphs = make_glyphs(({"C": 0.5, "G": 0.49}, {(1, 5): 0.99}))
    hypotheses = infer_shelf(glyphs, {}, EX_LIBRIS.prior)[0].hypotheses
    assert {hypothesis.letter for hypothesis in hypotheses[:2]} == {"C", "G"}
    assert hypotheses[0].chance < 0.6
