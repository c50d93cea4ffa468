"""The file ``ex-libris/truth@1``: a ZIP of a picture of cards and the document that says what they are.

A ZIP and not JSON alone, so that whoever is given the file, or is about to give it, can look at the picture with what
every phone has. Its entries carry no time, and are not compressed: the same content makes the same file.
"""

from __future__ import annotations

import io
import json
import math
import zipfile
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ....notation_tokens import BACK
from ....scoring.editions import find_edition
from ....scoring.notation import read_rows
from .gathering import Corners, Truth, TruthCard

FORMAT = "ex-libris/truth@1"
PICTURE, DOCUMENT = "photo.jpg", "truth.json"
MOST_BYTES = {PICTURE: 12_000_000, DOCUMENT: 200_000}
"""Far above the largest picture that is kept of a photo, and 152 cards."""
LONGEST_SIDE, MOST_ROWS = 10_000, 100
_JPEG = b"\xff\xd8\xff"


class TruthError(ValueError):
    """Raised for a file that is none of this format: says what was expected and what was found."""


@dataclass(frozen=True, slots=True)
class TruthFile:
    """What a file holds."""

    truth: Truth
    picture: bytes
    """A JPEG."""


def write_document(truth: Truth) -> str:
    """Write what a file says, as it stands in it."""
    return json.dumps(format_truth(truth), ensure_ascii=False, indent=1) + "\n"


def format_truth(truth: Truth) -> dict[str, Any]:
    """Return what is true of a picture as plain JSON values."""
    cards = [
        {
            "row": card.row,
            "column": card.column,
            "card": card.card,
            "checked": card.is_checked,
            "corners": [list(corner) for corner in card.corners],
        }
        for card in truth.cards
    ]
    picture = {"file": PICTURE, "width": truth.width, "height": truth.height}
    head = {"format": FORMAT, "app": truth.app, "edition": truth.edition, "box": truth.box}
    return {**head, "picture": picture, "cards": cards}


def pack_truth(truth: Truth, picture: bytes) -> bytes:
    """Return the file of a picture, a JPEG."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_STORED) as entries:
        for name, content in ((PICTURE, picture), (DOCUMENT, write_document(truth).encode())):
            entries.writestr(zipfile.ZipInfo(name), content)
    return file.getvalue()


def unpack_truth(content: bytes) -> TruthFile:
    """Return what a file holds; raise ``TruthError``."""
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as entries:
            names = sorted(entry.filename for entry in entries.infolist())
            if names != sorted(MOST_BYTES):
                raise TruthError(f"expected {PICTURE} and {DOCUMENT} in it, found {', '.join(names[:5]) or 'nothing'}")
            picture, document = (_read_entry(entries, name) for name in (PICTURE, DOCUMENT))
    except (zipfile.BadZipFile, zipfile.LargeZipFile, OSError, RuntimeError, EOFError, zlib.error) as error:
        raise TruthError(f"expected a ZIP file, found one that cannot be opened ({error})") from error
    if not picture.startswith(_JPEG):
        raise TruthError(f"expected a JPEG in {PICTURE}, found something else")
    try:
        told = json.loads(document)
    except (ValueError, RecursionError) as error:
        raise TruthError(f"expected JSON in {DOCUMENT}, found something else ({error})") from error
    return TruthFile(parse_truth(told), picture)


def parse_truth(told: object) -> Truth:
    """Return what ``format_truth`` wrote; raise ``TruthError`` for anything else. Unknown keys are ignored."""
    fields = _expect(told, dict, "the document")
    if fields.get("format") != FORMAT:
        raise TruthError(f"expected the format {FORMAT}, found {_quote(fields.get('format'))}")
    picture = _expect(fields.get("picture"), dict, "picture")
    width, height = (_count(picture.get(name), name, LONGEST_SIDE, 1) for name in ("width", "height"))
    edition = _expect(fields.get("edition"), str, "edition")
    try:
        letters = find_edition(edition).letters
    except LookupError as error:
        raise TruthError(f"expected an edition of the game, found {_quote(edition)}") from error
    listed = _expect(fields.get("cards"), list, "cards")
    cards = tuple(_parse_card(card, place, letters) for place, card in enumerate(listed, start=1))
    if not cards:
        raise TruthError("expected cards, found none")
    if len({(card.row, card.column) for card in cards}) < len(cards):
        raise TruthError("expected one card at each place, found two at the same one")
    app, box = (_expect(fields.get(name), str, name) for name in ("app", "box"))
    return Truth(app, edition, box, width, height, cards)


def _parse_card(told: object, place: int, letters: tuple[str, ...]) -> TruthCard:
    what = f"card {place}"
    fields = _expect(told, dict, what)
    row, column = (_count(fields.get(name), f"{name} of {what}", MOST_ROWS) for name in ("row", "column"))
    card = _expect(fields.get("card"), str, f"card of {what}")
    if not _is_known(card, letters):
        raise TruthError(f"expected a card of the edition in {what}, such as M8:CFFR, or #; found {_quote(card)}")
    checked = _expect(fields.get("checked"), bool, f"checked of {what}")
    return TruthCard(row, column, card, checked, _parse_corners(fields.get("corners"), what))


def _is_known(text: str, letters: tuple[str, ...]) -> bool:
    if text == BACK:
        return True
    rows, faults = read_rows(text)
    if faults or len(rows) != 1 or len(rows[0]) != 1:
        return False
    card = rows[0][0]
    if card is None or card.is_unread or card.face_down or card.entombed:
        return False
    return card.letter in letters and bool(card.icons)


def _parse_corners(told: object, what: str) -> Corners:
    try:
        corners = tuple((float(x), float(y)) for x, y in told)  # type: ignore[attr-defined]
    except (TypeError, ValueError, OverflowError) as error:
        raise TruthError(f"expected four corners of {what}, as x and y, found {_quote(told)}") from error
    # Beyond the picture's edge too: a card may be cut off.
    if len(corners) != 4 or not all(math.isfinite(v) and abs(v) <= 2 * LONGEST_SIDE for xy in corners for v in xy):
        raise TruthError(f"expected four corners of {what}, as x and y, found {_quote(told)}")
    return corners


def _read_entry(entries: zipfile.ZipFile, name: str) -> bytes:
    with entries.open(name) as entry:
        # The size that its header names may be wrong.
        content = entry.read(MOST_BYTES[name] + 1)
    if len(content) > MOST_BYTES[name]:
        raise TruthError(f"expected at most {MOST_BYTES[name] // 1000} kB in {name}, found more")
    return content


def _expect(value: object, kind: type, what: str) -> Any:
    if type(value) is not kind:
        raise TruthError(f"expected {_KINDS[kind]} as {what}, found {_quote(value)}")
    return value


_KINDS: Mapping[type, str] = {dict: "an object", list: "a list", str: "a text", bool: "true or false", int: "a number"}


def _count(value: object, what: str, most: int, least: int = 0) -> int:
    count: int = _expect(value, int, what)
    if not least <= count <= most:
        raise TruthError(f"expected {least} to {most} as {what}, found {_quote(value)}")
    return count


def _quote(value: object) -> str:
    """Show a value in an error, cut to a length that one can read."""
    text = json.dumps(value, default=str)
    return text if len(text) <= 60 else f"{text[:60]}…"
