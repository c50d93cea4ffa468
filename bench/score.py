"""Scoring: documents per second through the whole command, and the cost of one call. ``python -m bench.score``."""

from __future__ import annotations

import json
import subprocess
import sys
import time

from .games import make_games

DOCUMENTS = 2000
COMMAND = [sys.executable, "-m", "companion.cli", "score", "--json", "-"]


def time_command(lines: bytes) -> float:
    """Run the command over JSON Lines; return the seconds from start to end."""
    start = time.perf_counter()
    done = subprocess.run(COMMAND, input=lines, capture_output=True, check=True)
    seconds = time.perf_counter() - start
    if done.stdout.count(b"\n") != lines.count(b"\n"):
        raise AssertionError("not every document was answered")
    return seconds


def time_json(lines: bytes) -> float:
    """Only parse the same lines with ``json.loads``; return the seconds."""
    start = time.perf_counter()
    for line in lines.splitlines():
        json.loads(line)
    return time.perf_counter() - start


def time_empty_process() -> float:
    """Start and end a Python that does nothing; return the seconds."""
    start = time.perf_counter()
    subprocess.run([sys.executable, "-c", ""], check=True)
    return time.perf_counter() - start


def main() -> None:
    lines = b"".join(json.dumps(game).encode() + b"\n" for game in make_games(DOCUMENTS))
    one = lines[: lines.index(b"\n") + 1]
    many, loads = min(time_command(lines) for _ in range(5)), min(time_json(lines) for _ in range(5))
    single, empty = min(time_command(one) for _ in range(10)), min(time_empty_process() for _ in range(10))
    print(f"{DOCUMENTS} four-player documents, {len(lines) / 1e6:.1f} MB")
    print(f"  companion score --json -   {many:6.2f} s   {DOCUMENTS / many:7.0f} a second")
    print(f"  json.loads of the same     {loads:6.3f} s   ratio {many / loads:.0f} to 1")
    print("one document")
    print(f"  companion score --json -   {single:6.3f} s   the whole process")
    print(f"  python -c ''               {empty:6.3f} s   ratio {single / empty:.1f} to 1")


if __name__ == "__main__":
    main()
