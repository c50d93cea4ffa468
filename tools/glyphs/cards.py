"""Cards cut out of photos, and where on them letter, number and icons stand: what ``PlaceNet`` learns from."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import replace

import cv2
import numpy as np
import numpy.typing as npt

from tools.scenes.arranging import ink_alike, scatter_icons
from tools.scenes.cards import draw_back, draw_card
from tools.scenes.decks import SceneCard
from tools.scenes.faces import CATEGORIES, SceneFace, parchment, random_face
from tools.scenes.fonts import held_out
from tools.scenes.strangers import draw_stranger, random_style

from .free_cards import LETTERS, Stock, draw_free_back, draw_free_card
from .prints import ICON, LETTER, NUMBER, Print

Dice = np.random.Generator
Image8 = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float32]

WIDE, HIGH = 160, 224
STRIDE = 4
NOT_A_FRONT, UPRIGHT, REVERSED = range(3)
_DRAWN_PX = 210
_FREE, _SCATTERED = 0.6, 0.4
"""Share of the cards on which all print stands anywhere, and of the other faces those whose icons do."""
_FAR_OFF, _HIDDEN, _HARD = 0.2, 0.15, 0.2
"""Share of the cut-outs by corners that are far off, of those partly hidden, and of photos worse than scenes are."""
_ONE_INK = 0.3
"""Share of the faces with scattered icons that have them in one ink."""


Drawn = tuple[Image8, int, tuple[Print, ...]]


class Pack:
    """Deals cards of ever new faces, each card several times; none of a face that is held out."""

    def __init__(self, faces: int, stock: Stock, size: int = 1500) -> None:
        """Deal cards of faces with the seeds 0 to ``faces``, and such as have print anywhere, ``size`` at a time."""
        self.stock = stock
        self.seeds = [seed for seed in range(faces) if seed not in held_out()]
        self.size = size
        self.open: OrderedDict[int, SceneFace] = OrderedDict()
        self.cards: list[Drawn] = []

    def draw(self, dice: Dice) -> Drawn:
        """Return a picture, whether it is a front, and what is printed where: one dealt before, or now and then new."""
        if len(self.cards) > 200 and dice.random() < 0.93:
            return self.cards[dice.integers(len(self.cards))]
        card = self._draw(dice)
        if len(self.cards) < self.size:
            self.cards.append(card)
        else:
            self.cards[dice.integers(self.size)] = card
        return card

    def _draw(self, dice: Dice) -> Drawn:
        chance = dice.random()
        if chance < 0.06:
            style = random_style(int(dice.integers(1 << 30)))
            return draw_stranger(style, int(dice.integers(99)), _DRAWN_PX), NOT_A_FRONT, ()
        if dice.random() < _FREE:
            if chance < 0.2:
                return draw_free_back(dice, self.stock, _DRAWN_PX), NOT_A_FRONT, ()
            picture, prints = draw_free_card(dice, self.stock, _DRAWN_PX)
            return picture, UPRIGHT, prints
        face = parchment() if dice.random() < 0.1 else self._choose(dice)
        if chance < 0.22:
            return draw_back(face, _DRAWN_PX), NOT_A_FRONT, ()
        of = int(dice.integers(1, 13))
        icons = "".join(dice.choice(list(CATEGORIES), int(dice.integers(2, 5))))
        card = SceneCard(str(dice.choice(LETTERS)), int(dice.integers(1, of + 1)), of, icons)
        return draw_card(face, card, _DRAWN_PX), UPRIGHT, tuple(_find_prints(face, card))

    def _choose(self, dice: Dice) -> SceneFace:
        if len(self.open) < 40 or dice.random() < 0.1:
            seed = int(dice.choice(self.seeds))
            self.open[seed] = self._arrange(dice, _rearrange(dice, random_face(seed)))
            if len(self.open) > 40:
                self.open.popitem(last=False)
        seeds = list(self.open)
        return self.open[seeds[dice.integers(len(seeds))]]

    def _arrange(self, dice: Dice, face: SceneFace) -> SceneFace:
        if dice.random() >= _SCATTERED:
            return face
        return scatter_icons(dice, ink_alike(face) if dice.random() < _ONE_INK else face)


def _rearrange(dice: Dice, face: SceneFace) -> SceneFace:
    """Put the number beside the letter, or letter and icons on each other's side, on some faces."""
    if face.side == "top" and dice.random() < 0.3:
        (x, y), (ix, iy), (dx, dy) = face.letter_at, face.icon_first, face.icon_step
        number = (1 - face.number_at[0], face.number_at[1])
        face = replace(face, letter_at=(1 - x, y), number_at=number, icon_first=(1 - ix, iy), icon_step=(-dx, dy))
    if face.side == "top" and face.plate == "none" and dice.random() < 0.4:
        x, y = face.letter_at
        aside = (face.letter_height * 0.5 + 0.1) * (1 if x < 0.5 else -1)
        face = replace(face, number_at=(x + aside, y + dice.uniform(-0.03, 0.05)))
        face = replace(face, icon_first=(face.icon_first[0], face.icon_first[1] + dice.choice([0.0, 0.12])))
    return face


def _find_prints(face: SceneFace, card: SceneCard) -> list[Print]:
    tall = face.height
    number_width = (len(f"{card.number}/{card.of}") + 2 * face.spaced) * face.number_height
    return [
        Print(LETTER, face.letter_at[0], face.letter_at[1] / tall, face.letter_height / tall, face.letter_height),
        Print(NUMBER, face.number_at[0], face.number_at[1] / tall, face.number_height / tall, number_width),
        *(Print(ICON, x, y / tall, 2 * face.icon_radius / tall, 2 * face.icon_radius)
          for x, y in face.icon_places(len(card.icons))),
    ]  # fmt: skip


def draw_sample(dice: Dice, pack: Pack) -> tuple[Image8, int, Floats]:
    """Return a cut-out (224 x 160, BGR), whether it is a front and which way up, and its prints.

    The prints are rows of kind, x, y (in cells of ``STRIDE`` px), height and width (in px).
    """
    card, kind, prints = pack.draw(dice)
    other = pack.draw(dice)[0] if dice.random() < 0.6 else None
    high, wide = card.shape[:2]
    corners = np.array([(0, 0), (WIDE, 0), (WIDE, HIGH), (0, HIGH)], np.float32)
    far = 0.05 if dice.random() < _FAR_OFF else 0.012
    slip = dice.normal(0, dice.uniform(0, 0.025), (4, 2)) + dice.normal(0, far, 2)
    corners_seen = (corners + slip * WIDE).astype(np.float32)
    turned = dice.random() < 0.25
    if turned:
        corners_seen = np.roll(corners_seen, 2, axis=0)
    source = np.array([(0, 0), (wide, 0), (wide, high), (0, high)], np.float32)
    way = cv2.getPerspectiveTransform(source, corners_seen)
    picture = _draw_ground(dice, other)
    cover = cv2.warpPerspective(np.full((high, wide), 255, np.uint8), way, (WIDE, HIGH))[..., None] / 255.0
    seen = cv2.warpPerspective(card, way, (WIDE, HIGH), flags=cv2.INTER_AREA, borderMode=cv2.BORDER_REPLICATE)
    picture = (picture * (1 - cover) + seen * cover).astype(np.float32)
    rows = np.zeros((len(prints), 5), np.float32)
    for row, it in zip(rows, prints, strict=True):
        x, y = cv2.perspectiveTransform(np.array([[[it.x * wide, it.y * high]]], np.float32), way)[0, 0]
        row[:] = it.kind, x / STRIDE - 0.5, y / STRIDE - 0.5, it.height * HIGH, it.width * WIDE
    if dice.random() < _HIDDEN:
        hidden = _hide(dice, picture, other)
        xs, ys = (
            np.clip(np.round((rows[:, k] + 0.5) * STRIDE), 0, side - 1).astype(int)
            for k, side in ((1, WIDE), (2, HIGH))
        )
        rows = rows[~hidden[ys, xs]]
    picture = _take(dice, picture)
    if kind == UPRIGHT and turned:
        return picture, REVERSED, rows[:0]
    return picture, kind, rows


def _hide(dice: Dice, picture: Floats, other: Image8 | None) -> npt.NDArray[np.bool_]:
    """Lay another card of a pile, or an arm, on a cut-out; return where."""
    hidden = np.zeros((HIGH, WIDE), np.uint8)
    if dice.random() < 0.6:
        top = int(HIGH * dice.uniform(0.2, 0.8))
        hidden[top:] = 1
        below = np.full((HIGH, WIDE, 3), dice.integers(0, 256, 3)) if other is None else cv2.resize(other, (WIDE, HIGH))
        picture[top:] = below[: HIGH - top]
    else:
        start, angle = dice.uniform(0, 1, 2) * (WIDE, HIGH), dice.uniform(0, 2 * np.pi)
        end = start + 300 * np.array([np.cos(angle), np.sin(angle)])
        cv2.line(
            hidden,
            np.round(start).astype(int).tolist(),
            np.round(end).astype(int).tolist(),
            1,
            int(dice.integers(20, 70)),
        )
        picture[hidden > 0] = dice.uniform(20, 235, 3)
    return hidden > 0


def _draw_ground(dice: Dice, other: Image8 | None) -> Image8:
    """Draw what lies around the card: the table, or the neighboring cards."""
    ground = np.empty((HIGH, WIDE, 3), np.uint8)
    ground[:] = dice.integers(0, 256, 3)
    if other is not None:
        rolled = np.roll(cv2.resize(other, (WIDE, HIGH)), int(dice.integers(-8, 8)), axis=int(dice.integers(2)))
        ground[:] = rolled[::-1, ::-1] if dice.random() < 0.5 else rolled[:, ::-1]
    return ground


def _take(dice: Dice, picture: Floats) -> Image8:
    """Light a cut-out and take it with a phone."""
    hardship = dice.choice(["blur", "noise", "few pixels"]) if dice.random() < _HARD else ""
    if hardship == "blur":
        picture = cv2.GaussianBlur(picture, (0, 0), dice.uniform(1, 4))
    elif dice.random() < 0.6:
        picture = cv2.GaussianBlur(picture, (0, 0), abs(dice.normal(0, 0.9)) + 0.1)
    if hardship == "few pixels":
        small = cv2.resize(picture, None, fx=(share := dice.uniform(0.3, 0.9)), fy=share, interpolation=cv2.INTER_AREA)
        picture = cv2.resize(small, (WIDE, HIGH), interpolation=cv2.INTER_LINEAR)
    ys, xs = np.linspace(-1, 1, HIGH, dtype=np.float32)[:, None], np.linspace(-1, 1, WIDE, dtype=np.float32)[None]
    light = 1 + dice.normal(0, 0.12) * xs + dice.normal(0, 0.12) * ys
    if dice.random() < 0.2:
        edge = dice.normal(0, 0.6) + xs * dice.normal() + ys * dice.normal()
        light *= 1 - dice.uniform(0.2, 0.6) / (1 + np.exp(-edge * dice.uniform(3, 30)))
    picture = picture * (light[..., None] * dice.uniform(0.35, 1.15) * (1 + dice.normal(0, 0.1, 3))).astype(np.float32)
    if dice.random() < 0.2:
        x, y, reach = dice.uniform(-1, 1), dice.uniform(-1, 1), dice.uniform(0.1, 0.5)
        glare = np.exp(-((xs - x) ** 2 + (ys - y) ** 2) / reach**2) * dice.uniform(30, 220)
        picture = picture + glare[..., None].astype(np.float32)
    if dice.random() < 0.2:
        gray = picture.mean(2, keepdims=True)
        picture = gray + (picture - gray) * np.float32(dice.uniform(0.2, 1))
    grain = np.empty(picture.shape, np.float32)
    cv2.setRNGSeed(int(dice.integers(1 << 30)))
    cv2.randn(grain, 0, float(dice.uniform(9, 32) if hardship == "noise" else dice.uniform(0, 9)))
    picture = picture + grain
    return np.clip(picture, 0, 255).astype(np.uint8)


def draw_targets(prints: Floats) -> tuple[Floats, Floats, Floats]:
    """Return, for a cut-out's prints, the heat of the three kinds, the log sizes, and where sizes count.

    Shapes: 3 x rows x columns, 4 x rows x columns (letter height, number height, number width, icon height), the same.
    """
    rows, columns = HIGH // STRIDE, WIDE // STRIDE
    heat = np.zeros((3, rows, columns), np.float32)
    sizes, counts = np.zeros((4, rows, columns), np.float32), np.zeros((4, rows, columns), np.float32)
    ys, xs = np.arange(rows, dtype=np.float32)[:, None], np.arange(columns, dtype=np.float32)[None]
    for kind, x, y, height, width in prints:
        spot = np.exp(-((xs - x) ** 2 + (ys - y) ** 2) / (2 * 1.3**2)).astype(np.float32)
        index = int(kind)
        heat[index] = np.maximum(heat[index], spot)
        near = spot > 0.4
        known = ((0, height),) if index == LETTER else ((1, height), (2, width)) if index == NUMBER else ((3, height),)
        for channel, size in known:
            sizes[channel][near], counts[channel][near] = np.log(size / 16), 1
    return heat, sizes, counts
