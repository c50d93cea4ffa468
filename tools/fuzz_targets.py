"""What ``tools/fuzz`` calls with ever new bytes: each target takes anything, and raises only what it says it raises."""

from __future__ import annotations

import io
import json
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import atheris  # type: ignore[import-not-found, unused-ignore]

if TYPE_CHECKING:
    from flask import Flask

SHELF = "A1:CFH B3:MM / C2:RS D4:FHM A3:CC+"

with atheris.instrument_imports(include=["companion", "pypdf"]):
    import pypdf

    from companion.forms.sheets.attachment import AttachmentError, read_attached_document
    from companion.scoring.decks.document import format_deck_file, parse_deck_file
    from companion.scoring.documents.heading import DocumentError
    from companion.scoring.documents.inspections import parse_inspection
    from companion.scoring.documents.output import format_inspection, format_scorecard
    from companion.scoring.inspector import inspect
    from companion.scoring.notation import format_shelf, parse_shelf, read_rows


def fuzz_notation(data: bytes) -> None:
    """Any text is read or refused, and what is read is written in one form."""
    text = data.decode("utf-8", "surrogateescape")
    _rows, faults = read_rows(text)
    if not faults:
        shelf = parse_shelf(text)
        written = format_shelf(shelf, with_counts=True)
        assert parse_shelf(written) == shelf, written


def fuzz_documents(data: bytes) -> None:
    """Any document is scored or refused."""
    try:
        inspection, warnings = parse_inspection(data)
    except DocumentError:
        return
    json.dumps(format_scorecard(inspect(inspection), warnings, str), ensure_ascii=False).encode()
    assert parse_inspection(json.dumps(format_inspection(inspection)))[0] == inspection


def fuzz_decks(data: bytes) -> None:
    """Any deck file is read or refused."""
    try:
        file, _findings = parse_deck_file(data)
    except DocumentError:
        return
    assert parse_deck_file(json.dumps(format_deck_file(file)))[0] == file


def fuzz_attachments(data: bytes) -> None:
    """Any file is a PDF, or refused as none."""
    try:
        read_attached_document(data)
    except AttachmentError:
        return


def make_pages() -> Callable[[bytes], None]:
    """Any request gets an answer: the first line is the path, the others are headers, the rest is the body."""
    app = _open_app()
    addresses = sorted(rule.rule for rule in app.url_map.iter_rules())

    def fuzz_pages(data: bytes) -> None:
        head, _, body = data.partition(b"\n\n")
        first, *lines = head.decode("latin-1").split("\n")
        address = addresses[ord(first[0]) % len(addresses)] + first[1:] if first else "/"
        path, _, query = address.partition("?")
        headers = {f"HTTP_{name.upper()}": value for name, _, value in (line.partition(":") for line in lines) if name}
        for method in ("GET", "POST"):
            with app.test_client().open(
                method=method, data=body, environ_overrides={"PATH_INFO": path, "QUERY_STRING": query, **headers}
            ) as answer:
                assert answer.status_code < 500, (method, address, headers)

    return fuzz_pages


def _open_app() -> Flask:
    from companion.app import create_app
    from companion.settings import load_settings

    folder = tempfile.mkdtemp(prefix="companion-")
    app = create_app(load_settings({"COMPANION_INSTANCE": folder}))
    # Each form would need its own token: what is behind it is what is looked at.
    app.config["WTF_CSRF_ENABLED"] = False
    return app


def list_seeds(target: str) -> list[bytes]:
    """Return what to begin with: examples of the formats, and forms as pages send them."""
    table = (
        {"name": "Rita", "shelf": SHELF, "focus": "S"},
        {"name": "Eric", "shelf": "A1:CF #", "focus": "H", "hand": 2},
    )
    heading = {"edition": "en", "prominent": "R", "banned": "C", "date": "2026-11-20", "reading_winner": "Rita"}
    inspection = {"format": "ex-libris/inspection@1", "form": "B-7c", **heading, "players": table}
    card = {"card": "M8", "statements": [{"where": "x", "kind": "seen", "icons": "CF"}]}
    deck = {"format": "ex-libris/deck@1", "name": "x", "edition": "en", "letters": {"A": 7}, "cards": [card]}
    pdf = pypdf.PdfWriter()
    pdf.add_blank_page(100, 100)
    pdf.add_attachment("inspection.json", json.dumps(inspection).encode())
    out = io.BytesIO()
    pdf.write(out)
    samples = {
        "notation": [SHELF.encode(), b"#x3 / #+ \xc5\xbd9:CC*2 A10:? ~ ."],
        "documents": [json.dumps(inspection).encode()],
        "decks": [json.dumps(deck).encode()],
        "attachments": [out.getvalue()],
        "pages": [
            b"\x05?q=x\nCOOKIE:device=x\n\nname=Rita&shelf=A1:CF",
            b"\x07\nACCEPT:application/json\n\ncode=K7MRXQ",
        ],
    }
    return samples[target]


def main() -> None:
    """Run one target: its name, the folder of what is interesting, and libFuzzer's own options."""
    _program, target, folder, *options = sys.argv
    run = make_pages() if target == "pages" else globals()[f"fuzz_{target}"]
    for number, seed in enumerate(list_seeds(target)):
        (Path(folder) / f"seed-{number}").write_bytes(seed)
    atheris.Setup([sys.argv[0], *options, folder], run)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
