"""Drawing one card of a face, front or back."""

from __future__ import annotations

import cv2
import numpy as np

from .decks import SceneCard
from .faces import SceneFace
from .icons import place_icon
from .paint import Canvas, Color, Dice, Image8, any_color, cloud, ink_on, mix, round_box, tint

WORDS = (
    "A", "The", "Of", "On", "For", "Lost", "Tea", "Law", "Hex",
    "Moon", "Goblin", "Dragon", "Vampire", "History", "Spells", "Arcane", "Treatise", "Cookery",
    "Bestiary", "Beginners", "Grimoire", "Compendium", "Owls", "Mirrors", "Broth", "Curses", "Ships",
    "Giants", "Runes", "Winter", "Ghosts", "Monarchs",
)  # fmt: skip


def draw_card(face: SceneFace, card: SceneCard, width_px: int) -> Image8:
    """Draw the front of a card, ``width_px`` wide. The same card of the same face always looks the same."""
    dice = np.random.default_rng([face.seed, sum(map(ord, card.letter)), card.number])
    canvas = Canvas(width_px, face.height, face.body_color)
    _draw_body(canvas, face, dice)
    if face.books != "none":
        _draw_books(canvas, face, dice, books=len(card.icons))
    _draw_band(canvas, face)
    letter_room = min(face.band * 0.9, _inner_room(face, face.letter_at[0]))
    canvas.text(card.letter, face.letter_font, *face.letter_at, face.letter_height, face.ink, letter_room)
    number = f"{card.number} / {card.of}" if face.spaced else f"{card.number}/{card.of}"
    canvas.text(number, face.number_font, *face.number_at, face.number_height, face.ink, _number_room(face))
    for category, place in zip(card.icons, face.icon_places(len(card.icons)), strict=True):
        draw_icon(canvas, face, category, place)
    if face.border:
        canvas.frame(face.border / 2, face.border, face.border_color, face.corner_radius)
    return canvas.image


def _number_room(face: SceneFace) -> float:
    x = face.number_at[0]
    room = 2 * min(x, 1 - x) - 0.04 if face.side == "top" else face.band * 0.92
    return min(room, _inner_room(face, x))


def _inner_room(face: SceneFace, x: float) -> float:
    """Return how wide print may be about ``x`` for the border, which is drawn last, to cover none of it."""
    return 2 * (min(x, 1 - x) - face.border)


def draw_icon(canvas: Canvas, face: SceneFace, category: str, place: tuple[float, float]) -> None:
    """Draw one icon at its place."""
    x, y = place
    radius, color = face.icon_radius, face.icon_colors[category]
    inner = 0.62 * radius
    if face.icon_plate == "none":
        for polygon in place_icon(face.icon_shapes[category], x, y, radius):
            canvas.polygon(polygon, color)
        return
    rounding = {"circle": radius, "square": 0.0, "rounded": 0.35 * radius}.get(face.icon_plate)
    for size, fill in ((radius, face.icon_rim), (radius * (0.9 if face.icon_rim else 1.0), color)):
        if fill is None:
            continue
        if rounding is None:
            canvas.polygon(place_icon("hexagon", x, y, size * 1.1)[0], fill)
        else:
            canvas.polygon(round_box(x - size, y - size, x + size, y + size, rounding * size / radius), fill)
    for polygon in place_icon(face.icon_shapes[category], x, y, inner):
        canvas.polygon(polygon, face.icon_ink)


def _draw_band(canvas: Canvas, face: SceneFace) -> None:
    if face.side == "top":
        canvas.box(0, 0, 1, face.band, face.band_color)
        canvas.line([(0, face.band), (1, face.band)], 0.006, mix(face.band_color, (0, 0, 0), 0.5))
    elif face.side == "left":
        canvas.box(0, 0, face.band, face.height, face.band_color)
    else:
        canvas.box(1 - face.band, 0, 1, face.height, face.band_color)
    if face.plate == "none":
        return
    x, y = face.letter_at
    half = max(face.letter_height * 0.75, 0.125)
    half = min(half, min(x, 1 - x) - 0.015)
    foot = face.number_at[1] + face.number_height * (1.3 if face.plate == "ribbon" else 0.95)
    top = 0.0 if face.plate == "ribbon" else y - face.letter_height * 0.75
    if face.plate == "ribbon":
        tail = ((x - half, foot + 0.06), (x, foot), (x + half, foot + 0.06))
        canvas.polygon(((x - half, top), *tail, (x + half, top)), face.plate_color)
    else:
        canvas.box(x - half, top, x + half, foot, face.plate_color, 0.02)


def _draw_body(canvas: Canvas, face: SceneFace, dice: Dice) -> None:
    height, width = canvas.image.shape[:2]
    dark = mix(face.body_color, (0, 0, 0), 0.35)
    if face.body == "wood":
        canvas.image[:] = tint(cloud(dice, height, width, 24, 8), dark, face.body_color)
    elif face.body == "cloud":
        canvas.image[:] = tint(cloud(dice, height, width, 4), dark, mix(face.body_color, (255, 255, 255), 0.2))
    elif face.body == "stripes":
        for x in np.arange(0, 1, 0.12):
            canvas.box(x, 0, x + 0.06, face.height, dark)
    if face.board:
        canvas.box(0, face.height - face.board, 1, face.height, mix(face.body_color, (0, 0, 0), 0.55))


def _draw_books(canvas: Canvas, face: SceneFace, dice: Dice, books: int) -> None:
    left, right = (0.07, 0.93) if face.side == "top" else (0.04, 0.96)
    left = face.band + 0.04 if face.side == "left" else left
    right = 1 - face.band - 0.04 if face.side == "right" else right
    top = face.band + 0.1 if face.side == "top" else 0.08
    floor = face.height - face.board - 0.01
    wide = (right - left) / 4
    if face.books == "arch":
        canvas.box(left, top, right, floor, mix(face.body_color, (0, 0, 0), 0.4), 0.1)
    for k in range(books if face.side == "top" else 4):
        x = left + k * wide
        thick = wide * dice.uniform(0.72, 0.98)
        head = top + (floor - top) * dice.uniform(0.02, 0.3)
        color = any_color(dice, face.book_saturation, (0.2, 0.95))
        lean = dice.uniform(-0.03, 0.03) if face.books == "tilted" else 0.0
        spine = ((x + lean, head), (x + thick + lean, head), (x + thick, floor), (x, floor))
        canvas.polygon(spine, color)
        canvas.line(spine, 0.006, mix(color, (0, 0, 0), 0.4), closed=True)
        title = " ".join(dice.choice(WORDS, dice.integers(1, 5)))
        font = face.title_fonts[dice.integers(len(face.title_fonts))]
        _write_spine(canvas, title, font, (x + thick / 2, head, floor, thick), ink_on(color, dice))


def _write_spine(canvas: Canvas, title: str, font: str, place: tuple[float, float, float, float], ink: Color) -> None:
    x, head, floor, thick = place
    if canvas.scale < 110:
        canvas.line([(x, head + 0.06), (x, floor - 0.05)], thick * 0.25, ink)
        return
    canvas.text(title, font, x, (head + floor) / 2, thick * 0.36, ink, (floor - head) * 0.9, turns=1)


def draw_back(face: SceneFace, width_px: int) -> Image8:
    """Draw the back that all cards of a face share."""
    ground, second, third = face.back_colors
    canvas = Canvas(width_px, face.height, ground)
    draw_pattern(canvas, face.back, (ground, second, third), np.random.default_rng([3, face.seed]))
    if face.border:
        canvas.frame(face.border / 2, face.border, face.border_color, face.corner_radius)
    if face.name == "parchment":
        canvas.frame(0.07, 0.012, third)
        _draw_medallion(canvas, ground, third, "EX LIBRIS", face.letter_font)
    return canvas.image


def _draw_medallion(canvas: Canvas, ground: Color, ink: Color, words: str, font: str) -> None:
    middle = canvas.height / 2
    center = canvas.points([(0.5, middle)])[0]
    for size, color in ((1.0, ground), (0.93, ink)):
        axes = (round(0.29 * size * canvas.scale * 16), round(0.21 * size * canvas.scale * 16))
        cv2.ellipse(canvas.image, (int(center[0]), int(center[1])), axes, 0, 0, 360, color, -1, cv2.LINE_AA, 4)
    for k, word in enumerate(words.split()):
        canvas.text(word, font, 0.5, middle - 0.06 + 0.12 * k, 0.07, ground)


def draw_pattern(canvas: Canvas, kind: str, colors: tuple[Color, Color, Color], dice: Dice) -> None:
    """Fill a canvas with the pattern of a back."""
    ground, second, third = colors
    high, wide = canvas.image.shape[:2]
    step = dice.uniform(0.08, 0.2)
    if kind == "diamonds":
        for offset in np.arange(-canvas.height, 1 + canvas.height, step):
            canvas.line([(offset, 0), (offset + canvas.height, canvas.height)], 0.014, second)
            canvas.line([(offset + canvas.height, 0), (offset, canvas.height)], 0.014, second)
    elif kind == "medallion":
        canvas.frame(0.06, 0.02, second)
        canvas.disc(0.5, canvas.height / 2, dice.uniform(0.2, 0.38), third)
        canvas.disc(0.5, canvas.height / 2, dice.uniform(0.08, 0.18), second)
    elif kind == "stripes":
        for offset in np.arange(-canvas.height, 1, step):
            canvas.line([(offset, 0), (offset + canvas.height, canvas.height)], step / 2, second)
    elif kind == "dots":
        for x in np.arange(step / 2, 1, step):
            for y in np.arange(step / 2, canvas.height, step):
                canvas.disc(x, y, step * 0.3, second)
    elif kind == "noise":
        canvas.image[:] = tint(cloud(dice, high, wide, dice.uniform(3, 20)), ground, second)
    if kind != "medallion" and dice.random() < 0.4:
        canvas.disc(0.5, canvas.height / 2, dice.uniform(0.15, 0.35), third)
    if dice.random() < 0.6:
        inset = dice.uniform(0.02, 0.07)
        canvas.frame(inset, inset * 0.9, dice.choice([ground, second, third, (240, 240, 240)]).tolist())
