"""Cards whose letter, number and icons stand anywhere, on any ground, with or without plates: no printer's taste.

Each card is drawn by itself: what a net learns from them is to notice print, not where one printer puts it. Lengths are
in card widths from the card's top left corner.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np

from tools.icons.art import gather_pictograms
from tools.scenes.cards import WORDS, draw_pattern
from tools.scenes.decks import ALPHABETS
from tools.scenes.icons import SHAPES, place_icon
from tools.scenes.paint import (
    Canvas,
    Color,
    Dice,
    Image8,
    any_color,
    cloud,
    from_hsv,
    ink_on,
    lightness,
    mix,
    round_box,
    size_for,
    tint,
    write,
)  # fmt: skip
from tools.scenes.strangers import BACKS, draw_stranger, random_style

from .fonts import PLAIN, find_fonts
from .prints import ICON, LETTER, NUMBER, Print

LETTERS = tuple(sorted(set(ALPHABETS["en"]) | set(ALPHABETS["pl"])))
_PLATES = ("box", "rounded", "pill", "disc", "pennant", "arch", "hexagon")
_ICON_PLATES = ("none", "none", "disc", "disc", "tile", "rounded", "ring", "ring", "drop", "hexagon", "diamond")
_NUMBERS = ("{}/{}", "{}/{}", "{} / {}", "{}\u2009/\u2009{}")
_GAP = 0.012
"""Least distance between two things that are printed."""


@dataclass(frozen=True, slots=True)
class Stock:
    """What cards are printed with: files of fonts, and pictograms (n x side x side)."""

    fonts: tuple[str, ...]
    art: Sequence[Image8]


def gather_stock(fonts: list[Path], icons: list[Path]) -> Stock:
    """Return what cards are printed with: none of it is held out."""
    return Stock(tuple(font.path for font in find_fonts(fonts, tuple(PLAIN))), gather_pictograms(icons))


@dataclass(slots=True)
class _Sheet:
    """A card while it is drawn: what is free on it, and what was printed."""

    canvas: Canvas
    dice: Dice
    stock: Stock
    ground: Color
    taken: list[tuple[float, float, float, float]] = field(default_factory=list)
    prints: list[Print] = field(default_factory=list)

    def is_free(self, left: float, top: float, right: float, bottom: float, margin: float = 0.02) -> bool:
        inside = left > margin and top > margin and right < 1 - margin and bottom < self.canvas.height - margin
        return inside and not any(
            left < r + _GAP and right > a - _GAP and top < b + _GAP and bottom > t - _GAP for a, t, r, b in self.taken
        )

    def take(self, kind: int, x: float, y: float, height: float, width: float) -> None:
        tall = self.canvas.height
        self.taken.append((x - width / 2, y - height / 2, x + width / 2, y + height / 2))
        self.prints.append(Print(kind, x, y / tall, height / tall, width))

    def look_beneath(self, left: float, top: float, right: float, bottom: float) -> Color:
        """Return the mean color of a box."""
        left_px, top_px, right_px, bottom_px = (
            max(0, round(v * self.canvas.scale)) for v in (left, top, right, bottom)
        )
        part = self.canvas.image[top_px : max(bottom_px, top_px + 1), left_px : max(right_px, left_px + 1)]
        blue, green, red = part.reshape(-1, 3).mean(axis=0).round().astype(int).tolist() if part.size else self.ground
        return blue, green, red

    def pick_font(self) -> str:
        return self.stock.fonts[self.dice.integers(len(self.stock.fonts))]


def _draw_grounds(dice: Dice) -> tuple[Color, Color, Color]:
    """Draw the color of a card, that of its plates, and that of a band."""
    kind = dice.choice(["light", "light", "dark", "vivid"])
    if kind == "light":
        ground = any_color(dice, (0, 0.25), (0.82, 1))
    elif kind == "dark":
        ground = any_color(dice, (0, 0.7), (0.08, 0.35))
    else:
        ground = any_color(dice, (0.4, 1), (0.3, 0.9))
    plate = any_color(dice, (0, 0.9), (0.08, 1))
    while abs(lightness(plate) - lightness(ground)) < 45:
        plate = any_color(dice, (0, 0.9), (0.05, 1))
    band = mix(ground, (0, 0, 0) if dice.random() < 0.5 else (255, 255, 255), dice.uniform(0.05, 0.35))
    return ground, plate, band


def _paint_ground(sheet: _Sheet) -> None:
    dice, canvas = sheet.dice, sheet.canvas
    high, wide = canvas.image.shape[:2]
    near = mix(sheet.ground, any_color(dice), dice.uniform(0.03, 0.22))
    kind = dice.integers(6)
    if kind == 1:
        ramp = np.linspace(0, 1, high, dtype=np.float32)[:, None].repeat(wide, axis=1)
        canvas.image[:] = tint(ramp, sheet.ground, near)
    elif kind == 2:
        canvas.image[:] = tint(
            cloud(dice, high, wide, dice.uniform(3, 30), dice.choice([0.3, 1, 8])), sheet.ground, near
        )
    elif kind == 3:
        draw_pattern(canvas, str(dice.choice(BACKS)), (sheet.ground, near, near), dice)
    elif kind == 4 and dice.random() < 0.6:
        art = draw_stranger(random_style(int(dice.integers(1 << 30))), int(dice.integers(99)), wide)
        art = cv2.resize(art, (wide, high))
        share = dice.uniform(0.1, 1.0)
        canvas.image[:] = cv2.addWeighted(canvas.image, 1 - share, np.asarray(art, np.uint8), share, 0)


def _paint_picture(sheet: _Sheet) -> None:
    """Paint what a card shows besides its print: books, a picture, a panel, or nothing."""
    dice, canvas = sheet.dice, sheet.canvas
    top = dice.uniform(0.0, 0.15) if dice.random() < 0.15 else dice.uniform(0.25, 0.6)
    left, right = dice.uniform(0, 0.3), 1 - dice.uniform(0, 0.3)
    if dice.random() < 0.5:
        left, right = dice.uniform(0, 0.08), 1 - dice.uniform(0, 0.08)
    bottom = canvas.height - dice.uniform(0, 0.25)
    kind = dice.choice(["books", "books", "pile", "art", "sign", "panel", "none"])
    if kind == "none" or bottom - top < 0.2 or right - left < 0.2:
        return
    if dice.random() < 0.5 or kind == "panel":
        canvas.box(left, top, right, bottom, any_color(dice, (0, 0.8), (0.1, 1)), dice.choice([0.0, 0.03, 0.08]))
    if kind in ("books", "pile"):
        _paint_books(sheet, (left, top, right, bottom), upright=bool(kind == "books"))
    elif kind == "art":
        wide, high = round((right - left) * canvas.scale), round((bottom - top) * canvas.scale)
        art = draw_stranger(random_style(int(dice.integers(1 << 30))), int(dice.integers(99)), max(40, wide))
        x, y = round(left * canvas.scale), round(top * canvas.scale)
        part = canvas.image[y : y + high, x : x + wide]
        part[:] = cv2.resize(art, part.shape[1::-1])
    elif kind == "sign":
        size = min(right - left, bottom - top) * dice.uniform(0.5, 0.95)
        _stamp_pictogram(sheet, sheet.stock.art[dice.integers(len(sheet.stock.art))], (left + right) / 2,
                         (top + bottom) / 2, max(size, 0.3), any_color(dice))  # fmt: skip


def _paint_books(sheet: _Sheet, box: tuple[float, float, float, float], *, upright: bool) -> None:
    dice, canvas = sheet.dice, sheet.canvas
    left, top, right, bottom = box
    count = int(dice.integers(2, 8))
    at, end = (left, right) if upright else (top, bottom)
    across = (bottom - top) if upright else (right - left)
    for thick in (end - at) * dice.dirichlet(np.full(count, 6.0)):
        short = across * dice.uniform(0, 0.3)
        color = any_color(dice, (0, 0.9), (0.15, 0.95))
        corners = (at, top + short, at + thick, bottom) if upright else (left, at, right - short, at + thick)
        canvas.box(*corners, color)
        canvas.line(round_box(*corners, 0), 0.006, mix(color, (0, 0, 0), 0.4), closed=True)
        if thick > 0.05 and dice.random() < 0.8:
            title = " ".join(dice.choice(WORDS, int(dice.integers(1, 4))))
            x, y = (corners[0] + corners[2]) / 2, (corners[1] + corners[3]) / 2
            room = ((corners[3] - corners[1]) if upright else (corners[2] - corners[0])) * 0.9
            canvas.text(title, sheet.pick_font(), x, y, min(thick * 0.5, 0.1), ink_on(color, dice), room, int(upright))
        at += thick


def _stamp_pictogram(sheet: _Sheet, art: Image8, x: float, y: float, size: float, color: Color) -> None:
    side = max(3, round(size * sheet.canvas.scale))
    ink = np.asarray(cv2.resize(art, (side, side), interpolation=cv2.INTER_AREA), np.uint8)
    scale = sheet.canvas.scale
    sheet.canvas.stamp(ink, round(x * scale - side / 2), round(y * scale - side / 2), color)


def _measure(sheet: _Sheet, text: str, font: str, cap: float) -> tuple[float, float]:
    """Return the width and the height of a text in print."""
    ink = write(font, size_for(font, max(3, round(cap * sheet.canvas.scale))), text)
    return ink.shape[1] / sheet.canvas.scale, ink.shape[0] / sheet.canvas.scale


def _choose_ink(dice: Dice, beneath: Color) -> Color:
    """Draw a color that can be read on what is beneath it."""
    ink = ink_on(beneath, dice)
    if abs(lightness(ink) - lightness(beneath)) < 70:
        ink = (15, 15, 15) if lightness(beneath) > 110 else (250, 250, 250)
    return ink


def _paint_plate(sheet: _Sheet, box: tuple[float, float, float, float], kind: str, color: Color) -> None:
    left, top, right, bottom = box
    x, y, wide, high = (left + right) / 2, (top + bottom) / 2, right - left, bottom - top
    canvas, dice = sheet.canvas, sheet.dice
    rim = mix(color, ink_on(color, dice), dice.uniform(0.3, 1)) if dice.random() < 0.3 else None
    if kind == "disc":
        canvas.disc(x, y, max(wide, high) / 2 * 1.08, color)
        return
    if kind == "pennant":
        outline = [(left, min(top, 0.0 if dice.random() < 0.5 else top)), (right, top), (right, bottom + 0.02),
                   (x, bottom + dice.uniform(0.02, 0.08)), (left, bottom + 0.02)]  # fmt: skip
        outline[1] = (right, outline[0][1])
    elif kind == "hexagon":
        outline = [
            (left - high * 0.3, y),
            (left, top),
            (right, top),
            (right + high * 0.3, y),
            (right, bottom),
            (left, bottom),
        ]
    elif kind == "arch":
        outline = [(left, bottom), *[(x - wide / 2 * np.cos(a), top + wide * 0.4 - wide * 0.55 * np.sin(a))
                                     for a in np.linspace(0, np.pi, 12)], (right, bottom)]  # fmt: skip
    else:
        radius = {"box": 0.0, "rounded": 0.025, "pill": min(wide, high) / 2}[kind]
        outline = round_box(left, top, right, bottom, radius)
    canvas.polygon(outline, color)
    if rim:
        canvas.line(outline, 0.008, rim, closed=True)


def _print_heading(sheet: _Sheet, plate_color: Color, band: Color) -> None:
    """Print letter and number: stacked, in a line, in two corners, or anywhere in the upper part."""
    dice = sheet.dice
    cap, small = dice.uniform(0.085, 0.19), dice.uniform(0.042, 0.085)
    letter_font = sheet.pick_font()
    number_font = letter_font if dice.random() < 0.35 else sheet.pick_font()
    of = int(dice.integers(1, 13))
    number = str(dice.choice(_NUMBERS)).format(int(dice.integers(1, of + 1)), of)
    letter = str(dice.choice(LETTERS))
    wide, high = _measure(sheet, letter, letter_font, cap)
    number_wide, number_high = _measure(sheet, number, number_font, small)
    squeeze = min(1.0, 0.5 / max(number_wide, 1e-6))
    small, number_wide, number_high = small * squeeze, number_wide * squeeze, number_high * squeeze
    letter_box, number_box = (max(wide, cap * 0.5), max(high, cap)), (number_wide, max(number_high, small))
    mode = str(dice.choice(["stacked", "stacked", "stacked", "line", "opposite", "free"]))
    spots = _place_heading(sheet, mode, letter_box, number_box)
    if spots is None:
        return
    (x, y), (nx, ny) = spots
    on = str(dice.choice(["none", "none", "joint", "joint", "letter", "both", "number"]))
    on = "both" if on == "joint" and mode in ("opposite", "free") else on
    if dice.random() < 0.3:
        foot = max(y + letter_box[1] / 2, ny + number_box[1] / 2) + dice.uniform(0.01, 0.06)
        sheet.canvas.box(0, 0, 1, foot, band)
    pad = dice.uniform(0.015, 0.04)
    boxes = [(px - w / 2 - pad, py - h / 2 - pad, px + w / 2 + pad, py + h / 2 + pad)
             for (px, py), (w, h) in zip(spots, (letter_box, number_box), strict=True)]  # fmt: skip
    if on == "joint":
        both = np.array(boxes)
        joint = (*both[:, :2].min(axis=0).tolist(), *both[:, 2:].max(axis=0).tolist())
        _paint_plate(sheet, joint, str(dice.choice([one for one in _PLATES if one != "disc"])), plate_color)
    for name, box in zip(("letter", "number"), boxes, strict=True):
        if on in (name, "both"):
            shape = str(dice.choice(_PLATES if name == "letter" else ("box", "rounded", "pill", "hexagon")))
            _paint_plate(sheet, box, shape, plate_color)
    grounds = [sheet.look_beneath(*box) for box in boxes]
    inks = [_choose_ink(dice, one) for one in grounds]
    if abs(lightness(grounds[0]) - lightness(grounds[1])) < 25 and dice.random() < 0.8:
        inks[1] = inks[0]
    sheet.canvas.text(letter, letter_font, x, y, cap, inks[0])
    sheet.canvas.text(number, number_font, nx, ny, small, inks[1])
    sheet.take(LETTER, x, y, cap, letter_box[0])
    sheet.take(NUMBER, nx, ny, small, max(number_wide, small))
    if on != "none":
        sheet.taken += boxes


def _place_heading(
    sheet: _Sheet, mode: str, letter: tuple[float, float], number: tuple[float, float]
) -> tuple[tuple[float, float], tuple[float, float]] | None:
    """Return the centers of letter and number."""
    dice, tall = sheet.dice, sheet.canvas.height
    edge = dice.uniform(0.025, 0.07)
    y = edge + letter[1] / 2 + (dice.uniform(0, 0.25) if dice.random() < 0.2 else 0)
    if mode == "stacked":
        wide = max(letter[0], number[0])
        corner = dice.integers(3)
        x = (edge + wide / 2, 1 - edge - wide / 2, dice.uniform(0.35, 0.65))[corner]
        below = y + letter[1] / 2 + dice.uniform(0.012, 0.06) + number[1] / 2
        aside = dice.uniform(-0.5, 0.5) * abs(letter[0] - number[0]) if dice.random() < 0.3 else 0.0
        spots = [(x, y), (float(np.clip(x + aside, edge + number[0] / 2, 1 - edge - number[0] / 2)), below)]
        if dice.random() < 0.1:  # the number above the letter
            lift = number[1] + 0.03
            spots = [(x, y + lift), (x, y - letter[1] / 2 + number[1] / 2)]
    elif mode == "line":
        gap = dice.uniform(0.025, 0.09)
        start = edge if dice.random() < 0.6 else dice.uniform(edge, max(edge, 0.95 - letter[0] - number[0] - gap))
        first, second = (letter, number) if dice.random() < 0.85 else (number, letter)
        centers = [start + first[0] / 2, start + first[0] + gap + second[0] / 2]
        drop = y + dice.uniform(-0.5, 0.5) * max(0.0, letter[1] - number[1])
        spots = [(centers[0], y), (centers[1], drop)] if first is letter else [(centers[1], y), (centers[0], drop)]
    elif mode == "opposite":
        drop = edge + number[1] / 2 + dice.uniform(0, max(0.0, letter[1] - number[1]))
        spots = [(edge + letter[0] / 2, y), (1 - edge - number[0] / 2, drop)]
        if dice.random() < 0.4:
            spots = [(1 - px, py) for px, py in spots]
    else:
        for _ in range(30):
            spots = [
                (dice.uniform(0.06, 0.94), dice.uniform(0.06, 0.5 * tall)),
                (dice.uniform(0.08, 0.92), dice.uniform(0.05, (0.6 if dice.random() < 0.9 else 0.97) * tall)),
            ]
            apart = abs(spots[0][0] - spots[1][0]) > (letter[0] + number[0]) / 2 + 0.03 or (
                abs(spots[0][1] - spots[1][1]) > (letter[1] + number[1]) / 2 + 0.02
            )
            if apart and all(_fits(sheet, spot, size) for spot, size in zip(spots, (letter, number), strict=True)):
                break
    if not all(_fits(sheet, spot, size) for spot, size in zip(spots, (letter, number), strict=True)):
        return None
    return spots[0], spots[1]


def _fits(sheet: _Sheet, spot: tuple[float, float], size: tuple[float, float]) -> bool:
    x, y = spot
    return sheet.is_free(x - size[0] / 2, y - size[1] / 2, x + size[0] / 2, y + size[1] / 2, 0.012)


def _print_icons(sheet: _Sheet, plate: Color) -> None:
    """Print two to four icons of six: in a row, a column, a block, or each by itself."""
    dice = sheet.dice
    count, radius = int(dice.integers(2, 5)), dice.uniform(0.042, 0.085)
    style = str(dice.choice(_ICON_PLATES))
    drawn = dice.random() < 0.35
    shapes = dice.choice(sorted(SHAPES), 6, replace=False) if drawn else dice.choice(len(sheet.stock.art), 6)
    turn = dice.random()
    inks = [from_hsv(turn + k / 6 + dice.uniform(-0.05, 0.05), dice.uniform(0.35, 1), dice.uniform(0.3, 0.95))
            for k in dice.permutation(6)]  # fmt: skip
    if dice.random() < 0.3:
        inks = [any_color(dice, (0, 0.9), (0.05, 0.95))] * 6
    places = _place_icons(sheet, count, radius)
    if not places:
        return
    if dice.random() < 0.15:
        box = np.array(places)
        reach = radius + dice.uniform(0.01, 0.03)
        _paint_plate(sheet, (*(box.min(axis=0) - reach).tolist(), *(box.max(axis=0) + reach).tolist()),
                     str(dice.choice(["box", "rounded", "pill"])), plate)  # fmt: skip
    paper = (245, 248, 250) if dice.random() < 0.75 else (25, 22, 20)
    for x, y in places:
        kind = int(dice.integers(6))
        _print_icon(sheet, (x, y, radius), style, shapes[kind], inks[kind], paper)
        sheet.take(ICON, x, y, 2 * radius, 2 * radius)


def _print_icon(
    sheet: _Sheet, place: tuple[float, float, float], style: str, shape: str | int, ink: Color, paper: Color
) -> None:
    x, y, radius = place
    canvas = sheet.canvas
    below = sheet.look_beneath(x - radius, y - radius, x + radius, y + radius)
    if abs(lightness(ink) - lightness(below)) < 45 and style in ("none", "disc", "tile", "rounded", "drop"):
        ink = mix(ink, (0, 0, 0) if lightness(below) > 120 else (255, 255, 255), 0.55)
    fill, figure, inner = ink, paper, 0.64
    if style == "none":
        figure, inner = ink, 1.0
    elif style == "ring":
        # Some rings have the card's own ground within.
        fill, figure, inner = (below if sheet.dice.random() < 0.5 else mix(paper, ink, 0.05)), ink, 0.7
    if style != "none" and abs(lightness(fill) - lightness(figure)) < 50:
        figure = (250, 250, 250) if lightness(fill) < 128 else (20, 20, 20)
    if style in ("disc", "ring"):
        canvas.disc(x, y, radius, ink)
        canvas.disc(x, y, radius * (1 - sheet.dice.uniform(0.06, 0.2) if style == "ring" else 1.0), fill)
    elif style in ("tile", "rounded"):
        canvas.box(x - radius, y - radius, x + radius, y + radius, fill, 0.0 if style == "tile" else 0.35 * radius)
    elif style == "drop":
        canvas.disc(x, y, radius, fill)
        canvas.box(x - radius, y, x, y + radius, fill)
    elif style == "hexagon":
        canvas.polygon(place_icon("hexagon", x, y, radius * 1.1)[0], fill)
    elif style == "diamond":
        reach = radius * 1.25
        canvas.polygon(((x, y - reach), (x + reach, y), (x, y + reach), (x - reach, y)), fill)
        inner = 0.55
    if isinstance(shape, str):
        for polygon in place_icon(shape, x, y, radius * inner):
            canvas.polygon(polygon, figure)
    else:
        _stamp_pictogram(sheet, sheet.stock.art[shape], x, y, 2 * radius * inner, figure)


def _place_icons(sheet: _Sheet, count: int, radius: float) -> list[tuple[float, float]]:
    dice, tall = sheet.dice, sheet.canvas.height
    for _ in range(40):
        step = 2 * radius + (dice.uniform(0.004, 0.04) if dice.random() < 0.75 else dice.uniform(0.04, 0.12))
        kind = dice.choice(["row", "row", "column", "block", "apart"], p=[0.35, 0.1, 0.3, 0.17, 0.08])
        x, y = dice.uniform(radius + 0.02, 1 - radius - 0.02), dice.uniform(radius + 0.02, tall - radius - 0.02)
        where = dice.random()
        if where < 0.4:
            y = dice.uniform(radius + 0.02, 0.45)
        elif where < 0.6 and kind == "row":
            y = tall - radius - dice.uniform(0.02, 0.1)
            x = (1 - (count - 1) * step) / 2 if dice.random() < 0.6 else x
        elif where < 0.75 and kind == "column":
            x = radius + dice.uniform(0.02, 0.08)
            x = x if dice.random() < 0.5 else 1 - x
        if kind == "row":
            places = [(x + k * step, y) for k in range(count)]
        elif kind == "column":
            places = [(x, y + k * step) for k in range(count)]
        elif kind == "block":
            places = [(x + k % 2 * step, y + k // 2 * step) for k in range(count)]
        else:
            places = [(dice.uniform(radius, 1 - radius), dice.uniform(radius, tall - radius)) for _ in range(count)]
            near = [np.hypot(a[0] - b[0], a[1] - b[1]) for i, a in enumerate(places) for b in places[:i]]
            if min(near) < 2.3 * radius:
                continue
        if all(sheet.is_free(x - radius, y - radius, x + radius, y + radius, 0.015) for x, y in places):
            return places
    return []


def _print_words(sheet: _Sheet) -> None:
    """Print a title and small print, clear of everything else: none of it is letter, number or icon."""
    dice, canvas = sheet.dice, sheet.canvas
    for _ in range(int(dice.integers(0, 4))):
        text = " ".join(dice.choice(WORDS, int(dice.integers(1, 5))))
        cap = dice.uniform(0.025, 0.09)
        font = sheet.pick_font()
        wide, high = _measure(sheet, text, font, cap)
        if wide > 0.9:
            text, (wide, high) = str(dice.choice(WORDS)), _measure(sheet, "Grimoire", font, cap)
        x, y = dice.uniform(0.1, 0.9), dice.uniform(0.05, canvas.height - 0.05)
        if sheet.is_free(x - wide / 2, y - high / 2, x + wide / 2, y + high / 2):
            ink = _choose_ink(dice, sheet.look_beneath(x - wide / 2, y - high / 2, x + wide / 2, y + high / 2))
            canvas.text(text, font, x, y, cap, ink)


def draw_free_card(dice: Dice, stock: Stock, width_px: int) -> tuple[Image8, tuple[Print, ...]]:
    """Return the front of a card, ``width_px`` wide, and what is printed on it."""
    ground, plate, band = _draw_grounds(dice)
    sheet = _Sheet(Canvas(width_px, dice.uniform(1.3, 1.6), ground), dice, stock, ground)
    _paint_ground(sheet)
    _paint_picture(sheet)
    _print_heading(sheet, plate, band)
    if not sheet.prints:
        return draw_free_card(dice, stock, width_px)
    _print_icons(sheet, mix(ground, plate, 0.4))
    _print_words(sheet)
    if dice.random() < 0.35:
        width = dice.uniform(0.006, 0.03)
        inset = width / 2 if dice.random() < 0.7 else dice.uniform(0.01, 0.02) + width / 2
        sheet.canvas.frame(inset, width, any_color(dice), dice.choice([0.0, 0.03, 0.06]))
    return sheet.canvas.image, tuple(sheet.prints)


def draw_free_back(dice: Dice, stock: Stock, width_px: int) -> Image8:
    """Return a back: a pattern, with an emblem, a name or many small signs on it."""
    colors = any_color(dice), any_color(dice), any_color(dice)
    canvas = Canvas(width_px, dice.uniform(1.3, 1.6), colors[0])
    draw_pattern(canvas, str(dice.choice(BACKS)), colors, dice)
    sheet = _Sheet(canvas, dice, stock, colors[0])
    art = stock.art[dice.integers(len(stock.art))]
    match int(dice.integers(4)):
        case 0:
            _stamp_pictogram(sheet, art, 0.5, canvas.height / 2, dice.uniform(0.25, 0.7), colors[2])
        case 1:
            step = dice.uniform(0.12, 0.3)
            for x in np.arange(step / 2, 1, step):
                for y in np.arange(step / 2, canvas.height, step):
                    _stamp_pictogram(sheet, art, x, y, step * 0.7, colors[2])
        case 2:
            y = canvas.height / 2
            for word in dice.choice(WORDS, int(dice.integers(1, 3))):
                canvas.text(
                    str(word), sheet.pick_font(), 0.5, y, dice.uniform(0.06, 0.16), ink_on(colors[0], dice), 0.85
                )
                y += 0.2
    return canvas.image
