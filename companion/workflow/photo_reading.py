"""From an uploaded photo to what is kept of it; OpenCV is loaded only when the first photo comes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..scoring.editions import find_edition
from ..store.photos import TakenPhoto
from ..vision.problems import PhotoError, PhotoFinding, Problem

DECK = "default"


def read_shelf_photo(content: bytes, edition: str) -> TakenPhoto:
    """Read the photo of a shelf.

    Raises ``PhotoError`` for a file that is no photo, and for a photo in which there is no shelf.
    """
    from ..vision.eye import Box, read_photo
    from ..vision.face import load_face
    from ..vision.pictures import encode_picture
    from ..vision.reading import SURE, format_reading

    rules = find_edition(edition)
    look = read_photo(content, "", DECK, Box(rules.letters, rules.letter_counts, load_face(DECK)))
    if not look.reading.cards:
        first, *_ = (*look.reading.findings, PhotoFinding(Problem.NO_SHELF))
        raise PhotoError(first.problem, **first.figures)
    # Without sentences: they are said in the language of whoever looks.
    findings: list[dict[str, object]] = [
        {"code": finding.problem.value, **finding.figures} for finding in look.reading.findings
    ]
    height, width = (side * look.px_per_px for side in look.image.shape[:2])
    reading = {**format_reading(look.reading, findings), "sure": SURE}
    return TakenPhoto(encode_picture(look.image), width, height, reading)


def list_findings(reading: Mapping[str, Any]) -> tuple[PhotoFinding, ...]:
    """Return what a kept reading says of its photo."""
    return tuple(
        PhotoFinding(Problem(row["code"]), {name: value for name, value in row.items() if name != "code"})
        for row in reading["findings"]
    )
