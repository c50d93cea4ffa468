"""What a printing looks like, learned from cards of which nothing is confirmed but the categories of their icons."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from ..crops import crop_cards
from ..designs.card_design import CardDesign
from ..game_rules import GameRules
from ..geometry import BgrImage, Quad, as_quad
from ..photos.decoding import decode_photo
from ..photos.exposure import even_exposure
from .design_learning import learn_design, put_in_order
from .icons.icon_codes import add_codes
from .icons.icon_places import DesignError
from .lessons import ConfirmedCard, Lesson, describe_cards
from .thresholds import LOOKS

_UNNAMED = "", 0


@dataclass(frozen=True, slots=True)
class SeenCard:
    """A card face up, where it is in the photo, and what is known of it."""

    corners_px: Quad
    name: tuple[str, int] | None
    """Letter and number, if they are sure."""
    icons: str
    """Category codes; nothing where not all of them are known."""
    in_order: bool = False
    """Whether they are in the order of the icons' places."""


def crop_copy(picture: bytes, width: float, quads: Sequence[Quad]) -> list[BgrImage]:
    """Return cards cut out of a ``picture``, by their corners in an image ``width`` pixels wide of which it is a copy.

    Raises ``PhotoError``.
    """
    image = decode_photo(picture).image
    share = image.shape[1] / width
    copies = [as_quad(np.array(quad) * share) for quad in quads]
    return crop_cards(even_exposure(image, copies), copies)


def learn_looks(
    picture: bytes, width: float, cards: Sequence[SeenCard], rules: GameRules, design: CardDesign | None = None
) -> Lesson:
    """Take a lesson from a photo that nobody has confirmed; ``design`` is what is known of the printing.

    Corners are those in an image ``width`` pixels wide, of which ``picture`` is a copy. The lesson tells what print
    looks like and where it is, but not which cards there are: of a card without a sure name, neither letter nor number
    is learned, and no card is recognized by it. Raises ``PhotoError``, and ``DesignError`` where nothing can be
    learned, or where the cards have too few icons to be those of a box: some were not noticed.
    """
    crops = crop_copy(picture, width, [card.corners_px for card in cards])
    confirmed = [
        ConfirmedCard(crop, *(card.name or _UNNAMED), card.icons) for crop, card in zip(crops, cards, strict=True)
    ]
    lesson = describe_cards(confirmed, rules, design)
    _refuse_few([len(card.icons) for card in cards if card.icons], rules)
    named = np.array([card.name is not None for card in cards])[:, None]
    taken = replace(
        lesson,
        letter_embeddings=np.where(named, lesson.letter_embeddings, np.float32(0)),
        number_chances=np.where(named, lesson.number_chances, np.float32(0)),
        is_whole=False,
        in_order=all(card.in_order for card in cards if card.icons),
    )
    return add_codes(taken, rules)


def order_as_named(lesson: Lesson, looks: Lesson, rules: GameRules) -> Lesson:
    """Return a lesson of confirmed cards with the icons of each in the order of their places.

    ``looks`` is the lesson of the same photo whose icons were named one by one, which tells the order. Where not all
    icons of a card were seen, or not as they were confirmed, what was named on the others tells it. Nothing changes if
    ``looks`` has no order, or if most cards were confirmed with other icons: then they were named wrongly.
    """
    if lesson.in_order or not looks.in_order:
        return lesson
    try:
        ordered = put_in_order(lesson, learn_design("named", [looks], rules), rules)
    except DesignError:
        return lesson
    cards, named = [], 0
    for (letter, number, icons), told in zip(ordered.cards, _pair_cards(ordered.cards, looks.cards), strict=True):
        is_same = sorted(told) == sorted(icons)
        cards.append((letter, number, told if is_same else icons))
        named += is_same and bool(icons)
    return replace(ordered, cards=tuple(cards)) if named >= LOOKS.min_named_share * len(cards) else lesson


def _pair_cards(confirmed: Sequence[tuple[str, int, str]], seen: Sequence[tuple[str, int, str]]) -> list[str]:
    """Return the icons that were named on each confirmed card; nothing where they were not.

    Both are in the order of the photo. A card whose letter or number was not sure when its icons were named lies
    between the same cards: it is the first there that is left with the same icons.
    """
    places = {card[:2]: place for place, card in enumerate(seen) if card[0]}
    told, taken, last = [], set[int](), -1
    for position, (letter, number, icons) in enumerate(confirmed):
        place = places.get((letter, number))
        if place is None:
            end = next((places[card[:2]] for card in confirmed[position + 1 :] if card[:2] in places), len(seen))
            between = [place for place in range(last + 1, end) if place not in taken]
            place = next((place for place in between if sorted(seen[place][2]) == sorted(icons)), None)
        else:
            last = place
        told.append("" if place is None else seen[place][2])
        taken |= set() if place is None else {place}
    return told


def _refuse_few(counts: Sequence[int], rules: GameRules) -> None:
    """Refuse cards that have too few icons to have been dealt from a box; raise ``DesignError``."""
    if not counts:
        return
    # No distribution between these limits with this mean has more variance (Bhatia and Davis 2000).
    variance = (rules.max_icons - rules.mean_icons) * (rules.mean_icons - rules.min_icons)
    error = float(np.sqrt(variance / len(counts)))
    if float(np.mean(counts)) < rules.mean_icons - LOOKS.max_mean_errors * error:
        raise DesignError(f"{sum(counts)} icons on {len(counts)} cards")
