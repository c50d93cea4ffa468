"""Backs: which cards are seen to lie face down. Backs are copies of each other, fronts are not."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

import cv2
import numpy as np
import numpy.typing as npt

from ..geometry import BgrImage, FloatArray
from .card_matching import compute_descriptors, trim_descriptors
from .thresholds import BACKS, MATCHER

_Flags = npt.NDArray[np.bool_]

_STEPS = (cv2.TERM_CRITERIA_EPS | cv2.TERM_CRITERIA_COUNT, 30, 1e-4)
"""When an alignment ends: after so many steps, or with one that gains less than this correlation."""


def find_backs(crops: Sequence[BgrImage], bare: Sequence[int], fronts: Sequence[int], known: FloatArray) -> list[int]:
    """Return which of the cards without print (``bare``) are backs by evidence of their own.

    Two backs look like each other, and by far more so than any two of the ``fronts``, of which at least three were
    read and differ; and both show something. Or it looks like one of the ``known`` backs of the box (descriptors, n x
    rows x columns x 3).
    What merely shows no print may be a front in a font that nobody knows, or out of focus.
    """
    if not bare:
        return []
    descriptors = compute_descriptors(crops)
    seen = np.zeros(len(crops), bool)
    others = list(bare)
    apart = measure_distances(descriptors[others])
    if len(fronts) >= BACKS.min_fronts and len(bare) > 1:
        shown = descriptors[list(fronts)]
        usual = float(np.median(measure_distances(shown).min(axis=1)))
        to_fronts = measure_distances(descriptors[others], shown).min(axis=1)
        nearest = apart.min(axis=1)
        # Two places in the dark are near each other because nothing is on them.
        strengths = (_flatten(trim_descriptors(descriptors[others], 0, 0)) ** 2).mean(axis=1)
        alike = (_correlate(strengths, apart) >= BACKS.min_similarity) & (strengths >= BACKS.min_strength)
        alike &= (nearest < BACKS.max_distance_ratio * usual) & (nearest < BACKS.max_front_ratio * to_fronts)
        twins = np.array(others)[apart.argmin(axis=1)]
        for row in np.flatnonzero(alike).tolist():
            card, twin = descriptors[others[row]], descriptors[twins[row]]
            alike[row] = not _is_front_in_part(card, twin, shown, BACKS.min_part_ratio * usual)
        # What is like another that is none is none itself: two things beside a shelf may well be alike.
        near = apart < BACKS.max_distance_ratio * usual
        seen[others] |= alike & (near & alike[None]).any(axis=1)
    if len(known):
        seen[others] |= _are_known(descriptors[others], known)
    return [index for index in bare if seen[index]]


def _are_known(descriptors: FloatArray, known: FloatArray) -> _Flags:
    """Return whether descriptors look like a known back: those that nearly do are laid over it more closely first."""
    alike = measure_similarities(descriptors, known).max(axis=1)
    found = alike >= BACKS.min_similarity
    for row in np.flatnonzero(~found & (alike >= BACKS.min_unaligned_similarity)).tolist():
        found[row] = any(_align(descriptors[row], back) >= BACKS.min_similarity for back in known)
    return np.asarray(found, np.bool_)


def _align(descriptor: FloatArray, known: FloatArray) -> float:
    """Return the cosine similarity of a descriptor to a known one, laid over it by an affine transform.

    A lattice as fine as the descriptor's pixels looks like itself only where its lines meet. The transform is found by
    enhanced correlation coefficients (Evangelidis and Psarakis 2008), from the channel in which the known one shows
    most.
    """
    channel = int((known**2).mean(axis=(0, 1)).argmax())
    wanted = np.ascontiguousarray(known[..., channel])
    whole = np.full(wanted.shape, 255, np.uint8)
    best = -1.0
    for turned in (descriptor, descriptor[::-1, ::-1]):
        shown = np.ascontiguousarray(turned)
        for start in BACKS.starts_px:
            transform = np.column_stack([np.eye(2), start]).astype(np.float32)
            with suppress(cv2.error):  # it does not converge where nothing is alike
                cv2.findTransformECC(
                    wanted, np.ascontiguousarray(shown[..., channel]), transform, cv2.MOTION_AFFINE, _STEPS, whole, 1
                )
                best = max(best, _compare_laid(shown, known, transform))
    return best


def _compare_laid(shown: FloatArray, known: FloatArray, transform: FloatArray) -> float:
    """Return the cosine similarity of a descriptor to a known one under a transform; -1 if that moves it too far."""
    bent, moved = np.abs(transform[:, :2] - np.eye(2)).max(), np.abs(transform[:, 2]).max()
    if bent > BACKS.max_bend or moved > BACKS.max_moved_px:
        return -1.0
    flags = cv2.INTER_CUBIC | cv2.WARP_INVERSE_MAP
    laid = cv2.warpAffine(shown, transform, known.shape[1::-1], None, flags, cv2.BORDER_REFLECT)
    both = [_flatten(trim_descriptors(np.asarray(one, np.float32)[None], 0, 0)) for one in (laid, known)]
    return float((_normalize(both[0]) * _normalize(both[1])).sum())


def _correlate(strengths: FloatArray, apart: FloatArray) -> FloatArray:
    """Return the cosine similarity of each descriptor to its nearest, for their mean squares and square distances."""
    nearest = apart.argmin(axis=1)
    both = strengths, strengths[nearest]
    return np.asarray((both[0] + both[1] - apart.min(axis=1)) / (2 * np.sqrt(both[0] * both[1]) + 1e-6), np.float32)


def _is_front_in_part(card: FloatArray, twin: FloatArray, fronts: FloatArray, least: float) -> bool:
    """Return whether a part of a card is more like a front than like the card that it is said to be a copy of.

    An arm across two fronts makes them alike, but for what it leaves in sight. Parts that are less than ``least`` from
    those of the twin say nothing.
    """
    moved = np.concatenate(_list_moved(card[None]))
    to_twin = _measure_parts(moved, twin[None])[:, 0]
    own = to_twin[to_twin.sum(axis=1).argmin()]
    to_fronts = _measure_parts(moved, fronts).min(axis=(0, 1))
    return bool(((own > least) & (to_fronts < own)).any())


def _measure_parts(moved: FloatArray, others: FloatArray) -> FloatArray:
    """Return the mean square distances of the parts of descriptors from those of others: n x m x parts."""
    far = ((moved[:, None] - trim_descriptors(others, 0, 0)[None]) ** 2).mean(axis=-1)
    rows, columns = BACKS.parts
    parts = [part for row in np.array_split(far, rows, axis=2) for part in np.array_split(row, columns, axis=3)]
    return np.stack([part.mean(axis=(2, 3)) for part in parts], axis=-1)


def measure_distances(descriptors: FloatArray, others: FloatArray | None = None) -> FloatArray:
    """Return the mean square distances (Lab) of descriptors to others, at the best of the shifts: n x m.

    Without others they are those among themselves, and the diagonal is infinite.
    """
    fixed = _flatten(trim_descriptors(descriptors if others is None else others, 0, 0))
    best = np.full((len(descriptors), len(fixed)), np.inf, np.float32)
    for moved in _list_shifted(descriptors):
        squares = (moved**2).sum(axis=1)[:, None] + (fixed**2).sum(axis=1)[None] - 2 * moved @ fixed.T
        best = np.minimum(best, np.maximum(squares, 0) / fixed.shape[1])
    if others is None:
        best = np.minimum(best, best.T)
        np.fill_diagonal(best, np.inf)
    return np.asarray(best, np.float32)


def measure_similarities(descriptors: FloatArray, known: FloatArray) -> FloatArray:
    """Return the cosine similarities of descriptors to known ones, at the best of the shifts: n x m.

    Of plain cards, whose descriptors are little but noise, it is low.
    """
    fixed = _normalize(_flatten(trim_descriptors(known, 0, 0)))
    best = np.full((len(descriptors), len(fixed)), -1.0, np.float32)
    for moved in _list_shifted(descriptors):
        best = np.maximum(best, _normalize(moved) @ fixed.T)
    return np.asarray(best, np.float32)


def _list_shifted(descriptors: FloatArray) -> list[FloatArray]:
    """Return flat descriptors, shifted and turned by a half in all ways that are tried."""
    return [_flatten(one) for one in _list_moved(descriptors)]


def _list_moved(descriptors: FloatArray) -> list[FloatArray]:
    """Return descriptors, shifted and turned by a half in all ways that are tried: nobody lays backs one way up."""
    reach = MATCHER.max_shift_px
    shifts = [(x, y) for y in range(-reach, reach + 1) for x in range(abs(y) - reach, reach - abs(y) + 1)]
    turned = descriptors[:, ::-1, ::-1]
    return [trim_descriptors(one, x, y) for one in (descriptors, turned) for x, y in shifts]


def _flatten(descriptors: FloatArray) -> FloatArray:
    return np.asarray(descriptors.reshape(len(descriptors), -1), np.float32)


def _normalize(rows: FloatArray) -> FloatArray:
    return np.asarray(rows / (np.linalg.norm(rows, axis=1, keepdims=True) + 1e-6), np.float32)
