"""What broken and hostile files do to the reader: ``python -m bench.photos.hostile [--few]``.

Writes some 220 files (``--few``: one of each kind), has one process read them all, and prints for each what it says,
the CPU seconds it takes and the peak of its resident memory. The exit status is 1 where a file ends in anything but a
sentence, or takes more than its share.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from companion.scoring.editions import find_edition
from companion.vision.designs.card_design import load_design
from companion.vision.photos.encoding import encode_photo
from companion.vision.pipeline import Box, read_photo
from companion.vision.problems import PhotoError
from companion.wording.photos.problems import describe_photo_finding
from companion.workers.limits import release_memory
from companion.workers.supervisor import WORKER_ENVIRONMENT
from companion.workflow.decks.game_rules import EX_LIBRIS

from .hostile_encoders import save_photo
from .hostile_files import FEW, Maker, list_files

MAX_SECONDS = 10.0
MAX_MB, MAX_HONEST_MB = 400, 600
"""Peak of resident memory; the second for a photo of 64 megapixels as a camera writes it."""
HONEST = "honest"
"""What the names of files begin with that are photos, if big ones."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of a file."""

    name: str
    says: str
    """The codes of the problems, and how many cards were read."""
    seconds: float
    """Of CPU time."""
    peak_mb: float

    @property
    def is_good(self) -> bool:
        """Whether it ended in a sentence or a reading, in time and within its memory."""
        most = MAX_HONEST_MB if self.name.startswith(HONEST) else MAX_MB
        return not self.says.startswith("raised") and self.seconds <= MAX_SECONDS and self.peak_mb <= most


def read_all(folder: Path) -> Iterator[Outcome]:
    """Read the files of a folder in this process, one after the other."""
    box = Box(find_edition("en").letters, EX_LIBRIS, {}, load_design("default"))
    read_photo(save_photo("jpeg"), "", "", box)
    for path in sorted(folder.iterdir()):
        content = path.read_bytes()
        release_memory()  # as a worker does between two jobs
        reset_peak()
        started = time.process_time()
        says = _say_all(content, box)
        yield Outcome(path.name, says, round(time.process_time() - started, 2), measure_peak_mb())


def reset_peak() -> None:
    """Begin to measure the peak of this process's resident memory anew, where the system can (see proc(5))."""
    if _RESET.exists():
        _RESET.write_text("5", encoding="ascii")


def measure_peak_mb() -> float:
    """Return the peak of this process's resident memory, since it began or was last reset."""
    if not _STATUS.exists():
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1000
    return int(_STATUS.read_text(encoding="ascii").split("VmHWM:")[1].split()[0]) / 1000


_RESET, _STATUS = Path("/proc/self/clear_refs"), Path("/proc/self/status")


def _say_all(content: bytes, box: Box) -> str:
    try:
        reading = read_photo(content, "", "", box)
        encode_photo(reading.image)
    except PhotoError as error:
        return f"{error.finding.problem.value} ({len(describe_photo_finding(error.finding, 'en'))} characters)"
    except Exception as error:
        return f"raised {type(error).__name__}: {str(error)[:200]}"
    codes = " ".join(finding.problem.value for finding in reading.reading.findings)
    if not codes and not reading.reading.cards:
        return "raised nothing, and said nothing"
    return f"{len(reading.reading.cards)} cards {codes}".strip()


def measure(names: dict[str, Maker]) -> list[Outcome]:
    """Write files, and have a process of their own read them."""
    with tempfile.TemporaryDirectory() as folder:
        for name, maker in names.items():
            (Path(folder) / name).write_bytes(maker())
        command = [sys.executable, "-m", "bench.photos.hostile", "--read", folder]
        top, environment = Path(__file__).parents[2], {**os.environ, **WORKER_ENVIRONMENT}
        done = subprocess.run(command, capture_output=True, check=False, text=True, cwd=top, env=environment)
    outcomes = [Outcome(**json.loads(line)) for line in done.stdout.splitlines()]
    if len(outcomes) < len(names):
        following = sorted(names)[len(outcomes)]
        outcomes.append(Outcome(following, f"raised exit {done.returncode}: {done.stderr[-300:]}", 0.0, 0.0))
    return outcomes


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.photos.hostile", description=__doc__)
    parser.add_argument("--few", action="store_true", help="one file of each kind")
    parser.add_argument("--only", default="", help="files whose names begin so")
    parser.add_argument("--read", type=Path, metavar="FOLDER", help="read these files here, a line of JSON for each")
    chosen = parser.parse_args()
    if chosen.read:
        for outcome in read_all(chosen.read):
            line = {name: getattr(outcome, name) for name in ("name", "says", "seconds", "peak_mb")}
            print(json.dumps(line), flush=True)
        return
    files = {name: maker for name, maker in list_files().items() if name.startswith(chosen.only)}
    outcomes = measure({name: files[name] for name in FEW} if chosen.few else files)
    for outcome in outcomes:
        mark = " " if outcome.is_good else "!"
        print(f"{mark} {outcome.name:36} {outcome.seconds:6.2f} s {outcome.peak_mb:5.0f} MB  {outcome.says}")
    bad = [outcome for outcome in outcomes if not outcome.is_good]
    slowest, biggest = max(one.seconds for one in outcomes), max(one.peak_mb for one in outcomes)
    print(f"{len(outcomes)} files, {len(bad)} bad; at most {slowest:.1f} s, {biggest:.0f} MB")
    sys.exit(1 if bad else 0)


if __name__ == "__main__":
    main()
