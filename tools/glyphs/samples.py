"""Pictures of print as a phone sees it: letters and numbers on cards, with what stands around them."""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

from .fonts import Font, Ink, draw_text

Dice = np.random.Generator
Gray = npt.NDArray[np.float32]

LETTER_PX = 32
NUMBER_PX = (128, 32)
MOST = 14
"""The highest count of a letter's cards that is drawn; ten is the highest known."""


def draw_letter(dice: Dice, ink: Ink) -> npt.NDArray[np.uint8]:
    """Return a letter in its surroundings, 32 x 32."""
    return photograph(dice, _place(dice, ink, (LETTER_PX, LETTER_PX), (0.48, 0.86), 0.13), share_of_height=0.66)


def draw_number(dice: Dice, font: Font) -> tuple[npt.NDArray[np.uint8], str]:
    """Return a printed ``n/N`` in its surroundings, 128 x 32, and what it says."""
    of = int(dice.integers(1, MOST + 1)) if dice.random() < 0.8 else int(dice.integers(1, 100))
    number = int(dice.integers(1, of + 1))
    text = f"{number}/{of}"
    ink = draw_text(font, text.replace("/", " / ") if dice.random() < 0.25 else text)
    layer = _place(dice, ink, NUMBER_PX, (0.36, 0.72), 0.1)
    return photograph(dice, layer, share_of_height=0.6, plate=dice.random() < 0.55), text


def draw_nothing(dice: Dice, size_px: tuple[int, int], ink: Ink | None) -> npt.NDArray[np.uint8]:
    """Return what is no letter: a bare ground, a pattern, a spine's title, a letter far out of its place."""
    width, height = size_px
    layer = np.zeros((height, width), np.float32)
    if ink is not None and ink.size:
        scale = dice.uniform(0.25, 2.2) * height / ink.shape[0]
        far = dice.uniform(0.55, 0.9) * width * dice.choice([-1, 1])
        way = np.array([[0, -scale, far + width / 2], [scale, 0, dice.uniform(-0.3, 0.6) * height]], np.float32)
        layer = cv2.warpAffine(ink.astype(np.float32) / 255, way, size_px, flags=cv2.INTER_AREA)
    return photograph(dice, layer, share_of_height=0.66)


def _place(dice: Dice, ink: Ink, size_px: tuple[int, int], share: tuple[float, float], jitter: float) -> Gray:
    """Put ink on a layer: tilted, slanted, stretched, out of the middle a little."""
    width, height = size_px
    high, wide = ink.shape
    scale = dice.uniform(*share) * height / high
    stretch = dice.uniform(0.82, 1.2)
    stretch = min(stretch, 0.93 * width / (wide * scale))
    if high * scale < 0.3 * height:
        scale *= 1.3
    turn, slant = dice.normal(0, 0.05), dice.normal(0, 0.06)
    cos, sin = np.cos(turn), np.sin(turn)
    matrix = np.array([[cos, -sin], [sin, cos]]) @ np.array([[scale * stretch, slant * scale], [0, scale]])
    middle = np.array([width / 2 - 0.5, height / 2 - 0.5]) + dice.uniform(-jitter, jitter, 2) * height
    shift = middle - matrix @ np.array([(wide - 1) / 2, (high - 1) / 2])
    # Ink many times too big is made smaller first, or the small picture would take single pixels of it.
    soft = cv2.GaussianBlur(ink, (0, 0), 0.45 / scale) if scale < 0.8 else ink
    way = np.column_stack([matrix, shift]).astype(np.float32)
    return cv2.warpAffine(soft, way, size_px, flags=cv2.INTER_LINEAR).astype(np.float32) / 255


def photograph(dice: Dice, layer: Gray, share_of_height: float, *, plate: bool = False) -> npt.NDArray[np.uint8]:
    """Print a layer of ink on a ground, light it, and take it with a phone; on a plate, the ground ends beside it."""
    height, width = layer.shape
    ground, ink = _draw_tones(dice)
    picture = np.full((height, width), ground, np.float32)
    if dice.random() < 0.7:
        _add_surroundings(dice, picture)
    if plate:
        _end_plate(dice, picture, layer)
    if dice.random() < 0.3:
        grain = cv2.resize(
            dice.normal(0, dice.uniform(2, 12), (8, 8 * width // height)).astype(np.float32), (width, height)
        )
        picture += grain
    if dice.random() < 0.15:  # an outline or a shadow of print
        near = cv2.dilate(layer, np.ones((3, 3), np.uint8))
        picture += near * (dice.uniform(0, 255) - picture) * 0.6
    picture += layer * (ink - picture)
    picture = _blur(dice, picture, share_of_height)
    across, down = dice.normal(0, 0.1, 2)
    xs, ys = np.linspace(-1, 1, width, dtype=np.float32)[None], np.linspace(-1, 1, height, dtype=np.float32)[:, None]
    picture *= 1 + np.float32(across) * xs + np.float32(down) * ys
    if dice.random() < 0.12:
        _add_glare(dice, picture)
    picture = (picture - 128) * np.float32(dice.uniform(0.35, 1.1)) + np.float32(128 + dice.uniform(-60, 60))
    picture += dice.standard_normal(picture.shape, np.float32) * np.float32(dice.uniform(0, 7))
    taken = np.clip(picture, 0, 255).astype(np.uint8)
    if dice.random() < 0.25:
        written = cv2.imencode(".jpg", taken, [cv2.IMWRITE_JPEG_QUALITY, int(dice.integers(40, 95))])[1]
        taken = cv2.imdecode(written, cv2.IMREAD_GRAYSCALE)
    return taken


def _draw_tones(dice: Dice) -> tuple[float, float]:
    contrast = dice.uniform(55, 220)
    dark = dice.uniform(0, 255 - contrast)
    return (dark, dark + contrast) if dice.random() < 0.5 else (dark + contrast, dark)


def _add_surroundings(dice: Dice, picture: Gray) -> None:
    """Draw what a plate, a band, a neighbor or the table shows at the edges."""
    height, width = picture.shape
    for _ in range(int(dice.integers(1, 4))):
        tone = float(dice.uniform(0, 255))
        reach = dice.uniform(-0.05, 0.17)
        match int(dice.integers(5)):
            case 0:
                picture[: max(0, int(reach * height * 1.3))] = tone
            case 1:
                picture[height - max(0, int(reach * height)) :] = tone
            case 2:
                picture[:, : max(0, int(reach * height * 1.4))] = tone
            case 3:
                picture[:, width - max(0, int(reach * height * 1.4)) :] = tone
            case _:
                _draw_spot(dice, picture, tone)


def _end_plate(dice: Dice, picture: Gray, layer: Gray) -> None:
    """Let the ground beneath print end left and right of it, with a band and what is below that beyond."""
    height, width = picture.shape
    inked = np.nonzero(layer.max(axis=0) > 0.1)[0]
    first, last = (int(inked[0]), int(inked[-1])) if len(inked) else (0, width - 1)
    left, right = dice.uniform(-0.2, 1) * (first - 2), last + 3 + dice.uniform(0, 1.2) * (width - last - 3)
    across = np.arange(width, dtype=np.float32)[None] + np.float32(dice.normal(0, 0.06)) * np.arange(height)[:, None]
    beyond = (across < left) | (across > right)
    upper, lower = dice.uniform(0, 255, 2)
    tone = np.where(np.arange(height)[:, None] < dice.uniform(-0.5, 1.5) * height, upper, lower).astype(np.float32)
    picture[:] = np.where(beyond, tone, picture)


def _draw_spot(dice: Dice, picture: Gray, tone: float) -> None:
    height, width = picture.shape
    x = width * dice.choice([dice.uniform(-0.05, 0.06), dice.uniform(0.94, 1.05)])
    y = height * dice.uniform(0, 1)
    if dice.random() < 0.4:
        x, y = width * dice.uniform(0, 1), height * dice.choice([dice.uniform(-0.1, 0.03), dice.uniform(0.97, 1.1)])
    cv2.circle(picture, (int(x), int(y)), int(height * dice.uniform(0.04, 0.17)), tone, -1, cv2.LINE_AA)


def _blur(dice: Dice, picture: Gray, share_of_height: float) -> Gray:
    """Take the picture at a distance: few pixels, out of focus, or with a hand that moves."""
    height, width = picture.shape
    if dice.random() < 0.5:
        seen = dice.uniform(8, 24) / share_of_height / height
        if seen < 1:
            small = cv2.resize(
                picture, (max(8, int(width * seen)), max(8, int(height * seen))), interpolation=cv2.INTER_AREA
            )
            picture = cv2.resize(small, (width, height), interpolation=cv2.INTER_LINEAR)
    if dice.random() < 0.6:
        picture = cv2.GaussianBlur(picture, (0, 0), abs(dice.normal(0, 0.8)) + 0.15)
    if dice.random() < 0.15:
        length = int(dice.integers(2, 5))
        kernel = np.zeros((5, 5), np.float32)
        angle = dice.uniform(0, np.pi)
        end = (round(2 + np.cos(angle) * length / 2), round(2 + np.sin(angle) * length / 2))
        cv2.line(kernel, (4 - end[0], 4 - end[1]), end, 1.0)
        picture = cv2.filter2D(picture, -1, kernel / kernel.sum())
    return picture


def _add_glare(dice: Dice, picture: Gray) -> None:
    height, width = picture.shape
    ys, xs = np.arange(height, dtype=np.float32)[:, None], np.arange(width, dtype=np.float32)[None]
    x, y, reach = dice.uniform(0, width), dice.uniform(0, height), dice.uniform(0.2, 0.8) * height
    glare = np.exp(-((xs - np.float32(x)) ** 2 + (ys - np.float32(y)) ** 2) / np.float32(2 * reach**2))
    picture += np.float32(120 * dice.random()) * glare
