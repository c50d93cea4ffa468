"""Reading a photo again with what was said of its icons."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from ...notation_tokens import UNREAD, write_reading
from ...scoring.cards import ICONS_ON_A_CARD
from ...scoring.categories import Category
from ...store.photos.queries import KeptPhoto, TakenPhoto
from ...vision.designs.card_design import CardDesign
from ...vision.doubts import Part
from ...vision.learning.icons.icon_places import DesignError, order_places
from ...vision.learning.lesson_files import format_lesson
from ...vision.learning.looks import SeenCard, learn_looks
from ..decks.game_rules import EX_LIBRIS
from ..photos.review import PhotoCard, Review, list_read_cards, split_card
from .answers import KindIcon, list_kinds, restore_cards

Corners = tuple[tuple[float, float], ...]
_NAMES = (Part.LETTER, Part.NUMBER)
MIN_AGREEING = 0.6
"""Share of the named cards that must be read again as they were named, for what was learned to be used. A printing that
was learned well had 0.72: its groups were mixed, and what was learned was better than they were."""


def take_looks(picture: bytes, photo: KeptPhoto, review: Review, design: CardDesign | None = None) -> bytes | None:
    """Return what a photo teaches with the answers about its icons, as a lesson; ``None`` if that is nothing.

    ``design`` is what is known of the printing. Raises ``PhotoError``.
    """
    review = restore_cards(review, photo)
    named = name_icons(review, photo)
    cards = [_see(card, named.get(card.corners, "")) for card in review.cards if card.photo == photo.number]
    seen = [card for card in cards if card]
    if not any(card.icons for card in seen):
        return None
    try:
        return format_lesson(learn_looks(picture, photo.width, seen, EX_LIBRIS, design))
    except DesignError:
        return None


def name_icons(review: Review, photo: KeptPhoto) -> Mapping[Corners, str]:
    """Return the icons of cards, by their corners, as far as the answers name all that were open at first.

    They are in the order of their places on the card if all of them were named, those that were read come first.
    """
    said = _list_said(review, photo)
    named = {}
    for card in review.cards:
        icons = _find_icons(card.read)
        told = _put_in_order(said.get(card.corners, []) if card.photo == photo.number else [])
        whole = icons.replace("?", "") + told
        if told and "?" not in told and icons.count("?") == len(told) and len(whole) in ICONS_ON_A_CARD:
            named[card.corners] = whole
    return named


def _list_said(review: Review, photo: KeptPhoto) -> Mapping[Corners, list[tuple[KindIcon, str]]]:
    """Return the icons of cards, by their corners, and what each is; ``?`` where the answers do not name it."""
    said: dict[Corners, list[tuple[KindIcon, str]]] = {}
    for kind in list_kinds(review, photo):
        for icon in kind.icons:
            said.setdefault(icon.corners, []).append((icon, kind.said if kind.said in set(Category) else "?"))
    return said


def _put_in_order(icons: Sequence[tuple[KindIcon, str]]) -> str:
    """Return what icons of a card are, in the order of their places."""
    places = [_find_shares(icon) for icon, _ in icons]
    return "".join(icons[index][1] for index in order_places(places)) if icons else ""


def _find_shares(icon: KindIcon) -> tuple[float, float]:
    """Return where an icon is on its card, in shares of its width and height."""
    (left, top), (right, bottom), _, (low_x, low_y) = icon.corners
    ax, ay, bx, by, x, y = right - left, bottom - top, low_x - left, low_y - top, icon.x - left, icon.y - top
    area = ax * by - ay * bx
    return (x * by - y * bx) / area, (y * ax - x * ay) / area


def _sort_codes(named: Mapping[Corners, str]) -> Mapping[Corners, str]:
    return {corners: "".join(sorted(icons)) for corners, icons in named.items()}


def agrees(review: Review, photo: KeptPhoto, again: TakenPhoto) -> bool:
    """Whether a photo that was read again shows what the answers say of it.

    Otherwise nothing of use was learned, as where the icons of a printing are arranged in a way that cannot be learned.
    """
    review = restore_cards(review, photo)
    named = _sort_codes(name_icons(review, photo))
    fresh = _list_fresh(photo, again)
    same = [find_same(card, fresh) for card in review.cards if card.photo == photo.number and card.corners in named]
    said = [named[card.corners] for card in review.cards if card.photo == photo.number and card.corners in named]
    right = sum(one is not None and _find_icons(one.read) == icons for one, icons in zip(same, said, strict=True))
    return right >= MIN_AGREEING * len(said)


def merge_again(review: Review, photo: KeptPhoto, again: TakenPhoto) -> Review:
    """Return a review with the cards of a photo as they were read again, from a copy that may be smaller.

    What a person settled stays, and so does a letter or number that was sure. Icons that are not what the answers make
    of them are doubtful.
    """
    review = restore_cards(review, photo)
    fresh_cards = _list_fresh(photo, again)
    named = _sort_codes(name_icons(review, photo))

    def merge(card: PhotoCard) -> PhotoCard:
        if card.photo != photo.number:
            return card
        fresh = find_same(card, fresh_cards)
        merged = _merge(card, fresh, named.get(card.corners, ""))
        return replace(
            merged,
            row=card.row,
            column=card.column,
            corners=card.corners,
            chosen=card.chosen,
            # What was learned of this photo confirms nothing of it.
            is_unconfirmed=card.is_unconfirmed,
        )

    taught = tuple(sorted({*review.taught, photo.number}))
    return replace(review, cards=tuple(map(merge, review.cards)), taught=taught)


def _see(card: PhotoCard, named: str) -> SeenCard | None:
    parts = split_card(card.text)
    if not parts:
        return None
    sure = (card.chosen is not None or not _has_open_name(card)) and "?" not in (parts[Part.LETTER], parts[Part.NUMBER])
    name = (parts[Part.LETTER], int(parts[Part.NUMBER])) if sure else None
    icons = parts[Part.ICONS]
    told = icons if card.chosen is not None or Part.ICONS not in card.doubts else named
    in_order = told == named and not _find_icons(card.read).strip(UNREAD)
    a, b, c, d = card.corners
    return SeenCard((a, b, c, d), name, "" if "?" in told else told, in_order)


def _find_icons(text: str) -> str:
    return split_card(text).get(Part.ICONS, "")


def _list_fresh(photo: KeptPhoto, again: TakenPhoto) -> list[PhotoCard]:
    """List the cards that were read again, their corners in pixels of the photo."""
    scale = photo.width / again.width
    return [
        replace(card, corners=tuple((x * scale, y * scale) for x, y in card.corners))
        for card in list_read_cards(again.reading, photo.number)
    ]


def find_same(card: PhotoCard, others: Sequence[PhotoCard]) -> PhotoCard | None:
    """Return the card that was found where one was before: its middle is less than half a card's width away."""
    (left, top), (right, bottom) = card.corners[:2]
    near = ((right - left) ** 2 + (bottom - top) ** 2) / 4
    best = min(others, key=lambda other: _measure_apart(card, other), default=None)
    return best if best is not None and _measure_apart(card, best) < near else None


def _measure_apart(one: PhotoCard, other: PhotoCard) -> float:
    (x, y), (a, b) = ([sum(point[axis] for point in card.corners) / 4 for axis in (0, 1)] for card in (one, other))
    return (x - a) ** 2 + (y - b) ** 2


def _merge(card: PhotoCard, fresh: PhotoCard | None, named: str) -> PhotoCard:
    before, after = split_card(card.read), split_card(fresh.read) if fresh else {}
    if not after or fresh is None:
        return _fill(card, before, named)
    was_sure = bool(before) and "?" not in (before[Part.LETTER], before[Part.NUMBER]) and not _has_open_name(card)
    letter, number = (before if was_sure else after)[Part.LETTER], (before if was_sure else after)[Part.NUMBER]
    doubts = [part for part in fresh.doubts if part not in _NAMES or not was_sure]
    icons, candidates = after[Part.ICONS], list(fresh.candidates)
    if "?" in icons and named:
        icons, doubts = named, [*doubts, Part.ICONS]
    elif named and icons != named:
        doubts, candidates = [*doubts, Part.ICONS], [write_reading(letter, number, named), *candidates]
    read = write_reading(letter, number, icons)
    return replace(
        fresh,
        read=read,
        doubts=tuple(part for part in Part if part in doubts),
        reasons=tuple(reason for reason in fresh.reasons if reason.part in doubts),
        candidates=tuple(dict.fromkeys(text for text in candidates if text != read)),
    )


def _has_open_name(card: PhotoCard) -> bool:
    return bool(set(card.doubts) & {*_NAMES, Part.CELL})


def _fill(card: PhotoCard, parts: Mapping[Part, str], named: str) -> PhotoCard:
    if not named or not parts:
        return card
    doubts = tuple(part for part in Part if part in card.doubts or part is Part.ICONS)
    return replace(card, read=write_reading(parts[Part.LETTER], parts[Part.NUMBER], named), doubts=doubts)
