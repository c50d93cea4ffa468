"""Printings that lessons are measured on: random faces, their icons arranged in five ways, and the second maker's."""

from __future__ import annotations

import argparse
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from tools.scenes.arranging import FreeFace, arrange_icons, ink_alike, scatter_icons
from tools.scenes.faces import random_face
from tools.scenes.photos import Face
from tools.scenes.web.faces import random_web_face

ARRANGEMENTS = ("row", "centered", "one ink", "block", "anywhere")
"""In turn over the seeds of lessons; ``one ink`` is a row of icons in one color."""
MAKERS = ("first maker", "second maker")
"""The second maker (``tools.scenes.web``) arranges icons as it likes."""


def make_parser(bench: str, description: str | None, first: int, count: int) -> argparse.ArgumentParser:
    """Return a parser of the options that say which printings a bench plays."""
    parser = argparse.ArgumentParser(prog=f"python -m bench.lessons.{bench}", description=description)
    parser.add_argument("--first", type=int, default=first, help="the first printing's seed")
    parser.add_argument("--count", type=int, default=count)
    parser.add_argument("--held-out", action="store_true")
    parser.add_argument("--makers", nargs="*", default=list(MAKERS), choices=MAKERS)
    return parser


def list_printings(makers: Sequence[str], first: int, count: int, held_out: Path | None) -> Iterator[tuple[int, Face]]:
    """Yield seeds and faces of makers' printings: so many of each from the first on, or those that a file holds out."""
    told = tomllib.loads(held_out.read_text()) if held_out is not None else {}
    for maker in makers:
        listed = told.get(maker, {"first_seed": first, "printings": count})
        for seed in range(listed["first_seed"], listed["first_seed"] + listed["printings"]):
            yield seed, choose_lesson_face(maker, seed)


def choose_lesson_face(maker: str, seed: int) -> Face:
    """Return the printing that a lesson is measured on; its name ends with how its icons are arranged."""
    if maker == "second maker":
        web = random_web_face(seed)
        return replace(web, name=f"{web.name}, second maker")
    face = random_face(seed)
    kind = ARRANGEMENTS[seed % len(ARRANGEMENTS)]
    if kind == "anywhere":
        arranged = _scatter(seed)
    else:
        arranged = arrange_icons(ink_alike(face), "row") if kind == "one ink" else arrange_icons(face, kind)
    return replace(arranged, name=f"{face.name}, {kind}")


def _scatter(seed: int) -> FreeFace:
    """Return a face with its icons away from where faces have them."""
    face, dice = random_face(seed), np.random.default_rng([61, seed])
    while (scattered := scatter_icons(dice, face)).icon_first == face.icon_first:
        pass
    return scattered
