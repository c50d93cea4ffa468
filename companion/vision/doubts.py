"""Doubts: what of a card is not sure, and why. The sentences are those of ``companion.wording.photos``."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum


class Part(StrEnum):
    """What of a card may be doubtful."""

    CELL = "cell"
    """Whether there is a card, and which side of it is up."""
    LETTER = "letter"
    NUMBER = "number"
    ICONS = "icons"


class Cause(StrEnum):
    """Why; each is told by the stage that could not be sure."""

    SIDE = "side"
    """The classifier, or print where none should be, leaves open which side is up."""
    FAINT = "faint"
    """The detector hardly sees a card, or hardly any print is seen where it should be."""
    AMBIGUOUS = "ambiguous"
    """Several values fit the picture about as well."""
    BLUR = "blur"
    GLARE = "glare"
    CUT_OFF = "cut-off"
    """A corner lies on the edge of the photo, or beyond."""
    TOO_SMALL = "too-small"
    """The card is so few pixels wide that digits are hardly five pixels high."""
    TOO_DARK = "too-dark"
    UNLIKE_KNOWN_ICONS = "unlike-known-icons"
    """The icons are far from all that the card design shows."""
    UNTAUGHT_FACE = "untaught-face"
    """The cards are not of the known design, or none is known: nobody has taught their icons."""
    DECK_DIFFERS = "deck-differs"
    """What the deck remembers and what the picture shows are two things."""
    COUNT_DIFFERS = "count-differs"
    """The count printed on the card is not that of its letter."""
    DUPLICATE = "duplicate"
    """Another card of the photo is the same one."""
    OUT_OF_ORDER = "out-of-order"
    """The card does not fit between its neighbors in the order of the check."""


@dataclass(frozen=True, slots=True)
class Doubt:
    """A part of a card whose confidence is below ``readings.SURE``, and one cause of that."""

    part: Part
    cause: Cause


def format_doubts(doubts: Iterable[Doubt]) -> list[dict[str, str]]:
    """Return doubts as they stand in ``ex-libris/reading@1``."""
    return [{"part": doubt.part.value, "cause": doubt.cause.value} for doubt in doubts]


def parse_doubts(content: Iterable[Mapping[str, str]]) -> tuple[Doubt, ...]:
    """Return the doubts that ``format_doubts`` wrote, without those whose part or cause this version does not know.

    >>> parse_doubts([{"part": "number", "cause": "blur"}, {"part": "number", "cause": "of a version to come"}])
    (Doubt(part=<Part.NUMBER: 'number'>, cause=<Cause.BLUR: 'blur'>),)
    """
    parts, causes = {part.value for part in Part}, {cause.value for cause in Cause}
    return tuple(
        Doubt(Part(row["part"]), Cause(row["cause"]))
        for row in content
        if row["part"] in parts and row["cause"] in causes
    )


def list_doubts(part: Part, causes: Iterable[Cause]) -> tuple[Doubt, ...]:
    """Return the doubts about a part, each cause once; ``AMBIGUOUS`` where no other is known, so that there is one.

    >>> [doubt.cause.value for doubt in list_doubts(Part.NUMBER, [])]
    ['ambiguous']
    >>> [doubt.cause.value for doubt in list_doubts(Part.NUMBER, [Cause.AMBIGUOUS, Cause.OUT_OF_ORDER])]
    ['out-of-order']
    """
    told = tuple(dict.fromkeys(causes))
    specific = tuple(cause for cause in told if cause is not Cause.AMBIGUOUS)
    return tuple(Doubt(part, cause) for cause in specific or (Cause.AMBIGUOUS,))


def add_causes(doubts: tuple[Doubt, ...], causes: Iterable[Cause]) -> tuple[Doubt, ...]:
    """Return doubts with causes that lie in the photo added to every doubtful part: first, for they explain the others.

    >>> doubts = list_doubts(Part.NUMBER, [Cause.AMBIGUOUS])
    >>> [doubt.cause.value for doubt in add_causes(doubts, [Cause.BLUR])]
    ['blur']
    """
    told = tuple(causes)
    parts = dict.fromkeys(doubt.part for doubt in doubts)
    by_part = {part: [doubt.cause for doubt in doubts if doubt.part is part] for part in parts}
    return tuple(doubt for part in parts for doubt in list_doubts(part, (*told, *by_part[part])))
