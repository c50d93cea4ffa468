"""Small scenes for training the detector of cards: every look, every table, much worse than people photograph."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import IntEnum

import numpy as np
from numpy.typing import NDArray

from .cards import draw_back, draw_card
from .clutter import draw_hand, draw_token
from .decks import SceneCard, make_deck
from .faces import SceneFace, random_face
from .fonts import family_of, held_out, training_fonts
from .optics import blind, draw_view, expose, haze, light_up, look, through_jpeg
from .paint import Color, Dice, Image8, mix
from .photos import DrawCard, Setting, compose, make_empty, paint_table
from .shelves import Spot, any_habits, lay_pile, lay_shelf, lay_strays, tidy_habits
from .strangers import Style, draw_stranger, draw_stranger_back, random_style
from .tables import choose_table

SIZES = ((768, 576), (576, 768), (640, 640))
TRAINING_FACES = 6000
"""Random faces with a seed below this are trained with; the bench and the tests use others."""


def refuse_held_out() -> None:
    """Raise ``ValueError`` where a held-out face or font would be trained with."""
    families = {family_of(font) for fonts in held_out().values() for font in fonts}
    met = any(seed < TRAINING_FACES for seed in held_out())
    if met or any(family_of(font) in families for font in training_fonts()):
        msg = "held-out faces or fonts are among those trained with"
        raise ValueError(msg)


BARE, LATER_BARE, FIRST_COURSE, BARE_AMONG_FREE = 0.05, 0.3, 2500, 0.15
"""Share of tables without cards in the first lessons, and after them: those taught too few not to be seen as cards."""
LAST_COURSE = 7000
"""The lessons from here on are about what was hard until then: faces with a band on the side, and few cards. Cards of
other games, which were learned sooner, are rarer."""
BACKS_COURSE = 10_000
"""The lessons from here on also show backs in the color of the table: they were overlooked until then."""
TRAPS_COURSE = 12_000
"""The lessons from here on also show what still passed for a card or hid one: slabs as big as cards, things lying in
empty places, glare on the cards themselves."""
FREE_COURSE = 15_000
"""The lessons from here on also show cards of no printer's taste, where a caller draws them, and more bare tables."""
_FREE = 0.6
"""The share of the later lessons that shows such cards."""


DrawFree = Callable[[Dice, bool, int], Image8]
"""Draws a card by dice: its back or its front, at a width in px."""


class Label(IntEnum):
    """What the detector should say about a card."""

    CARD = 0
    HEAD_ONLY = 1
    """Covered but for its head: its two upper corners are there, the card is not."""
    NOT_ASKED = 2
    """Neither right nor wrong: too much turned, or too little in sight."""
    NO_CARD = 3
    """A card that lies quarter-turned: the detector finds upright ones."""


@dataclass(frozen=True, slots=True)
class Lesson:
    """A small scene, the corners (n x 4 x 2, px, in the picture's order) of its cards, and their labels."""

    image: Image8
    corners: NDArray[np.float32]
    labels: NDArray[np.int8]


def turn_upright(quad: NDArray[np.float64]) -> NDArray[np.float64]:
    """Start a quad at the corner that is top left in the picture.

    The order starts where the edge between the first two corners points most to the right.
    """
    edges = np.roll(quad, -1, axis=0) - quad
    return np.roll(quad, -int(np.argmax(edges[:, 0] / np.linalg.norm(edges, axis=1))), axis=0)


def label_card(quad: NDArray[np.float64]) -> Label:
    """Return the label of a card in sight by the way it lies in the picture."""
    across = (np.linalg.norm(quad[1] - quad[0]) + np.linalg.norm(quad[2] - quad[3])) / 2
    down = (np.linalg.norm(quad[3] - quad[0]) + np.linalg.norm(quad[2] - quad[1])) / 2
    right, below = quad[1] - quad[0] + quad[2] - quad[3], quad[3] - quad[0] + quad[2] - quad[1]
    turned = np.rad2deg(np.arctan2(abs(right[1]), abs(right[0])))
    sheared = np.rad2deg(np.arctan2(abs(below[0]), abs(below[1])))
    if min(across, down) < 6 or max(turned, sheared) > 36:
        return Label.NOT_ASKED
    if across > 1.32 * down:
        return Label.NO_CARD
    return Label.NOT_ASKED if across > 1.18 * down else Label.CARD


def make_lesson(seed: int, draw_free: DrawFree | None = None) -> Lesson:
    """Draw one lesson; the same seed gives the same lesson. ``draw_free`` draws the cards of the last course."""
    dice = np.random.default_rng([31, seed])
    kind, hard, hides_backs, traps = dice.random(), seed >= LAST_COURSE, seed >= BACKS_COURSE, seed >= TRAPS_COURSE
    if kind < _choose_bare(seed):
        table = _choose_trap(dice) if traps else None
        return Lesson(make_empty(seed, SIZES[0], table), np.zeros((0, 4, 2), np.float32), np.zeros(0, np.int8))
    pile, stranger = kind < 0.11, kind > (0.85 if hard else 0.55)
    size = SIZES[dice.integers(3)]
    face_seed = int(dice.integers(TRAINING_FACES))
    face = random_face(face_seed)
    if hard and face.side == "top" and dice.random() < 0.5:
        face_seed = int(dice.integers(TRAINING_FACES))
        face = random_face(face_seed)
    style = random_style(face_seed, square=bool(dice.random() < 0.2))
    height = style.height if stranger else face.height
    if pile:
        spots = lay_pile(dice, height, dice.uniform(0.2, 0.45))
    else:
        habits = tidy_habits(dice) if dice.random() < (0.7 if hard else 0.4) else any_habits(dice)
        if hard and dice.random() < 0.2:
            habits = replace(habits, rows=min(2, habits.rows), columns=int(dice.integers(1, 4)))
        if hides_backs and dice.random() < 0.5:
            habits = replace(habits, face_down=float(dice.choice([0.25, 0.5])))
        spots = lay_shelf(dice, habits, height)
    strays = lay_strays(dice, spots, height, int(dice.choice([0, 0, 0, 1, 3])))
    setting = _set_scene(dice, spots, size, style.corner_radius if stranger else face.corner_radius)
    if traps and dice.random() < 0.4:
        setting = replace(setting, table=_choose_trap(dice))
    if dice.random() < (0.4 if hides_backs else 0.2):
        face, ground = _camouflage(face, setting, dice)
        if hides_backs:
            face = _hide_back(face, ground, dice)
        style = replace(style, ground=ground, border=0.0)
    drawing = _draw_style(style) if stranger else _draw_face(face, make_deck(face_seed % 7))
    if draw_free and seed >= FREE_COURSE and not stranger and dice.random() < _FREE:
        drawing = _draw_freely(draw_free, seed, int(dice.choice([1, 2, 4, 40])))
    laid = [*strays, *spots]
    image, quads = compose(setting, laid, drawing, dice, int(dice.choice([0, 1, 3, 6, 20] if traps else [0, 1, 3, 6])))
    _cover(image, setting, spots, dice)
    card_px = float(np.median([np.linalg.norm(quad[1] - quad[0]) for quad in quads]))
    image = light_up(image, dice, 1.2)
    if traps and dice.random() < 0.4:
        image = blind(image, quads[dice.integers(len(quads))].mean(0), card_px, dice)
    image = expose(image, dice, blur=0.05 * card_px, noise=14)
    image = haze(dice, image) if dice.random() < 0.1 else image
    labels = [_label(spot, quad, size) for spot, quad in zip(laid, quads, strict=True)]
    upright = np.array([turn_upright(quad) if not s.covered else quad for s, quad in zip(laid, quads, strict=True)])
    return Lesson(
        through_jpeg(image, int(dice.integers(40, 96))), upright.astype(np.float32), np.array(labels, np.int8)
    )


def _choose_bare(seed: int) -> float:
    if seed >= FREE_COURSE:
        return BARE_AMONG_FREE
    return BARE if seed < FIRST_COURSE or seed >= LAST_COURSE else LATER_BARE


def _set_scene(dice: Dice, spots: list[Spot], size: tuple[int, int], corner_radius: float) -> Setting:
    """Choose camera and table: mostly the whole shelf in sight, now and then a part of it or quarter-turned."""
    view = draw_view(dice, 44.0)
    fill = dice.choice([dice.uniform(0.3, 0.98), dice.uniform(0.98, 1.5)], p=[0.85, 0.15])
    roll = dice.choice([view.roll_deg, view.roll_deg + 90], p=[0.96, 0.04])
    points = np.concatenate([spot.corners for spot in spots])
    matrix = look(replace(view, fill=fill, roll_deg=roll), points, size, dice.uniform(0.55, 1.1))
    edge = float(dice.choice([0.0, dice.uniform(0.03, 0.5)]))
    shadow = float(dice.choice([0.0, dice.uniform(0.05, 0.6)]))
    return Setting(matrix, size, choose_table(dice), corner_radius, edge, shadow)


def _choose_trap(dice: Dice) -> str:
    return str(dice.choice(["slabs", "slabs", "flagstones", "checks"]))


def _camouflage(face: SceneFace, setting: Setting, dice: Dice) -> tuple[SceneFace, Color]:
    """Give a face the color of the table that it lies on; return that color too."""
    table = paint_table(setting, np.random.default_rng(dice.integers(1 << 30)))
    b, g, r = (np.clip(table.reshape(-1, 3).mean(0) + dice.uniform(-12, 12), 0, 255)).round().astype(int).tolist()
    ground: Color = (b, g, r)
    return replace(face, body_color=ground, band_color=mix(ground, face.band_color, dice.choice([0.1, 0.5, 1]))), ground


def _hide_back(face: SceneFace, ground: Color, dice: Dice) -> SceneFace:
    """Give the back too the color of the table, and a faint pattern."""
    first, second, third = face.back_colors
    shares = dice.choice([0.0, 0.1, 0.25, 0.6], 3)
    return replace(
        face,
        back_colors=(mix(ground, first, shares[0]), mix(ground, second, shares[1]), mix(ground, third, shares[2])),
    )


def _draw_face(face: SceneFace, deck: tuple[SceneCard, ...]) -> DrawCard:
    def draw(spot: Spot, width_px: int) -> Image8:
        card = deck[(spot.row * 37 + spot.column * 11 + face.seed) % len(deck)]
        return draw_back(face, width_px) if spot.face_down else draw_card(face, card, width_px)

    return draw


def _draw_style(style: Style) -> DrawCard:
    def draw(spot: Spot, width_px: int) -> Image8:
        if spot.face_down:
            return draw_stranger_back(style, width_px)
        return draw_stranger(style, spot.row * 40 + spot.column + 50, width_px)

    return draw


def _draw_freely(draw_free: DrawFree, seed: int, kinds: int) -> DrawCard:
    """Draw cards of which as many kinds lie on a table: the fewer, the more they look like one printing."""
    drawn: dict[tuple[bool, int], Image8] = {}

    def draw(spot: Spot, width_px: int) -> Image8:
        kind = spot.face_down, 0 if spot.face_down else (spot.row * 17 + spot.column * 5) % kinds
        # Cards of one photo are about as wide as each other: each kind is drawn once.
        if kind not in drawn:
            drawn[kind] = draw_free(np.random.default_rng([37, seed, *kind]), spot.face_down, max(width_px, 40))
        return drawn[kind]

    return draw


def _cover(image: Image8, setting: Setting, spots: list[Spot], dice: Dice) -> None:
    """Lay a token on a card now and then, or a hand."""
    if dice.random() < 0.25:
        for _ in range(dice.integers(1, 4)):
            place = spots[dice.integers(len(spots))].corners.mean(0) + dice.uniform(-0.6, 0.6, 2)
            draw_token(image, setting.matrix, place, dice)
    if dice.random() < 0.05:
        low = np.concatenate([spot.corners for spot in spots]).min(0)
        draw_hand(image, setting.matrix, low - dice.uniform(0.6, 1.5, 2), dice)


def _label(spot: Spot, quad: NDArray[np.float64], size: tuple[int, int]) -> Label:
    label = label_card(turn_upright(quad))
    inside = np.mean(np.all((quad >= 0) & (quad < size), axis=1))
    if spot.covered:
        upright = np.allclose(turn_upright(quad), quad)
        return Label.HEAD_ONLY if label is Label.CARD and upright else Label.NOT_ASKED
    return Label.NOT_ASKED if label is Label.CARD and inside < 0.5 else label
