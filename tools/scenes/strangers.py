"""Cards of other games: so that finding cards never learns one printer's taste."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from .cards import WORDS, draw_pattern
from .fonts import training_fonts
from .icons import SHAPES, place_icon
from .paint import Canvas, Color, Dice, Image8, any_color, cloud, ink_on, mix, tint

BACKS = ("diamonds", "medallion", "stripes", "dots", "plain", "noise")


@dataclass(frozen=True, slots=True)
class Style:
    """What the cards of one stranger's deck share."""

    seed: int
    kind: str
    height: float
    corner_radius: float
    ground: Color
    accents: tuple[Color, Color, Color]
    font: str
    border: float
    border_color: Color
    back: str


def random_style(seed: int, square: bool = False, ground: Color | None = None) -> Style:
    """Draw a style; ``ground`` gives the cards the color of the table."""
    dice = np.random.default_rng([5, seed])
    kind = str(dice.choice(sorted(KINDS)))
    if ground is None:
        light = dice.random() < 0.6
        ground = any_color(dice, (0, 0.2), (0.8, 1)) if light else any_color(dice, (0, 0.9), (0.05, 1))
    fonts = training_fonts()
    return Style(
        seed=seed, kind=kind, height=dice.uniform(0.95, 1.05) if square else dice.uniform(1.2, 1.75),
        corner_radius=float(dice.choice([0.0, 0.03, 0.06, 0.1])), ground=ground,
        accents=(any_color(dice, (0.3, 1), (0.1, 0.95)), any_color(dice), any_color(dice, (0, 1), (0, 0.6))),
        font=fonts[dice.integers(len(fonts))], border=float(dice.choice([0.0, 0.0, dice.uniform(0.02, 0.08)])),
        border_color=any_color(dice, (0, 0.4), (0, 1)) if dice.random() < 0.5 else (235, 240, 240),
        back=str(dice.choice(BACKS)),
    )  # fmt: skip


def draw_stranger(style: Style, number: int, width_px: int) -> Image8:
    """Draw the front of card ``number``."""
    dice = np.random.default_rng([style.seed, number])
    canvas = Canvas(width_px, style.height, style.ground)
    KINDS[style.kind](canvas, style, dice)
    if style.border:
        canvas.frame(style.border / 2, style.border, style.border_color, style.corner_radius)
    return canvas.image


def draw_stranger_back(style: Style, width_px: int) -> Image8:
    """Draw the back that all cards of a style share."""
    canvas = Canvas(width_px, style.height, style.accents[0])
    draw_pattern(
        canvas, style.back, (style.accents[0], style.ground, style.accents[2]), np.random.default_rng(style.seed)
    )
    return canvas.image


def _draw_shape(canvas: Canvas, dice: Dice, place: tuple[float, float, float], color: Color) -> None:
    """Draw any shape, filled, hatched or hollow, at x, y with a radius."""
    x, y, radius = place
    polygons = place_icon(str(dice.choice(sorted(SHAPES))), x, y, radius)
    filling = dice.integers(3)
    for polygon in polygons:
        if filling:
            canvas.polygon(polygon, color if filling == 1 else mix(color, (255, 255, 255), 0.6))
        canvas.line(polygon, 0.015, color, closed=True)


def _pips(canvas: Canvas, style: Style, dice: Dice) -> None:
    """One to three big signs, or the pips of a playing card."""
    color = style.accents[dice.integers(3)]
    state = dice.integers(1 << 30)
    if dice.random() < 0.6:
        count = int(dice.integers(1, 4))
        size = min(0.32, canvas.height * 0.42 / 3)
        for k in range(count):
            y = canvas.height / 2 + (k - (count - 1) / 2) * size * 2.3
            _draw_shape(canvas, np.random.default_rng(state), (0.5, y, size), color)
        return
    columns, rows = int(dice.integers(1, 4)), int(dice.integers(1, 5))
    for column in range(columns):
        for row in range(rows):
            place = ((column + 1) / (columns + 1), canvas.height * (row + 1) / (rows + 1), 0.09)
            _draw_shape(canvas, np.random.default_rng(state), place, color)
    canvas.text(str(dice.integers(2, 11)), style.font, 0.1, 0.12, 0.12, color)
    canvas.text(str(dice.integers(2, 11)), style.font, 0.9, canvas.height - 0.12, 0.12, color, turns=2)


def _framed(canvas: Canvas, style: Style, dice: Dice) -> None:
    """Title, picture, lines of text: a trading card."""
    inset = dice.uniform(0.03, 0.09)
    split = canvas.height * dice.uniform(0.45, 0.65)
    accent = style.accents[dice.integers(3)]
    canvas.box(inset, inset, 1 - inset, canvas.height - inset, mix(style.ground, accent, 0.6), 0.02)
    top, bottom = round((inset + 0.13) * canvas.scale), round(split * canvas.scale)
    left, right = round((inset + 0.04) * canvas.scale), round((0.96 - inset) * canvas.scale)
    if bottom > top + 2 and right > left + 2:
        field = cloud(dice, bottom - top, right - left, dice.uniform(2, 14))
        canvas.image[top:bottom, left:right] = tint(field, any_color(dice, (0, 1), (0, 0.5)), any_color(dice))
    paper = mix(accent, (240, 245, 250), dice.uniform(0.4, 1))
    canvas.box(inset + 0.04, split + 0.06, 0.96 - inset, canvas.height - inset - 0.04, paper)
    for y in np.arange(split + 0.12, canvas.height - inset - 0.08, 0.07):
        canvas.line([(inset + 0.08, y), (dice.uniform(0.5, 0.92 - inset), y)], 0.018, mix(paper, (0, 0, 0), 0.65))
    canvas.text(str(dice.choice(WORDS)), style.font, 0.4, inset + 0.07, 0.06, ink_on(accent, dice), 0.6)


def _painting(canvas: Canvas, style: Style, dice: Dice) -> None:
    """Paint a picture to the very edge."""
    high, wide = canvas.image.shape[:2]
    low, up = mix(style.ground, style.accents[0], dice.random()), mix(style.ground, any_color(dice), dice.random())
    canvas.image[:] = tint(cloud(dice, high, wide, dice.uniform(2, 12), dice.choice([0.3, 1, 3])), low, up)
    for _ in range(dice.integers(0, 7)):
        place = (dice.random(), dice.uniform(0, canvas.height), dice.uniform(0.06, 0.4))
        _draw_shape(canvas, dice, place, any_color(dice))


def _sea(canvas: Canvas, style: Style, dice: Dice) -> None:
    """Tiles of one landscape: the same ground on all, land across the edges, small signs."""
    for _ in range(dice.integers(0, 3)):
        x, y = dice.choice([0.0, 1.0, 0.5]), dice.choice([0.0, canvas.height, canvas.height / 2])
        radius = dice.uniform(0.2, 0.5)
        angles = np.linspace(0, 2 * np.pi, 14)
        blob = [
            (x + radius * dice.uniform(0.6, 1) * np.cos(a), y + radius * dice.uniform(0.6, 1) * np.sin(a))
            for a in angles
        ]
        canvas.polygon(blob, mix(style.accents[0], (255, 255, 255), 0.8))
        canvas.line(blob, 0.015, style.accents[2], closed=True)
    for _ in range(dice.integers(2, 7)):
        x, y = dice.random(), dice.uniform(0, canvas.height)
        canvas.line([(x, y), (x + 0.05, y + 0.03), (x + 0.1, y)], 0.012, mix(style.ground, (255, 255, 255), 0.5))
    if dice.random() < 0.5:
        _draw_shape(canvas, dice, (0.5, canvas.height / 2, dice.uniform(0.08, 0.2)), style.accents[2])


def _words(canvas: Canvas, style: Style, dice: Dice) -> None:
    """Lines of text, or one word on a label."""
    ink = ink_on(style.ground, dice)
    if dice.random() < 0.5:
        y = canvas.height * dice.uniform(0.3, 0.75)
        canvas.box(0.08, y - 0.1, 0.92, y + 0.1, mix(style.ground, (255, 255, 255), 0.7))
        canvas.text(str(dice.choice(WORDS)), style.font, 0.5, y, 0.1, (20, 20, 20), 0.8)
        return
    for y in np.arange(dice.uniform(0.1, 0.4), canvas.height - 0.1, dice.uniform(0.08, 0.16)):
        canvas.line([(0.1, y), (dice.uniform(0.4, 0.9), y)], 0.03, ink)
    canvas.text(str(dice.integers(1, 60)), style.font, dice.choice([0.14, 0.5, 0.86]), 0.15, 0.16, style.accents[0])


def _spines(canvas: Canvas, style: Style, dice: Dice) -> None:
    """Upright stripes from edge to edge."""
    x = 0.0
    while x < 1:
        wide = dice.uniform(0.06, 0.3)
        canvas.box(
            x, dice.choice([0.0, dice.uniform(0, 0.5)]), x + wide, canvas.height, any_color(dice, (0, 0.9), (0.1, 1))
        )
        x += wide + dice.choice([0.0, 0.02])
    if dice.random() < 0.5:
        canvas.box(0, 0, 1, dice.uniform(0.15, 0.35), style.ground)
        _draw_shape(canvas, dice, (dice.uniform(0.2, 0.8), 0.13, 0.09), style.accents[0])


def _panels(canvas: Canvas, style: Style, dice: Dice) -> None:
    """Part the ground into boxes."""
    for _ in range(dice.integers(1, 5)):
        left, top = dice.uniform(0, 0.6), dice.uniform(0, canvas.height * 0.7)
        right, bottom = left + dice.uniform(0.15, 0.9), top + dice.uniform(0.1, 0.9)
        canvas.box(left, top, min(right, 0.97), min(bottom, canvas.height - 0.03), any_color(dice), 0.02)
    if dice.random() < 0.6:
        canvas.text(
            str(dice.choice(list("ABCDEFGHKMRS7259"))), style.font, *dice.uniform(0.2, 0.8, 2), 0.3, style.accents[0]
        )


KINDS: dict[str, Callable[[Canvas, Style, Dice], None]] = {
    "pips": _pips,
    "framed": _framed,
    "painting": _painting,
    "sea": _sea,
    "words": _words,
    "spines": _spines,
    "panels": _panels,
}
