"""Printings that lessons are measured on: random faces, with their icons arranged in four ways."""

from __future__ import annotations

from dataclasses import replace

from tools.scenes.arranging import FreeFace, arrange_icons, ink_alike
from tools.scenes.faces import random_face

ARRANGEMENTS = ("row", "centered", "one ink", "block")
"""In turn over the seeds of lessons; ``one ink`` is a row of icons in one color."""


def choose_lesson_face(seed: int) -> FreeFace:
    """Return the printing that a lesson is measured on: a random face, its icons arranged as the seed has it."""
    face = random_face(seed)
    kind = ARRANGEMENTS[seed % len(ARRANGEMENTS)]
    arranged = arrange_icons(ink_alike(face), "row") if kind == "one ink" else arrange_icons(face, kind)
    return replace(arranged, name=f"{face.name}, {kind}")
