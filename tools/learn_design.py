"""Learn a card design from photos of confirmed cards: ``python -m tools.learn_design NAME --out FOLDER PHOTO.json…``.

Beside each JSON (``cards`` with their corners and what they are, as ``python -m tools.scenes`` writes it) lies the
photo of the same name. Writes ``NAME.npz``, which ``companion.vision.designs`` loads, without samples of letters: the
network that reads them is trained on the designs that come with the program, and samples would pull other designs'
letters to them. With ``--codes``, a design that is there keeps all but the codes of its icons, which are learned anew.
"""

from __future__ import annotations

import argparse
import json
import re
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np

from companion.vision.crops import crop_cards
from companion.vision.designs.card_design import NO_BACKS, format_design, parse_design
from companion.vision.geometry import FloatArray, Quad
from companion.vision.learning.design_learning import learn_design
from companion.vision.learning.icons.icon_codes import join_codes
from companion.vision.learning.lessons import ConfirmedCard, describe_cards
from companion.vision.reading.card_matching import compute_descriptors
from companion.workflow.decks.game_rules import EX_LIBRIS

_CARD = re.compile(r"(?P<letter>\D+)(?P<number>\d+)/\d+:(?P<icons>\w+)")
_SLIPS = (0.0, 0.01)
"""How far corners are moved, in shares of a card's size: cards are learned as they will be found, not as they lie."""


def read_cards(path: Path, dice: np.random.Generator) -> list[ConfirmedCard]:
    """Return the cards of a photo that lie face up, cut out."""
    image = cv2.imread(str(path.with_suffix(".jpg")))
    named = [card for card in json.loads(path.read_text())["cards"] if card["card"] != "#"]
    cards = []
    for slip in _SLIPS:
        cuts = crop_cards(image, [_move(card["corners"], slip, dice) for card in named])
        for cut, card in zip(cuts, named, strict=True):
            parts = _CARD.fullmatch(card["card"])
            if parts:
                cards.append(ConfirmedCard(cut, parts["letter"], int(parts["number"]), parts["icons"]))
    return cards


def read_backs(path: Path) -> FloatArray:
    """Return the descriptors of the cards of a photo that lie face down."""
    image = cv2.imread(str(path.with_suffix(".jpg")))
    down = [card for card in json.loads(path.read_text())["cards"] if card["card"] == "#"]
    crops = crop_cards(image, [_move(card["corners"], 0.0, np.random.default_rng(1)) for card in down])
    return compute_descriptors(crops) if crops else NO_BACKS


def _move(corners: list[list[float]], slip: float, dice: np.random.Generator) -> Quad:
    quad = np.array(corners)
    a, b, c, d = (quad + dice.normal(0, slip * np.linalg.norm(quad[1] - quad[0]), quad.shape)).tolist()
    return (a[0], a[1]), (b[0], b[1]), (c[0], c[1]), (d[0], d[1])


def main() -> None:
    """Learn and write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("name")
    parser.add_argument("truths", nargs="+", type=Path, metavar="PHOTO.json")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--codes", action="store_true")
    chosen = parser.parse_args()
    dice = np.random.default_rng(1)
    lessons = [describe_cards(read_cards(path, dice), EX_LIBRIS) for path in chosen.truths]
    path = chosen.out / f"{chosen.name}.npz"
    if chosen.codes:
        told = join_codes(lessons, EX_LIBRIS)
        with np.load(path, allow_pickle=False) as arrays:
            known = parse_design(dict(arrays))
        np.savez_compressed(path, **format_design(replace(known, icon_codes=told.codes, icon_contrast=told.contrast)))
        return
    design = learn_design(chosen.name, lessons, EX_LIBRIS)
    # One for all: light and angle differ from photo to photo, the back does not.
    backs = np.concatenate([read_backs(path) for path in chosen.truths])
    design = replace(design, backs=backs.mean(axis=0, keepdims=True) if len(backs) else NO_BACKS)
    chosen.out.mkdir(parents=True, exist_ok=True)
    design = replace(design, letters=(), letter_samples=design.letter_samples[:0])
    np.savez_compressed(path, **format_design(design))


if __name__ == "__main__":
    main()
