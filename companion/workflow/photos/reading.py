"""From an uploaded photo to what is stored."""

from __future__ import annotations

from contextlib import suppress

from ...scoring.editions import find_edition
from ...store.decks.queries import MissingDeckError
from ...store.photos.queries import TakenPhoto
from ...vision.designs.card_design import load_design
from ...vision.networks.inference import open_networks
from ...vision.photos.encoding import encode_photo
from ...vision.pipeline import Box, read_photo, read_pile
from ...vision.problems import PhotoError, PhotoFinding, Problem
from ...vision.readings import SURE, format_reading
from ..decks.game_rules import EX_LIBRIS
from ..decks.keeping import DEFAULT, DeckKey, find_deck
from ..decks.reading import load_box
from ..jobs.errors import Failure, JobError


def read_shelf_photo(content: bytes, edition: str, deck: DeckKey | None = None) -> TakenPhoto:
    """Read the photo of a shelf with the help of a deck.

    Raises ``PhotoError`` for a file that is not a photo, and for a photo without a shelf.
    """
    name, box = _find_box(edition, deck)
    look = read_photo(content, "", name, box)
    if not look.reading.cards:
        first, *_ = (*look.reading.findings, PhotoFinding(Problem.NO_SHELF))
        raise PhotoError(first.problem, **first.figures)
    # Without messages: they are worded later, in the viewer's language.
    findings: list[dict[str, object]] = [
        {"code": finding.problem.value, **finding.figures} for finding in look.reading.findings
    ]
    height, width = (side * look.px_per_px for side in look.image.shape[:2])
    reading = {**format_reading(look.reading, findings), "sure": SURE}
    return TakenPhoto(encode_photo(look.image), width, height, reading)


def read_pile_text(content: bytes, edition: str, deck: DeckKey | None = None) -> str:
    """Read the photo of a splayed pile with the help of a deck; return its cards in shelf notation, a row a column.

    Raises ``PhotoError`` for a file that is not a photo, and for a photo without a pile.
    """
    name, box = _find_box(edition, deck)
    reading = read_pile(content, "", name, box).reading
    if not reading.cards:
        first, *_ = (*reading.findings, PhotoFinding(Problem.NO_SHELF))
        raise PhotoError(first.problem, **first.figures)
    return reading.columns


def open_reader() -> None:
    """Load what reading the first photo would load."""
    open_networks()
    load_design(DEFAULT)


def refuse_photo(error: PhotoError) -> JobError:
    """Return the end of a job whose photo cannot be read."""
    finding = error.finding
    return JobError(Failure.PHOTO, problem=finding.problem.value, figures=dict(finding.figures))


def _find_box(edition: str, deck: DeckKey | None) -> tuple[str, Box]:
    """Return a deck's name and what is known about the cards; of one that no longer exists, only the edition."""
    if deck:
        with suppress(MissingDeckError):
            return find_deck(deck).name, load_box(deck)
    rules = find_edition(edition)
    return DEFAULT, Box(rules.letters, EX_LIBRIS, rules.letter_counts, load_design(DEFAULT))
