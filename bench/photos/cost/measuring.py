"""What reading a photo costs, as a multiple of decoding it, and where the time goes.

    python -m bench.photos.cost PHOTO [PHOTO ...]

Photos are read warm, in a process of their own that is set up as one that reads photos, but with two threads for
OpenCV. Of each photo the quickest of several readings counts, and of all photos the median.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import Any
from unittest.mock import patch

import cv2
import numpy as np

from companion.vision.pipeline import Box, Stages, read_photo
from companion.vision.reading.shelf_reader import Readers
from companion.workers.supervisor import WORKER_ENVIRONMENT

THREADS = 2
"""Threads that OpenCV has; numpy has one."""
TIMES = 5
"""How often each photo is read."""
NETWORKS = "networks"
STAGES = {
    "pipeline": {
        "decode_photo": "decode",
        "doubt_unseen": "judge the photo",
        "drop_drawn": "judge the photo",
        "judge_photo": "judge the photo",
        "explain_doubts": "judge the photo",
    },
    "photos.exposure": {"even_exposure": "even out the exposure"},
    "reading.shelf_reader": {
        "rectify_shelf": "locate print and rectify",
        "reject_outliers": "reject outliers",
        "match_design": "locate print and rectify",
        "read_icons": "icons",
        "infer_shelf": "infer jointly",
        "find_backs": "backs",
        "read_front": "confidences",
    },
    "detecting.multiscale": {"run_network": NETWORKS},
    "networks.inference": {"run_network": NETWORKS},
}
"""By module of ``companion.vision``: the functions timed where it calls them, and the stage that each belongs to."""
DETECT, GLYPHS = "detect cards and fit the plane", "letters and numbers"
REST = "the rest"


@dataclass(slots=True)
class Stopwatch:
    """Seconds by stage; what one stage calls of another counts for that one alone."""

    seconds: defaultdict[str, float] = field(default_factory=lambda: defaultdict(float))
    running: list[str] = field(default_factory=lambda: [REST])
    since: float = 0.0

    def start(self) -> None:
        """Begin anew."""
        self.seconds.clear()
        self.since = time.perf_counter()

    def lap(self) -> None:
        """Count the time since the last lap for the stage that is running."""
        now = time.perf_counter()
        self.seconds[self.running[-1]] += now - self.since
        self.since = now

    def time(self, stage: str, function: Callable[..., Any]) -> Callable[..., Any]:
        """Return a function whose time counts for a stage."""

        def timed(*values: Any, **named: Any) -> Any:
            self.lap()
            self.running.append(stage)
            try:
                return function(*values, **named)
            finally:
                self.lap()
                self.running.pop()

        return timed


@contextmanager
def time_stages(watch: Stopwatch) -> Iterator[Stages]:
    """Time the stages of the pipeline; yields those that are handed in."""
    with ExitStack() as stack:
        for name, functions in STAGES.items():
            module = import_module(f"companion.vision.{name}")
            for function, stage in functions.items():
                stack.enter_context(patch.object(module, function, watch.time(stage, getattr(module, function))))
        plain = Stages()
        yield Stages(watch.time(DETECT, plain.detect), Readers(read_print=watch.time(GLYPHS, plain.readers.read_print)))


@dataclass(frozen=True, slots=True)
class Cost:
    """What one photo costs, in seconds."""

    cards: int
    decoding: float
    """By ``cv2.imdecode`` alone."""
    stages: dict[str, float]

    @property
    def ratio(self) -> float:
        """How many times its decoding all of it takes."""
        return sum(self.stages.values()) / self.decoding


def measure(content: bytes, box: Box) -> Cost:
    """Read a photo several times."""
    decoding, costs, cards = [], [], 0
    watch = Stopwatch()
    with time_stages(watch) as stages:
        read_photo(content, "photo", "default", box, stages)
        for _ in range(TIMES):
            began = time.perf_counter()
            cv2.imdecode(np.frombuffer(content, np.uint8), cv2.IMREAD_COLOR)
            decoding.append(time.perf_counter() - began)
            watch.start()
            cards = len(read_photo(content, "photo", "default", box, stages).reading.cards)
            watch.lap()
            costs.append(dict(watch.seconds))
    return Cost(cards, min(decoding), min(costs, key=lambda cost: sum(cost.values())))


def print_costs(names: Sequence[str], costs: Sequence[Cost]) -> None:
    """Print a line for each photo, and the medians of all."""
    for name, cost in zip(names, costs, strict=True):
        total = sum(cost.stages.values())
        print(
            f"  {name:28} {cost.cards:3} cards {1000 * total:6.0f} ms, decoding {1000 * cost.decoding:4.0f} ms: "
            f"{cost.ratio:5.1f} times"
        )
    stages = {stage for cost in costs for stage in cost.stages}
    shares = {stage: [(cost.stages.get(stage, 0.0), cost.decoding) for cost in costs] for stage in stages}
    medians = {
        stage: (np.median([seconds for seconds, _ in rows]), np.median([seconds / one for seconds, one in rows]))
        for stage, rows in shares.items()
    }
    print("where the time goes, medians: milliseconds, and as a multiple of decoding")
    for stage, (seconds, multiple) in sorted(medians.items(), key=lambda item: -item[1][0]):
        print(f"  {stage:32} {1000 * seconds:6.1f} {multiple:6.2f}")
    print(f"median of {len(costs)} photos: {np.median([cost.ratio for cost in costs]):.1f} times cv2.imdecode")


def run_apart(paths: Sequence[Path]) -> None:
    """Measure photos in a process of its own, and print what they cost."""
    environment = {**os.environ, **WORKER_ENVIRONMENT, "OPENCV_FOR_THREADS_NUM": str(THREADS)}
    command = [sys.executable, "-m", "bench.photos.cost", "--here", *(str(path.resolve()) for path in paths)]
    subprocess.run(command, check=True, cwd=Path(__file__).parents[3], env=environment)
