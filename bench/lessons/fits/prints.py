"""Fit whether a photo's icons are the default design's: ``python -m bench.lessons.fits.prints [--measures FILE]``.

Scenes of the default face and of printings that resemble it are drawn by seed, spoiled, and read; the measures of
``print_fit`` of each photo go to a logistic regression, whose weights are printed for ``PrintFitThresholds``. FILE
keeps the measures, one photo a line; with ``--fit-only`` nothing is read but it.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from bench.photos.printings import PRINTINGS, tell_missing_fonts
from bench.photos.slices import SIZE
from bench.photos.spoiling import spoil
from companion.scoring.editions import find_edition
from companion.vision.designs.card_design import load_design
from companion.vision.pipeline import Box, read_photo
from companion.vision.reading.icons.judging import open_set, print_fit
from companion.vision.reading.icons.judging.regressions import PRINT_FIT
from companion.workflow.decks.game_rules import EX_LIBRIS
from tools.scenes.photos import make_photo

from .logistic import fit_logistic

FIRST_SEED = 2_100_000
"""Scenes of the fit are counted from here; no bench judges by them."""
FITTED = (
    "default", "one ink", "default", "new colors", "default", "one icon differs", "default", "one ink, other shapes",
    "default", "shapes differ", "default", "colors differ",
)  # fmt: skip
"""Printings of the scenes in turn: every other one is the default face."""
SPOILED = ("sharp", "blur 3", "blur 6", "light 25 %", "light 12 %", "noisy")
DECAY = 0.3
"""Weight of the squares of the regression's weights: photos are few."""


@dataclass(frozen=True, slots=True)
class Measured:
    """A photo's measures before the usual ones are subtracted, with all icons at hand counted."""

    printing: str
    slice: str
    seed: int
    icons: int
    measures: tuple[float, ...]


def measure_photos(first: int, scenes: int) -> Iterator[Measured]:
    """Make, spoil and read scenes; yield the measures of each photo that has icons."""
    seen: list[Any] = []

    def keep(*given: Any) -> None:
        seen.append(given)

    vars(open_set)["weigh_print"] = keep
    box = Box(find_edition("en").letters, EX_LIBRIS, {}, load_design("default"))
    for place in range(first, first + scenes):
        printing, seed = FITTED[place % len(FITTED)], FIRST_SEED + place
        photo = make_photo(PRINTINGS[printing](seed), seed, deck_seed=seed, size=SIZE)
        for name in SPOILED:
            seen.clear()
            read_photo(cv2.imencode(".jpg", spoil(photo, name).image)[1].tobytes(), "", "", box)
            if seen and (measured := print_fit.list_measures(*seen[-1])) is not None:
                yield Measured(printing, name, seed, measured[1], tuple(round(float(one), 4) for one in measured[0]))


def fit_weights(photos: Sequence[Measured], prior_icons: int) -> tuple[np.ndarray, np.ndarray, float]:
    """Return the usual measures, the weights and the bias."""
    own = np.array([one.printing == "default" for one in photos])
    rows = np.array([one.measures for one in photos])
    usual = np.median(rows[own], axis=0)
    share = np.array([one.icons / (one.icons + prior_icons) for one in photos])[:, None]
    given = np.column_stack([share * (rows - usual), np.ones(len(photos))])
    # Both kinds weigh alike, however many photos there are of each.
    weight = np.where(own, 0.5 / own.mean(), 0.5 / (1 - own.mean()))
    found = fit_logistic(given, own, np.array([DECAY] * rows.shape[1] + [1e-3]), weight)
    return usual, found[:-1], float(found[-1])


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.lessons.fits.prints", description=__doc__)
    parser.add_argument("--scenes", type=int, default=36)
    parser.add_argument("--first", type=int, default=0, help="how many scenes to leave out at the start")
    parser.add_argument("--measures", type=Path, help="a file to which to add what is measured")
    parser.add_argument("--fit-only", action="store_true", help="fit what the file holds")
    chosen = parser.parse_args()
    tell_missing_fonts()
    photos: list[Measured] = []
    if chosen.fit_only:
        photos = [Measured(**json.loads(line)) for line in chosen.measures.read_text().splitlines()]
    else:
        for one in measure_photos(chosen.first, chosen.scenes):
            photos.append(one)
            if chosen.measures:
                with chosen.measures.open("a") as lines:
                    lines.write(json.dumps(asdict(one)) + "\n")
    usual, weights, bias = fit_weights(photos, PRINT_FIT.prior_icons)
    print("usual", usual.round(3), "weights", weights.round(2), "bias", round(bias, 2))
    for one in photos:
        share = one.icons / (one.icons + PRINT_FIT.prior_icons)
        odds = share * (np.array(one.measures) - usual) @ weights + bias
        print(f"{odds:7.2f} {one.printing:22} {one.slice:10} {one.seed} {one.icons:3} icons {one.measures}")


if __name__ == "__main__":
    main()
