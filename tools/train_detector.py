"""Train the card detector: ``python -m tools.train_detector --lessons FOLDER``.

Draws the lessons first where FOLDER lacks them (about 0.15 s each), then trains on CPU (``tools.detector`` says what it
needs) and writes ``companion/vision/weights/detector.onnx``, which ``python -m tools.pack_net`` packs for shipping. Two
cores need less than two hours. The same seed and number of steps train the same net, but for the order in which a
machine adds up.
"""

from __future__ import annotations

import argparse
import logging
from concurrent.futures import ProcessPoolExecutor
from itertools import repeat
from pathlib import Path

from tools.detector.store import SHARD, write_shard
from tools.detector.training import Plan, export, train
from tools.glyphs.free_cards import gather_stock
from tools.scenes.lessons import refuse_held_out

WEIGHTS = Path(__file__).resolve().parent.parent / "companion" / "vision" / "weights" / "detector.onnx"


def main() -> None:
    """Draw what is missing, train, write the weights."""
    parser = argparse.ArgumentParser(prog="python -m tools.train_detector", description=__doc__)
    parser.add_argument("--lessons", type=Path, required=True, help="folder that keeps the lessons")
    parser.add_argument("--fonts", type=Path, action="append", required=True, metavar="FOLDER")
    parser.add_argument("--icons", type=Path, nargs="+", required=True, metavar="FILE", help="icon fonts")
    parser.add_argument("--first", type=int, default=0, help="the lesson to start drawing at")
    parser.add_argument("--count", type=int, default=19_000, help="where to end; the last lessons are the hardest")
    parser.add_argument("--steps", type=int, default=6000)
    parser.add_argument("--minutes", type=float, default=0, help="train this long instead of a number of steps")
    parser.add_argument("--start", type=Path, help="weights to go on from: a packed net")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--out", type=Path, default=WEIGHTS)
    chosen = parser.parse_args()
    logging.basicConfig(level=logging.INFO, format="%(message)s")
    refuse_held_out()
    chosen.lessons.mkdir(parents=True, exist_ok=True)
    stock = gather_stock(chosen.fonts, chosen.icons)
    with ProcessPoolExecutor() as pool:
        shards = range(chosen.first // SHARD, chosen.count // SHARD)
        list(pool.map(write_shard, repeat(chosen.lessons), repeat(stock), shards))
    steps = 0 if chosen.minutes else chosen.steps
    export(train(Plan(chosen.lessons, steps, chosen.minutes, chosen.seed, chosen.processes, chosen.start)), chosen.out)


if __name__ == "__main__":
    main()
