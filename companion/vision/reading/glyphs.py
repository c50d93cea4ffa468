"""Letters and numbers: probabilities of all that could be printed, from crops of their regions."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from itertools import pairwise

import cv2
import numpy as np
import numpy.typing as npt

from ..crops import PrintRegion, crop_region
from ..designs.card_design import CardDesign
from ..game_rules import GameRules
from ..geometry import BgrImage, FloatArray, GrayImage
from ..levels import find_percentiles
from ..networks.inference import LETTER_PX, NUMBER_PX, SIGNS, classify_letters, classify_numbers, list_known_letters
from .thresholds import GLYPHS

_Cards = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Glyphs:
    """What letters and numbers cards may carry, as log probabilities."""

    letters: tuple[str, ...]
    letter_chances: FloatArray
    """Cards x letters."""
    nothing: FloatArray
    """For each card the chance (0 to 1) that no letter stands where one should."""
    no_number: FloatArray
    """For each card the chance (0 to 1) that what stands where the number should is none."""
    numbers: tuple[tuple[int, int], ...]
    """Each number with its count that may be printed: n and N."""
    number_chances: FloatArray
    """Cards x numbers."""
    embeddings: FloatArray
    """Cards x 160: what the letters look like."""
    number_steepness: FloatArray
    """For each card how steep the edges of its number are (``measure_steepness``), on average of the scales read."""


def read_glyphs(
    crops: list[BgrImage],
    letter_spots: list[PrintRegion],
    number_spots: list[PrintRegion],
    letters: tuple[str, ...],
    design: CardDesign | None,
    rules: GameRules,
) -> Glyphs:
    """Read the letters and numbers of upright crops; the regions say where they are."""
    grays = [np.asarray(cv2.cvtColor(crop, cv2.COLOR_BGR2GRAY), np.uint8) for crop in crops]
    chances, nothing, embeddings = _read_letters(grays, letter_spots, letters, design)
    numbers = list_numbers(rules.max_count)
    number_chances, no_number, steepness = _read_numbers(grays, number_spots, numbers, rules)
    return Glyphs(letters, chances, nothing, no_number, numbers, number_chances, embeddings, steepness)


def _read_letters(
    grays: list[GrayImage], spots: list[PrintRegion], letters: tuple[str, ...], design: CardDesign | None
) -> tuple[FloatArray, FloatArray, FloatArray]:
    known = list_known_letters()
    columns = [known.index(letter) if letter in known else len(known) for letter in letters]

    def look(cards: _Cards, shares: FloatArray) -> FloatArray:
        pairs = zip(cards, shares, strict=True)
        crops = [_crop(grays[card], spots[card], share, LETTER_PX) for card, share in pairs]
        return np.concatenate(classify_letters(crops), axis=1)

    def find_doubtful(looked: FloatArray) -> _Cards:
        return _list_doubtful(_normalize(looked[:, columns]))

    looked = _look_again(len(grays), GLYPHS.letter_scales, look, find_doubtful)
    scores, described = looked[:, : len(known) + 1], looked[:, len(known) + 1 :]
    nothing = np.exp(_normalize(scores)[:, -1])
    chances = _normalize(scores[:, columns])
    if design is not None and design.letters:
        chances = _normalize(chances + compare_letters(described, letters, design))
    return chances, np.asarray(nothing, np.float32), described


def compare_letters(embeddings: FloatArray, letters: tuple[str, ...], design: CardDesign) -> FloatArray:
    """Return the log odds that each letter's confirmed embeddings give; 0 for a letter without any."""
    samples = design.letter_samples
    sharpness, alike_from = GLYPHS.sample_sharpness, GLYPHS.sample_similarity
    if len(set(design.letters)) >= GLYPHS.centering_letters:
        # What all letters of a font share says nothing about which it is.
        usual = samples.mean(axis=0)
        embeddings, samples = embeddings - usual, samples - usual
        sharpness, alike_from = GLYPHS.centered_sharpness, GLYPHS.centered_similarity
    alike = normalize_embeddings(embeddings) @ normalize_embeddings(samples).T
    said = np.zeros((len(embeddings), len(letters)), np.float32)
    for column, letter in enumerate(letters):
        rows = [row for row, name in enumerate(design.letters) if name == letter]
        if rows:
            said[:, column] = (alike[:, rows].max(axis=1) - alike_from) * sharpness
    return np.clip(said, -GLYPHS.max_log_odds, GLYPHS.max_log_odds)


def normalize_embeddings(embeddings: FloatArray) -> FloatArray:
    """Return embeddings of length 1."""
    length = np.linalg.norm(embeddings, axis=1, keepdims=True)
    return np.asarray(embeddings / (length + 1e-6), np.float32)


def _read_numbers(
    grays: list[GrayImage], spots: list[PrintRegion], numbers: tuple[tuple[int, int], ...], rules: GameRules
) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Return the log probability of each number, the probability that there is none of them, and its steepness."""
    rare = np.array([rules.rare_count_log_odds if of > rules.usual_count else 0 for _, of in numbers], np.float32)

    def look(cards: _Cards, shares: FloatArray) -> FloatArray:
        pairs = zip(cards, shares, strict=True)
        crops = [
            _crop(grays[card], spots[card], share, NUMBER_PX, around=GLYPHS.number_width_margin)
            for card, share in pairs
        ]
        reaches = [_measure_reach(grays[card], spots[card], share) for card, share in zip(cards, shares, strict=True)]
        chances = weigh_numbers(_blank_around(classify_numbers(crops), np.array(reaches)), numbers)
        return np.column_stack([chances, miss_numbers(chances), measure_steepness(np.stack(crops))])

    def weigh(looked: FloatArray, sharpness: float = 1.0) -> FloatArray:
        return _normalize(looked[:, :-2] * sharpness + rare)

    doubtful: list[int] = []

    def find_doubtful(looked: FloatArray) -> _Cards:
        doubtful.extend(_list_doubtful(weigh(looked)).tolist())
        missed = np.flatnonzero(looked[:, -2] > GLYPHS.max_missed)
        return np.union1d(np.array(doubtful, np.int64), missed)

    def join(several: FloatArray) -> FloatArray:
        joined = np.asarray(several.mean(axis=0), np.float32)
        # Signs that make no number at one scale may well make one at the others.
        joined[:, -2] = np.median(several[:, :, -2], axis=0)
        return joined

    looked = _look_again(len(grays), GLYPHS.number_scales, look, find_doubtful, join)
    chances = weigh(looked)
    chances[doubtful] = weigh(looked[doubtful], GLYPHS.open_number_sharpness)
    return chances, looked[:, -2], looked[:, -1]


def _look_again(
    count: int,
    shares: tuple[float, ...],
    look: Callable[[_Cards, FloatArray], FloatArray],
    find_doubtful: Callable[[FloatArray], _Cards],
    join: Callable[[FloatArray], FloatArray] = lambda several: several.mean(axis=0),
) -> FloatArray:
    """Read all cards at one scale, and those left open at all of them, which ``join`` makes one of: their mean."""
    looked = look(np.arange(count), np.full(count, shares[0], np.float32))
    doubtful = find_doubtful(looked)
    if len(doubtful):
        rest = shares[1:]
        more = look(np.tile(doubtful, len(rest)), np.repeat(np.array(rest, np.float32), len(doubtful)))
        looked[doubtful] = join(np.concatenate([looked[None, doubtful], more.reshape(len(rest), len(doubtful), -1)]))
    return looked


def _crop(
    gray: GrayImage, spot: PrintRegion, share: np.float32, size_px: tuple[int, int], *, around: float = 0.0
) -> GrayImage:
    """Crop a region so that print fills a share of the height, and at most 1 / ``around`` of the width."""
    return crop_region(gray, spot.x, spot.y, _measure_crop(gray, spot, share, size_px, around), size_px)


def _measure_crop(
    gray: GrayImage, spot: PrintRegion, share: np.float32, size_px: tuple[int, int], around: float
) -> float:
    """Return how many pixels of the image across a crop of ``_crop`` shows."""
    high, wide = gray.shape
    width: float = max(spot.height * high / share * size_px[0] / size_px[1], spot.width * wide * around)
    return width


def _measure_reach(gray: GrayImage, spot: PrintRegion, share: np.float32) -> float:
    """Return how far from its crop's center a number may be, in shares of the crop's width."""
    high, wide = gray.shape
    reach = spot.width * wide * GLYPHS.number_reach / 2 + spot.height * high * GLYPHS.number_reach_heights
    return float(reach / _measure_crop(gray, spot, share, NUMBER_PX, GLYPHS.number_width_margin))


def _blank_around(signs: FloatArray, reaches: FloatArray) -> FloatArray:
    """Return signs (cards x steps x 12) without those farther from the center than a number may be.

    What stands beside a number, such as the rim of a plate, is no part of it.
    """
    steps = signs.shape[1]
    off = np.abs((np.arange(steps) + 0.5) / steps - 0.5)
    blank = np.full(signs.shape[2], GLYPHS.least_log_chance, np.float32)
    blank[-1] = 0
    return np.where((off[None] > reaches[:, None])[..., None], blank, signs)


def _list_doubtful(chances: FloatArray) -> _Cards:
    return np.flatnonzero(chances.max(axis=1) < np.log(GLYPHS.clear_probability))


@cache
def list_numbers(most: int) -> tuple[tuple[int, int], ...]:
    """Return all (number, count) that can be printed where a letter has up to ``most`` cards."""
    return tuple((number, of) for of in range(1, most + 1) for number in range(1, of + 1))


def weigh_numbers(signs: FloatArray, numbers: tuple[tuple[int, int], ...]) -> FloatArray:
    """Return the log likelihood of each number, for the signs seen from left to right.

    The forward algorithm of connectionist temporal classification (Graves et al. 2006) over all numbers at once.
    ``signs`` is cards x steps x 12, as ``classify_numbers`` returns it; the result is cards x numbers.
    """
    states, jumps, ends = _prepare(numbers)
    # Chances, not their logarithms: 32 places keep far from the smallest double, and it is four times quicker. Cards
    # come last, so that what is taken together lies together: four times quicker again.
    chances = np.ascontiguousarray(np.exp(np.maximum(signs, -14).astype(np.float64)).transpose(1, 2, 0))
    ways = np.zeros((*states.shape, len(signs)))  # states x numbers x cards
    ways[:2] = chances[0][states[:2]]
    for place in chances[1:]:
        following = ways.copy()
        following[1:] += ways[:-1]
        following[2:] += ways[:-2] * jumps[2:]
        ways = following * place.take(states, axis=0)
    rows = np.arange(len(numbers))
    return np.asarray(np.log(ways[ends, rows] + ways[ends - 1, rows] + 1e-300).T, np.float32)


def measure_steepness(crops: npt.NDArray[np.uint8]) -> FloatArray:
    """Return how steep the steepest edges of numbers are: the share of the contrast from one column to the next.

    ``crops`` is cards x rows x columns, and the numbers are of one height: what is blurred or has few pixels is less
    steep. Where steps from row to row are even less steep than usual, they count: a photo that was shaken is blurred
    in one direction.
    """
    return np.array([_measure_steepness(crop) for crop in crops], np.float32)


def _measure_steepness(crop: GrayImage) -> float:
    soft = np.asarray(cv2.GaussianBlur(crop, (0, 0), 0.5), np.uint8)
    low, high = find_percentiles(soft, (2, 98))
    (across,), (down,) = (
        find_percentiles(np.asarray(cv2.absdiff(one, other), np.uint8), (98,))
        for one, other in ((soft[:, 1:], soft[:, :-1]), (soft[1:], soft[:-1]))
    )
    return min(across, down / GLYPHS.usual_row_step) / max(high - low, GLYPHS.min_contrast)


def miss_numbers(chances: FloatArray) -> FloatArray:
    """Return for each card the probability that no number is printed: how little all numbers explain.

    ``chances`` is cards x numbers, as ``weigh_numbers`` returns them: a blot is likely to be none of them, and still
    one of them is the likeliest.
    """
    none = GLYPHS.odd_as_none * (1 - np.exp(chances.astype(np.float64)).sum(axis=1).clip(0, 1))
    return np.asarray(none / (none + 1 - none / GLYPHS.odd_as_none), np.float32)


@cache
def _prepare(numbers: tuple[tuple[int, int], ...]) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Return each number's signs with blanks between, 1 where a blank may be skipped, and the last state.

    States x numbers, states x numbers x 1, numbers.
    """
    none = len(SIGNS)
    texts = [[SIGNS.index(sign) for sign in f"{number}/{of}"] for number, of in numbers]
    longest = max(map(len, texts))
    states = np.full((len(numbers), 2 * longest + 1), none, np.int64)
    jumps = np.zeros(states.shape)
    for row, text in enumerate(texts):
        states[row, 1 : 2 * len(text) : 2] = text
        jumps[row, 3 : 2 * len(text) : 2] = [float(a != b) for a, b in pairwise(text)]
    ends = np.array([2 * len(text) for text in texts])
    return np.ascontiguousarray(states.T), np.ascontiguousarray(jumps.T[:, :, None]), ends


def _normalize(scores: FloatArray) -> FloatArray:
    top = scores.max(axis=-1, keepdims=True)
    return np.asarray(scores - top - np.log(np.exp(scores - top).sum(axis=-1, keepdims=True)), np.float32)
