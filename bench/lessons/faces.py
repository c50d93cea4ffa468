"""Printings that lessons are measured on: random faces, with their icons arranged in four ways."""

from __future__ import annotations

import tomllib
from dataclasses import replace
from pathlib import Path

from tools.scenes.arranging import FreeFace, arrange_icons, ink_alike
from tools.scenes.faces import random_face

ARRANGEMENTS = ("row", "centered", "one ink", "block")
"""In turn over the seeds of lessons; ``one ink`` is a row of icons in one color."""


def list_seeds(first: int, count: int, held_out: Path | None) -> list[int]:
    """Return the seeds of printings: so many from the first one on, or those that a file holds out."""
    if held_out is not None:
        told = tomllib.loads(held_out.read_text())
        first, count = told["first_seed"], told["printings"]
    return list(range(first, first + count))


def choose_lesson_face(seed: int) -> FreeFace:
    """Return the printing that a lesson is measured on: a random face, its icons arranged as the seed has it."""
    face = random_face(seed)
    kind = ARRANGEMENTS[seed % len(ARRANGEMENTS)]
    arranged = arrange_icons(ink_alike(face), "row") if kind == "one ink" else arrange_icons(face, kind)
    return replace(arranged, name=f"{face.name}, {kind}")
