"""The pipeline, from a photo's bytes to its reading: the one entrance through which the program looks at photos.

Decode, even out the exposure, detect cards and lay them out on a lattice, rectify them on the table's plane, read
print and icons, infer all cards together, judge the photo. What can be swapped is handed in as ``Stages``.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from time import perf_counter

from .aligning.piles.pile import find_pile_evenly
from .aligning.piles.pile_or_shelf import shows_pile
from .detecting.protocols import CardDetector
from .detecting.shelf_detector import detect_shelf_for_reading
from .geometry import BgrImage, Quad, turn_image, turn_quad
from .photos.decoding import decode_photo
from .photos.exposure import find_evenly
from .photos.quality import doubt_unseen, drop_drawn, explain_doubts, explain_emptiness, judge_photo
from .problems import Problem
from .reading.shelf_reader import DEFAULT_READERS, Box, Readers, ShelfRead, read_cards, read_pile_cards
from .readings import ReadCard, Reading

__all__ = ["Box", "PhotoReading", "Readers", "Stages", "read_photo", "read_pile"]


@dataclass(frozen=True, slots=True)
class Stages:
    """The stages that can be swapped: a card detector, a print reader and a card matcher, each a plain callable."""

    detect: CardDetector = detect_shelf_for_reading
    readers: Readers = DEFAULT_READERS


DEFAULT_STAGES = Stages()


@dataclass(frozen=True, slots=True)
class PhotoReading:
    """A reading, and the photo it was read from: upright, and ``px_per_px`` times smaller than its file."""

    reading: Reading
    image: BgrImage
    """Height x width x 3, blue, green, red."""
    px_per_px: int


def read_photo(
    content: bytes, photo: str, deck: str, box: Box, stages: Stages = DEFAULT_STAGES, *, is_known: bool = False
) -> PhotoReading:
    """Read the photo of a shelf; ``photo`` and ``deck`` are the names it goes by.

    Whether it is a photo at all is not asked again of one ``is_known`` to be: a smaller copy has fewer details to tell
    by. Raises ``PhotoError`` for a file that is no photo. A photo without a shelf has a reading without cards, and a
    finding that says what to do.
    """
    started = perf_counter()
    decoded = decode_photo(content)
    seen = perf_counter()
    shelf, image, even = find_evenly(decoded.image, stages.detect)
    found = perf_counter()
    read = read_cards(even, shelf.cells, box, beside=shelf.others, plain=shelf.plain, readers=stages.readers)
    cards = read.cards
    turn = shelf.turn
    if read.upside_down:
        size = image.shape[1], image.shape[0]
        image = turn_image(image, 2)
        cards = tuple(replace(card, corners_px=turn_quad(card.corners_px, 2, size)) for card in cards)
        turn = (turn + 2) % 4
    cards = doubt_unseen(image, cards if is_known else drop_drawn(image, cards))
    mistaken = read.mistaken
    is_odd = not read.print_fits if cards else explain_emptiness(image) is Problem.NO_SHELF
    if is_odd and shows_pile(even, box.rules):
        # The strips of a pile were taken for cards.
        mistaken = Problem.PILE_AS_SHELF
    findings = judge_photo(
        image, cards, shelf.others, design_fits=read.design_fits, print_fits=read.print_fits, mistaken=mistaken
    )
    cards = explain_doubts(image, cards)
    ended = perf_counter()
    elapsed = {"decode": seen - started, "find": found - seen, "read": ended - found, "total": ended - started}
    milliseconds = {name: round(1000 * seconds) for name, seconds in elapsed.items()}
    full_size = tuple(_enlarge(card, decoded.file_px_per_px) for card in cards)
    return PhotoReading(Reading(photo, deck, full_size, findings, milliseconds, turn), image, decoded.file_px_per_px)


def read_pile(content: bytes, photo: str, deck: str, box: Box, stages: Stages = DEFAULT_STAGES) -> PhotoReading:
    """Read the photo of a splayed pile, as ``read_photo`` reads that of a shelf; whichever side of it is up.

    Piles have a detector of their own: of ``stages`` the readers count.
    """
    started = perf_counter()
    decoded = decode_photo(content)
    seen = perf_counter()
    turned, image, _ = find_pile_evenly(decoded.image, box.design, box.rules)
    found = perf_counter()
    nothing = ShelfRead((), upside_down=False, design_fits=True)
    read = read_pile_cards(turned.pile, box, readers=stages.readers) if turned.pile else nothing
    cards = doubt_unseen(image, drop_drawn(image, read.cards))
    findings = judge_photo(image, cards, (), design_fits=read.design_fits, mistaken=read.mistaken)
    cards = explain_doubts(image, cards)
    ended = perf_counter()
    elapsed = {"decode": seen - started, "find": found - seen, "read": ended - found, "total": ended - started}
    milliseconds = {name: round(1000 * seconds) for name, seconds in elapsed.items()}
    full_size = tuple(_enlarge(card, decoded.file_px_per_px) for card in cards)
    reading = Reading(photo, deck, full_size, findings, milliseconds, turned.turn, splayed=True)
    return PhotoReading(reading, image, decoded.file_px_per_px)


def _enlarge(card: ReadCard, times: int) -> ReadCard:
    """Return a card with its corners in pixels of the file, ``times`` as many as the decoded image has."""
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
