"""Printings that photos are drawn of: the default face, faces that nobody has taught, and faces that resemble it.

The ``second maker`` needs Chromium and what ``tools.scenes.web.packages`` lists.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from companion.vision.designs.card_design import CATEGORIES, NOT_SEEN, CardDesign
from tools.scenes.faces import SceneFace, parchment, random_face
from tools.scenes.icons import SHAPES
from tools.scenes.paint import Color, from_hsv
from tools.scenes.photos import Face
from tools.scenes.web.faces import random_web_face


def tell_missing_fonts() -> None:
    """Say so where the default face is not drawn in its own font: what is measured then is another printing."""
    if not parchment().letter_font:
        print(
            "the fonts of tools.scenes.fonts.PACKAGES are not installed: these are figures of other cards", flush=True
        )


def _choose_shapes(dice: np.random.Generator, count: int) -> list[str]:
    free = sorted(set(SHAPES) - set(parchment().icon_shapes.values()))
    return [str(name) for name in dice.choice(free, count, replace=False)]


def _choose_color(dice: np.random.Generator) -> Color:
    return from_hsv(dice.random(), dice.uniform(0.45, 0.95), dice.uniform(0.4, 0.9))


def choose_category(seed: int) -> str:
    """Return the category that differs, or is left out, for a seed: each in turn."""
    return CATEGORIES[seed % len(CATEGORIES)]


def change_one(seed: int) -> SceneFace:
    """Return the default face with another icon, in shape and color, for one category."""
    face, dice, odd = parchment(), np.random.default_rng([41, seed]), choose_category(seed)
    shapes, colors = {odd: _choose_shapes(dice, 1)[0]}, {odd: _choose_color(dice)}
    return replace(face, icon_shapes=face.icon_shapes | shapes, icon_colors=face.icon_colors | colors)


def change_shapes(seed: int) -> SceneFace:
    """Return the default face with other shapes in the same colors, dealt anew to the categories."""
    face, dice = parchment(), np.random.default_rng([42, seed])
    return replace(
        face,
        icon_shapes=dict(zip(CATEGORIES, _choose_shapes(dice, len(CATEGORIES)), strict=True)),
        icon_colors={CATEGORIES[k]: face.icon_colors[CATEGORIES[to]] for k, to in enumerate(_derange(dice))},
    )


def change_colors(seed: int) -> SceneFace:
    """Return the default face with the same shapes, for the same categories, in colors dealt anew to them."""
    face, dice = parchment(), np.random.default_rng([43, seed])
    colors = {CATEGORIES[k]: face.icon_colors[CATEGORIES[to]] for k, to in enumerate(_derange(dice))}
    return replace(face, icon_colors=colors)


def change_ink(seed: int) -> SceneFace:
    """Return the default face with its shapes, all in one color."""
    face, dice = parchment(), np.random.default_rng([51, seed])
    return replace(face, icon_colors=dict.fromkeys(CATEGORIES, _choose_color(dice)))


def change_ink_and_shapes(seed: int) -> SceneFace:
    """Return the default face with other shapes, all in one color."""
    face, dice = parchment(), np.random.default_rng([52, seed])
    shapes = dict(zip(CATEGORIES, _choose_shapes(dice, len(CATEGORIES)), strict=True))
    return replace(face, icon_shapes=shapes, icon_colors=dict.fromkeys(CATEGORIES, _choose_color(dice)))


def choose_new_colors(seed: int) -> SceneFace:
    """Return the default face with its shapes in colors that it has nowhere."""
    face, dice = parchment(), np.random.default_rng([53, seed])
    return replace(face, icon_colors={code: _choose_color(dice) for code in CATEGORIES})


def _derange(dice: np.random.Generator) -> list[int]:
    """Return a permutation of the categories that leaves none in its place."""
    while True:
        order = [int(one) for one in dice.permutation(len(CATEGORIES))]
        if all(place != one for place, one in enumerate(order)):
            return order


PRINTINGS: dict[str, Callable[[int], Face]] = {
    "default": lambda _: parchment(),
    "unknown": random_face,
    "one left out": lambda _: parchment(),
    "one icon differs": change_one,
    "shapes differ": change_shapes,
    "colors differ": change_colors,
    "one ink": change_ink,
    "one ink, other shapes": change_ink_and_shapes,
    "new colors": choose_new_colors,
    "second maker": random_web_face,
}
"""Faces by seed. All are read with the default design: of ``one left out`` without one of its categories."""


def choose_design(printing: str, seed: int, design: CardDesign) -> CardDesign:
    """Return what a reader knows of a printing."""
    if printing != "one left out":
        return design
    patches = design.icon_patches.copy()
    patches[CATEGORIES.index(choose_category(seed))] = NOT_SEEN
    return replace(design, icon_patches=patches)
