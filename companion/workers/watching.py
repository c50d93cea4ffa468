"""A command that opens strangers' files runs in a process of its own, within the limits of a worker."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from argparse import Namespace
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from ..wording.jobs.failures import describe_failure
from .limits import LARGE_PHOTO_PIXELS, Limits, adopt_limits, judge_use, limit_photo

WATCHED = "_COMPANION_WATCHED"
"""Set in the environment of a process that is watched."""
LOOK_SECONDS = 0.05


def run_watched(chosen: Namespace, pieces: int, run: Callable[[], int]) -> int:
    """Run a command that does ``pieces`` of heavy work in a process of its own, or in this one if it is that one.

    Returns its exit status.
    """
    if WATCHED in os.environ:
        adopt_limits()
        return run()
    photos = [*getattr(chosen, "photos", ()), *([chosen.photo] if "photo" in chosen else [])]
    language = getattr(chosen, "lang", "en")
    limits = find_limits(pieces, photos, is_splayed=getattr(chosen, "splayed", False))
    return watch_command(sys.argv[1:], limits, lambda code: describe_failure({"code": code}, language))


def watch_command(
    arguments: Sequence[str],
    limits: Limits,
    describe: Callable[[str], str],
    program: Sequence[str] = (sys.executable, "-m", "companion.cli"),
) -> int:
    """Run a command in a process of its own; return its exit status.

    If it uses more than it may, or breaks down, a sentence is printed instead: ``describe`` words the code of the
    failure.
    """
    process = subprocess.Popen([*program, *arguments], env={**os.environ, WATCHED: "1"})  # noqa: S603 - our own
    began, verdict = time.monotonic(), ""
    while True:
        try:
            process.wait(LOOK_SECONDS)
            break
        except subprocess.TimeoutExpired:
            verdict = verdict or judge_use(process.pid, limits, time.monotonic() - began)
            if verdict:
                process.kill()
        except KeyboardInterrupt:
            # The terminal has told the other process too.
            continue
    if verdict or process.returncode < 0:
        sys.stderr.write(describe(verdict or "crashed") + "\n")
        return 1
    return process.returncode


def find_limits(pieces: int, photos: Sequence[str] = (), *, is_splayed: bool = False) -> Limits:
    """Return what a command may use that does a number of pieces of work, some of them photos in files.

    Those of splayed piles may take longer.
    """
    usual = limit_photo(is_large=any(map(_is_large, photos)), is_splayed=is_splayed)
    # One more: to load the libraries from a cold disk.
    return replace(usual, busy_seconds=usual.busy_seconds * (pieces + 1), seconds=usual.seconds * (pieces + 1))


def _is_large(name: str) -> bool:
    from ..vision.photos.header import measure_picture

    try:
        with Path(name).open("rb") as file:
            header = measure_picture(file.read(25_000_000))
    except OSError:
        return False
    return header is not None and header.width * header.height > LARGE_PHOTO_PIXELS
