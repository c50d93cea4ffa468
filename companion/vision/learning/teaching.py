"""Taking a lesson: a photo whose cards are confirmed, looked at as it will be when it is read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from ..aligning.orientation import rectify_shelf
from ..aligning.piles.pile import find_pile_evenly
from ..aligning.rectification import RectifiedCard, list_fronts
from ..designs.card_design import NO_WEIGHTS, CardDesign
from ..detecting.shelf_detector import detect_shelf_for_reading
from ..game_rules import GameRules
from ..geometry import BgrImage, DetectedCard, turn_image, turn_quad
from ..photos.decoding import decode_photo
from ..photos.exposure import find_evenly
from ..reading.card_matching import compute_descriptors
from .design_learning import learn_design, put_in_order
from .icons.icon_codes import add_codes
from .icons.icon_places import DesignError
from .lessons import ConfirmedCard, Lesson, describe_cards
from .looks import crop_copy, order_as_named
from .shelf_alignment import ExpectedCard, Match, match_shelf
from .thresholds import PICTURES

CardName = tuple[str, int]
"""Letter and number."""


@dataclass(frozen=True, slots=True)
class TaughtCard:
    """A card of a confirmed shelf, where it was found, and what it is; no name for a card face down."""

    row: int
    column: int
    card: DetectedCard
    name: CardName | None
    icons: str = ""


@dataclass(frozen=True, slots=True)
class CardPictures:
    """A card's pictures as JPEG: the band with letter, number and icons, and the whole front."""

    band: bytes
    face: bytes


@dataclass(frozen=True, slots=True)
class Taught:
    """What a photo taught."""

    lesson: Lesson
    pictures: Mapping[CardName, CardPictures]
    missing: tuple[ExpectedCard, ...]
    """Cards of the confirmed shelf that were not found in the photo."""


_Outcome = tuple[list[ConfirmedCard], Lesson, tuple[ExpectedCard, ...]]
"""The cards learned from, the lesson, and the cards that were not found."""


class MismatchError(ValueError):
    """A photo that does not show the confirmed shelf, with what was seen and what was expected."""

    def __init__(self, seen: tuple[int, ...], expected: tuple[int, ...], match: Match | None) -> None:
        """``seen`` and ``expected`` are how many cards each row has."""
        super().__init__(f"seen {seen!r}, expected {expected!r}")
        self.seen, self.expected = seen, expected
        self.agreeing, self.fronts = (match.agreeing, match.fronts) if match else (0, 0)


def learn_photo(
    content: bytes,
    wanted: Sequence[ExpectedCard],
    lessons: Sequence[Lesson],
    rules: GameRules,
    *,
    splayed: bool = False,
) -> Taught:
    """Take a lesson from the photo of a confirmed shelf; ``lessons`` are those that the deck had before.

    Raises ``PhotoError`` for a file that is no photo, ``MismatchError`` where the photo does not show that shelf,
    ``DesignError`` where it does but nothing can be learned from it.
    """
    image = decode_photo(content).image
    design = learn_known_design(lessons, rules)
    teach = _teach_pile if splayed else _teach_shelf
    confirmed, lesson, missing = teach(image, wanted, design, rules)
    return _finish(confirmed, lesson, None, design, rules, missing, splayed=splayed)


def learn_read_cards(
    picture: bytes,
    width: float,
    cards: Sequence[TaughtCard],
    lessons: Sequence[Lesson],
    rules: GameRules,
    looks: Lesson | None = None,
) -> Taught:
    """Take a lesson from a photo whose cards were confirmed where they had been read, as ``learn_photo`` does.

    ``looks`` is the lesson that was taken of the photo when its icons were named: it tells which is which on a card.
    Corners are those in an image ``width`` pixels wide, of which ``picture`` is an upright copy: nothing is
    detected anew. Raises ``PhotoError``, and ``DesignError`` where nothing can be learned.
    """
    both = list(zip(cards, crop_copy(picture, width, [one.card.corners_px for one in cards]), strict=True))
    confirmed = [ConfirmedCard(crop, *one.name, one.icons) for one, crop in both if one.name is not None]
    down = [crop for one, crop in both if one.name is None]
    design = learn_known_design(lessons, rules)
    lesson = describe_cards(confirmed, rules, design)
    return _finish(confirmed, _add_backs(lesson, down), looks, design, rules)


def _add_backs(lesson: Lesson, crops: Sequence[BgrImage]) -> Lesson:
    return replace(lesson, backs=compute_descriptors(crops)) if crops else lesson


def _finish(
    confirmed: Sequence[ConfirmedCard],
    lesson: Lesson,
    looks: Lesson | None,
    design: CardDesign | None,
    rules: GameRules,
    missing: tuple[ExpectedCard, ...] = (),
    *,
    splayed: bool = False,
) -> Taught:
    lesson = order_as_named(lesson, looks, rules) if looks else lesson
    if design and not lesson.in_order:
        # Only a beginning: its own icons may tell another order.
        lesson = replace(put_in_order(lesson, design, rules), in_order=False)
    lesson = add_codes(lesson, rules)
    pictures = {} if splayed else {(card.letter, card.number): take_pictures(card.crop, lesson) for card in confirmed}
    return Taught(lesson, pictures, missing)


def _teach_shelf(
    image: BgrImage, wanted: Sequence[ExpectedCard], design: CardDesign | None, rules: GameRules
) -> _Outcome:
    found, _, image = find_evenly(image, detect_shelf_for_reading)
    if not found.cells or not wanted:
        raise MismatchError((), count_rows(wanted), None)
    shelf = rectify_shelf(image, found.cells, design)
    match = match_shelf(image, shelf.seen, shelf.places, wanted, design, rules)
    if not match.is_believable:
        raise MismatchError(count_rows(shelf.seen), count_rows(wanted), match)
    cards = [TaughtCard(one.row, one.column, card, one.name, one.icons) for one, card in match.pairs]
    if shelf.upside_down:
        size = image.shape[1], image.shape[0]
        image = turn_image(image, 2)
        cards = [_turn_card(one, size) for one in cards]
    confirmed, lesson = take_lesson(image, cards, design, rules)
    return confirmed, lesson, match.missing


def _teach_pile(
    image: BgrImage, wanted: Sequence[ExpectedCard], design: CardDesign | None, rules: GameRules
) -> _Outcome:
    """Learn from a pile: ``wanted`` has its columns as rows. Pictures and looks are those of open cards alone."""
    turned, _, image = find_pile_evenly(image, design, rules)
    pile = turned.pile
    if pile is None or not wanted:
        raise MismatchError((), count_rows(wanted), None)
    seen = [replace(one, row=one.column, column=one.row) for one in pile.seen]
    match = match_shelf(image, seen, pile.places, wanted, design, rules, search_missing=False)
    if not match.is_believable:
        raise MismatchError(count_rows(seen), count_rows(wanted), match)
    crops = {id(one.card): one.crop for one in seen}
    confirmed = [
        ConfirmedCard(crops[id(card)], *one.name, one.icons) for one, card in match.pairs if one.name is not None
    ]
    # What others cover may be their icons: of heat nothing is learned.
    lesson = replace(describe_cards(confirmed, rules, design), is_whole=False, icon_weights=NO_WEIGHTS)
    return confirmed, lesson, match.missing


def learn_known_design(lessons: Sequence[Lesson], rules: GameRules) -> CardDesign | None:
    """Return the design that a deck's lessons teach; nothing where they are none, or too few."""
    try:
        return learn_design("learned", lessons, rules)
    except DesignError:
        return None


def count_rows(cards: Sequence[ExpectedCard] | Sequence[RectifiedCard]) -> tuple[int, ...]:
    """Return how many cards each row has."""
    rows = [card.row for card in cards]
    return tuple(rows.count(row) for row in range(min(rows, default=0), max(rows, default=-1) + 1))


def _turn_card(one: TaughtCard, size: tuple[int, int]) -> TaughtCard:
    card = DetectedCard(turn_quad(one.card.corners_px, 2, size), one.card.confidence)
    return TaughtCard(one.row, one.column, card, one.name, one.icons)


def take_lesson(
    image: BgrImage, cards: Sequence[TaughtCard], design: CardDesign | None, rules: GameRules
) -> tuple[list[ConfirmedCard], Lesson]:
    """Describe the cards of a confirmed shelf in an upright photo, and return those that lie face up, cut out.

    ``design`` is what is known of their printing. A card that is seen besides the confirmed ones teaches nothing.
    Raises ``DesignError`` where nothing can be learned.
    """
    shelf = rectify_shelf(image, cards, design)
    told = {(one.row, one.column): one for one in cards}
    confirmed, down = [], []
    fronts = set(list_fronts(shelf.places))
    for index, seen in enumerate(shelf.seen):
        taught = told.get((seen.row, seen.column))
        if taught is None:
            continue
        if taught.name is None:
            down.append(seen.crop)
        elif index in fronts:
            confirmed.append(ConfirmedCard(seen.crop, *taught.name, taught.icons))
    lesson = describe_cards(confirmed, rules, design)
    return confirmed, _add_backs(lesson, down)


def take_pictures(crop: BgrImage, lesson: Lesson) -> CardPictures:
    """Return a card's pictures, small."""
    spots = lesson.spots.reshape(-1, 4)
    marks = np.concatenate([spots[:, :2] - spots[:, [3, 2]] / 2, spots[:, :2] + spots[:, [3, 2]] / 2])
    reach = lesson.icon_height / 2
    marks = np.concatenate([marks, lesson.icon_places - reach, lesson.icon_places + reach])
    low, high = np.clip(
        [
            np.quantile(marks, 0.02, axis=0) - PICTURES.band_margin,
            np.quantile(marks, 0.98, axis=0) + PICTURES.band_margin,
        ],
        0,
        1,
    )
    tall, wide = crop.shape[:2]
    band = crop[int(low[1] * tall) : max(int(high[1] * tall), 1), int(low[0] * wide) : max(int(high[0] * wide), 1)]
    share = min(1.0, PICTURES.band_side_px / max(band.shape[:2]))
    small = cv2.resize(band, None, fx=share, fy=share, interpolation=cv2.INTER_AREA)
    face = cv2.resize(crop, PICTURES.front_px, interpolation=cv2.INTER_AREA)
    return CardPictures(_encode(np.asarray(small, np.uint8)), _encode(np.asarray(face, np.uint8)))


def _encode(picture: BgrImage) -> bytes:
    return cv2.imencode(".jpg", picture, (cv2.IMWRITE_JPEG_QUALITY, PICTURES.jpeg_quality))[1].tobytes()
