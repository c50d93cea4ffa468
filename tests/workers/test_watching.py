"""A command in a process of its own: its exit status, or a sentence where it used too much."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from companion.workers.limits import LARGE_PHOTO, LARGE_PHOTO_PIXELS, PILE, USUAL, Limits
from companion.workers.watching import find_limits, watch_command

from .headers import draw_header

ENOUGH = Limits(60, 60, 400)


@pytest.mark.parametrize(
    ("act", "limits", "status", "said"),
    [
        ("sys.exit(0)", ENOUGH, 0, ""),
        ("sys.exit(2)", ENOUGH, 2, ""),
        ("os.abort()", ENOUGH, 1, "crashed\n"),
        ("sys.stdin.read() or [os.read(r, 1) for r, _ in [os.pipe()]]", Limits(60, 0.1, 400), 1, "time\n"),
        ("[0 for _ in iter(int, 1)]", Limits(0.2, 60, 400), 1, "time\n"),
        ("[used := bytearray(b'x') * 200_000_000, [0 for _ in iter(int, 1)]]", Limits(60, 60, 100), 1, "memory\n"),
    ],
)
def test_what_uses_too_much_or_breaks_down_is_a_sentence(capfd, act, limits, status, said):
    program = (sys.executable, "-c", f"import os, sys; {act}")
    assert watch_command((), limits, str, program) == status
    assert capfd.readouterr().err.endswith(said)


def test_the_limits_follow_what_there_is_to_do(tmp_path: Path):
    small, large = tmp_path / "small.png", tmp_path / "large.png"
    for path, side in ((small, 100), (large, LARGE_PHOTO_PIXELS)):
        path.write_bytes(draw_header(side))
    assert find_limits(1, [str(small), "missing"]).busy_seconds == 2 * USUAL.busy_seconds
    assert find_limits(3).seconds == 4 * USUAL.seconds
    assert find_limits(1, [str(small), str(large)]).megabytes == LARGE_PHOTO.megabytes
    assert find_limits(1, [str(small)], is_splayed=True).seconds == 2 * PILE.seconds
    assert find_limits(1, [str(large)], is_splayed=True).megabytes == LARGE_PHOTO.megabytes
