"""From an uploaded photo to what is stored."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass

from ...notation_tokens import UNREAD
from ...scoring.editions import find_edition
from ...store.decks.queries import MissingDeckError
from ...store.photos.queries import TakenPhoto
from ...vision.designs.card_design import CardDesign, load_design
from ...vision.networks.inference import open_networks
from ...vision.photos.encoding import encode_photo
from ...vision.pipeline import Box, PhotoReading, read_photo, read_pile
from ...vision.problems import PhotoError, PhotoFinding, Problem
from ...vision.readings import SURE, format_reading
from ..decks.game_rules import EX_LIBRIS
from ..decks.keeping import DEFAULT, DeckKey, find_deck
from ..decks.reading import load_box, make_deckless_box
from ..jobs.errors import Failure, JobError
from ..lessons.answers import WITH_LOOKS
from ..lessons.groups import add_groups
from .review import CONFIRMED_LETTERS, KNOWN_BOX

MAX_OPEN_ICONS = 0.3
"""Share of the cards whose icons may be doubtful before it is tried whether the photo shows what a lesson was about."""


MIN_STRANGE_CARDS, MIN_STRANGE_SHARE = 4, 0.25
"""Number and share of cards all of whose icons are like none of a lesson's, for one to be asked for again."""


@dataclass(frozen=True, slots=True)
class PileRead:
    """What a photo of a pile has brought."""

    columns: str
    """The cards in shelf notation, a row a column."""
    findings: tuple[PhotoFinding, ...] = ()


def read_shelf_photo(
    content: bytes, edition: str, deck: DeckKey | None = None, looks: tuple[bytes, ...] = (), *, is_kept: bool = False
) -> TakenPhoto:
    """Read the photo of a shelf with the help of a deck, and group the icons that are like none that is known.

    ``looks`` are what other photos have taught of the printing: they count where the deck does not know it, or lacks a
    category of it. A copy that ``is_kept`` of a photo was found to be one before. Raises ``PhotoError`` for a file that
    is not a photo, and for a photo without a shelf.
    """
    name, box = _find_box(edition, deck)
    look, is_taught = read_photo(content, "", name, box, is_known=is_kept), False
    own = [box.design] if _fits(look) and box.design and box.design.name != DEFAULT else []
    if looks and (more := _find_taught_box(edition, deck, box, look, looks)):
        other = read_photo(content, "", name, more, is_known=is_kept)
        if other.reading.cards and _says_more(other, look, is_kept=is_kept):
            box, look, is_taught = more, other, True
    if not look.reading.cards:
        first, *_ = (*look.reading.findings, PhotoFinding(Problem.NO_SHELF))
        raise PhotoError(first.problem, **first.figures)
    findings = pack_findings(look.reading.findings)
    height, width = (side * look.px_per_px for side in look.image.shape[:2])
    reading = {**format_reading(look.reading, findings), "sure": SURE, **({WITH_LOOKS: True} if is_taught else {})}
    if not is_taught and _fits(look) and _is_learned(box):
        reading[KNOWN_BOX] = True
    if (letters := _list_confirmed_letters([*own, box.design], look)) is not None:
        reading[CONFIRMED_LETTERS] = letters
    return add_groups(TakenPhoto(encode_photo(look.image), width, height, reading), box.design)


def pack_findings(findings: Iterable[PhotoFinding]) -> list[dict[str, object]]:
    """Return findings as they are stored: without messages, which are worded later, in the viewer's language."""
    return [{"code": finding.problem.value, **finding.figures} for finding in findings]


def read_pile_cards(
    content: bytes, edition: str, deck: DeckKey | None = None, looks: tuple[bytes, ...] = ()
) -> PileRead:
    """Read the photo of a splayed pile with the help of a deck; ``looks`` as in ``read_shelf_photo``.

    Raises ``PhotoError`` for a file that is not a photo, and for a photo without a pile.
    """
    name, box = _find_box(edition, deck)
    is_plain = box.design is not None and box.design.name == DEFAULT
    # A pile takes long to find. What a table was taught this evening is most likely the printing that it shows.
    likeliest = _make_taught_box(edition, deck, looks, with_lessons=False) if looks and is_plain else box
    look = read_pile(content, "", name, likeliest)
    if likeliest is not box:
        if not _is_read_well(look):
            look = _choose_pile(look, read_pile(content, "", name, box))
    elif looks and (more := _find_taught_box(edition, deck, box, look, looks)):
        look = _choose_pile(read_pile(content, "", name, more), look)
    if not look.reading.cards:
        first, *_ = (*look.reading.findings, PhotoFinding(Problem.NO_SHELF))
        raise PhotoError(first.problem, **first.figures)
    return PileRead(look.reading.columns, look.reading.findings)


def _choose_pile(taught: PhotoReading, look: PhotoReading) -> PhotoReading:
    """Return the reading that says more of a pile: that with what others taught, or the one without."""
    if not taught.reading.cards or not look.reading.cards:
        return taught if taught.reading.cards else look
    return taught if _says_more(taught, look, is_kept=True) else look


def open_reader() -> None:
    """Load what reading the first photo would load."""
    open_networks()
    load_design(DEFAULT)


def refuse_photo(error: PhotoError) -> JobError:
    """Return the end of a job whose photo cannot be read."""
    finding = error.finding
    return JobError(Failure.PHOTO, problem=finding.problem.value, figures=dict(finding.figures))


def find_known_design(edition: str, deck: DeckKey | None, looks: tuple[bytes, ...]) -> CardDesign | None:
    """Return what is known of the printing of a deck, with what ``looks`` add to it."""
    _, box = _find_box(edition, deck)
    if not looks or box.design is None or bool(box.design.seen.all()):
        return box.design
    return (load_box(deck, looks) if deck else make_deckless_box(edition, looks)).design


def _find_taught_box(
    edition: str, deck: DeckKey | None, box: Box, look: PhotoReading, looks: tuple[bytes, ...]
) -> Box | None:
    """Return what is known with ``looks``, if they may say more of a photo's printing than ``box``.

    Some printings resemble another one so far that they pass for it, with icons that are doubtful nearly everywhere.
    """
    fits, lacks = _fits(look), box.design is not None and not bool(box.design.seen.all())
    if fits and not lacks and _are_icons_told(look):
        return None
    return _make_taught_box(edition, deck, looks, with_lessons=fits and lacks)


def _make_taught_box(edition: str, deck: DeckKey | None, looks: tuple[bytes, ...], *, with_lessons: bool) -> Box:
    """Return what is known with ``looks``, and with those of the deck if it is ``with_lessons``."""
    if deck:
        with suppress(MissingDeckError):
            return load_box(deck, looks, with_lessons=with_lessons)
    return make_deckless_box(edition, looks)


def _is_read_well(look: PhotoReading) -> bool:
    """Return whether cards were found, print and icons as they are known."""
    return bool(look.reading.cards) and _fits(look) and _are_icons_told(look)


def _are_icons_told(look: PhotoReading) -> bool:
    return _count_open_icons(look) <= MAX_OPEN_ICONS * len(look.reading.cards)


def _fits(look: PhotoReading) -> bool:
    return all(finding.problem is not Problem.UNKNOWN_FACE for finding in look.reading.findings)


def _says_more(taught: PhotoReading, look: PhotoReading, *, is_kept: bool) -> bool:
    """Whether a photo that was read with what others taught counts, rather than what was read of it without."""
    if _fits(look):
        return _count_open_icons(taught) < _count_open_icons(look)
    return is_kept or not _is_strange(taught)


def _is_learned(box: Box) -> bool:
    """Whether a deck's lessons show all of its printing; without any, the design is the program's own."""
    return box.design is not None and box.design.name != DEFAULT and bool(box.design.seen.all())


def _is_strange(look: PhotoReading) -> bool:
    """Whether what is known of a printing says nothing of many of a photo's cards, as in a light of another color.

    A lesson of its own takes fewer taps than mending them.
    """
    up = [card.icons for card in look.reading.cards if card.icons]
    open_ = sum(set(icons) == {UNREAD} for icons in up)
    return open_ >= MIN_STRANGE_CARDS and open_ >= MIN_STRANGE_SHARE * len(up)


def _list_confirmed_letters(designs: Sequence[CardDesign | None], look: PhotoReading) -> list[str] | None:
    """List the letters of the photo's print that somebody has confirmed; ``None`` where the program reads its font.

    ``designs`` are what is known of the printing: by the deck, where the photo fits that, and by what it was read with.
    """
    known = [design for design in designs if design is not None]
    if not _fits(look) or not known:
        return []
    if any(design.name == DEFAULT or design.has_familiar_font for design in known):
        return None
    return sorted({letter for design in known for letter in design.letters})


def _count_open_icons(look: PhotoReading) -> int:
    """Count the cards whose icons are not sure."""
    up = [card.confidence.icons for card in look.reading.cards if card.confidence.icons is not None]
    return sum(confidence < SURE for confidence in up)


def _find_box(edition: str, deck: DeckKey | None) -> tuple[str, Box]:
    """Return a deck's name and what is known about the cards; of one that no longer exists, only the edition."""
    if deck:
        with suppress(MissingDeckError):
            return find_deck(deck).name, load_box(deck)
    rules = find_edition(edition)
    return DEFAULT, Box(rules.letters, EX_LIBRIS, rules.letter_counts, load_design(DEFAULT))
