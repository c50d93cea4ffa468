"""Letters and numbers cut out of photographed cards: in the frames, the blur and the sizes that scenes have."""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np
import numpy.typing as npt

from companion.vision.crops import CROP_PX, crop_region
from tools.scenes.cards import draw_card
from tools.scenes.decks import SceneCard
from tools.scenes.faces import CATEGORIES, SceneFace, parchment, random_face
from tools.scenes.fonts import family_of, held_out
from tools.scenes.optics import expose, light_up, shake, through_jpeg

from .fonts import PLAIN, Font, Ink, draw_text
from .samples import LETTER_PX, NUMBER_PX
from .styles import restyle

Dice = np.random.Generator
Image8 = npt.NDArray[np.uint8]
Matrix = npt.NDArray[np.float64]

LETTER_SHARES, NUMBER_SHARES = (0.48, 0.86), (0.36, 0.66)
"""How much of a crop's height print fills."""
EACH = 3
"""Number crops of one photo."""
CARD_PX = 160.0, 480.0
"""Width of a card in a photo: more would only be made smaller again."""
_DRAWN_PX = 260, 480
_FACES = 6000
_BIG_BLUR, _SHAKEN = 0.009, 0.22
"""Scenes blur by at most 0.006 of a card's width, and one in eight is shaken: hard ones are shown more often."""
_SLIP, _ASIDE = 0.012, 0.14
"""How far corners are off (standard deviation, card widths), and print from where it is looked for (its heights)."""
_PLAIN_BODY, _ACCENTED, _OWN_FONT = 0.8, 0.35, 0.6
_RESTYLED = 0.5, 0.35
"""Of letters and of numbers, those drawn differently from what their font draws; never those of the default face."""
_THIN, _BESIDE, _DISC = 0.15, 0.3, 0.35
"""Of numbers on other faces, those with thin spaces, those with something beside them, and discs among these."""
_KEPT = 300
_HARD_PX = 70.0, 160.0
_HARD_BLUR = 0.004, 0.026
_HARD_LIGHT = 0.06, 0.5
_HARD_NOISE = 8.0, 30.0
_DARK_NOISE = 1.0, 4.0
"""Photos worse than scenes are: width of a card, blur (standard deviation, card widths), share of the light, noise,
and noise in the dark (standard deviations, gray levels)."""
_MOST = 12
"""The highest count of a letter's cards that is drawn often; ten is the highest known."""


@dataclass(frozen=True, slots=True)
class Part:
    """The part of a drawn card around its letter and number; lengths in card widths."""

    picture: Image8
    scale: float
    """Pixels a card width."""
    corner: tuple[float, float]
    """Where on the card the part's top left corner is."""
    face: SceneFace
    letter: str = ""
    number: str = ""
    number_width: float = 0.0


@dataclass(frozen=True, slots=True)
class Crops:
    """One card's letter and number as the eye's nets are shown them."""

    letter: str
    letter_crop: Image8
    number: str
    number_crops: tuple[Image8, ...]


class Hand:
    """Deals parts of cards of many faces, none of them held out, each with a new letter and number."""

    def __init__(self, fonts: tuple[Font, ...], default_share: float) -> None:
        """Print with ``fonts``; a share of the cards is the default face's, in its font or one of the same family.

        Raises ``FileNotFoundError`` where cards of the default face are asked for and no font is of that family.
        """
        self.fonts, self.default_share = fonts, default_share
        default = parchment().number_font
        self.family = tuple(font for font in fonts if family_of(font.path) == family_of(default))
        # Nets that learned it in any other fonts read its small old figures wrong and for sure.
        if default_share and not self.family:
            msg = f"none of {len(fonts)} fonts is of the default face's family ({default!r}): see SCENE_FONTS"
            raise FileNotFoundError(msg)
        self.own = tuple(font for font in self.family if font.path == default) or self.family
        self.seeds = [seed for seed in range(_FACES) if seed not in held_out()]
        self.bare: dict[bool, list[Part]] = {True: [], False: []}

    def deal(self, dice: Dice) -> Part:
        """Return a part of a card, printed anew."""
        default = bool(dice.random() < self.default_share)
        bare, fonts = self.bare[default], self.fonts
        if default:
            fonts = self.own if dice.random() < _OWN_FONT else self.family
        if len(bare) < 10 or (dice.random() < 0.1 and not default) or dice.random() < 0.02:
            face = parchment() if default else random_face(int(dice.choice(self.seeds)))
            bare.append(_draw_bare(dice, face))
            if len(bare) > _KEPT:
                bare.pop(0)
        font = fonts[dice.integers(len(fonts))]
        other = font if default or dice.random() < 0.3 else fonts[dice.integers(len(fonts))]
        card = bare[dice.integers(len(bare))]
        return _print(dice, card, font, other, (0.0, 0.0) if default else _RESTYLED)


def _draw_bare(dice: Dice, face: SceneFace) -> Part:
    """Draw a card with letter and number in the color of what lies beneath them."""
    hidden = replace(face, ink=face.band_color if face.plate == "none" else face.plate_color)
    hidden = replace(hidden, letter_font=parchment().letter_font, number_font=parchment().number_font)
    if dice.random() < _PLAIN_BODY:  # what lies below the band takes most of the time and is hardly seen
        hidden = replace(hidden, body="flat", books="none")
    icons = "".join(dice.choice(list(CATEGORIES), int(dice.integers(2, 5))))
    picture = draw_card(hidden, SceneCard("I", 1, 1, icons), int(dice.integers(*_DRAWN_PX)))
    scale = picture.shape[1]
    (letter_x, letter_y), (number_x, number_y) = face.letter_at, face.number_at
    reach = 5.6 * face.number_height
    left, right = max(0.0, min(letter_x, number_x) - reach), min(1.0, max(letter_x, number_x) + reach)
    top = max(0.0, letter_y - 1.3 * face.letter_height)
    bottom = min(face.height, number_y + 2.2 * face.number_height)
    part = picture[int(top * scale) : int(bottom * scale), int(left * scale) : int(right * scale)]
    return Part(part.copy(), scale, (int(left * scale) / scale, int(top * scale) / scale), face)


def _print(dice: Dice, bare: Part, letter_font: Font, number_font: Font, restyled: tuple[float, float]) -> Part:
    letters = letter_font.letters if dice.random() < _ACCENTED else tuple(PLAIN)
    letter = str(letters[dice.integers(len(letters))])
    of = int(dice.integers(1, _MOST + 1)) if dice.random() < 0.85 else int(dice.integers(1, 21))
    number = f"{int(dice.integers(1, of + 1))}/{of}"
    picture, face = bare.picture.copy(), bare.face
    room = 2 * min(face.number_at[0], 1 - face.number_at[0]) - 0.04 if face.side == "top" else face.band * 0.92
    ink = _draw(dice, letter_font, letter, restyled[0])
    _stamp(picture, bare, ink, _measure(letter_font), face.letter_at, face.letter_height, face.band * 0.9)
    apart = " / " if face.spaced else "\u2009/\u2009" if restyled[1] and dice.random() < _THIN else "/"
    ink = _draw(dice, number_font, number.replace("/", apart), restyled[1])
    width = _stamp(picture, bare, ink, _measure(number_font), face.number_at, face.number_height, room)
    if restyled[1] and dice.random() < _BESIDE:
        _stamp_beside(dice, picture, bare, letter_font, width)
    return replace(bare, picture=picture, letter=letter, number=number, number_width=width)


def _stamp_beside(dice: Dice, picture: Image8, part: Part, font: Font, width: float) -> None:
    """Print something beside a number, as cards have it whose letter and number stand in a line: no part of it."""
    (x, y), high = part.face.number_at, part.face.number_height * dice.uniform(0.9, 3.0)
    x += dice.choice([-1, 1]) * (width / 2 + dice.uniform(0.3, 1.2) * part.face.number_height + high * 0.4)
    y += dice.uniform(-0.6, 0.3) * (high - part.face.number_height)
    if dice.random() < _DISC:
        center = [round((v - corner) * part.scale) for v, corner in zip((x, y), part.corner, strict=True)]
        color = [int(level) for level in dice.integers(0, 256, 3)]
        cv2.circle(picture, center, round(high * part.scale * 0.5), color, -1, cv2.LINE_AA)
        return
    ink = _draw(dice, font, str(dice.choice(list(PLAIN))), 0.0)
    _stamp(picture, part, ink, _measure(font), (x, y), high, 9.0)


def _draw(dice: Dice, font: Font, text: str, restyled: float) -> Ink:
    ink = draw_text(font, text)
    return restyle(dice, ink) if ink.size and dice.random() < restyled else ink


def _measure(font: Font) -> int:
    """Return how high a font's capitals are, in its pixels."""
    return max(8, draw_text(font, "H").shape[0])


def _stamp(
    picture: Image8, part: Part, ink: Ink, high_px: int, at: tuple[float, float], height: float, room: float
) -> float:
    """Print as scenes do, capitals of ``high_px`` ``height`` high and squeezed into ``room``; return the width."""
    share = height * part.scale / high_px
    across = min(share, room * part.scale / max(1, ink.shape[1]))
    down = share * max(across / share, 0.75)
    size = max(1, round(ink.shape[1] * across)), max(1, round(ink.shape[0] * down))
    if ink.size == 0 or size[0] > 4000 or size[1] > 1000:
        return 0.0
    small = cv2.resize(ink, size, interpolation=cv2.INTER_AREA)
    left, top = (round((at[axis] - part.corner[axis]) * part.scale - size[axis] / 2) for axis in (0, 1))
    high, wide = picture.shape[:2]
    seen = small[max(0, -top) : max(0, high - top), max(0, -left) : max(0, wide - left)]
    top, left = max(0, top), max(0, left)
    below = picture[top : top + seen.shape[0], left : left + seen.shape[1]]
    below[:] = below + (np.array(part.face.ink) - below) * (seen[..., None] / 255)
    return size[0] / part.scale


def take_crops(dice: Dice, part: Part, hard_share: float = 0.0) -> Crops:
    """Photograph a part, and cut letter and number out of the photo as the eye does.

    ``hard_share`` of the photos are blurred, dark, noisy or small beyond what happens to scenes.
    """
    # Where none is hard, nothing is drawn for it: the nets trained before can be had again.
    is_hard = hard_share > 0 and dice.random() < hard_share
    hardship = str(dice.choice(["blur", "dark", "noise", "few pixels"])) if is_hard else ""
    card_px = float(np.exp(dice.uniform(*np.log(_HARD_PX if hardship == "few pixels" else CARD_PX))))
    way = _draw_way(dice, part, card_px)
    photo = _take(dice, part, way, card_px, hardship)
    onto = _draw_cut(dice, part, way)
    size = (
        round((part.picture.shape[1] / part.scale + 0.1) * CROP_PX[0]),
        round((part.picture.shape[0] / part.scale + 0.1) * CROP_PX[0]),
    )
    cut = cv2.warpPerspective(photo, onto, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    gray = np.asarray(cv2.cvtColor(cut, cv2.COLOR_BGR2GRAY), np.uint8)
    face = part.face
    x, y = _find_place(dice, part, face.letter_at, face.letter_height, 0.07)
    wide_px = face.letter_height / dice.uniform(*LETTER_SHARES) * CROP_PX[0]
    letter = crop_region(gray, x / size[0], y / size[1], wide_px, (LETTER_PX, LETTER_PX))
    return Crops(part.letter, letter, part.number, tuple(_crop_number(dice, part, gray) for _ in range(EACH)))


def _crop_number(dice: Dice, part: Part, gray: Image8) -> Image8:
    height = part.face.number_height * float(np.exp(dice.normal(0.04, 0.08)))
    x, y = _find_place(dice, part, part.face.number_at, height, _ASIDE)
    wide_px = max(height / dice.uniform(*NUMBER_SHARES) * 4, part.number_width * dice.uniform(0.9, 1.3)) * CROP_PX[0]
    return crop_region(gray, x / gray.shape[1], y / gray.shape[0], wide_px, NUMBER_PX)


def _draw_way(dice: Dice, part: Part, card_px: float) -> Matrix:
    """Return the way from a part's pixels to the photo's: turned, tilted, and as big as a card is there."""
    turn, tilted, side = dice.normal(0, 0.09), dice.beta(1.1, 1.4) * 0.61, dice.normal(0, 0.5)
    spin = _turn(side) @ np.diag([1, np.cos(tilted)]) @ _turn(-side)
    matrix = _turn(turn) @ spin * card_px / part.scale
    high, wide = part.picture.shape[:2]
    rim = matrix @ np.array([(0, 0), (wide, 0), (wide, high), (0, high)], float).T
    shift = 8 * dice.random(2) + 2 - rim.min(axis=1)
    return np.vstack([np.column_stack([matrix, shift]), [0, 0, 1]])


def _turn(angle: float) -> Matrix:
    return np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])


def _take(dice: Dice, part: Part, way: Matrix, card_px: float, hardship: str) -> Image8:
    high, wide = part.picture.shape[:2]
    rim = way[:2, :2] @ np.array([(0, 0), (wide, 0), (wide, high), (0, high)], float).T + way[:2, 2:]
    size = (int(rim[0].max()) + 4, int(rim[1].max()) + 4)
    ground = np.empty((size[1], size[0], 3), np.uint8)
    ground[:] = dice.integers(0, 256, 3)
    # The card's own edge is seen where it is near; everywhere else the card goes on.
    x, y = part.corner
    seen = cv2.warpAffine(part.picture, way[:2], size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    beyond = np.array([(-9 * (x > 0), -9 * (y > 0)), (99, -9 * (y > 0)), (99, 99), (-9 * (x > 0), 99)], float)
    outline = way[:2, :2] @ (beyond * part.scale).T + way[:2, 2:]
    cover = np.zeros((size[1], size[0]), np.uint8)
    cv2.fillConvexPoly(cover, np.round(outline.T).astype(np.int32), 255)
    photo = np.asarray(cv2.copyTo(seen, cover, ground), np.uint8)
    if dice.random() < 0.3:
        photo = light_up(photo, dice)
    else:
        warmth = dice.normal(0, 0.08)
        lamp = np.array([1 - warmth, 1, 1 + warmth]) * dice.uniform(0.5, 1.25)
        levels = np.clip(np.arange(256)[:, None] * lamp, 0, 255).astype(np.uint8)
        photo = np.asarray(cv2.LUT(photo, levels[None]), np.uint8)
    blur = card_px * dice.choice([0.006, _BIG_BLUR], p=[0.65, 0.35])
    if dice.random() < _SHAKEN:
        photo = shake(photo, dice, 0.006 * card_px)
    photo = expose(photo, dice, blur=blur, noise=8)
    if hardship == "blur":
        photo = np.asarray(cv2.GaussianBlur(photo, (0, 0), card_px * dice.uniform(*_HARD_BLUR)), np.uint8)
    elif hardship == "dark":
        light = float(np.exp(dice.uniform(*np.log(_HARD_LIGHT))))
        photo = _add_noise(np.asarray(photo * np.float32(light), np.int16), dice, dice.uniform(*_DARK_NOISE))
    elif hardship == "noise":
        photo = _add_noise(photo, dice, dice.uniform(*_HARD_NOISE))
    return through_jpeg(photo, int(dice.integers(55, 95)))


def _add_noise(photo: npt.NDArray[np.uint8] | npt.NDArray[np.int16], dice: Dice, deviation: float) -> Image8:
    return np.asarray(np.clip(np.rint(photo + dice.normal(0, deviation, photo.shape)), 0, 255), np.uint8)


def _draw_cut(dice: Dice, part: Part, way: Matrix) -> Matrix:
    """Return the way from the photo to the cut-out, by corners that are a little off."""
    corners = np.array([(0, 0), (part.scale, 0), (part.scale, part.scale), (0, part.scale)], float)
    corners = corners - np.array(part.corner) * part.scale
    slips = dice.normal(0, dice.uniform(0, 2 * _SLIP), (4, 2)) * part.scale
    seen = way[:2, :2] @ (corners + slips).T + way[:2, 2:]
    there = (corners / part.scale + 0.05) * CROP_PX[0]
    return np.asarray(cv2.getPerspectiveTransform(seen.T.astype(np.float32), there.astype(np.float32)), np.float64)


def _find_place(dice: Dice, part: Part, at: tuple[float, float], height: float, aside: float) -> tuple[float, float]:
    x, y = (at[axis] - part.corner[axis] + 0.05 + dice.uniform(-aside, aside) * height for axis in (0, 1))
    return x * CROP_PX[0], y * CROP_PX[0]
