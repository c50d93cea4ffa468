"""``python -m bench.photos.cost PHOTO [PHOTO ...]``."""

from __future__ import annotations

import argparse
from pathlib import Path

import cv2

from companion.scoring.editions import find_edition
from companion.vision.designs.card_design import load_design
from companion.vision.pipeline import Box
from companion.workflow.decks.game_rules import EX_LIBRIS

from . import measuring
from .measuring import THREADS, measure, print_costs, run_apart


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.photos.cost", description=measuring.__doc__)
    parser.add_argument("photos", type=Path, nargs="+", metavar="PHOTO")
    parser.add_argument("--here", action="store_true", help="in this process")
    chosen = parser.parse_args()
    if not chosen.here:
        run_apart(chosen.photos)
        return
    cv2.setNumThreads(THREADS)
    box = Box(find_edition("en").letters, EX_LIBRIS, {}, load_design("default"))
    costs = [measure(path.read_bytes(), box) for path in chosen.photos]
    print_costs([path.name for path in chosen.photos], costs)


if __name__ == "__main__":
    main()
