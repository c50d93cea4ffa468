"""The second maker of cards writes what is on them, legibly, and nothing of it is the first one's."""

from __future__ import annotations

import re
import tomllib
from itertools import pairwise
from pathlib import Path

import pytest

from bench.photos.left_out.__main__ import FRESH_SEED
from bench.photos.left_out.samples import DEVELOPMENT_SEED
from bench.photos.makers.__main__ import BETWEEN_SCENES, FIRST_SEED, choose_held_out
from tools.glyphs.fonts import PACKAGES
from tools.scenes.decks import SceneCard, make_deck
from tools.scenes.web.faces import random_web_face
from tools.scenes.web.markup import write_card, write_style
from tools.scenes.web.packages import DISPLAY_FAMILIES, ICON_SETS, TEXT_FAMILIES
from tools.scenes.web.pictures import write_back

SEEDS = range(FIRST_SEED, FIRST_SEED + 60)
LEGIBLE = 40
"""Difference in lightness, of 100."""
BENCHES = Path(__file__).parents[2] / "bench"
LEFT_OUT = 5_000
"""More scenes than the search for thresholds draws."""


@pytest.mark.parametrize("seed", SEEDS)
def test_a_card_shows_its_letter_its_number_and_its_icons(seed: int) -> None:
    face, card = random_web_face(seed), SceneCard("W", 3, 10, "CCHS")
    html = write_card(face, card)
    assert re.findall(r'class="letter">(\w)<', html) == ["W"]
    assert re.findall(r'class="icon (\w)"', html) == list("CCHS")
    number = re.search(r'class="number">(.*?)</span>', html)
    assert number is not None
    assert re.sub(r"<.*?>|&thinsp;| ", "", number[1]) == "3/10"


def test_the_same_seed_prints_the_same_cards_and_another_seed_others() -> None:
    cards = make_deck(1)[:5]
    first, second, other = (random_web_face(seed) for seed in (SEEDS[0], SEEDS[0], SEEDS[1]))
    assert first == second
    assert [write_card(first, card) for card in cards] == [write_card(second, card) for card in cards]
    assert (write_style(first), write_back(first)) == (write_style(second), write_back(second))
    assert write_style(first) != write_style(other)
    assert hash(first) != hash(other)


@pytest.mark.parametrize("seed", SEEDS)
def test_print_stands_out_from_what_is_beneath_it(seed: int) -> None:
    face = random_web_face(seed)
    for ground in (face.ground, face.second_ground, face.band_shade):
        assert abs(face.ink.lightness - ground.lightness) > LEGIBLE
    assert abs(face.plate_ink.lightness - face.plate_shade.lightness) > LEGIBLE


@pytest.mark.parametrize("seed", SEEDS)
def test_six_icons_are_six(seed: int) -> None:
    assert len(set(random_web_face(seed).icons)) == 6


def test_no_icon_is_named_twice() -> None:
    assert all(len(set(names.split())) == len(names.split()) for names in ICON_SETS.values())


def test_no_family_of_the_second_maker_is_among_those_that_print_was_learned_from() -> None:
    learned = "".join(PACKAGES.split()).replace("-", "")
    assert [family for family in TEXT_FAMILIES + DISPLAY_FAMILIES if family.replace("-", "") in learned] == []


def test_seeds_of_held_out_printings_are_nowhere_else() -> None:
    ranges = [(DEVELOPMENT_SEED, DEVELOPMENT_SEED + LEFT_OUT), (FRESH_SEED, FRESH_SEED + LEFT_OUT)]
    for path in BENCHES.rglob("held_out*.toml"):
        told = tomllib.loads(path.read_text())
        if "first_seed" in told:
            count = told["scenes"] if "scenes" in told else told["printings"]
            ranges.append((told["first_seed"], told["first_seed"] + count))
    ranges.append((FIRST_SEED, FIRST_SEED + LEFT_OUT))
    for choice in choose_held_out():
        assert choice.printings < BETWEEN_SCENES
        scenes = [scene for _, scene in choice.list_scenes()]
        assert len(set(scenes)) == choice.printings * choice.photos
        assert all(choice.find_printing(scene) == seed for seed, scene in choice.list_scenes())
        ranges.append((min(scenes), max(scenes) + 1))
    assert all(end <= start for (_, end), (start, _) in pairwise(sorted(ranges)))
