"""What reading photos leaves in memory: ``python -m bench.photos.memory FOLDER [--photos 100]``.

Reads the photos of FOLDER, honest ones, over and over in one process, and prints its resident memory after the first,
the twentieth and the last, and its peak.
"""

from __future__ import annotations

import argparse
from itertools import cycle, islice
from pathlib import Path

from companion.scoring.editions import find_edition
from companion.vision.designs.card_design import load_design
from companion.vision.photos.encoding import encode_photo
from companion.vision.pipeline import Box, read_photo, read_pile
from companion.workflow.decks.game_rules import EX_LIBRIS


def measure_mb(name: str) -> float:
    """Return a figure of this process by its name in ``/proc``: VmRSS or VmHWM."""
    status = Path("/proc/self/status").read_text(encoding="ascii")
    return int(status.split(f"{name}:")[1].split()[0]) / 1000


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.photos.memory", description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--photos", type=int, default=100)
    chosen = parser.parse_args()
    box = Box(find_edition("en").letters, EX_LIBRIS, {}, load_design("default"))
    print(f"before any photo: {measure_mb('VmRSS'):.0f} MB")
    for number, path in enumerate(islice(cycle(sorted(chosen.folder.glob("*.jpg"))), chosen.photos), 1):
        look = (read_pile if "splay" in path.stem else read_photo)(path.read_bytes(), "", "", box)
        encode_photo(look.image)
        del look
        if number in (1, 20, chosen.photos):
            print(f"after {number:3}: {measure_mb('VmRSS'):.0f} MB, peak {measure_mb('VmHWM'):.0f} MB", flush=True)


if __name__ == "__main__":
    main()
