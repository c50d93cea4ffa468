"""``companion read``: photos in, shelves out."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

from ..scoring.editions import find_edition
from ..vision.designs.card_design import load_design
from ..vision.photos.overlay import draw_overlay, encode_overlay
from ..vision.pipeline import Box, PhotoReading, read_photo, read_pile
from ..vision.problems import PhotoError, PhotoFinding, Problem
from ..vision.readings import SURE, ReadCard, Reading, format_reading
from ..wording.photos.doubts import describe_cause, name_part
from ..wording.photos.problems import describe_photo_finding
from ..workflow.decks.game_rules import EX_LIBRIS
from . import output
from .documents import write_json
from .opening import use_decks

BUILT_IN = "default"
"""The card design that comes with the program: it needs no database."""


def read(chosen: Namespace, refuse: Callable[[str], object]) -> int:
    """Read photos; ``refuse`` ends the program on wrong usage. Returns the exit status."""
    if chosen.overlay and len(chosen.photos) != 1:
        refuse(f"--overlay takes one photo; {len(chosen.photos)} were given. Read them one by one.")
    if chosen.deck == BUILT_IN:
        edition = find_edition(chosen.edition or "en")
        return _read_all(chosen, Box(edition.letters, EX_LIBRIS, edition.letter_counts, load_design(BUILT_IN)))
    return use_decks(partial(_read_with_deck, chosen, refuse), refuse, (BUILT_IN,))


def _read_with_deck(chosen: Namespace, refuse: Callable[[str], object]) -> int:
    from ..workflow.decks.keeping import find_deck
    from ..workflow.decks.reading import load_box

    edition = find_deck(chosen.deck).edition
    if chosen.edition not in (None, edition):
        refuse(f"--edition {chosen.edition}: the deck {chosen.deck!r} is of the edition {edition}")
    return _read_all(chosen, load_box(chosen.deck))


def _read_all(chosen: Namespace, box: Box) -> int:
    failed = False
    for name in chosen.photos:
        look = _look(name, chosen.deck, box, splayed=chosen.splayed)
        reading = (
            look.reading
            if isinstance(look, PhotoReading)
            else Reading(name, chosen.deck, (), (look,), splayed=chosen.splayed)
        )
        _write(reading, chosen)
        failed |= not reading.cards
        if chosen.overlay and isinstance(look, PhotoReading):
            failed |= not _write_overlay(look, chosen.overlay)
    return 1 if failed else 0


def _look(name: str, deck: str, box: Box, *, splayed: bool) -> PhotoReading | PhotoFinding:
    try:
        return (read_pile if splayed else read_photo)(Path(name).read_bytes(), name, deck, box)
    except OSError:
        return PhotoFinding(Problem.UNREADABLE_FILE, {"file": name})
    except PhotoError as error:
        return error.finding


def _write(reading: Reading, chosen: Namespace) -> None:
    said = [(finding, describe_photo_finding(finding, chosen.lang)) for finding in reading.findings]
    if chosen.json:
        severity = "warning" if reading.cards else "error"
        findings: list[dict[str, object]] = [
            {"severity": severity, "code": finding.problem.value, **finding.figures, "message": sentence}
            for finding, sentence in said
        ]
        write_json(format_reading(reading, findings))
        return
    if reading.cards:
        output.write_line(reading.columns if reading.splayed else reading.shelf)
    if reading.cards and reading.splayed:
        output.write_line(" ".join(f"{category}:{count}" for category, count in reading.tally.items()))
    for _, sentence in said:
        output.write_error(f"{reading.photo}: {sentence}")
    for card in reading.cards:
        if card.confidence.least < SURE:
            output.write_error(f"{reading.photo}: {_describe_doubtful(card)}")
            for doubt in card.doubts:
                part, cause = name_part(doubt.part, chosen.lang), describe_cause(doubt.cause, chosen.lang)
                output.write_error(f"{reading.photo}:   {part}: {cause}")


def _describe_doubtful(card: ReadCard) -> str:
    """Describe a doubtful card: its place and what it may be, in figures and notation, the same in every language."""
    others = ", ".join(f"{other.card} {other.confidence:.0%}" for other in card.candidates)
    return f"{card.row + 1}/{card.column + 1}: {card.write()} {card.confidence.least:.0%}" + (
        f" ({others})" if others else ""
    )


def _write_overlay(look: PhotoReading, name: str) -> bool:
    """Draw what was seen; if that fails, write the reason to standard error."""
    share = 1 / look.px_per_px
    cards = tuple(
        replace(card, corners_px=tuple((x * share, y * share) for x, y in card.corners_px))  # type: ignore[arg-type]
        for card in look.reading.cards
    )
    picture = draw_overlay(look.image, replace(look.reading, cards=cards))
    try:
        Path(name).write_bytes(encode_overlay(picture, Path(name).suffix))
    except (OSError, ValueError) as error:
        output.write_error(f"{name}: {error}")
        return False
    return True
