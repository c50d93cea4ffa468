"""The table's homography: cards of one size on one plane, so that each one's corners constrain all others'.

Robust non-linear least squares over the homography and the cards' poses, as in bundle adjustment (Triggs et al. 2000):
Cauchy loss, Levenberg-Marquardt steps, Gaussian priors.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from .thresholds import PLANE

Floats = npt.NDArray[np.float64]
Whole = npt.NDArray[np.int64]

CORNERS = np.array([(0.0, 0.0), (1, 0), (1, 1), (0, 1)])
HEIGHT = 1.4
"""Height of a card in its widths. Another one only stretches the plane, which nobody sees."""


@dataclass(frozen=True, slots=True)
class Correspondences:
    """Points of cards and where they are observed in the photo."""

    cards: Whole
    """Which card each point is on."""
    places: Floats
    """Points x 2: where on it, in shares of its width and height."""
    seen: Floats
    """Points x 2, pixels."""
    sigma: Floats
    """How far off a point is usually seen, in card widths; one much farther off counts ever less."""


@dataclass(frozen=True, slots=True)
class Plane:
    """The homography from the table (in card widths) to the photo, and the cards' poses on the table."""

    homography: Floats
    """3 x 3, from the plane to pixels."""
    poses: Floats
    """Cards x 3: the middle's x (to the right) and y (down), and the turn in radians."""

    def project_corners(self) -> Floats:
        """Return the corners of all cards in the photo, cards x 4 x 2, pixels."""
        cards = np.repeat(np.arange(len(self.poses)), 4)
        points = _place_points(self.poses, cards, np.tile(CORNERS, (len(self.poses), 1)))
        return _project(self.homography, points).reshape(-1, 4, 2)

    def scale(self, share: float) -> Plane:
        """Return the plane for a photo scaled by ``share``."""
        half = (share - 1) / 2
        return Plane(np.array([[share, 0, half], [0, share, half], [0, 0, 1]]) @ self.homography, self.poses)

    def project(self, points: Floats) -> Floats:
        """Project points of the plane (... x 2) to pixels of the photo."""
        return _project(self.homography, points)

    def unproject(self, points: Floats) -> Floats:
        """Project pixels of the photo (... x 2) to the plane."""
        return _project(np.asarray(np.linalg.inv(self.homography), float), points)


def corner_correspondences(quads: Floats, sigma: float) -> Correspondences:
    """Return the corners (cards x 4 x 2, pixels) of cards as correspondences with one error, ``sigma``."""
    cards = np.repeat(np.arange(len(quads)), 4)
    return Correspondences(cards, np.tile(CORNERS, (len(quads), 1)), quads.reshape(-1, 2), np.full(len(cards), sigma))


def fit_plane(quads: Floats, cells: Sequence[tuple[float, float]], correspondences: Correspondences) -> Plane:
    """Fit a plane, and cards of one size on it, to correspondences.

    ``quads`` (cards x 4 x 2, pixels) and ``cells`` (row and column) say about where the cards are. Outliers count
    little (Cauchy loss); neighbors touch, but do not overlap. Without any correspondences the corners of the quads are
    taken.
    """
    if not len(correspondences.cards):
        correspondences = corner_correspondences(quads, PLANE.default_sigma)
    middle = quads.reshape(-1, 2).mean(0)
    unit = float(np.median(np.linalg.norm(quads[:, 1] - quads[:, 0], axis=1)))
    rough = np.array([(column, row * HEIGHT) for row, column in cells], float)
    corners = (rough[:, None] + (CORNERS - 0.5) * (1, HEIGHT)).reshape(-1, 2)
    near = (quads - middle) / unit
    upright = _orient_alike(near)
    hypothesis, _ = cv2.findHomography(corners - corners.mean(0), upright.reshape(-1, 2))
    homography = np.eye(3) if hypothesis is None else np.asarray(hypothesis, float)
    flat = _project(np.linalg.inv(homography), near)
    across = flat[:, 1] - flat[:, 0] + flat[:, 2] - flat[:, 3]
    poses = np.column_stack([flat.mean(1), np.arctan2(across[:, 1], across[:, 0])])
    span = float(np.ptp(near.reshape(-1, 2), axis=0).max())
    task = _LeastSquares(
        correspondences, (correspondences.seen - middle) / unit, _find_neighbors(cells), PLANE.tilt_sigma / span
    )
    homography, poses = task.solve(homography, poses)
    return Plane(np.array([[unit, 0, middle[0]], [0, unit, middle[1]], [0, 0, 1]]) @ homography, poses)


def _orient_alike(quads: Floats) -> Floats:
    """Rename the corners of cards that lie the other way round than most as if they lay like them."""
    across = quads[:, 1] + quads[:, 2] - quads[:, 0] - quads[:, 3]
    reversed_cards = across @ np.median(across, axis=0) < 0
    return np.where(reversed_cards[:, None, None], np.roll(quads, 2, axis=1), quads)


def _find_neighbors(cells: Sequence[tuple[float, float]]) -> Whole:
    """Return pairs of cards (n x 2) of which the second lies to the right of the first."""
    index = {cell: card for card, cell in enumerate(cells)}
    pairs = [(card, index[row, column + 1]) for (row, column), card in index.items() if (row, column + 1) in index]
    return np.array(pairs, np.int64).reshape(-1, 2)


@dataclass(frozen=True, slots=True)
class _LeastSquares:
    """The problem: correspondences, their points in the photo in card widths, and pairs of neighbors."""

    correspondences: Correspondences
    seen: Floats
    neighbors: Whole
    flat: float
    """How much smaller things may get per card width."""

    def solve(self, homography: Floats, poses: Floats) -> tuple[Floats, Floats]:
        """Minimize the cost by Levenberg-Marquardt; return the homography and the poses."""
        damping, cost = 1e-3, self._cost(homography, poses)
        for _ in range(PLANE.max_iterations):
            square, pull = self._linearize(homography, poses)
            step = np.linalg.solve(square + damping * np.diag(np.diag(square) + 1e-6), -pull)
            tried_homography = np.append(homography.ravel()[:8] + step[:8], 1.0).reshape(3, 3)
            tried = poses + step[8:].reshape(-1, 3)
            now = self._cost(tried_homography, tried)
            if now >= cost:
                damping *= 10
                continue
            gain, homography, poses, cost = cost - now, tried_homography, tried, now
            damping = max(damping / 5, 1e-6)
            if gain < PLANE.min_gain * cost:
                break
        return homography, poses

    def _cost(self, homography: Floats, poses: Floats) -> float:
        points = _place_points(poses, self.correspondences.cards, self.correspondences.places)
        off = (_project(homography, points) - self.seen) / self.correspondences.sigma[:, None]
        turns = (np.sin(poses[:, 2]) / PLANE.turn_sigma) ** 2
        flat = (homography[2, :2] / self.flat) ** 2
        return float(np.log1p((off**2).sum(1)).sum() + turns.sum() + flat.sum() + (self._overlaps(poses) ** 2).sum())

    def _overlaps(self, poses: Floats) -> Floats:
        """Return by how much neighbors overlap, in standard deviations."""
        first, second = self.neighbors.T
        overlap = np.abs(np.cos(poses[first, 2])) + poses[first, 0] - poses[second, 0]
        return np.asarray(np.maximum(overlap, 0) / PLANE.overlap_sigma, float)

    def _linearize(self, homography: Floats, poses: Floats) -> tuple[Floats, Floats]:
        """Return the normal equations: of the homography's eight values, then of each card's three."""
        correspondences, cards = self.correspondences, len(poses)
        points = _place_points(poses, correspondences.cards, correspondences.places)
        image = _project(homography, points)
        off = (image - self.seen) / correspondences.sigma[:, None]
        weight = 1 / (1 + (off**2).sum(1))
        by_homography, by_pose = _differentiate(homography, points, image, points - poses[correspondences.cards, :2])
        by_homography, by_pose = (
            by_homography / correspondences.sigma[:, None, None],
            by_pose / correspondences.sigma[:, None, None],
        )
        square, pull = np.zeros((8 + 3 * cards,) * 2), np.zeros(8 + 3 * cards)
        # Each point bears on the homography's values and those of its own card: one row of 8 + 3 derivatives an axis.
        rows = np.concatenate([by_homography, by_pose], axis=2)
        weighted = rows * weight[:, None, None]
        products = weighted.transpose(0, 2, 1) @ rows
        pulls = (weighted.transpose(0, 2, 1) @ off[:, :, None])[:, :, 0]
        square[:8, :8], pull[:8] = products[:, :8, :8].sum(axis=0), pulls[:, :8].sum(axis=0)
        mixed, own, own_pull = np.zeros((cards, 3, 8)), np.zeros((cards, 3, 3)), np.zeros((cards, 3))
        np.add.at(mixed, correspondences.cards, products[:, 8:, :8])
        np.add.at(own, correspondences.cards, products[:, 8:, 8:])
        np.add.at(own_pull, correspondences.cards, pulls[:, 8:])
        each = np.arange(cards)
        square[8:, 8:].reshape(cards, 3, cards, 3)[each, :, each] = own
        square[8:, :8], pull[8:] = mixed.reshape(-1, 8), own_pull.ravel()
        square[:8, 8:] = square[8:, :8].T
        self._add_priors(square, pull, homography, poses)
        return square, pull

    def _add_priors(self, square: Floats, pull: Floats, homography: Floats, poses: Floats) -> None:
        """Add the priors: no tilt, upright cards, none on another."""
        square[[6, 7], [6, 7]] += 1 / self.flat**2
        pull[6:8] += homography[2, :2] / self.flat**2
        turns = 10 + 3 * np.arange(len(poses))
        square[turns, turns] += np.cos(poses[:, 2]) ** 2 / PLANE.turn_sigma**2
        pull[turns] += np.sin(poses[:, 2]) * np.cos(poses[:, 2]) / PLANE.turn_sigma**2
        overlaps = self._overlaps(poses)
        pressed = overlaps > 0
        first, second = 8 + 3 * self.neighbors[pressed].T
        for one, other, way in ((first, second, 1), (second, first, -1)):
            # A card is the first of one pair at most, and the second of one.
            square[one, one] += 1 / PLANE.overlap_sigma**2
            square[one, other] -= 1 / PLANE.overlap_sigma**2
            pull[one] += way * overlaps[pressed] / PLANE.overlap_sigma


def _differentiate(homography: Floats, points: Floats, image: Floats, arms: Floats) -> tuple[Floats, Floats]:
    """Return the Jacobians of points by the homography's eight values (m x 2 x 8) and their poses (m x 2 x 3)."""
    depth = (points @ homography[2, :2] + 1)[:, None]
    by_homography = np.zeros((len(points), 2, 8))
    whole = np.column_stack([points, np.ones(len(points))]) / depth
    by_homography[:, 0, 0:3], by_homography[:, 1, 3:6] = whole, whole
    by_homography[:, :, 6:8] = -image[:, :, None] * whole[:, None, :2]
    by_point = (homography[None, :2, :2] - image[:, :, None] * homography[None, 2:, :2]) / depth[:, None]
    round_middle = np.stack([-arms[:, 1], arms[:, 0]], axis=1)
    by_turn = np.einsum("mab,mb->ma", by_point, round_middle)
    return by_homography, np.concatenate([by_point, by_turn[:, :, None]], axis=2)


def _place_points(poses: Floats, cards: Whole, places: Floats) -> Floats:
    """Return points on cards (in shares of their size) as points of the plane."""
    arms, turns = (places - 0.5) * (1, HEIGHT), poses[cards, 2]
    cosine, sine = np.cos(turns), np.sin(turns)
    turned = np.column_stack([cosine * arms[:, 0] - sine * arms[:, 1], sine * arms[:, 0] + cosine * arms[:, 1]])
    return np.asarray(poses[cards, :2] + turned, float)


def _project(homography: Floats, points: Floats) -> Floats:
    mapped = points @ homography[:, :2].T + homography[:, 2]
    return np.asarray(mapped[..., :2] / mapped[..., 2:], float)
