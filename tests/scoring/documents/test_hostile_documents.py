"""Documents drawn at random, each with something wrong: scored or refused with findings, never by a traceback.

Inspections, also inside PDFs, and deck files; ``--hostile`` says how many of all are drawn, the same ones each time.
"""

from __future__ import annotations

import copy
import io
import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pypdf
import pytest

from companion.cli import main
from companion.scoring.decks.document import format_deck_file, parse_deck_file
from companion.scoring.documents.heading import DocumentError

from ...commands.documents import two_players

DOCUMENTS_OF_A_TEST = 50
DECK = {
    "format": "ex-libris/deck@1",
    "name": "Box",
    "edition": "en",
    "letters": {"A": 7, "M": 9},
    "cards": [
        {"card": "M8", "statements": [{"where": "x", "kind": "seen", "icons": "CF"}], "pictures": {"band": "QQ=="}}
    ],
    "lessons": [{"where": "x", "features": "QUJD"}],
}
ODD: tuple[Any, ...] = (
    *(None, True, -1, 0, 1.5, 2**63, -(2**63), 1e308, 10**400, "", " ", "\0", "\ud800", "\N{BOOKS}" * 50, "C" * 5_000),
    *([], {}, [[]], [None] * 500, {"": ""}, "A1:? / #x9999999", "~+.", "ex-libris/inspection@2", "9" * 5_000, "NaN"),
)
ODD_BYTES = (
    b"\0",
    b"\xff\xfe",
    b"\xed\xa0\x80",
    b"[" * 3_000,
    b'{"a":' * 2_000,
    b"9" * 6_000,
    b"\\u0000",
    b"NaN",
    b"\xef\xbb\xbf",
    b"",
)


def list_places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Yield each container of a document with each of its keys or indices."""
    keys = list(value) if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else []
    for key in keys:
        yield value, key
        yield from list_places(value[key])


def spoil(document: Any, dice: Random) -> bytes:
    """Put odd values into a document in up to four places, and now and then odd bytes into its text."""
    document = copy.deepcopy(document)
    for _ in range(dice.randrange(1, 5)):
        container, key = dice.choice(list(list_places(document)) or [({"": 0}, "")])
        match dice.randrange(4):
            case 0 if isinstance(container, dict):
                del container[key]
            case 1 if isinstance(container, list):
                container.extend(copy.deepcopy(container[key]) for _ in range(dice.choice((1, 3, 40))))
            case 2 if isinstance(container, dict):
                container[dice.choice(("", "players", "shelf", "\0", "x" * 200))] = copy.deepcopy(dice.choice(ODD))
            case _:
                container[key] = copy.deepcopy(dice.choice(ODD))
    content = json.dumps(document, ensure_ascii=dice.random() < 0.7).encode("utf-8", "surrogatepass")
    if dice.random() < 0.4:
        at, length = dice.randrange(len(content) + 1), dice.choice((0, 1, 7, 10_000))
        content = content[:at] + dice.choice(ODD_BYTES) + content[at + length :]
    return content


def wrap(content: bytes, dice: Random) -> bytes:
    """Attach a document to a PDF, and damage that now and then."""
    pdf = pypdf.PdfWriter()
    pdf.add_blank_page(100, 100)
    pdf.add_attachment("inspection.json", content)
    out = io.BytesIO()
    pdf.write(out)
    written = bytearray(out.getvalue())
    for _ in range(dice.choice((0, 0, 1, 20))):
        written[dice.randrange(len(written))] = dice.randrange(256)
    return bytes(written)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "first" in metafunc.fixturenames:
        metafunc.parametrize("first", range(0, metafunc.config.option.hostile, DOCUMENTS_OF_A_TEST))


def test_a_spoiled_document_is_scored_or_refused(capfd, tmp_path: Path, first: int):
    dice, paths = Random(f"document {first}"), []  # noqa: S311 it keeps nothing secret
    for number in range(DOCUMENTS_OF_A_TEST):
        if number % 5 == 0:
            check_deck(spoil(DECK, dice))
            continue
        content, is_pdf = spoil(two_players(), dice), number % 5 == 1
        path = tmp_path / f"{number}.{'pdf' if is_pdf else 'json'}"
        path.write_bytes(wrap(content, dice) if is_pdf else content)
        paths.append(str(path))
    status = main(["score", "--json", *paths])
    out, err = capfd.readouterr()
    lines = [json.loads(line) for line in out.splitlines()]
    assert (status, err) == (1, "")
    assert len(lines) == len(paths)
    assert all(line.get("findings") for line in lines if "players" not in line)


def check_deck(content: bytes) -> None:
    """Read a deck file; what is read can be written."""
    try:
        file, _findings = parse_deck_file(content)
    except DocumentError as error:
        found = error.findings
    else:
        found = (json.dumps(format_deck_file(file)),)
    assert found
