"""From a photo's bytes to its reading: the one door through which the rest of the program looks at photos."""

from __future__ import annotations

from dataclasses import dataclass, replace
from time import perf_counter

from .aligning.piles import find_turned_pile
from .detecting.shelf_detector import detect_shelf
from .geometry import BgrImage, Quad, turn_image, turn_quad
from .photos.decoding import decode_photo
from .photos.quality import judge_photo
from .reading.shelf_reader import Box, ShelfRead, read_cards, read_pile_cards
from .readings import ReadCard, Reading

__all__ = ["Box", "PhotoReading", "read_photo", "read_pile"]


@dataclass(frozen=True, slots=True)
class PhotoReading:
    """A reading, and the photo it was read from: upright, and ``px_per_px`` times smaller than its file."""

    reading: Reading
    image: BgrImage
    px_per_px: int


def read_photo(content: bytes, photo: str, deck: str, box: Box) -> PhotoReading:
    """Read the photo of a shelf; ``photo`` and ``deck`` are the names it goes by.

    Raises ``PhotoError`` for a file that is no photo. A photo without a shelf has a reading without cards, and a
    finding that says what to do.
    """
    started = perf_counter()
    decoded = decode_photo(content)
    seen = perf_counter()
    shelf = detect_shelf(decoded.image, eager=True)
    found = perf_counter()
    image = turn_image(decoded.image, shelf.turn) if shelf.turn else decoded.image
    read = read_cards(image, shelf.cells, box, plain=shelf.plain)
    cards = read.cards
    turn = shelf.turn
    if read.upside_down:
        size = image.shape[1], image.shape[0]
        image = turn_image(image, 2)
        cards = tuple(replace(card, corners_px=turn_quad(card.corners_px, 2, size)) for card in cards)
        turn = (turn + 2) % 4
    findings = judge_photo(image, cards, shelf.others, design_fits=read.design_fits)
    ended = perf_counter()
    elapsed = {"decode": seen - started, "find": found - seen, "read": ended - found, "total": ended - started}
    milliseconds = {name: round(1000 * seconds) for name, seconds in elapsed.items()}
    bigger = tuple(_enlarge(card, decoded.file_px_per_px) for card in cards)
    return PhotoReading(Reading(photo, deck, bigger, findings, milliseconds, turn), image, decoded.file_px_per_px)


def read_pile(content: bytes, photo: str, deck: str, box: Box) -> PhotoReading:
    """Read the photo of a splayed pile, as ``read_photo`` reads that of a shelf; whichever side of it is up."""
    started = perf_counter()
    decoded = decode_photo(content)
    seen = perf_counter()
    turn, pile = find_turned_pile(decoded.image, box.design)
    found = perf_counter()
    image = turn_image(decoded.image, turn) if turn else decoded.image
    read = read_pile_cards(pile, box) if pile else ShelfRead((), upside_down=False, design_fits=True)
    findings = judge_photo(image, read.cards, (), design_fits=read.design_fits)
    ended = perf_counter()
    elapsed = {"decode": seen - started, "find": found - seen, "read": ended - found, "total": ended - started}
    milliseconds = {name: round(1000 * seconds) for name, seconds in elapsed.items()}
    bigger = tuple(_enlarge(card, decoded.file_px_per_px) for card in read.cards)
    reading = Reading(photo, deck, bigger, findings, milliseconds, turn, splayed=True)
    return PhotoReading(reading, image, decoded.file_px_per_px)


def _enlarge(card: ReadCard, times: int) -> ReadCard:
    if times == 1:
        return card
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = card.corners_px
    corners: Quad = (
        (ax * times, ay * times),
        (bx * times, by * times),
        (cx * times, cy * times),
        (dx * times, dy * times),
    )
    return replace(card, corners_px=corners)
