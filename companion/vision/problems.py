"""What can be wrong with a photo, as values; the sentences are those of ``companion.wording.photos.problems``."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum


class Problem(Enum):
    """What keeps a photo from being read, or from being read well."""

    UNREADABLE_FILE = "unreadable_file"
    NOT_A_PHOTO = "not_a_photo"
    DAMAGED_PHOTO = "damaged_photo"
    HEIC_UNKNOWN = "heic_unknown"
    TOO_MANY_BYTES = "too_many_bytes"
    TOO_MANY_PIXELS = "too_many_pixels"
    ODD_SIZE = "odd_size"
    MOVING_PICTURE = "moving_picture"
    HEAVY_FILE = "heavy_file"
    NO_SHELF = "no_shelf"
    SCREENSHOT = "screenshot"
    TOO_DARK = "too_dark"
    TOO_BRIGHT = "too_bright"
    BLURRED = "blurred"
    TOO_FAR = "too_far"
    CUT_OFF = "cut_off"
    TWO_SHELVES = "two_shelves"
    PILE_AS_SHELF = "pile_as_shelf"
    SHELF_AS_PILE = "shelf_as_pile"
    UNKNOWN_FACE = "unknown_face"
    UNREAD_PRINT = "unread_print"
    UNREAD_CARDS = "unread_cards"


@dataclass(frozen=True, slots=True)
class PhotoFinding:
    """Something about a photo that its taker should know, with the figures its sentence needs."""

    problem: Problem
    figures: Mapping[str, int | str] = field(default_factory=dict)


class PhotoError(ValueError):
    """A photo that cannot be read at all."""

    def __init__(self, problem: Problem, **figures: int | str) -> None:
        """Say what is wrong, with the figures that its sentence needs."""
        super().__init__(f"{problem.value}: {figures!r}" if figures else problem.value)
        self.finding = PhotoFinding(problem, figures)
