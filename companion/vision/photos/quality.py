"""The quality of a photo, as far as its taker can do something about it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

import cv2
import numpy as np

from ..detecting.glare import find_glare, measure_glare
from ..detecting.lattice import fit_lattice
from ..doubts import Cause, Part, add_causes, list_doubts
from ..geometry import BgrImage, DetectedCard, GrayImage, measure_width, warp_quad
from ..levels import find_percentiles
from ..problems import PhotoFinding, Problem
from ..readings import SURE, Face, ReadCard
from .thresholds import QUALITY


def judge_photo(
    image: BgrImage,
    cards: Sequence[ReadCard],
    others: Sequence[DetectedCard],
    *,
    design_fits: bool,
    print_fits: bool = True,
    mistaken: Problem | None = None,
) -> tuple[PhotoFinding, ...]:
    """Return what keeps an upright photo from being read well; corners of the cards are pixels of it.

    ``mistaken`` says that the photo shows a pile in place of a shelf, or the other way round.
    """
    if not cards:
        problem = explain_emptiness(image)
        return (PhotoFinding(mistaken if mistaken and problem is Problem.NO_SHELF else problem),)
    findings = []
    doubtful = [card for card in cards if card.confidence.least < SURE]
    cut_off = sum(_is_cut_off(card, image) for card in cards)
    if cut_off:
        findings.append(PhotoFinding(Problem.CUT_OFF, {"cards": cut_off}))
    if len(fit_lattice(others)) >= QUALITY.min_shelf_cards:
        findings.append(PhotoFinding(Problem.TWO_SHELVES))
    if mistaken:
        findings.append(PhotoFinding(mistaken))
    if not print_fits and not mistaken:
        findings.append(PhotoFinding(Problem.UNREAD_PRINT))
    elif print_fits and not design_fits:
        findings.append(PhotoFinding(Problem.UNKNOWN_FACE))
    if len(doubtful) > QUALITY.doubtful_share * len(cards):
        findings += [PhotoFinding(problem) for problem in _explain_doubt(image, cards)]
    if doubtful:
        findings.append(PhotoFinding(Problem.UNREAD_CARDS, {"cards": len(doubtful)}))
    return tuple(findings)


def doubt_unseen(image: BgrImage, cards: Sequence[ReadCard]) -> tuple[ReadCard, ...]:
    """Return cards of an upright photo, none of them sure that the edge cuts or darkness hides: more than is seen.

    What lies beyond the edge may differ; of so few levels of gray the reading's confidence in itself is worth nothing.
    """
    return tuple(_doubt_unseen(image, card) for card in cards)


def _doubt_unseen(image: BgrImage, card: ReadCard) -> ReadCard:
    if card.confidence.cell < SURE:
        return card
    causes = [Cause.CUT_OFF] if _is_cut_off(card, image) else []
    # Every sixteenth pixel is enough of a card, and makes it a matter of one millisecond.
    part = np.ascontiguousarray(_cut_out(image, card)[::4, ::4])
    if part.size and _is_too_dark(card, find_percentiles(_to_gray(part), (98,))[0]):
        causes.append(Cause.TOO_DARK)
    if not causes:
        return card
    return replace(
        card,
        confidence=replace(card.confidence, cell=QUALITY.unseen_confidence),
        doubts=(*list_doubts(Part.CELL, causes), *card.doubts),
    )


def _is_too_dark(card: ReadCard, brightness: float) -> bool:
    """Return whether too little is seen of a card: in the dark, only what was read without any doubt is worth it."""
    if brightness >= QUALITY.black:
        return False
    read = [card.confidence.letter or 0.0, card.confidence.number or 0.0, card.confidence.icons or 0.0]
    return brightness < QUALITY.pitch_black or min(read) < QUALITY.plain_in_the_dark


def drop_drawn(image: BgrImage, cards: Sequence[ReadCard]) -> tuple[ReadCard, ...]:
    """Return the cards of an upright photo, or none where it is a screenshot or a drawing.

    A burnt-out table is as uniform as a screen: where most cards have a letter that was surely read, and a number that
    was read at all, they are cards. So they are where they stand askew, as a camera sees them.
    """
    legible = sum(
        card.face is Face.UP and (card.confidence.letter or 0.0) >= SURE and card.number is not None for card in cards
    )
    if 2 * legible >= len(cards) or _measure_skew(cards) > QUALITY.max_drawn_skew_deg or not is_drawn(_shrink(image)):
        return tuple(cards)
    return ()


def _measure_skew(cards: Sequence[ReadCard]) -> float:
    """Return by how many degrees the edges of cards differ from upright and level ones: the median of all cards."""
    corners = np.array([card.corners_px for card in cards])
    across, down = np.moveaxis(np.roll(corners, -1, axis=1) - corners, 2, 0)
    angles = np.rad2deg(np.arctan2(down, across))
    # 90 degrees are as upright as none.
    return float(np.median(np.abs((angles + 45) % 90 - 45).mean(axis=1)))


def explain_doubts(image: BgrImage, cards: Sequence[ReadCard]) -> tuple[ReadCard, ...]:
    """Return cards whose doubts also name what the photo itself does to them: causes that another photo would cure.

    ``image`` is the upright photo; corners of the cards are pixels of it. Confidences stay as they are.
    """
    if not any(card.doubts for card in cards):
        return tuple(cards)
    glare = find_glare(image)
    return tuple(
        replace(card, doubts=add_causes(card.doubts, _list_causes(image, card, glare))) if card.doubts else card
        for card in cards
    )


def _list_causes(image: BgrImage, card: ReadCard, glare: float) -> Iterator[Cause]:
    if _is_cut_off(card, image):
        yield Cause.CUT_OFF
    if measure_glare(warp_quad(image, card.corners_px, QUALITY.glare_crop_px), glare) > QUALITY.max_glare_share:
        yield Cause.GLARE
    part = _cut_out(image, card)
    if not part.size:
        return
    gray = _to_gray(part)
    if find_percentiles(gray, (50,))[0] < QUALITY.dark:
        yield Cause.TOO_DARK
    if measure_width(card.corners_px) < QUALITY.small_card_px:
        yield Cause.TOO_SMALL
    elif measure_sharpness(gray) < QUALITY.min_sharpness:
        yield Cause.BLUR


def explain_emptiness(image: BgrImage) -> Problem:
    gray = _shrink(image)
    if is_drawn(gray):
        return Problem.SCREENSHOT
    middle = float(np.median(gray))
    if middle < QUALITY.dark:
        return Problem.TOO_DARK
    if middle > QUALITY.bright:
        return Problem.TOO_BRIGHT
    return Problem.NO_SHELF


def is_drawn(gray: GrayImage) -> bool:
    """Return whether a picture, shrunk without blending pixels, was drawn by a program: flat areas with hard edges.

    Photos are as flat where they are very dark, for few levels are left, and as flat where they are out of focus, but
    then nothing in them is steep.
    """
    if float((gray[:, 1:] == gray[:, :-1]).mean()) <= QUALITY.flat_share:
        return False
    low, high = find_percentiles(gray, (2, 98))
    if high < QUALITY.drawn_level:
        return False
    steps = np.asarray(cv2.absdiff(gray[:, 1:], gray[:, :-1]), np.uint8)
    (steepest,) = find_percentiles(steps, (QUALITY.drawn_step_percentile,))
    return high - low < QUALITY.min_contrast or steepest >= QUALITY.drawn_step * (high - low)


def _explain_doubt(image: BgrImage, cards: Sequence[ReadCard]) -> list[Problem]:
    problems = []
    parts = [_to_gray(part) for part in (_cut_out(image, card) for card in cards) if part.size]
    if float(np.median([measure_width(card.corners_px) for card in cards])) < QUALITY.small_card_px:
        problems.append(Problem.TOO_FAR)
    elif parts and float(np.median([measure_sharpness(part) for part in parts])) < QUALITY.min_sharpness:
        problems.append(Problem.BLURRED)
    if parts and float(np.median([find_percentiles(part, (50,)) for part in parts])) < QUALITY.dark:
        problems.append(Problem.TOO_DARK)
    return problems


def measure_sharpness(gray: GrayImage) -> float:
    """Return the sharpness of an image: the share of its contrast from one pixel to the next, at the steepest edges.

    Measured at a width of 320 px, or the image's own where that is less.
    """
    share = min(1.0, QUALITY.sharpness_width_px / gray.shape[1])
    small = np.asarray(cv2.resize(gray, None, fx=share, fy=share, interpolation=cv2.INTER_AREA), np.uint8)
    low, high = find_percentiles(small, (2, 98))
    if high - low < QUALITY.min_contrast or min(small.shape) < 4:
        return 0.0
    steps = np.asarray(cv2.absdiff(small[:, 1:], small[:, :-1]), np.uint8)
    return find_percentiles(steps, (99,))[0] / (high - low)


def _to_gray(image: BgrImage) -> GrayImage:
    return np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), np.uint8)


def _cut_out(image: BgrImage, card: ReadCard) -> BgrImage:
    """Return the part of a picture that a card spans."""
    x, y, w, h = cv2.boundingRect(np.array(card.corners_px, np.float32))
    return image[max(0, y) : y + h, max(0, x) : x + w]


def _is_cut_off(card: ReadCard, image: BgrImage) -> bool:
    height, width = image.shape[:2]
    margin = QUALITY.edge_margin * max(height, width)
    return any(
        not (margin <= x <= width - 1 - margin and margin <= y <= height - 1 - margin) for x, y in card.corners_px
    )


def _shrink(image: BgrImage) -> GrayImage:
    share = min(1.0, QUALITY.side_px / max(image.shape[:2]))
    # Nearest pixels, not means of them: a photo's grain must stay to be seen.
    small = cv2.resize(image, None, fx=share, fy=share, interpolation=cv2.INTER_NEAREST)
    return _to_gray(np.asarray(small, np.uint8))
