"""How well a deck file without pictures reads: ``python -m bench.lessons.without_pictures [--first 1700000]``.

A box is taught by one confirmed photo. Its deck is exported with pictures and without them, as the app does, and
imported; then two shelves of another box of the same printing, under another camera and light and on another table, are
read with each. Half of their cards are among those taught. ``--held-out`` takes the printings of
``held_out_without_pictures.toml``, which nothing was chosen by.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np

from companion.scoring.decks.picture_free import drop_pictures
from companion.scoring.editions import find_edition
from companion.vision.designs.card_design import load_design
from companion.vision.learning.deck_knowledge import make_box
from companion.vision.learning.icons.icon_places import DesignError
from companion.vision.learning.lesson_files import format_lesson, parse_lesson
from companion.vision.learning.teaching import MismatchError
from companion.vision.pipeline import Box
from companion.workflow.decks.game_rules import EX_LIBRIS
from tools.quads import take_nearest
from tools.scenes.decks import SceneCard, make_deck
from tools.scenes.photos import Face, Photo

from ..photos.decks import Figures, list_truth, mix_cards, name_card, read, take_photo, teach
from ..photos.printings import tell_missing_fonts
from .faces import list_printings, make_parser

HELD_OUT = Path(__file__).with_name("held_out_without_pictures.toml")
LETTERS = find_edition("en").letters
CARDS = 152
WITH, WITHOUT = "with pictures", "without"


def measure_printing(face: Face, seed: int, figures: dict[str, Figures], sizes: dict[str, list[float]]) -> str:
    """Teach a printing, and read two other shelves with both files; return its name, and why nothing was learned."""
    kind = face.name.rpartition(", ")[2]
    deck = make_deck(seed)
    taught = take_photo(face, 1000 * seed, deck)
    truth = list_truth(taught, deck)
    seen = [card for card in truth.values() if card]
    unseen = tuple(card for card in deck if card not in seen)
    box = Box(LETTERS, EX_LIBRIS, {}, load_design("default"))
    try:
        lesson = teach(taught, deck, [], box, None)
    except (MismatchError, DesignError) as error:
        return f"{face.name}: nothing learned, {error!r}"
    features = format_lesson(lesson)
    known = {(card.letter, card.number): name_card(card)[1] for card in seen}
    boxes = {}
    for name, kept in ((WITH, features), (WITHOUT, drop_pictures([features])[0] or b"")):
        sizes[name].append(len(kept) / len(lesson.cards))
        boxes[name] = make_box(LETTERS, EX_LIBRIS, {}, [parse_lesson(kept)], known)
    dice = np.random.default_rng([98, seed])
    for number in (2, 3):
        other = take_photo(face, 1000 * seed + 100 * number, mix_cards(deck, unseen, dice))
        _compare(other, deck, boxes, figures, (kind, f"{face.name}"))
    return face.name


def _compare(
    other: Photo,
    deck: Sequence[SceneCard],
    boxes: dict[str, Box],
    figures: dict[str, Figures],
    groups: tuple[str, ...],
) -> None:
    truth = list_truth(other, deck).values()
    for name, box in boxes.items():
        # By where they lie: a back that is asked about at the end of a row may move the columns of all others.
        left = [*read(other, box, None)]
        for true, lying in zip(truth, other.truth["cards"], strict=True):
            seen_card = take_nearest(left, np.array(lying["corners"]))
            if true is not None:
                seen = box.known is not None and (true.letter, true.number) in box.known.icons
                for group in (*groups, "all", "all, seen before" if seen else "all, not seen before"):
                    figures[f"{group}, {name}"].add(seen_card, true)


def main() -> None:
    chosen = make_parser("without_pictures", __doc__, 1_700_000, 8).parse_args()
    cv2.setNumThreads(1)
    tell_missing_fonts()
    figures: dict[str, Figures] = defaultdict(Figures)
    sizes: dict[str, list[float]] = defaultdict(list)
    for seed, face in list_printings(chosen.makers, chosen.first, chosen.count, HELD_OUT if chosen.held_out else None):
        name = measure_printing(face, seed, figures, sizes)
        rows = [f"{kind} {figures[f'{name}, {kind}'].describe()}" for kind in (WITH, WITHOUT)]
        print(f"{name}:", *rows, sep="\n  ", flush=True)
    print(f"{'':44} cards     whole    letter    number     icons      deck  sure-wrong doubtful")
    for group in sorted(figures):
        if not group.startswith("random"):
            print(f"{group:44} {figures[group].describe()}")
    for name, several in sizes.items():
        print(f"lessons of {CARDS} cards {name}: {CARDS * np.mean(several) / 1000:.0f} kB, as base64 a third more")


if __name__ == "__main__":
    main()
