"""Whole photos with their truth: a face on a table before a camera."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from .cards import draw_back, draw_card
from .clutter import draw_hand, draw_token, scatter
from .decks import SceneCard, make_deck
from .faces import CATEGORIES, SceneFace
from .optics import Matrix, View, draw_view, expose, light_up, look, project, through_jpeg
from .paint import Dice, Image8, round_box
from .shelves import Spot, lay_pile, lay_shelf, lay_strays, tidy_habits
from .tables import choose_table, draw_table

DrawCard = Callable[[Spot, int], Image8]
"""Draws the card of a spot at a width in px."""


class SelfDrawn(Protocol):
    """A face that does not leave its drawing to ``draw_card`` and ``draw_back``."""

    @property
    def name(self) -> str: ...
    @property
    def seed(self) -> int: ...
    @property
    def height(self) -> float: ...
    @property
    def corner_radius(self) -> float: ...
    @property
    def strip(self) -> float: ...
    def draw_front(self, card: SceneCard, width_px: int) -> Image8:
        """Draw the front of a card."""

    def draw_back(self, width_px: int) -> Image8:
        """Draw the back that all cards share."""

    def list_icons(self, card: SceneCard) -> list[tuple[float, float, float]]:
        """Return center and size of a card's icons, in their order."""


Face = SceneFace | SelfDrawn


@dataclass(frozen=True, slots=True)
class Photo:
    """A made photo before its JPEG, and what is on it; `truth["quality"]` is the quality to write it with."""

    image: Image8
    truth: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Setting:
    """What a scene is made of besides its cards."""

    matrix: Matrix
    size: tuple[int, int]
    table: str
    corner_radius: float
    edge: float
    """How dark a card's edge is drawn, 0 to 1."""
    shadow: float


def paint_table(setting: Setting, dice: Dice) -> Image8:
    """Draw the table as the camera sees it."""
    width, height = setting.size
    rim = np.array([[0, 0], [width, 0], [width, height], [0, height]], float)
    ground = project(np.linalg.inv(setting.matrix), rim)
    low, high = ground.min(0), ground.max(0)
    middle = ground.mean(0)
    left, right = project(setting.matrix, np.stack([middle, middle + np.array([1.0, 0.0])]))
    card_px = float(np.linalg.norm(right - left))
    most = 1.3 * max(setting.size)
    card_px = min(card_px, most / max(high - low))
    flat_size = (max(8, round((high[0] - low[0]) * card_px)), max(8, round((high[1] - low[1]) * card_px)))
    flat = draw_table(setting.table, dice, flat_size, card_px)
    onto = setting.matrix @ np.array([[1 / card_px, 0, low[0]], [0, 1 / card_px, low[1]], [0, 0, 1]])
    seen = cv2.warpPerspective(flat, onto, setting.size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT)
    return np.asarray(seen, np.uint8)


def cast_shadows(image: Image8, setting: Setting, spots: list[Spot], dice: Dice) -> None:
    """Darken the table around the cards' edges."""
    mask = np.zeros(image.shape[:2], np.float32)
    offset = dice.uniform(-0.04, 0.04, 2)
    for spot in spots:
        quad = project(setting.matrix, spot.corners + offset)
        cv2.fillConvexPoly(mask, quad.astype(np.int32), setting.shadow)
    span = np.linalg.norm(np.diff(project(setting.matrix, spots[0].corners[:2]), axis=0))
    mask = cv2.GaussianBlur(mask, (0, 0), max(0.6, 0.015 * float(span)))
    image[:] = (image * (1 - mask[..., None])).astype(np.uint8)


def lay_down(image: Image8, setting: Setting, quad: NDArray[np.float64], card: Image8) -> None:
    """Lay a drawn card into the picture at its four corners (px)."""
    high, wide = card.shape[:2]
    left, top = np.maximum(np.floor(quad.min(0)).astype(int) - 1, 0)
    right, bottom = np.minimum(np.ceil(quad.max(0)).astype(int) + 2, setting.size)
    if right - left < 2 or bottom - top < 2:
        return
    # Pixel centers lie at halves: without this, cards would be half a pixel off their truth.
    source = np.array([[0, 0], [wide, 0], [wide, high], [0, high]], np.float32) - 0.5
    onto = cv2.getPerspectiveTransform(source, (quad - [left, top] - 0.5).astype(np.float32))
    size = (int(right - left), int(bottom - top))
    seen = cv2.warpPerspective(card, onto, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    cover = np.zeros((size[1], size[0]), np.uint8)
    rounded = np.asarray(round_box(0, 0, 1, high / wide, setting.corner_radius)) * wide - 0.5
    outline = project(onto, rounded)
    cv2.fillPoly(cover, [np.round(outline * 16).astype(np.int32)], 255, cv2.LINE_AA, 4)
    part = image[top:bottom, left:right]
    share = cover[..., None].astype(np.uint16)
    part[:] = ((part * (255 - share) + seen * share + 127) // 255).astype(np.uint8)


def edge_card(card: Image8, edge: float, dice: Dice) -> Image8:
    """Return a copy with its edge darkened, worn, and its print a little off in tone."""
    card = (card * dice.uniform(0.93, 1.0)).astype(np.uint8) if dice.random() < 0.5 else card.copy()
    if edge > 0.02:
        wide = max(1, round(0.008 * card.shape[1]))
        for strip in (card[:wide], card[-wide:], card[:, :wide], card[:, -wide:]):
            strip[:] = (strip * (1 - edge)).astype(np.uint8)
    return card


def compose(
    setting: Setting, spots: list[Spot], draw: DrawCard, dice: Dice, litter: int
) -> tuple[Image8, list[NDArray[np.float64]]]:
    """Paint table, things and cards; return the picture and each spot's corners in px."""
    image = paint_table(setting, dice)
    shelf = np.concatenate([spot.corners for spot in spots if not spot.stray])
    scatter(image, setting.matrix, dice, shelf, litter)
    if setting.shadow > 0.02:
        cast_shadows(image, setting, spots, dice)
    quads = []
    for spot in spots:
        quad = project(setting.matrix, spot.corners)
        span = max(np.linalg.norm(quad[1] - quad[0]), np.linalg.norm(quad[2] - quad[3]))
        drawn = draw(spot, int(np.clip(np.ceil(span * 1.1), 12, 900)))
        lay_down(image, setting, quad, edge_card(drawn, setting.edge, dice))
        quads.append(quad)
    return image, quads


def deal(spots: list[Spot], deck: tuple[SceneCard, ...], dice: Dice) -> dict[tuple[int, int], SceneCard]:
    """Choose a card for each cell, mostly in the order of the shelf."""
    chosen = sorted(dice.choice(len(deck), len(spots), replace=False))
    for _ in range(int(dice.poisson(len(spots) * 0.12))):
        a, b = dice.integers(len(chosen), size=2)
        chosen[a], chosen[b] = chosen[b], chosen[a]
    return {(spot.row, spot.column): deck[place] for spot, place in zip(spots, chosen, strict=True)}


def write_shelf(spots: list[Spot], cards: dict[tuple[int, int], SceneCard]) -> str:
    """Write the shelf in shelf notation."""
    cells = {(s.row, s.column): "#" if s.face_down else cards[s.row, s.column].write_plain() for s in spots}
    rows = []
    for row in range(max(r for r, _ in cells) + 1):
        columns = [c for r, c in cells if r == row]
        rows.append(" ".join(cells.get((row, c), ".") for c in range(max(columns, default=-1) + 1)))
    return " / ".join(rows)


def _draw_from(face: Face, cards: dict[tuple[int, int], SceneCard], spare: SceneCard) -> DrawCard:
    if isinstance(face, SceneFace):
        front, back = partial(draw_card, face), partial(draw_back, face)
    else:
        front, back = face.draw_front, face.draw_back
    backs: dict[int, Image8] = {}

    def draw(spot: Spot, width_px: int) -> Image8:
        if not spot.face_down:
            return front(cards.get((spot.row, spot.column), spare), width_px)
        if width_px not in backs:
            backs[width_px] = back(width_px)
        return backs[width_px]

    return draw


def fill_picture(view: View, spots: list[Spot]) -> View:
    """Go nearer where the shelf is long: nobody expects to read numbers smaller than a phone can show."""
    return replace(view, fill=max(view.fill, min(0.95, 0.07 * (1 + max(spot.column for spot in spots)))))


def make_photo(
    face: Face, seed: int, *, deck_seed: int = 1, edition: str = "en", size: tuple[int, int] = (4032, 3024),
    splay: bool = False, pool: tuple[SceneCard, ...] | None = None, table: str | None = None,
) -> Photo:  # fmt: skip
    """Photograph a shelf (or a splayed pile) of a face at ``size`` px. Corners are those of the picture as it is.

    ``pool`` are the cards that it is laid of, all of the deck unless they are given; the table is of any kind unless
    one is named.
    """
    dice = np.random.default_rng([19, seed, face.seed])
    deck = make_deck(deck_seed, edition)
    if splay:
        spots = lay_pile(dice, face.height, face.strip + 0.03)
    else:
        spots = lay_shelf(dice, tidy_habits(dice), face.height)
    cards = deal(spots, pool or deck, dice)
    strays = [] if splay else lay_strays(dice, spots, face.height, int(dice.choice([0, 0, 0, 1, 2])))
    view = fill_picture(draw_view(dice, 35.0), spots)
    points = np.concatenate([spot.corners for spot in spots])
    matrix, drawn = look(view, points, size, dice.uniform(0.65, 1.0)), choose_table(dice)
    setting = Setting(
        matrix=matrix, size=size, table=table or drawn,
        corner_radius=face.corner_radius, edge=dice.choice([0.0, 0.2, 0.4]), shadow=dice.uniform(0.0, 0.5),
    )  # fmt: skip
    spare = deck[int(dice.integers(len(deck)))]
    image, quads = compose(setting, [*strays, *spots], _draw_from(face, cards, spare), dice, int(dice.integers(0, 5)))
    card_px = float(np.median([np.linalg.norm(q[1] - q[0]) for q in quads]))
    image = light_up(image, dice, 0.8)
    image = expose(image, dice, blur=0.006 * card_px, noise=7)
    quality = int(dice.integers(62, 94))
    shown = [(spot, quad) for spot, quad in zip([*strays, *spots], quads, strict=True) if not spot.stray]
    up = [cards[s.row, s.column] for s, _ in shown if not s.face_down]
    truth = {
        "style": face.name, "seed": seed, "table": setting.table, "tilt_deg": round(view.tilt_deg, 1),
        "cards": [
            {"card": "#" if s.face_down else cards[s.row, s.column].write(), "corners": np.round(quad, 1).tolist()}
            for s, quad in shown
        ],
        "splay": splay, "notation": None if splay else write_shelf(spots, cards),
        "tally": {category: sum(card.icons.count(category) for card in up) for category in CATEGORIES},
        "quality": quality,
    }  # fmt: skip
    return Photo(image, truth)


def make_empty(
    seed: int, size: tuple[int, int] = (1600, 1200), table: str | None = None, *, most_tilt: float = 40.0,
    is_bare: bool = False,
) -> Image8:  # fmt: skip
    """Photograph a table, of any kind unless one is named, with no card on it, and with no other things if it is bare.

    It is seen from at most ``most_tilt`` degrees off the upright.
    """
    dice = np.random.default_rng([23, seed])
    around = np.array([[0.0, 0.0], [6, 0], [6, 4], [0, 4]])
    matrix = look(draw_view(dice, most_tilt), around, size, dice.uniform(0.6, 1.0))
    drawn = choose_table(dice)
    setting = Setting(matrix, size, table or drawn, 0.0, 0.0, 0.0)
    image = paint_table(setting, dice)
    if not is_bare:
        scatter(image, matrix, dice, around, int(dice.integers(0, 12)))
        if dice.random() < 0.3:
            draw_hand(image, matrix, dice.uniform((0, 0), (6, 4)), dice)
        for _ in range(dice.integers(0, 8)):
            draw_token(image, matrix, dice.uniform((0, 0), (6, 4)), dice)
    blur = 1.5 * max(1.0, max(size) / 1600)
    return through_jpeg(expose(light_up(image, dice), dice, blur, 8), int(dice.integers(45, 95)))
