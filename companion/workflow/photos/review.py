"""The review of a shelf's photos: the cards read in them as one shelf, which are doubtful, what people say about them.

A card is identified by its place, with zero-based rows and columns from the top left. Everything here is a value;
another module adds further photos to a review.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from ...notation_tokens import BACK, EMPTY, UNREAD, join_places, write_reading
from ...scoring.notation import read_rows
from ...vision.doubts import Doubt, Part, parse_doubts
from ...vision.problems import PhotoFinding, Problem
from ..shelves.preview import preview_shelf

NO_CARD, FACE_DOWN = EMPTY, BACK
ALL_FACE_DOWN = BACK + UNREAD
"""What is said at once of all cards of which neither side was made out."""

KNOWN_BOX = "known_box"
"""Key in the stored reading: whether the deck alone, from shelves confirmed before, knew the printing and all icons."""

CONFIRMED_LETTERS = "confirmed_letters"
"""Key in the stored reading of a printing that was unknown before: the letters of which somebody confirmed a card."""

Spot = tuple[int, int]
"""Row and column."""


@dataclass(frozen=True, slots=True)
class PhotoCard:
    """A card as it was read in a photo, and what a person says about it."""

    row: int
    column: int
    photo: int
    """The number of the photo."""
    corners: tuple[tuple[float, float], ...]
    """Top left, top right, bottom right, bottom left, in pixels of the upright photo."""
    read: str
    """In shelf notation, with ``?`` for what could not be read."""
    confidence: float
    doubts: tuple[Part, ...] = ()
    reasons: tuple[Doubt, ...] = ()
    """Why, as the reading tells; none where it was kept before readings told."""
    candidates: tuple[str, ...] = ()
    """What it may be instead, likeliest first."""
    chosen: str | None = None
    """What a person says it is; ``.`` if there is no card."""
    is_wrong: bool = False
    """Whether a person says that it is not what was read."""
    is_unconfirmed: bool = False
    """Whether nobody has confirmed a card of its letter, in a printing that was unknown before."""

    @property
    def likeliest(self) -> str:
        """What was read; the likeliest card of that name where icons are open, and a back where no print shows."""
        if self.read == UNREAD and not self.candidates:
            return FACE_DOWN
        name, _, icons = self.read.partition(":")
        if UNREAD in name or UNREAD not in icons:
            return self.read
        whole = (text for text in self.candidates if text.startswith(f"{name}:") and UNREAD not in text)
        return next(whole, self.read)

    @property
    def spot(self) -> Spot:
        """Where it lies."""
        return self.row, self.column

    @property
    def text(self) -> str:
        """The card as currently known, in shelf notation."""
        return self.read if self.chosen is None else self.chosen

    @property
    def is_doubtful(self) -> bool:
        """Whether someone should check it."""
        return self.chosen is None and (bool(self.doubts) or self.is_wrong)

    @property
    def may_be_back(self) -> bool:
        """Whether it shows no print, so that it may well lie face down, and nobody has said which side is up."""
        return self.chosen is None and (self.read == UNREAD or (self.read == FACE_DOWN and bool(self.doubts)))

    @property
    def name(self) -> str:
        """Letter and number if both were read; else empty."""
        name = self.text.partition(":")[0]
        return "" if "?" in name or name in (NO_CARD, FACE_DOWN) else name


@dataclass(frozen=True, slots=True)
class Review:
    """The shelf according to its photos so far."""

    cards: tuple[PhotoCard, ...]
    """In the order of the check."""
    waiting: tuple[PhotoCard, ...] = ()
    """The cards of another photo that shows none of the others and whose position nobody has given yet."""
    is_accepted: bool = False
    """Whether the shelf has been accepted; the photos stay with it."""
    answers: tuple[tuple[int, str, str], ...] = ()
    """What was said of kinds of icons: the photo, the kind, and the answer."""
    taught: tuple[int, ...] = ()
    """The photos that were read again with what was said of their icons."""
    filled: int | None = None
    """The version of the seat once its empty shelf was filled in from here, though nobody has said that it is right."""
    filled_as: str = ""
    """What it was filled in with, in shelf notation."""

    @property
    def shelf(self) -> str:
        """The shelf in shelf notation, without empty rows at the top and empty places at the ends of rows."""
        texts = {card.spot: card.text for card in self.cards if card.text != NO_CARD}
        return join_places(texts)

    @property
    def photos(self) -> frozenset[int]:
        """The numbers of the photos that it refers to."""
        return frozenset(card.photo for card in (*self.cards, *self.waiting))

    def find_card(self, spot: Spot) -> PhotoCard:
        """Return the card at a place; raise ``LookupError`` if none was seen."""
        for card in self.cards:
            if card.spot == spot:
                return card
        raise LookupError(f"no card was seen at {spot!r}")


def list_read_cards(reading: Mapping[str, Any], photo: int) -> tuple[PhotoCard, ...]:
    """List the cards of a stored reading: an ``ex-libris/reading@1`` document and the ``sure`` threshold."""
    confirmed = reading.get(CONFIRMED_LETTERS)
    return tuple(
        replace(_list_card(card, photo, reading["sure"]), is_unconfirmed=_is_unconfirmed(card, confirmed))
        for card in reading["cards"]
    )


def list_findings(reading: Mapping[str, Any]) -> tuple[PhotoFinding, ...]:
    """Return what a stored reading says about its photo; that of a pile from earlier versions says nothing."""
    return tuple(
        PhotoFinding(Problem(row["code"]), {name: value for name, value in row.items() if name != "code"})
        for row in reading.get("findings", ())
    )


def settle(review: Review, spot: Spot, text: str) -> Review:
    """Record what a person says about a card; raise ``LookupError`` if none is there, ``ValueError`` for no card.

    ``ALL_FACE_DOWN`` says that this one lies face down, and so do all others that may. An accepted shelf with another
    card has to be accepted again: until then the seat has the one before.
    """
    told = review.find_card(spot)
    if text == ALL_FACE_DOWN:
        backs = (replace(card, chosen=FACE_DOWN) if card is told or card.may_be_back else card for card in review.cards)
        return replace(review, cards=tuple(backs), is_accepted=False)
    if text != NO_CARD:
        rows, faults = read_rows(text)
        if faults or sum(map(len, rows)) != 1:
            raise ValueError(f"expected one card, found {text!r}")
    cards = tuple(replace(card, chosen=text) if card is told else card for card in review.cards)
    return replace(review, cards=cards, is_accepted=review.is_accepted and text == told.text)


def list_doubts(review: Review, edition: str) -> tuple[PhotoCard, ...]:
    """List the cards to check: first those that are out of order or appear twice, then in the order of the check.

    A deck has each card once: of two equal readings, one is wrong, however high its confidence.
    """
    names = Counter(card.name for card in review.cards if card.name)
    twice = {card.spot for card in review.cards if card.chosen is None and names[card.name] > 1}
    # A flip in A1 means nothing by itself, since many shelves are out of order: it only ranks the doubtful cards.
    flips = preview_shelf(review.shelf, edition=edition, language="en")["flipped"]
    above = min((card.row for card in review.cards if card.text != NO_CARD), default=0)
    suspects = twice | {(row + above, column) for flip in flips for row, column in (flip["place"], flip["after"])}
    doubts = [card for card in review.cards if card.is_doubtful or card.spot in twice]
    return tuple(sorted(doubts, key=lambda card: (card.spot not in suspects, card.spot)))


def leave_open(card: PhotoCard) -> str:
    """Return a card with its doubtful parts as ``?``, for the grid to ask about; all of it if nothing is doubtful.

    >>> card = PhotoCard(0, 0, 1, (), "M7:CF", 0.6, (Part.ICONS,))
    >>> leave_open(card)
    'M7:??'
    """
    parts, doubts = split_card(card.read), set(card.doubts)
    if not parts or not doubts or Part.CELL in doubts:
        return UNREAD
    letter, number, icons = (
        "?" * (len(text) if part is Part.ICONS else 1) if part in doubts else text for part, text in parts.items()
    )
    return write_reading(letter, number, icons)


def list_read(card: PhotoCard) -> tuple[str, ...]:
    """List what a card may be by its picture, likeliest first, but for what a person said to be wrong."""
    return tuple(text for text in (card.read, *card.candidates) if not (card.is_wrong and text == card.likeliest))


def split_card(text: str) -> dict[Part, str]:
    """Return letter, number, and icons of a face-up card; nothing for any other.

    >>> [*split_card("CH?:CF?").values()]
    ['CH', '?', 'CF?']
    """
    rows, faults = read_rows(text)
    card = rows[0][0] if not faults and rows[0] else None
    if card is None or card.face_down or card.is_blank or card.icons is None:
        return {}
    return {
        Part.LETTER: card.letter or UNREAD,
        Part.NUMBER: str(card.number or UNREAD),
        Part.ICONS: "".join(icon or UNREAD for icon in card.icons),
    }


def list_differences(one: str, other: str) -> tuple[Part, ...]:
    """List the parts in which two readings of a card differ."""
    parts, others = split_card(one), split_card(other)
    if not parts or not others:
        return () if one == other else (Part.CELL,)
    return tuple(part for part in parts if parts[part] != others[part])


def format_review(review: Review) -> dict[str, Any]:
    """Return a review as plain JSON values."""
    return asdict(review)


def parse_review(content: Mapping[str, Any]) -> Review:
    """Return the review that ``format_review`` wrote."""
    return Review(
        tuple(map(_parse_card, content["cards"])),
        tuple(map(_parse_card, content["waiting"])),
        content["is_accepted"],
        tuple((number, kind, said) for number, kind, said in content.get("answers", ())),
        tuple(content.get("taught", ())),
        content.get("filled"),
        content.get("filled_as", ""),
    )


def sort_cards(cards: Iterable[PhotoCard]) -> tuple[PhotoCard, ...]:
    """Sort cards into the order of the check, and renumber rows and columns so that the first ones in use are 0."""
    cards = tuple(cards)
    top, left = min((card.row for card in cards), default=0), min((card.column for card in cards), default=0)
    moved = (replace(card, row=card.row - top, column=card.column - left) for card in cards)
    return tuple(sorted(moved, key=lambda card: card.spot))


def _list_card(card: Mapping[str, Any], photo: int, sure: float) -> PhotoCard:
    confidence = card["confidence"]
    text = _write(card)
    doubts = tuple(part for part in Part if confidence.get(part.value, 1.0) < sure or part in _find_gaps(card))
    return PhotoCard(
        row=card["row"],
        column=card["column"],
        photo=photo,
        corners=tuple((x, y) for x, y in card["corners"]),
        read=text,
        confidence=min(confidence.values()),
        doubts=doubts,
        reasons=tuple(doubt for doubt in parse_doubts(card.get("doubts", ())) if doubt.part in doubts),
        candidates=tuple(other["card"] for other in card["candidates"]),
    )


def _is_unconfirmed(card: Mapping[str, Any], confirmed: Sequence[str] | None) -> bool:
    return confirmed is not None and card["face"] == "up" and card["letter"] not in confirmed


def _write(card: Mapping[str, Any]) -> str:
    if card["face"] == "down":
        return FACE_DOWN
    return write_reading(card["letter"], card["number"], card["icons"])


def _find_gaps(card: Mapping[str, Any]) -> set[Part]:
    if card["face"] != "up":
        return set()
    gaps = {Part(name) for name in ("letter", "number") if card[name] is None}
    return gaps | ({Part.ICONS} if "?" in (card["icons"] or "?") else set())


def _parse_card(content: Mapping[str, Any]) -> PhotoCard:
    return PhotoCard(
        **{
            **content,
            "corners": tuple((x, y) for x, y in content["corners"]),
            "doubts": tuple(map(Part, content["doubts"])),
            "reasons": parse_doubts(content.get("reasons", ())),
            "candidates": tuple(content["candidates"]),
        }
    )
