"""Episodes to train on: six icons of one printing and a seventh that is none of them, each seen in two photos.

Patches are as ``companion.vision.reading.icons.icon_patches.crop_patches`` cuts them out of photos: Lab with half
the lightness, the ground brought to one color. Half of the printings have their icons on a plain ground, the others
anywhere (``backgrounds``); of these, every view also comes as it would be on the plain ground.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from tools.scenes.paint import Color, Dice, any_color, cloud, from_hsv, lightness, mix

from .art import SIDE_PX
from .backgrounds import Surroundings, draw_surroundings

Values = npt.NDArray[np.float32]
KNOWN, FOREIGN, BARE = 6, 6, 7
IMAGES = 8
"""Six known icons, one that is none of them, and a bare place."""
PATCH_PX = 24
SCALE = 3
"""Pixels of a drawing for a pixel of a patch."""
_SIDE = PATCH_PX * SCALE
_RADIUS = 20 / 1.35 / 2 * SCALE
"""The radius of an icon in a drawing."""
_ALONG = np.arange(_SIDE) - (_SIDE - 1) / 2
_X, _Y = np.meshgrid(_ALONG / _RADIUS, _ALONG / _RADIUS)
_HEXAGON = np.maximum(np.abs(_X), np.abs(_X) / 2 + np.abs(_Y) * np.sqrt(0.75)) / 0.95
_DISTANCES = {
    "circle": np.hypot(_X, _Y),
    "square": np.maximum(np.abs(_X), np.abs(_Y)),
    "rounded": (_X**4 + _Y**4) ** 0.25,
    "hexagon": _HEXAGON,
    "diamond": (np.abs(_X) + np.abs(_Y)) / 1.15,
}
_PLAIN_SHARE = 0.5
_TRIES = 5
_LEAST_APART = 0.25
"""The mean difference of an icon from what lies behind it, all three colors together."""
_PLATES = ("circle", "circle", "square", "rounded", "hexagon", "diamond", "none", "none")


def _cover(plate: str, size: float) -> Values:
    return np.asarray(np.clip((size - _DISTANCES[plate]) * _RADIUS + 0.5, 0, 1), np.float32)[..., None]


def _stamp(ink: npt.NDArray[np.uint8], side: float, offset: tuple[float, float]) -> Values:
    share = side / SIDE_PX
    middle = (_SIDE - 1) / 2 - share * (SIDE_PX - 1) / 2
    way = np.array([[share, 0, middle + offset[0]], [0, share, middle + offset[1]]])
    stamped = cv2.warpAffine(ink, way, (_SIDE, _SIDE), flags=cv2.INTER_LINEAR)
    return np.asarray(stamped, np.float32)[..., None] / 255


@dataclass(frozen=True, slots=True)
class Printing:
    """The images of an episode: what is printed there, and on what."""

    colors: Values
    """Images x rows x columns x 3, 0 to 1, as far as they cover the ground; a bare place has nothing."""
    covers: Values
    """Images x rows x columns x 1, 0 to 1."""
    ground: Values
    """Rows x columns x 3: the plain ground."""
    ground_color: Values
    surroundings: Surroundings | None
    """What lies around and behind icons, where that is not the plain ground."""

    def show(self, k: int, behind: Values) -> Values:
        """Return an image on what lies behind it."""
        return self.colors[k] + (1 - self.covers[k]) * behind


def draw_printing(dice: Dice, art: npt.NDArray[np.uint8], *, plain: bool = False) -> Printing:
    """Return what is printed in an episode; ``plain`` takes seven pictograms as they come, on a plain ground."""
    ground: Color = any_color(dice, (0, 0.35), (0.7, 1)) if dice.random() < 0.6 else any_color(dice, (0, 0.8), (0.1, 1))
    plate = str(dice.choice(_PLATES))
    kind = dice.choice(["one ink", "colors", "colors", "one shape"], p=[0.45, 0.3, 0.19, 0.06])
    shapes = art if plain else art[dice.choice(len(art), FOREIGN + 1, replace=False)]
    kind = "colors" if plain and kind == "one shape" else kind
    if not plain and dice.random() < 0.12:
        # Neighbors in a font are variants of one pictogram.
        start = int(dice.integers(len(art) - FOREIGN - 1))
        shapes = np.concatenate([art[start : start + 3], shapes[3:]])
        shapes = shapes[dice.permutation(len(shapes))]
    if kind == "one shape":
        shapes = shapes[[0] * (FOREIGN + 1)]
    turn = dice.random()
    colors: list[Color] = [
        from_hsv(turn + k / 7 + dice.uniform(-0.05, 0.05), dice.uniform(0.4, 0.95), dice.uniform(0.35, 0.95))
        for k in dice.permutation(FOREIGN + 1)
    ]
    if kind == "one ink":
        colors = [any_color(dice, (0, 0.95), (0.05, 0.95))] * (FOREIGN + 1)
    elif kind == "colors" and dice.random() < 0.3:
        colors[0] = colors[1]
    for k, color in enumerate(colors):
        if abs(lightness(color) - lightness(ground)) < 50:
            colors[k] = mix(color, (0, 0, 0) if lightness(ground) > 110 else (255, 255, 255), 0.5)
    ink: Color = (245, 248, 250) if dice.random() < 0.6 else any_color(dice, (0, 0.5), (0, 1))
    rim = None if dice.random() < 0.5 else mix(ground, (255, 255, 255), dice.uniform(0.3, 1))
    inner, size = dice.uniform(1.0, 1.6), dice.uniform(0.9, 1.03)
    plain_ground = np.empty((_SIDE, _SIDE, 3), np.float32)
    plain_ground[:] = tint(dice, ground) if dice.random() < 0.3 else ground
    surroundings = None if plain or dice.random() < _PLAIN_SHARE else draw_surroundings(dice, ground, art)
    shown = np.zeros((IMAGES, _SIDE, _SIDE, 3), np.float32)
    covers = np.zeros((IMAGES, _SIDE, _SIDE, 1), np.float32)
    for k in range(FOREIGN + 1):
        inside = ink
        if abs(lightness(colors[k]) - lightness(ink)) < 60:
            inside = (250, 250, 250) if lightness(colors[k]) < 128 else (15, 15, 15)
        layers = [(_stamp(shapes[k], 2 * _RADIUS * size, (0, 0)), colors[k])]
        if plate != "none":
            layers = [
                *([(_cover(plate, size), rim)] if rim is not None else []),
                (_cover(plate, size * (0.9 if rim is not None else 1.0)), colors[k]),
                (_stamp(shapes[k], inner * _RADIUS, (0, 0)), inside),
            ]
        for cover, color in layers:
            shown[k] += cover * (np.array(color, np.float32) / 255 - shown[k])
            covers[k] += cover * (1 - covers[k])
    return Printing(shown, covers, plain_ground / 255, np.array(ground, np.float32) / 255, surroundings)


def tint(dice: Dice, ground: Color) -> Values:
    """Return a ground that is not plain."""
    weave = cloud(dice, _SIDE, _SIDE, dice.uniform(2, 12))[..., None].astype(np.float32)
    weave = (weave - weave.mean()) / (weave.std() + 1e-6)
    return np.asarray(np.clip(np.array(ground, np.float32) * (1 + dice.uniform(0.01, 0.1) * weave), 0, 255), np.float32)


def _soften(image: Values, sigma: float) -> Values:
    return np.asarray(cv2.GaussianBlur(image, (0, 0), sigma), np.float32)


def photograph(dice: Dice, printing: Printing, views: int, *, strange: bool) -> tuple[Values, Values]:
    """Return ``views`` patches of each image, of one photo: images x views x rows x columns x 3, twice.

    The second time all of it lies on the plain ground. ``strange`` photos are those that are read; those that teach are
    rather good.
    """
    behind = [[_draw_behind(dice, printing, k) for _ in range(views)] for k in range(IMAGES)]
    before = dice.bit_generator.state
    images = np.array([[printing.show(k, one) for one in several] for k, several in enumerate(behind)], np.float32)
    patches = _take(dice, images, printing.ground_color, strange=strange)
    if printing.surroundings is None:
        return patches, patches
    plain = np.array([[printing.show(k, printing.ground)] * views for k in range(IMAGES)], np.float32)
    dice.bit_generator.state = before
    return patches, _take(dice, plain, printing.ground_color, strange=strange)


def _draw_behind(dice: Dice, printing: Printing, k: int) -> Values:
    """Return what lies behind one view of an image: nothing that it cannot be told from."""
    if printing.surroundings is None:
        return printing.ground
    for _ in range(_TRIES):
        behind = printing.surroundings.draw(dice, printing.ground)
        cover = printing.covers[k]
        apart = np.abs(printing.colors[k] - cover * behind).sum() / max(float(cover.sum()), 1)
        if apart > _LEAST_APART or not cover.any():
            return behind
    return printing.ground


def _take(dice: Dice, images: Values, ground: Values, *, strange: bool) -> Values:
    """Return the patches of one photo of images (n x views x rows x columns x 3)."""
    focus = 0.45 + abs(dice.normal(0, 0.7 if strange else 0.45))
    noise = abs(dice.normal(0, 0.022 if strange else 0.012))
    contrast = dice.uniform(0.6, 1.25) if strange else dice.uniform(0.85, 1.15)
    vivid = dice.uniform(0.5, 1.3) if strange else dice.uniform(0.8, 1.2)
    cast = dice.normal(1, 0.04, 3).astype(np.float32)
    bend = dice.uniform(0.85, 1.2)
    high = dice.normal(1, 0.05)
    gray = images @ np.array([0.114, 0.587, 0.299], np.float32)
    seen = gray[..., None] + vivid * (images - gray[..., None])
    seen = np.clip(ground + contrast * (seen - ground), 0.002, 1) ** bend * ground ** (1 - bend)
    seen = np.asarray(seen, np.float32)
    patches = np.empty((*images.shape[:2], PATCH_PX, PATCH_PX, 3), np.float32)
    for place in np.ndindex(patches.shape[:2]):
        patches[place] = _look(dice, seen[place], ground, focus, high, strange=strange)
    lit = patches * cast * dice.normal(1, 0.03, (*images.shape[:2], 1, 1, 1)).astype(np.float32)
    lit += noise * dice.normal(0, 1, patches.shape).astype(np.float32)
    lit = np.clip(lit, 0, 1)
    if strange and dice.random() < 0.25:
        _hide(dice, lit, ground)
    lab = cv2.cvtColor(lit.reshape(-1, PATCH_PX, 3), cv2.COLOR_BGR2LAB).reshape(patches.shape)
    if dice.random() < 0.6:
        # Phones keep color at half the resolution.
        for place in np.ndindex(patches.shape[:2]):
            lab[place][..., 1:] = cv2.GaussianBlur(lab[place][..., 1:], (0, 0), 0.6)
    return np.asarray(lab * (0.5, 1, 1), np.float32)


def _look(dice: Dice, image: Values, ground: Values, focus: float, high: float, *, strange: bool) -> Values:
    soft = _soften(image, SCALE * focus * dice.uniform(0.9, 1.1))
    share = high * dice.normal(1, 0.03) / SCALE
    turn = np.radians(dice.normal(0, 2.0))
    skew = dice.normal(0, 0.025, (2, 2)) + np.eye(2)
    way = share * (np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]]) @ skew)
    slip = np.clip(dice.normal(0, 0.8, 2), -2.5, 2.5)
    middle = (PATCH_PX - 1) / 2 + slip - way @ np.full(2, (_SIDE - 1) / 2)
    seen = cv2.warpAffine(soft, np.column_stack([way, middle]), (PATCH_PX, PATCH_PX), flags=cv2.INTER_LINEAR,
                          borderMode=cv2.BORDER_REPLICATE)  # fmt: skip
    if dice.random() < 0.12:
        # A picture, another icon or the band's edge reaches into the patch, beside the icon.
        side, edge = dice.integers(4), int(dice.integers(1, 5))
        other = dice.uniform(0, 1, 3).astype(np.float32)
        seen = np.rot90(seen, side).copy()
        seen[:edge] = other
        seen = np.rot90(seen, -side)
    if strange and dice.random() < 0.2:
        shade = np.linspace(1, dice.uniform(0.75, 1.25), PATCH_PX, dtype=np.float32)
        seen = seen * (shade[:, None, None] if dice.random() < 0.5 else shade[None, :, None])
    return np.asarray(seen, np.float32)


def _hide(dice: Dice, patches: Values, ground: Values) -> None:
    """Paint what another card of a pile may hide in the color of the ground."""
    for place in np.ndindex(patches.shape[:2]):
        if dice.random() < 0.3:
            low = int(dice.integers(PATCH_PX // 2, PATCH_PX))
            patches[place][low:] = ground


def draw_episode(
    dice: Dice, art: npt.NDArray[np.uint8], shown: int = 2, asked: int = 2
) -> tuple[tuple[Values, Values], tuple[Values, Values]]:
    """Return patches that teach and patches that are asked for, each as they are and on a plain ground.

    All are images x views x rows x columns x 3.
    """
    printing = draw_printing(dice, art)
    taught = photograph(dice, printing, shown, strange=False)
    return taught, photograph(dice, printing, asked, strange=True)
