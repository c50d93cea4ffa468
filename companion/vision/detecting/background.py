"""Telling empty places from cards: neighbors' edges frame both, but one shows the table (background)."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
import numpy.typing as npt

from ..geometry import BgrImage, as_quad, warp_quad
from .homography import CORNERS, HEIGHT, Plane
from .thresholds import BACKGROUND

Floats = npt.NDArray[np.float64]

_SAMPLE_PX = (24, 32)
"""Width and height of the sample that a place is resized to."""


def find_background(image: BgrImage, plane: Plane, shares: Sequence[float]) -> set[int]:
    """Return which cards of a plane are background; ``image`` is the photo, maybe smaller.

    ``shares`` are the confidences relative to the others, 1 for clear cards. What looks like the table but has edges
    where it has no neighbors is a back of the table's color, and so is what looks like that one by far more than like
    the table: in a hole of a row a back has no edge to be seen.
    """
    table = _list_table(image, plane)
    sure = [card for card, share in enumerate(shares) if share >= 1]
    if not len(table) or not sure:
        return set()
    places = plane.project_corners()
    cards = np.stack([_appearance(image, places[card]) for card in sure])
    appearances: dict[int, Floats] = {}
    empty: dict[int, tuple[Floats, float]] = {}
    edged: list[Floats] = []
    for card in set(range(len(places))) - set(sure):
        appearance = _appearance(image, places[card])
        near = _find_nearest(table, plane.poses[card, :2]).tolist()
        for spot in set(near) - set(appearances):
            appearances[spot] = _appearance(image, _project_sample(plane, table[spot]))
        ground = np.stack([appearances[spot] for spot in near])
        to_table = np.sort(np.linalg.norm(ground - appearance, axis=1))
        # The third nearest of many: one sample may lie on a token by chance.
        distance = float(to_table[len(near) // BACKGROUND.chance_rank])
        to_cards = float(np.linalg.norm(cards - appearance, axis=1).min())
        spread = float(np.median(np.linalg.norm(ground - np.median(ground, axis=0), axis=1)))
        is_unlike = to_table[0] > max(BACKGROUND.min_unlike_distance, BACKGROUND.unlike_spreads * spread)
        if not is_unlike and distance < min(BACKGROUND.max_table_distance, BACKGROUND.max_distance_ratio * to_cards):
            unrest = float(np.quantile(ground[:, 3:6].max(1) / 2, BACKGROUND.texture_quantile))
            if _has_edges(image, plane, card, BACKGROUND.edge_contrast * max(1.0, unrest)):
                edged.append(appearance)
            else:
                empty[card] = appearance, distance
    return {card for card, (appearance, distance) in empty.items() if not _is_like(appearance, edged, distance)}


def find_lookalikes(image: BgrImage, plane: Plane, plain: Sequence[int], quads: Floats) -> set[int]:
    """Return which quads (n x 4 x 2, px) look just like a clear card of the plane, and not like the table.

    ``plain`` are the indices of the clear cards. This is how backs are found whose edges nobody sees, among others of
    their kind; an empty place, too, looks just like another one.
    """
    table = _list_table(image, plane)
    cards = np.stack([_appearance(image, corners) for corners in plane.project_corners()[list(plain)]])
    lookalikes = set()
    for number, quad in enumerate(quads):
        appearance, middle = _appearance(image, quad), plane.unproject(quad.mean(0))
        to_cards = float(np.linalg.norm(cards - appearance, axis=1).min())
        around = table[(np.abs(table - middle) / (BACKGROUND.clear_x, BACKGROUND.clear_y)).max(axis=1) >= 1]
        # Few look like a card: only for those the table is looked at.
        if to_cards >= BACKGROUND.max_lookalike_distance or not _is_in_sight(image, quad) or not len(around):
            continue
        near = around[_find_nearest(around, middle)]
        to_table = min(
            float(np.linalg.norm(_appearance(image, _project_sample(plane, spot)) - appearance)) for spot in near
        )
        if to_cards < BACKGROUND.max_distance_ratio * to_table:
            lookalikes.add(number)
    return lookalikes


def _is_like(appearance: Floats, backs: Sequence[Floats], to_table: float) -> bool:
    """Return whether a place looks like one of several backs of the table's color, by far more than like the table."""
    least = min((float(np.linalg.norm(back - appearance)) for back in backs), default=np.inf)
    return least < BACKGROUND.max_distance_ratio * to_table


def _find_nearest(spots: Floats, middle: Floats) -> npt.NDArray[np.int64]:
    """Return the indices of the samples of the table (n x 2) that count beside a place: the nearest."""
    return np.argsort(((spots - middle) ** 2).sum(1))[: BACKGROUND.nearest_samples]


def _is_in_sight(image: BgrImage, corners: Floats) -> bool:
    high, wide = image.shape[:2]
    return bool(corners.min() >= 0 and corners[:, 0].max() <= wide and corners[:, 1].max() <= high)


def _has_edges(image: BgrImage, plane: Plane, card: int, least: float) -> bool:
    """Return whether a card has edges without a neighbor, each with a contrast of at least ``least`` (Lab)."""
    steps = [_see_edge(image, plane, card, way) for way in _find_open_sides(plane, card)]
    seen = [step for step in steps if step is not None]
    return bool(seen) and min(seen) > least


def _find_open_sides(plane: Plane, card: int) -> list[tuple[int, int]]:
    """Return the sides (steps in x and y) of a card that have no neighbor."""
    pose = plane.poses[card]
    return [
        way
        for way in ((0, -1), (1, 0), (0, 1), (-1, 0))
        if (np.abs(plane.poses[:, :2] - _move(pose, np.array(way) * (1, HEIGHT))) / (1, HEIGHT)).max(1).min()
        > BACKGROUND.min_apart
    ]


def _move(pose: Floats, points: Floats) -> Floats:
    """Bring points from a card's own frame, upright about its center, to the plane."""
    cosine, sine = np.cos(pose[2]), np.sin(pose[2])
    return np.asarray(points @ np.array([[cosine, sine], [-sine, cosine]]) + pose[:2], float)


def _see_edge(image: BgrImage, plane: Plane, card: int, way: tuple[int, int]) -> float | None:
    """Return the contrast across an edge of a card (Lab, averaged along it); ``None`` where it is out of sight."""
    out = np.array(way, float)
    along = np.array([-out[1], out[0]]) * (BACKGROUND.side_half_length if way[0] else BACKGROUND.end_half_length)
    edge, reach = out * (0.5, 0.5 * HEIGHT), out * BACKGROUND.edge_reach
    corners = plane.project(
        _move(plane.poses[card], np.array([edge - along - reach, edge - along + reach,
                                           edge + along + reach, edge + along - reach]))
    )  # fmt: skip
    if not _is_in_sight(image, corners):
        return None
    strip = warp_quad(image, as_quad(corners), (BACKGROUND.edge_steps, BACKGROUND.edge_steps))
    profile = cv2.cvtColor(strip, cv2.COLOR_BGR2LAB).mean(0)
    steps = np.linalg.norm(profile[3:] - profile[:-3], axis=1)
    middle = len(steps) // 2
    return float(steps[middle - BACKGROUND.edge_offset : middle + BACKGROUND.edge_offset + 1].max())


def _list_table(image: BgrImage, plane: Plane) -> Floats:
    """Return points (n x 2, on the plane) of the table around the shelf that are in sight."""
    middles = plane.poses[:, :2]
    low, far = middles.min(0) - BACKGROUND.margin, middles.max(0) + BACKGROUND.margin
    columns, rows = np.arange(low[0], far[0], BACKGROUND.step_x), np.arange(low[1], far[1], BACKGROUND.step_y)
    spots = np.stack(np.meshgrid(columns, rows), axis=-1).reshape(-1, 2)
    away = np.abs(spots[:, None] - middles) / (BACKGROUND.clear_x, BACKGROUND.clear_y)
    spots = spots[away.max(axis=2).min(axis=1) >= 1]
    corners = _project_sample(plane, spots[:, None])
    inside = np.all((corners >= 0) & (corners < image.shape[1::-1]), axis=(1, 2))
    return np.asarray(spots[inside], float)


def _project_sample(plane: Plane, spots: Floats) -> Floats:
    """Return the corners of samples of the table in the photo, in pixels."""
    return plane.project((CORNERS - 0.5) * (BACKGROUND.sample_size, BACKGROUND.sample_size * HEIGHT) + spots)


def _appearance(image: BgrImage, corners: Floats) -> Floats:
    return describe_appearance(warp_quad(image, as_quad(corners), _SAMPLE_PX))


def describe_appearance(crop: BgrImage) -> Floats:
    """Return a descriptor of a crop as a whole, 9 values: mean color, its deviation, its texture (Lab)."""
    small = crop if crop.shape[1::-1] == _SAMPLE_PX else cv2.resize(crop, _SAMPLE_PX, interpolation=cv2.INTER_AREA)
    lab = cv2.cvtColor(
        small[BACKGROUND.rim_px : -BACKGROUND.rim_px, BACKGROUND.rim_px : -BACKGROUND.rim_px], cv2.COLOR_BGR2LAB
    ).astype(np.float64)
    steps = np.abs(np.diff(lab, axis=0)).mean((0, 1)) + np.abs(np.diff(lab, axis=1)).mean((0, 1))
    return np.concatenate([lab.mean((0, 1)), 2 * lab.std((0, 1)), 2 * steps])


def pairwise_distances(appearances: Floats) -> Floats:
    """Return the Euclidean distances of descriptors (n x 9, a ``describe_appearance`` a row): n x n.

    The diagonal is infinite.
    """
    apart = np.linalg.norm(appearances[:, None] - appearances[None], axis=2)
    np.fill_diagonal(apart, np.inf)
    return np.asarray(apart, float)
