"""The command line: what opens photos and PDFs runs in a process of its own."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from companion import cli
from companion.workers import watching


def run(*words: str) -> tuple[int, str]:
    done = subprocess.run([sys.executable, "-m", "companion.cli", *words], capture_output=True, text=True)
    return done.returncode, done.stderr


def test_a_photo_is_opened_by_a_process_of_its_own(tmp_path: Path):
    cat = tmp_path / "cat.jpg"
    cat.write_bytes(b"meow")
    status, said = run("read", str(cat))
    assert status == 1
    assert said == f"{cat}: This is not a photo. Expected a JPEG, PNG, WebP or HEIC file.\n"


@pytest.mark.parametrize(
    ("words", "pieces"),
    [
        ("read a.jpg b.jpg", 2),
        ("learn --deck Box a.jpg A1:CF", 1),
        ("form B-7c --blank --pdf out.pdf", 1),
        ("deck import box.json", 1),
        ("score evening.json", 0),
        ("score evening.json --pdf out.pdf", 1),
        ("score {pdf} evening.json {pdf}", 2),
        ("audit {pdf}", 1),
        ("advise missing.pdf --player Rita", 0),
        ("serve", 0),
    ],
)
def test_what_is_heavy_is_watched(monkeypatch, tmp_path, words, pieces):
    pdf = tmp_path / "form.pdf"
    pdf.write_bytes(b"%PDF-1.7")
    counted: list[int] = []
    monkeypatch.setattr(sys, "argv", ["companion", *words.format(pdf=pdf).split()])
    monkeypatch.setattr(cli, "_run", lambda _chosen, _parser: counted.append(0) or 0)
    monkeypatch.setattr(watching, "find_limits", lambda pieces, _photos, **_splayed: counted.append(pieces))
    monkeypatch.setattr(watching, "watch_command", lambda _words, _limits, describe: len(describe("time")) and 0)
    assert cli.start() == 0
    assert counted == [pieces]
