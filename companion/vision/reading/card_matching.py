"""Matching cards with those a deck has seen: descriptors of whole cards against a gallery of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from ..crops import PrintRegion
from ..geometry import BgrImage, FloatArray
from .icons.icon_readings import IconReading
from .thresholds import MATCHER

DESCRIPTOR_PX = (32, 44)
"""Width and height of a look."""


@dataclass(frozen=True, slots=True)
class DescriptorGallery:
    """The descriptors of a deck's cards."""

    cards: tuple[tuple[str, int], ...]
    """Letter and number."""
    owners: npt.NDArray[np.int64]
    """For each look, its card's place in ``cards``."""
    descriptors: FloatArray
    """Looks x rows x columns x 3, freed from what they share."""
    usual: FloatArray
    """Looks as they are, of all cards: what they share."""
    plain: float = 1.0
    """How much looks tell beyond what is printed in the band, 0 to 1: cards without pictures all look alike, and what
    they have in print is read better than compared."""


@dataclass(frozen=True, slots=True)
class KnownCards:
    """The cards of a deck whose icons are known, and the descriptors of those that were seen."""

    icons: Mapping[tuple[str, int], str]
    """Category codes by letter and number."""
    gallery: DescriptorGallery | None = None


@dataclass(frozen=True, slots=True)
class CardPrior:
    """What a deck says of the cards of a shelf, before their print is read."""

    cards: tuple[tuple[str, int], ...]
    """Letter and number of the known cards."""
    table: FloatArray
    """Cards of the shelf x known cards: by how much (log) each is likelier here than cards not known."""

    def recognizes(self, place: int, card: tuple[str, int]) -> bool:
        """Return whether the deck takes what lies here for a card that it knows."""
        return card in self.cards and float(self.table[place, self.cards.index(card)]) > 0

    def support(self, place: int, card: tuple[str, int], legible: float) -> float:
        """Return the probability that a card can be told, for the probability that its letter is ``legible``."""
        if card not in self.cards:
            return legible
        odds = np.exp(max(0.0, float(self.table[place, self.cards.index(card)])))
        return float(legible * odds / (legible * odds + 1 - legible + 1e-9))


def match_known_cards(
    crops: Sequence[BgrImage], icons: Sequence[IconReading], known: KnownCards, visible: float | None = None
) -> CardPrior:
    """Return the log odds of known cards at each place, by descriptors and by the icons read.

    Of covered cards an upper share is ``visible``; their descriptors say less.
    """
    cards = tuple(known.icons)
    table = np.zeros((len(crops), len(cards)), np.float32)
    for row, read in enumerate(icons):
        table[row] = [_score_icons(read, known.icons[card]) for card in cards]
    if known.gallery is not None and known.gallery.cards:
        columns = {card: column for column, card in enumerate(cards)}
        descriptors = standardize_descriptors(compute_descriptors(crops), known.gallery.usual)
        fits = score_matches(compare_descriptors(descriptors, known.gallery, 1.0 if visible is None else visible))
        fits = fits * known.gallery.plain if visible is None else fits * known.gallery.plain * MATCHER.covered_weight
        for place, card in enumerate(known.gallery.cards):
            if card in columns:
                table[:, columns[card]] += fits[:, place]
    return CardPrior(cards, table)


def _score_icons(read: IconReading, codes: str) -> float:
    if "?" in read.codes:
        return 0.0
    chance = read.confidence if read.codes == codes else dict(read.others).get(codes, 0.0)
    return float(np.log(max(chance, MATCHER.misread_icons) / MATCHER.same_icons))


def score_matches(alike: FloatArray) -> FloatArray:
    """Return the log odds that similarities give each card of a gallery: descriptors x cards."""
    ranked = np.sort(alike, axis=1)
    best, second = ranked[:, -1:], ranked[:, -2:-1] if alike.shape[1] > 1 else np.zeros((len(alike), 1))
    lead = np.where(alike >= best, alike - second, alike - best)
    return np.asarray(
        np.clip(
            MATCHER.similarity_weight * (alike - MATCHER.min_similarity) + MATCHER.lead_weight * lead,
            -MATCHER.max_log_odds,
            MATCHER.max_log_odds,
        ),
        np.float32,
    )


def measure_distinctness(descriptors: FloatArray, prints: Sequence[PrintRegion]) -> float:
    """Return how much (0 to 1) descriptors of different cards differ outside the regions of print."""
    wide, high = DESCRIPTOR_PX
    xs, ys = (np.arange(wide) + 0.5) / wide, (np.arange(high) + 0.5) / high
    bare = np.ones((high, wide), bool)
    for spot in prints:
        across, down = spot.width / 2 + MATCHER.print_margin, spot.height / 2 + MATCHER.print_margin
        bare &= (np.abs(xs - spot.x)[None] > across) | (np.abs(ys - spot.y)[:, None] > down)
    if len(descriptors) < 2 or not bare.any():
        return 1.0
    differences = (descriptors - descriptors.mean(axis=0))[:, bare]
    return float(
        np.clip(
            (np.sqrt((differences**2).mean()) - MATCHER.plain_difference)
            / (MATCHER.picture_difference - MATCHER.plain_difference),
            0,
            1,
        )
    )


def compute_descriptors(crops: Sequence[BgrImage]) -> FloatArray:
    """Return a descriptor of each crop: ``DESCRIPTOR_PX`` in Lab, high-pass filtered against light and shadow."""
    descriptors = []
    for crop in crops:
        small = cv2.resize(crop, DESCRIPTOR_PX, interpolation=cv2.INTER_AREA).astype(np.float32) / 255
        lab = cv2.cvtColor(small, cv2.COLOR_BGR2LAB)
        lab = (lab - cv2.GaussianBlur(lab, (0, 0), MATCHER.highpass_px)) * (MATCHER.lightness_weight, 1, 1)
        descriptors.append(lab)
    return np.asarray(descriptors, np.float32)


def compare_descriptors(descriptors: FloatArray, gallery: DescriptorGallery, visible: float = 1.0) -> FloatArray:
    """Return the cosine similarity of descriptors to each card of a gallery, -1 to 1: descriptors x cards.

    Only the upper share that is ``visible`` is compared. Both must be standardized (``standardize_descriptors``); the
    best of a card's descriptors counts, at the best of the shifts.
    """
    rows = max(MATCHER.min_rows, round(visible * DESCRIPTOR_PX[1]))
    known = trim_descriptors(gallery.descriptors, 0, 0)[:, :rows]
    known = _normalize(known.reshape(len(known), -1))
    best = np.full((len(descriptors), len(gallery.descriptors)), -1.0, np.float32)
    for y in range(-MATCHER.max_shift_px, MATCHER.max_shift_px + 1):
        # Corners are off one way or the other, hardly ever both ways by as much.
        for x in range(abs(y) - MATCHER.max_shift_px, MATCHER.max_shift_px - abs(y) + 1):
            here = trim_descriptors(descriptors, x, y)[:, :rows]
            best = np.maximum(best, _normalize(here.reshape(len(here), -1)) @ known.T)
    alike = np.full((len(descriptors), len(gallery.cards)), -1.0, np.float32)
    np.maximum.at(alike.T, gallery.owners, best.T)
    return alike


def standardize_descriptors(descriptors: FloatArray, others: FloatArray | None = None) -> FloatArray:
    """Subtract what the cards of a photo share, their printing and its light, and scale colors to unit deviation.

    Few cards do not tell what they share: then the ``others`` do, if there are some.
    """
    shared = others if others is not None and len(descriptors) < MATCHER.min_cards else descriptors
    usual = shared.mean(axis=0)
    strength = np.maximum((shared - usual).std(axis=(0, 1, 2)), MATCHER.min_strength)
    return np.asarray((descriptors - usual) / strength, np.float32)


def trim_descriptors(descriptors: FloatArray, x: int, y: int) -> FloatArray:
    """Return the middle of descriptors, shifted."""
    wide, high = DESCRIPTOR_PX
    return descriptors[
        :,
        MATCHER.max_shift_px + y : high - MATCHER.max_shift_px + y,
        MATCHER.max_shift_px + x : wide - MATCHER.max_shift_px + x,
    ]


def _normalize(rows: FloatArray) -> FloatArray:
    return np.asarray(rows / (np.linalg.norm(rows, axis=1, keepdims=True) + 1e-6), np.float32)
