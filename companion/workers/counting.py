"""What a command line asks of workers: how many, and how much of its own work is to be watched."""

from __future__ import annotations

import argparse


def count_pdfs(chosen: argparse.Namespace) -> int:
    """Count the PDFs that a command reads or writes; what comes on standard input may be one."""
    names = [*getattr(chosen, "files", ()), *([chosen.file] if "file" in chosen else [])]
    return sum(map(_is_pdf, names)) + bool(getattr(chosen, "pdf", None))


def _is_pdf(name: str) -> bool:
    try:
        with open(name, "rb") as file:  # noqa: PTH123 - pathlib would take a tenth of the start
            return file.read(5) == b"%PDF-"
    except OSError:
        return False


def parse_workers(text: str) -> int:
    """Read how many workers are wanted; raise ``ArgumentTypeError``."""
    if not text.isdecimal() or not 1 <= int(text) <= 64:
        raise argparse.ArgumentTypeError(f"expected a number from 1 to 64, found {text!r}")
    return int(text)
