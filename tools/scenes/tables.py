"""What the cards lie on. A table is drawn flat; ``card_px`` is how wide a card would be on it.

Where ``SCENE_SURFACES`` names a folder of unpacked packages (``surfaces``), half of the tables are photographic.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import lru_cache, partial
from pathlib import Path

import cv2
import numpy as np

from .paint import Color, Dice, Image8, any_color, cloud, from_hsv, mix, tint
from .surfaces import Surface, lay_surface, list_surfaces, open_surface

Draw = Callable[[Dice, int, int, float], Image8]
FOLDER = os.environ.get("SCENE_SURFACES", "")
SURFACE = "surface"
"""The kind of table that is any photographic surface of the development half."""


def draw_table(kind: str, dice: Dice, size: tuple[int, int], card_px: float) -> Image8:
    """Draw a table of ``size`` (width, height) in px."""
    width, height = size
    return TABLES[kind](dice, height, width, card_px)


def _near(color: Color, dice: Dice, by: float) -> Color:
    return mix(color, any_color(dice), by)


def _plain(dice: Dice, height: int, width: int, card_px: float) -> Image8:
    light = dice.random() < 0.55
    color = any_color(dice, (0, 0.2), (0.75, 1)) if light else any_color(dice, (0, 1), (0.03, 1))
    field = cloud(dice, height, width, dice.uniform(2, 5))
    return tint(field, color, mix(color, (0, 0, 0), dice.uniform(0, 0.08)))


def _wood(dice: Dice, height: int, width: int, card_px: float) -> Image8:
    color = from_hsv(dice.uniform(0.02, 0.12), dice.uniform(0.1, 0.8), dice.uniform(0.15, 0.95))
    grain = width / card_px
    stretch = dice.uniform(6, 30)
    field = sum(
        weight * cloud(dice, height, width, grain * per_card, stretch)
        for weight, per_card in ((0.5, dice.uniform(1, 4)), (0.3, dice.uniform(5, 12)), (0.2, 25))
    )
    table = tint(np.asarray(field, np.float32), mix(color, (0, 0, 0), dice.uniform(0.15, 0.6)), color)
    for _ in range(dice.integers(0, 6)):
        center = (int(dice.integers(width)), int(dice.integers(height)))
        axes = (max(1, round(card_px * dice.uniform(0.03, 0.15))), max(1, round(card_px * dice.uniform(0.02, 0.06))))
        cv2.ellipse(table, center, axes, 0, 0, 360, mix(color, (0, 0, 0), 0.6), -1, cv2.LINE_AA)
    if dice.random() < 0.6:
        plank = card_px * dice.uniform(0.5, 3)
        seam = mix(color, (0, 0, 0), dice.uniform(0.3, 0.8))
        for y in np.arange(dice.uniform(0, plank), height, plank):
            cv2.line(table, (0, int(y)), (width, int(y)), seam, max(1, round(card_px * 0.015)), cv2.LINE_AA)
            for x in np.arange(dice.uniform(0, 5) * card_px, width, dice.uniform(2, 8) * card_px):
                cv2.line(table, (int(x), int(y)), (int(x), int(y + plank)), seam, 1, cv2.LINE_AA)
    return table if dice.random() < 0.7 else np.ascontiguousarray(cv2.resize(np.rot90(table), (width, height)))


def _noisy(dice: Dice, height: int, width: int, card_px: float) -> Image8:
    """Felt, carpet, paper with fibres."""
    color = any_color(dice, (0, 1), (0.05, 0.95))
    fine = cloud(dice, height, width, width / max(1.5, card_px * dice.uniform(0.01, 0.06)))
    broad = cloud(dice, height, width, width / card_px * dice.uniform(0.5, 3))
    strength = dice.uniform(0.05, 0.5)
    return tint(0.7 * fine + 0.3 * broad, mix(color, (0, 0, 0), strength), mix(color, (255, 255, 255), strength / 2))


def _cloth(dice: Dice, height: int, width: int, card_px: float) -> Image8:
    """Woven threads."""
    color = any_color(dice, (0, 0.9), (0.1, 0.95))
    thread = max(2.0, card_px * dice.uniform(0.015, 0.06))
    ys, xs = np.mgrid[0:height, 0:width].astype(np.float32)
    field = 0.5 + 0.25 * np.sin(xs * (2 * np.pi / thread)) + 0.25 * np.sin(ys * (2 * np.pi / thread))
    return tint(field.astype(np.float32), mix(color, (0, 0, 0), dice.uniform(0.08, 0.4)), color)


def _checks(dice: Dice, height: int, width: int, card_px: float) -> Image8:
    """Draw checks, gingham or tartan: boxes as big as cards, or of any other size, square or card-shaped."""
    a = any_color(dice, (0, 0.9), (0.15, 1))
    b = _near(a, dice, dice.uniform(0.05, 0.9)) if dice.random() < 0.6 else mix(a, (0, 0, 0), dice.uniform(0.05, 0.4))
    wide = card_px * dice.uniform(0.25, 2.0)
    high = wide * (1.0 if dice.random() < 0.5 else dice.uniform(0.5, 1.8))
    xs = (np.arange(width) + dice.uniform(0, wide)) / wide
    ys = (np.arange(height) + dice.uniform(0, high)) / high
    style = dice.integers(3)
    if style == 0:
        field = ((xs[None].astype(int) + ys[:, None].astype(int)) % 2).astype(np.float32)
    elif style == 1:
        field = 0.5 * (xs[None].astype(int) % 2) + 0.5 * (ys[:, None].astype(int) % 2)
    else:
        band = dice.uniform(0.03, 0.3)
        field = np.clip(((xs[None] % 1) < band).astype(float) + ((ys[:, None] % 1) < band), 0, 1)
    table = tint(field.astype(np.float32), a, b)
    if dice.random() < 0.5:
        thread = 0.85 + 0.15 * cloud(dice, height, width, width / max(1.5, card_px * 0.03))
        table = (table * thread[..., None]).astype(np.uint8)
    return table


def _flagstones(dice: Dice, height: int, width: int, card_px: float) -> Image8:
    """Tiles with joints, each a little different, rows maybe shifted like bricks; keys of a keyboard when small."""
    a = any_color(dice, (0, 0.6), (0.15, 0.95))
    table = np.empty((height, width, 3), np.uint8)
    table[:] = mix(a, (0, 0, 0) if dice.random() < 0.6 else (255, 255, 255), dice.uniform(0.2, 0.7))
    wide = card_px * dice.uniform(0.3, 2.2)
    high = wide * dice.choice([1.0, dice.uniform(0.4, 1.7)])
    joint = card_px * dice.uniform(0.02, 0.12)
    shift = dice.choice([0.0, 0.5])
    vary = dice.uniform(0, 0.25)
    for row, y in enumerate(np.arange(-dice.uniform(0, high), height, high)):
        for x in np.arange(-dice.uniform(0.5, 1) * wide * (1 + shift * (row % 2)), width, wide):
            left, top = int(x + joint), int(y + joint)
            cv2.rectangle(table, (left, top), (int(x + wide - joint), int(y + high - joint)), _near(a, dice, vary), -1)
    return table


def _slabs(dice: Dice, height: int, width: int, card_px: float) -> Image8:
    """Tiles that could be cards by their size: planed, grained or speckled, with joints, some a little different."""
    a = any_color(dice, (0, 0.8), (0.05, 0.95))
    # On a table that runs to the horizon, slabs of less than this would be drawn for minutes.
    wide = max(6.0, card_px * dice.uniform(0.7, 1.5))
    high = wide * dice.choice([1.0, dice.uniform(1.2, 1.6), dice.uniform(0.6, 0.9)])
    joint, shift = card_px * dice.uniform(0.01, 0.1), dice.choice([0.0, 0.0, 0.5])
    ground = mix(a, (0, 0, 0) if dice.random() < 0.6 else (255, 255, 255), dice.uniform(0.1, 0.8))
    grain = width / card_px * dice.choice([0.5, 6, 25])
    field = cloud(dice, height, width, grain, dice.choice([1.0, 5.0]))
    table = tint(field, a, _near(a, dice, dice.uniform(0.02, 0.4)))
    vary, ys = dice.choice([0.0, dice.uniform(0, 0.5)]), np.arange(-dice.uniform(0, high), height, high)
    for row, y in enumerate(ys):
        for x in np.arange(-dice.uniform(0, 0.1) * wide - shift * (row % 2) * wide, width, wide):
            left, top, right, bottom = (max(0, int(v)) for v in (x, y, x + wide, y + high))
            part = table[top:bottom, left:right]
            if vary and part.size:
                part[:] = cv2.addWeighted(part, 1 - vary, np.full_like(part, any_color(dice)), vary, 0)
            cv2.rectangle(table, (int(x), int(y)), (int(x + wide), int(y + high)), ground, max(1, round(joint)))
    return table


def _terrazzo(dice: Dice, height: int, width: int, card_px: float) -> Image8:
    base = any_color(dice, (0, 0.25), (0.2, 1))
    table = np.empty((height, width, 3), np.uint8)
    table[:] = base
    palette = [_near(base, dice, dice.uniform(0.1, 0.8)) for _ in range(5)]
    chips = min(2500, int(width * height / (card_px * dice.uniform(0.08, 0.3)) ** 2))
    for _ in range(chips):
        center = dice.uniform((0, 0), (width, height))
        radius = card_px * dice.uniform(0.01, 0.08)
        angles = np.sort(dice.uniform(0, 2 * np.pi, 5))
        chip = center + radius * np.stack([np.cos(angles), np.sin(angles)], 1)
        cv2.fillConvexPoly(table, chip.astype(np.int32), palette[dice.integers(5)], cv2.LINE_AA)
    return table


def _floral(dice: Dice, height: int, width: int, card_px: float) -> Image8:
    """Repeat a motif over the cloth."""
    base = any_color(dice, (0, 0.7), (0.1, 1))
    table = np.empty((height, width, 3), np.uint8)
    table[:] = base
    step = card_px * dice.uniform(0.25, 1.5)
    petals, leaves = any_color(dice), any_color(dice)
    count, reach = int(dice.integers(1, 8)), step * dice.uniform(0.12, 0.35)
    jitter = dice.choice([0.0, 0.15])
    for row, y in enumerate(np.arange(0, height + step, step)):
        for x in np.arange((row % 2) * step / 2, width + step, step):
            cx, cy = x + dice.uniform(-jitter, jitter) * step, y + dice.uniform(-jitter, jitter) * step
            for k in range(count):
                angle = 2 * np.pi * k / count
                place = (int(cx + reach * np.cos(angle)), int(cy + reach * np.sin(angle)))
                cv2.circle(table, place, max(1, int(reach * 0.5)), petals if k % 2 else leaves, -1, cv2.LINE_AA)
            cv2.circle(table, (int(cx), int(cy)), max(1, int(reach * 0.45)), leaves, -1, cv2.LINE_AA)
    return table


def _leather(dice: Dice, height: int, width: int, card_px: float) -> Image8:
    color = any_color(dice, (0, 0.9), (0.05, 0.6))
    field = cloud(dice, height, width, width / max(2.0, card_px * dice.uniform(0.03, 0.1)))
    creased = np.abs(field - 0.5) * 2
    table = tint(creased, mix(color, (0, 0, 0), dice.uniform(0.3, 0.7)), mix(color, (255, 255, 255), 0.12))
    for _ in range(dice.integers(0, 5)):
        start, end = dice.uniform((0, 0), (width, height), (2, 2)).astype(int)
        cv2.line(
            table, start.tolist(), end.tolist(), mix(color, (0, 0, 0), 0.6), max(1, round(card_px * 0.03)), cv2.LINE_AA
        )
    return table


def _playmat(dice: Dice, height: int, width: int, card_px: float) -> Image8:
    """Paint a picture: big soft shapes and hard edges."""
    low, high = any_color(dice, (0, 1), (0, 0.5)), any_color(dice, (0, 1), (0.2, 1))
    across = width / card_px
    field = 0.6 * cloud(dice, height, width, across * dice.uniform(0.3, 1)) + 0.4 * cloud(
        dice, height, width, across * 3
    )
    table = tint(field.astype(np.float32), low, high)
    for _ in range(dice.integers(2, 14)):
        center = dice.uniform((0, 0), (width, height))
        angles = np.sort(dice.uniform(0, 2 * np.pi, 7))
        shape = center + card_px * dice.uniform(0.2, 2, (7, 1)) * np.stack([np.cos(angles), np.sin(angles)], 1)
        layer = table.copy()
        cv2.fillPoly(layer, [shape.astype(np.int32)], any_color(dice, (0, 1), (0, 0.9)), cv2.LINE_AA)
        table = cv2.addWeighted(layer, dice.uniform(0.2, 0.9), table, 0.5, 0) if dice.random() < 0.2 else layer
    return table


def _printed(dice: Dice, height: int, width: int, card_px: float) -> Image8:
    """Print a newspaper: columns of lines and boxes of pictures."""
    paper = any_color(dice, (0, 0.15), (0.75, 1))
    table = np.empty((height, width, 3), np.uint8)
    table[:] = paper
    ink = mix(paper, (0, 0, 0), dice.uniform(0.4, 0.9))
    column, line = card_px * dice.uniform(0.6, 2), max(3.0, card_px * dice.uniform(0.04, 0.12))
    for x in np.arange(0, width, column):
        for y in np.arange(0, height, line):
            end = x + column * dice.choice([0.92, 0.92, 0.92, dice.uniform(0.2, 0.9)])
            cv2.line(table, (int(x), int(y)), (int(end), int(y)), ink, max(1, int(line * 0.35)))
        if dice.random() < 0.5:
            top = dice.uniform(0, height)
            corner = (int(x + column * 0.92), int(top + column * dice.uniform(0.4, 1.4)))
            cv2.rectangle(table, (int(x), int(top)), corner, any_color(dice), -1)
    return table


@lru_cache(maxsize=1)
def _list_surfaces() -> tuple[Surface, ...]:
    surfaces = list_surfaces(Path(FOLDER), held_out=False)
    if not surfaces:
        raise FileNotFoundError(f"no surfaces of tools.scenes.surfaces are in {FOLDER}")
    return surfaces


def _surface(dice: Dice, height: int, width: int, card_px: float) -> Image8:
    """Lay any surface that is one after all: most of what is called so."""
    surfaces = _list_surfaces()
    while (image := open_surface(surfaces[dice.integers(len(surfaces))])) is None:
        pass
    return lay_surface(image, dice, height, width, card_px)


TABLES: dict[str, Draw] = {
    "plain": _plain,
    "wood": _wood,
    "noisy": _noisy,
    "cloth": _cloth,
    "checks": _checks,
    "flagstones": _flagstones,
    "slabs": _slabs,
    "terrazzo": _terrazzo,
    "floral": _floral,
    "leather": _leather,
    "playmat": _playmat,
    "printed": _printed,
    SURFACE: _surface,
}
WEIGHTS = {"plain": 6, "wood": 5, "noisy": 3, "cloth": 2, "checks": 3, "flagstones": 2, "terrazzo": 1.5, "floral": 1.5,
           "leather": 1.5, "playmat": 2, "printed": 0.7}  # fmt: skip


@contextmanager
def offer_surface(name: str, image: Image8) -> Iterator[None]:
    """Let a photographic surface be a kind of table of that name, which is not drawn by chance."""
    TABLES[name] = partial(lay_surface, image)
    try:
        yield
    finally:
        del TABLES[name]


def choose_table(dice: Dice) -> str:
    """Draw a kind of table; slabs as big as cards are for lessons alone."""
    if FOLDER and dice.random() < 0.5:
        return SURFACE
    names = sorted(WEIGHTS)
    weights = np.array([WEIGHTS[name] for name in names])
    return str(dice.choice(names, p=weights / weights.sum()))
