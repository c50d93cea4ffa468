"""Detecting with other thresholds, and remembering what does not depend on them."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import fields, replace
from typing import Any, TypeVar
from unittest.mock import patch

from companion.vision.detecting import (
    homography,
    keypoints,
    multiscale,
    plane_refinement,
    shelf_detector,
    thresholds,
)
from companion.vision.detecting.homography import Correspondences, Floats, Plane
from companion.vision.detecting.multiscale import ImagePyramid
from companion.vision.geometry import BgrImage, FloatArray

from ..layout import PrintMaps, places_of
from .samples import Sample

_T = TypeVar("_T")

Setting = Mapping[str, Any]
"""Values of thresholds by name, such as ``LATTICE.max_row_offset``."""

STAGES = {name: value for name, value in vars(thresholds).items() if name.isupper()}
"""The frozen values of detection as they are."""
_MOST_MAPS = 3000
"""Of these heatmaps each takes about a megabyte."""


def today(name: str) -> Any:
    """Return a threshold's value as it is."""
    stage, field = name.split(".")
    return getattr(STAGES[stage], field)


def list_thresholds() -> Iterator[str]:
    """Yield the names of all thresholds of detection that are single numbers."""
    for stage, value in STAGES.items():
        names = (f"{stage}.{field.name}" for field in fields(value))
        yield from (name for name in names if not isinstance(today(name), tuple))


def vary(name: str, share: float) -> Any:
    """Return a threshold's value times ``share``; whole numbers change by one at least."""
    value = today(name)
    if not isinstance(value, int):
        return value * share
    return round(value * share) if round(value * share) != value else value + (1 if share > 1 else -1)


@contextmanager
def hand_in(setting: Setting) -> Iterator[None]:
    """Let every stage use other thresholds: each module that imports a stage's frozen value gets a changed one."""
    modules = [module for name, module in sys.modules.items() if name.startswith("companion.vision.")]
    with ExitStack() as stack:
        for stage in {name.partition(".")[0] for name in setting}:
            changes = {name.partition(".")[2]: value for name, value in setting.items() if name.startswith(f"{stage}.")}
            changed = replace(STAGES[stage], **changes)
            for module in modules:
                if getattr(module, stage, None) is STAGES[stage]:
                    stack.enter_context(patch.object(module, stage, changed))
        yield


class Memory:
    """What was computed before: heatmaps by the picture, planes by the corners, outcomes by photo and setting."""

    def __init__(self) -> None:
        self._known: dict[Any, Any] = {}
        self._maps: dict[Any, FloatArray] = {}
        self._outcomes: dict[tuple[str, tuple[tuple[str, Any], ...]], PrintMaps] = {}

    def detect(self, sample: Sample, setting: Setting) -> PrintMaps:
        """Return where cards are found on a photo."""
        key = sample.name, tuple(sorted(setting.items()))
        if key not in self._outcomes:
            with hand_in(setting), self.remember(sample.name):
                self._outcomes[key] = places_of(shelf_detector.detect_shelf(sample.image))
        return self._outcomes[key]

    @contextmanager
    def remember(self, name: str) -> Iterator[None]:
        """Let detection take from here what it has computed before; ``name`` is that of the photo."""
        build, detect, detect_flat = (
            shelf_detector.build_pyramid,
            shelf_detector.detect_at_scale,
            shelf_detector.detect_rectified,
        )
        predict, fit = multiscale._predict_heatmaps, plane_refinement.fit_plane

        def build_pyramid(image: BgrImage) -> ImagePyramid:
            return self._take(("pyramid", name), lambda: build(image))

        def detect_at_scale(pyramid: ImagePyramid, *where: Any) -> multiscale.Cards:
            return self._take(("scale", name, where, _list_relevant()), lambda: detect(pyramid, *where))

        def detect_rectified(pyramid: ImagePyramid, turn: int, plane: Plane, *how: Any) -> multiscale.Cards:
            key = "flat", name, turn, plane.homography.tobytes(), plane.poses.tobytes(), how, _list_relevant()
            return self._take(key, lambda: detect_flat(pyramid, turn, plane, *how))

        def predict_heatmaps(picture: FloatArray) -> FloatArray:
            return self._take(("maps", picture.shape, hash(picture.tobytes())), lambda: predict(picture))

        def fit_plane(quads: Floats, cells: Any, seen: Correspondences) -> Plane:
            points = quads.tobytes(), seen.seen.tobytes(), seen.sigma.tobytes()
            return self._take(("plane", homography.PLANE, tuple(cells), *points), lambda: fit(quads, cells, seen))

        with (
            patch.object(shelf_detector, "build_pyramid", build_pyramid),
            patch.object(shelf_detector, "detect_at_scale", detect_at_scale),
            patch.object(shelf_detector, "detect_rectified", detect_rectified),
            patch.object(multiscale, "_predict_heatmaps", predict_heatmaps),
            patch.object(plane_refinement, "fit_plane", fit_plane),
        ):
            yield

    def forget(self) -> None:
        """Forget all but outcomes."""
        self._known.clear()
        self._maps.clear()

    def _take(self, key: Any, compute: Callable[[], _T]) -> _T:
        known: dict[Any, Any] = self._maps if key[0] == "maps" else self._known
        if key not in known:
            if len(self._maps) > _MOST_MAPS:
                del self._maps[next(iter(self._maps))]
            known[key] = compute()
        found: _T = known[key]
        return found


def _list_relevant() -> tuple[Any, ...]:
    """Return the thresholds that what is detected at one scale depends on."""
    return keypoints.KEYPOINTS, keypoints.LATTICE.weak_confidence, multiscale.SCALES
