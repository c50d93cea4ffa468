"""Whether what a deck was told wrongly comes back as sure: ``python -m bench.lessons.wrong_memories [--told 50]``.

A deck is taught a photo of the default face, and then told something wrong of some of its cards: another icon
(``icons``), or that the card is another one, in its letter or its number (``names``). Or it is told the cards of
another box (``other box``), and is taught nothing. Then a sharp photo is read, half of whose cards were seen before.
What is wrong may not come back as sure: picture and memory differ, and both are to be offered. What is counted are the
cards of the photo of which something wrong was told, at least so many of each kind. With ``--learned`` each scene is
another printing, with its icons arranged as those of lessons are, in place of the default face.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

import cv2
import numpy as np

from bench.photos.decks import LETTERS, list_truth, mix_cards, name_card, read, take_photo, teach
from bench.photos.printings import tell_missing_fonts
from bench.photos.read import share
from companion.vision.designs.card_design import load_design
from companion.vision.learning.deck_knowledge import make_box
from companion.vision.learning.lessons import Lesson
from companion.vision.learning.teaching import MismatchError
from companion.vision.pipeline import Box
from companion.vision.readings import SURE, ReadCard
from companion.workflow.decks.game_rules import EX_LIBRIS
from tools.scenes.decks import SceneCard, make_deck
from tools.scenes.faces import CATEGORIES, parchment
from tools.scenes.photos import Face, Photo

from .faces import MAKERS, choose_lesson_face

FIRST_SEED = 2_960_000
"""Scenes are counted from here: seeds that nothing was trained or tuned on."""
BETWEEN_SCENES = 500
KINDS = ("icons", "names", "other box")
OUTCOMES = ("told wrong, sure", "otherwise wrong, sure", "doubtful", "right, sure", "not found")
TOLD_SHARE = 2
"""Of one card in so many that come again something wrong is told."""

Key = tuple[str, int]
Dice = np.random.Generator


def change_icon(dice: Dice, icons: str) -> str:
    """Return icons of which one is of another category."""
    place = int(dice.integers(len(icons)))
    other = str(dice.choice([code for code in CATEGORIES if code != icons[place]]))
    return "".join(sorted(icons[:place] + other + icons[place + 1 :]))


def choose_other_name(dice: Dice, card: SceneCard, free: Sequence[SceneCard]) -> SceneCard:
    """Return a card that this one may be mistaken for: one of its letter, or with its number."""
    alike = [one for one in free if one.letter == card.letter or one.number == card.number]
    return (alike or list(free))[int(dice.integers(len(alike or free)))]


def rename(lesson: Lesson, others: Mapping[Key, Key]) -> Lesson:
    """Return a lesson that was confirmed with other names for some cards."""
    cards = tuple((*others.get((letter, number), (letter, number)), icons) for letter, number, icons in lesson.cards)
    return replace(lesson, cards=cards, in_order=False)


def tell_icons(dice: Dice, told: Sequence[SceneCard], lesson: Lesson) -> tuple[Box, dict[Key, tuple[Key, str]]]:
    """Tell a deck another icon of some cards; return it with what it believes of each of them."""
    known = {(letter, number): icons for letter, number, icons in lesson.cards if letter}
    wrong = {(card.letter, card.number): change_icon(dice, card.codes) for card in told}
    box = make_box(LETTERS, EX_LIBRIS, {}, [lesson], known | wrong)
    return box, {key: (key, icons) for key, icons in wrong.items()}


def tell_names(
    dice: Dice, told: Sequence[SceneCard], lesson: Lesson, free: Sequence[SceneCard]
) -> tuple[Box, dict[Key, tuple[Key, str]]]:
    """Tell a deck that some cards are others, which lie on none of the photos."""
    left, others = list(free), {}
    for card in told:
        other = choose_other_name(dice, card, left)
        left.remove(other)
        others[card.letter, card.number] = (other.letter, other.number)
    renamed = rename(lesson, others)
    known = {(letter, number): icons for letter, number, icons in renamed.cards if letter}
    icons = {(card.letter, card.number): card.codes for card in told}
    return make_box(LETTERS, EX_LIBRIS, {}, [renamed], known), {key: (others[key], icons[key]) for key in others}


def tell_other_box(cards: Sequence[SceneCard], seed: int) -> tuple[Box, dict[Key, tuple[Key, str]]]:
    """Tell a deck the cards of another box."""
    known = {(card.letter, card.number): card.codes for card in make_deck(seed)}
    keys = [((card.letter, card.number), card.codes) for card in cards]
    wrong = {key: (key, known[key]) for key, icons in keys if key in known and known[key] != icons}
    return make_box(LETTERS, EX_LIBRIS, {}, [], known), wrong


def judge(card: ReadCard | None, truth: SceneCard, believed: tuple[Key, str]) -> str:
    """Return what became of a card of which a deck believes something wrong: one of ``OUTCOMES``."""
    if card is None:
        return "not found"
    if card.confidence.least < SURE:
        return "doubtful"
    said = (card.letter, card.number), card.icons
    if said == believed:
        return "told wrong, sure"
    true = (truth.letter, truth.number), truth.codes
    return "right, sure" if said == true else "otherwise wrong, sure"


def list_up(photo: Photo, deck: Sequence[SceneCard]) -> list[SceneCard]:
    """Return the cards of a photo that lie face up."""
    return [card for card in list_truth(photo, deck).values() if card is not None]


def read_told(
    kind: str, photo: Photo, deck: Sequence[SceneCard], box: Box, wrong: Mapping[Key, tuple[Key, str]]
) -> Counter[str]:
    """Read a photo with a deck that believes wrong things, and count what became of the cards they are about."""
    cards = {(card.row, card.column): card for card in read(photo, box, None)}
    counts: Counter[str] = Counter()
    for place, truth in list_truth(photo, deck).items():
        key = name_card(truth)[0]
        if truth is None or key is None or key not in wrong:
            continue
        outcome = judge(cards.get(place), truth, wrong[key])
        counts[outcome] += 1
        if outcome.endswith("wrong, sure"):
            said = cards[place].write()
            print(f"  {photo.truth['seed']} {kind}: {truth.write()} read as {said}, told {wrong[key]}", flush=True)
    return counts


def measure_scene(seed: int, kinds: Sequence[str], face: Face) -> dict[str, Counter[str]]:
    """Teach a deck a photo, tell it wrong things of each kind, and read another photo of the same cards."""
    deck, dice = make_deck(seed), np.random.default_rng([97, seed])
    taught = take_photo(face, seed, deck)
    seen = list_up(taught, deck)
    pool = mix_cards(deck, tuple(card for card in deck if card not in seen), dice)
    asked = take_photo(face, seed + BETWEEN_SCENES // 2, pool)
    shown = list_up(asked, deck)
    again = [card for card in shown if card in seen]
    told = [again[int(k)] for k in dice.choice(len(again), len(again) // TOLD_SHARE, replace=False)]
    try:
        lesson = teach(taught, deck, [], Box(LETTERS, EX_LIBRIS, {}, load_design("default")), None)
    except MismatchError:  # a photo that does not show what was confirmed
        return {}
    counts = {}
    for kind in kinds:
        if kind == "icons":
            box, wrong = tell_icons(dice, told, lesson)
        elif kind == "names":
            box, wrong = tell_names(dice, told, lesson, [card for card in deck if card not in pool])
        else:
            box, wrong = tell_other_box(shown, seed + 1)
        counts[kind] = read_told(kind, asked, deck, box, wrong)
    return counts


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.lessons.wrong_memories", description=__doc__)
    parser.add_argument("--told", type=int, default=50, help="wrong things of each kind, at least")
    parser.add_argument("--first", type=int, default=FIRST_SEED, help="the first scene's seed")
    parser.add_argument("--learned", action="store_true", help="printings that are learned, not the default face")
    chosen = parser.parse_args()
    tell_missing_fonts()
    cv2.setNumThreads(1)
    counts: dict[str, Counter[str]] = {kind: Counter() for kind in KINDS}
    seed = chosen.first
    while left := [kind for kind in KINDS if counts[kind].total() < chosen.told]:
        face = choose_lesson_face(MAKERS[0], seed // BETWEEN_SCENES) if chosen.learned else parchment()
        for kind, more in measure_scene(seed, left, face).items():
            counts[kind] += more
        seed += BETWEEN_SCENES
    for kind, count in counts.items():
        outcomes = ", ".join(f"{outcome} {count[outcome]} = {share(count[outcome], count.total()).strip()}"
                             for outcome in OUTCOMES)  # fmt: skip
        print(f"{kind:10} {count.total():3} told: {outcomes}")


if __name__ == "__main__":
    main()
