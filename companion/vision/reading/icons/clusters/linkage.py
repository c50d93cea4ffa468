"""Agglomerative clustering of the icons of a photo."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ....geometry import FloatArray
from .differences import find_usual
from .thresholds import CLUSTERS, ClusterThresholds


@dataclass(frozen=True, slots=True)
class Cluster:
    """A cluster as its two parts were joined; a leaf is a single icon."""

    members: tuple[int, ...]
    parts: tuple[Cluster, Cluster] | None = None


def cluster_patches(
    differences: FloatArray, chosen: Sequence[int], kinds: int = 1, thresholds: ClusterThresholds = CLUSTERS
) -> list[Cluster]:
    """Join the most alike of the chosen icons as long as they are alike enough; return the clusters, largest first.

    Agglomerative clustering with average linkage (UPGMA, Sokal and Michener 1958). How alike is enough is a multiple of
    how unlike the icons of the photo are to those most like them. ``kinds`` are how many categories there may be: no
    fewer clusters of several icons are made where so many are found, for one tap more costs less than a mixed cluster.
    """
    trees = [Cluster((index,)) for index in chosen]
    apart = differences[np.ix_(chosen, chosen)].astype(np.float64)
    np.fill_diagonal(apart, np.inf)
    enough = thresholds.stop_ratio * find_usual(differences)
    finest: list[Cluster] = []
    while len(trees) > 1:
        first, second = sorted(map(int, np.unravel_index(apart.argmin(), apart.shape)))
        if apart[first, second] > enough and len(trees) <= thresholds.max_clusters:
            break
        if _count_kinds(trees) >= kinds and _count_single(trees) <= thresholds.max_single_share * len(chosen):
            finest = list(trees)
        one, other = trees[first], trees[second]
        sizes = len(one.members), len(other.members)
        apart[first] = (apart[first] * sizes[0] + apart[second] * sizes[1]) / sum(sizes)
        apart[:, first] = apart[first]
        apart[first, first] = np.inf
        apart = np.delete(np.delete(apart, second, axis=0), second, axis=1)
        trees[first] = Cluster(one.members + other.members, (one, other))
        trees.pop(second)
    chosen_trees = finest if finest and _count_kinds(trees) < kinds else trees
    return sorted(chosen_trees, key=lambda tree: -len(tree.members))


def cluster_clearest(differences: tuple[FloatArray, FloatArray], chosen: Sequence[int], kinds: int) -> list[Cluster]:
    """Return the clusters of the chosen icons, by the second of two differences where it parts them more clearly.

    Icons of one ink differ in color by light alone, and then their shapes alone are the better guide: the mean
    silhouette (Rousseeuw 1987) tells. ``kinds`` as for ``cluster_patches``.
    """
    usual, other = (cluster_patches(one, chosen, kinds) for one in differences)
    gain = _measure_silhouette(differences[1], other) - _measure_silhouette(differences[0], usual)
    return other if gain >= CLUSTERS.min_gain else usual


def _measure_silhouette(differences: FloatArray, clusters: Sequence[Cluster]) -> float:
    """Return how much nearer icons are to their own cluster than to the next one, on average, at most 1."""
    if len(clusters) < 2:
        return -1.0
    of_cluster = [np.array(tree.members) for tree in clusters]
    silhouettes = []
    for own, members in enumerate(of_cluster):
        if len(members) == 1:
            silhouettes.append(np.zeros(1))
            continue
        inside = differences[np.ix_(members, members)].sum(axis=1) / (len(members) - 1)
        outside = np.min(
            [differences[np.ix_(members, other)].mean(axis=1) for k, other in enumerate(of_cluster) if k != own], axis=0
        )
        silhouettes.append((outside - inside) / np.maximum(np.maximum(outside, inside), 1e-6))
    return float(np.concatenate(silhouettes).mean())


def _count_kinds(trees: Sequence[Cluster]) -> int:
    return sum(len(tree.members) > 1 for tree in trees)


def _count_single(trees: Sequence[Cluster]) -> int:
    return len(trees) - _count_kinds(trees)


def list_branches(tree: Cluster) -> list[tuple[int, str]]:
    """Return for each icon of a cluster on which side it is each time that the cluster is split.

    A single icon that was joined last is an outlier, no category: it stays with the others, and those are split.
    """
    if tree.parts is None:
        return [(tree.members[0], "")]
    one, other = sorted(tree.parts, key=lambda part: -len(part.members))
    if len(other.members) == 1 and len(one.members) > 2:
        return [*list_branches(one), (other.members[0], "0" * CLUSTERS.max_splits)]
    return [
        (icon, f"{side}{rest}"[: CLUSTERS.max_splits])
        for side, part in zip("01", (one, other), strict=True)
        for icon, rest in list_branches(part)
    ]
