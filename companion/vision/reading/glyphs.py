"""Letters and numbers: probabilities of all that could be printed, from crops of their regions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from ..crops import PrintRegion, crop_region
from ..designs.card_design import CardDesign
from ..game_rules import GameRules
from ..geometry import BgrImage, FloatArray, GrayImage
from ..levels import find_percentiles
from ..networks.inference import (
    LETTER_PX,
    NUMBER_PX,
    classify_letters,
    classify_numbers,
    compare_centered,
    list_known_letters,
    normalize_embeddings,
)
from .number_signs import (
    doubt_disputed,
    learn_signs,
    list_numbers,
    miss_numbers,
    weigh_numbers,
    weigh_signs,
)
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
    number_chances, no_number, steepness = _read_numbers(grays, number_spots, numbers, design, rules)
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
    if _knows_font(design):
        alike = compare_centered(embeddings, design.letter_samples)
        sharpness, alike_from = GLYPHS.centered_sharpness, GLYPHS.centered_similarity
    else:
        alike = normalize_embeddings(embeddings) @ normalize_embeddings(design.letter_samples).T
        sharpness, alike_from = GLYPHS.sample_sharpness, GLYPHS.sample_similarity
    said = np.zeros((len(embeddings), len(letters)), np.float32)
    for column, letter in enumerate(letters):
        rows = [row for row, name in enumerate(design.letters) if name == letter]
        if rows:
            said[:, column] = (alike[:, rows].max(axis=1) - alike_from) * sharpness
    return np.clip(said, -GLYPHS.max_log_odds, GLYPHS.max_log_odds)


def _knows_font(design: CardDesign) -> bool:
    """Return whether there are samples of enough letters to say what others look like."""
    return len(set(design.letters)) >= GLYPHS.centering_letters


def list_plain_letters(glyphs: Glyphs, names: Sequence[str | None], design: CardDesign) -> list[bool]:
    """Return for each card whether no letter that nobody has confirmed yet may pass for its own, one of ``names``.

    In an odd font it may not if that looks just like the samples of its letter and like no other's, or if the network
    leaves no doubt.
    """
    own = np.array(design.letters)
    alike = np.full((len(names), len(own)), -1.0, np.float32)
    if _knows_font(design):
        alike = compare_centered(glyphs.embeddings, design.letter_samples)
    alone = np.exp(_normalize(glyphs.letter_chances - compare_letters(glyphs.embeddings, glyphs.letters, design)))
    unknown = ~np.isin(glyphs.letters, own)
    plain = []
    for row, chances, name in zip(alike, alone, names, strict=True):
        is_own, is_other = own == name, np.array(glyphs.letters) != name
        best = float(row[is_own].max(initial=-1))
        rival = 0.0 if best >= GLYPHS.same_similarity else float(chances[unknown & is_other].max(initial=0))
        chance = float(chances[~is_other].max(initial=0))
        if design.has_odd_font:
            lead = best - float(row[~is_own].max(initial=-1))
            is_matched = best >= GLYPHS.matching_similarity and lead >= GLYPHS.matching_lead
            is_clear = chance >= GLYPHS.odd_font_probability
            plain.append(is_clear or (is_matched and rival < GLYPHS.odd_rival_probability))
        else:
            plain.append(rival < GLYPHS.rival_probability if is_own.any() else chance >= GLYPHS.unknown_probability)
    return plain


def _read_numbers(
    grays: list[GrayImage],
    spots: list[PrintRegion],
    numbers: tuple[tuple[int, int], ...],
    design: CardDesign | None,
    rules: GameRules,
) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Return the log probability of each number, the probability that there is none of them, and its steepness."""
    rare = _weigh_rare_counts(numbers, rules)

    def look(cards: _Cards, shares: FloatArray) -> FloatArray:
        crops, signs, embeddings = _look_at_numbers(
            [grays[card] for card in cards], [spots[card] for card in cards], shares
        )
        alone = weigh_numbers(signs, numbers)
        chances = alone
        if design is not None and design.sign_weights.any():
            chances = weigh_numbers(weigh_signs(signs, embeddings, design.sign_weights), numbers)
        return np.column_stack([chances, alone, miss_numbers(chances), measure_steepness(crops)])

    def weigh(looked: FloatArray, witness: int = 0) -> FloatArray:
        return _normalize(looked[:, witness * len(numbers) : (witness + 1) * len(numbers)] + rare)

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
    looked[doubtful, :-2] *= GLYPHS.open_number_sharpness
    taught, alone = weigh(looked), weigh(looked, witness=1)
    return doubt_disputed(taught, alone, numbers), looked[:, -2], looked[:, -1]


def _weigh_rare_counts(numbers: tuple[tuple[int, int], ...], rules: GameRules) -> FloatArray:
    return np.array([rules.rare_count_log_odds if of > rules.usual_count else 0 for _, of in numbers], np.float32)


def _look_at_numbers(
    grays: Sequence[GrayImage], spots: Sequence[PrintRegion], shares: FloatArray
) -> tuple[npt.NDArray[np.uint8], FloatArray, FloatArray]:
    """Return crops of numbers, their signs without what stands beside a number, and embeddings of these."""
    each = list(zip(grays, spots, shares, strict=True))
    crops = [_crop(gray, spot, share, NUMBER_PX, around=GLYPHS.number_width_margin) for gray, spot, share in each]
    signs, embeddings = classify_numbers(crops)
    reaches = np.array([_measure_reach(gray, spot, share) for gray, spot, share in each])
    return np.stack(crops), _blank_around(signs, reaches), embeddings


def embed_signs(
    crops: Sequence[BgrImage], spots: Sequence[PrintRegion], confirmed: Sequence[int], rules: GameRules
) -> FloatArray:
    """Return what each sign looks like on upright crops whose numbers are ``confirmed``, as ``learn_signs`` does."""
    grays = [np.asarray(cv2.cvtColor(crop, cv2.COLOR_BGR2GRAY), np.uint8) for crop in crops]
    shares = np.full(len(grays), GLYPHS.number_scales[0], np.float32)
    _, signs, embeddings = _look_at_numbers(grays, spots, shares)
    numbers = list_numbers(rules.max_count)
    chances = _normalize(weigh_numbers(signs, numbers) + _weigh_rare_counts(numbers, rules))
    return learn_signs(signs, embeddings, chances, numbers, confirmed)


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


def _normalize(scores: FloatArray) -> FloatArray:
    top = scores.max(axis=-1, keepdims=True)
    return np.asarray(scores - top - np.log(np.exp(scores - top).sum(axis=-1, keepdims=True)), np.float32)
