"""Reading the cards of a shelf whose places are known: which side is up, letter, number, icons."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from ..aligning.covered_cards import covers_others
from ..aligning.orientation import RectifiedShelf, rectify_shelf
from ..aligning.outliers import Inliers, reject_outliers, shows_print
from ..aligning.piles.hidden_parts import find_hidden
from ..aligning.piles.pile import Pile
from ..aligning.piles.pile_or_shelf import is_splayed
from ..aligning.print_locations import NO_FRONT
from ..aligning.rectification import list_fronts, match_design
from ..aligning.thresholds import RECTIFICATION
from ..designs.card_design import NO_BACKS, CardDesign
from ..detecting.continuation import is_pattern
from ..detecting.protocols import PlacedCard
from ..doubts import Cause
from ..game_rules import GameRules
from ..geometry import BgrImage, DetectedCard, FloatArray
from ..problems import Problem
from ..readings import Face, ReadCard
from .backs import find_backs
from .card_matching import KnownCards, match_known_cards
from .card_readings import doubt_misfit, doubt_odd_fonts, read_back, read_front, read_unknown
from .glyphs import Glyphs, list_plain_letters, read_glyphs
from .icons.icon_reader import read_icons
from .icons.judging.print_fit import is_fitted
from .joint_inference import CardPosterior, infer_shelf
from .memory import recall_icons, suspect_deck, weigh_memory
from .missed_backs import find_hidden_places, find_missed_backs
from .protocols import CardMatcher, PrintReader
from .thresholds import BACKS, CONFIDENCE, READER, ConfidenceThresholds


@dataclass(frozen=True, slots=True)
class Box:
    """What is known of the cards before a photo is read."""

    letters: tuple[str, ...]
    """Of the edition, in the order of the check."""
    rules: GameRules
    counts: Mapping[str, int] = field(default_factory=dict)
    """How many cards a letter has, where that is known."""
    design: CardDesign | None = None
    known: KnownCards | None = None


@dataclass(frozen=True, slots=True)
class ShelfRead:
    """The cards of a shelf in the order of the check, and whether the photo has to be turned by a half for them."""

    cards: tuple[ReadCard, ...]
    upside_down: bool
    design_fits: bool
    print_fits: bool = True
    """Whether most cards that do not lie face down could be read."""
    mistaken: Problem | None = None
    """What the photo shows, where it is a pile that was read as a shelf, or a shelf as a pile."""


@dataclass(frozen=True, slots=True)
class Readers:
    """The parts of reading that can be swapped, and what turns posteriors into confidences."""

    read_print: PrintReader = read_glyphs
    match_cards: CardMatcher = match_known_cards
    confidence: ConfidenceThresholds = CONFIDENCE


DEFAULT_READERS = Readers()


def read_cards(
    image: BgrImage,
    cells: Sequence[PlacedCard],
    box: Box,
    *,
    beside: Sequence[DetectedCard] = (),
    plain: bool = True,
    readers: Readers = DEFAULT_READERS,
) -> ShelfRead:
    """Read the cards of an upright photo, or of one that stands upside down.

    Corners stay those of ``image``; where the shelf is upside down, rows and columns are counted from the other end,
    and the corners' names follow the cards. Detections that turn out to be no cards are left out, and all where the
    shelf was not clear (``plain``) and hardly any shows print, or where nothing that was read confirms what may as well
    be a pattern of the table. Those ``beside`` the shelf that fill a place of a row are added, and doubtful.
    """
    if not cells:
        return ShelfRead((), upside_down=False, design_fits=True)
    backs = box.design.backs if box.design is not None else NO_BACKS
    shelf = rectify_shelf(image, cells, box.design)
    read = _read_rectified(image, shelf, box, backs, readers, beside=beside, plain=plain)
    if read.design_fits or shelf.moved <= RECTIFICATION.max_misfit_move:
        return read
    # Their corners were moved to where another printing has its print, and the last icons may lie outside of them.
    shelf = rectify_shelf(image, cells, None)
    again = _read_rectified(image, shelf, replace(box, design=None), backs, readers, beside=beside, plain=plain)
    return replace(again, design_fits=False)


def _read_rectified(
    image: BgrImage,
    shelf: RectifiedShelf,
    box: Box,
    backs: FloatArray,
    readers: Readers,
    *,
    beside: Sequence[DetectedCard],
    plain: bool,
) -> ShelfRead:
    knows_backs = len(backs) > 0 and box.design is not None and not is_fitted(box.design)
    inliers = reject_outliers(image, shelf.seen, shelf.places, box.rules, knows_backs=knows_backs)
    if not inliers.cards or (not plain and not shows_print(inliers.maps)):
        return ShelfRead((), upside_down=False, design_fits=True)
    cards, fits = _read_upright(inliers, box, backs, readers)
    if not _is_shelf(image, inliers, cards, plain=plain):
        return ShelfRead((), upside_down=False, design_fits=True)
    if not is_legible(cards):
        # Of backs, too, nobody knows where they lie: what tells which way up a shelf lies is its print.
        return ShelfRead(tuple(map(doubt_misfit, cards)), shelf.upside_down, fits, print_fits=False)
    mistaken = Problem.PILE_AS_SHELF if covers_others(image, inliers.cards, inliers.maps) else None
    every = _add_missed(image, inliers, cards, backs, beside)
    return ShelfRead(every, shelf.upside_down, fits, mistaken=mistaken)


def _add_missed(
    image: BgrImage,
    inliers: Inliers,
    cards: Sequence[ReadCard],
    known: FloatArray,
    beside: Sequence[DetectedCard],
) -> tuple[ReadCard, ...]:
    """Return cards with those that detection missed, all of which are doubtful, in the order of the check."""
    bare = [index for index, card in enumerate(cards) if card.face is not Face.UP]
    found = find_missed_backs(image, inliers.cards, bare, known, beside)
    missed = [read_back(one, BACKS.unknown_confidence) for one in found]
    missed += [read_unknown(one, (Cause.GLARE,)) for one in find_hidden_places(image, [*inliers.cards, *found])]
    first = min((card.column for card in (*cards, *missed)), default=0)
    numbered = [replace(card, column=card.column - min(first, 0)) for card in (*cards, *missed)]
    return tuple(sorted(numbered, key=lambda card: (card.row, card.column)))


def _is_shelf(image: BgrImage, inliers: Inliers, cards: Sequence[ReadCard], *, plain: bool) -> bool:
    """Return whether cards are a shelf: one of them was read, or they are clear and no pattern of the table.

    Of a doubtful shelf at least a letter must have been read: what looks like print is anywhere.
    """
    if any(card.face is Face.DOWN or (card.letter is not None and card.number is not None) for card in cards):
        return True
    return (plain or any(card.letter is not None for card in cards)) and not is_pattern(image, inliers.cards)


def read_pile_cards(pile: Pile, box: Box, *, readers: Readers = DEFAULT_READERS) -> ShelfRead:
    """Read the cards of a splayed pile, all of which lie face up."""
    fronts = list(range(len(pile.seen)))
    inliers = Inliers(pile.seen, pile.places, ((),) * len(pile.seen))
    cards, fits = _read_fronts(inliers, fronts, box, readers, pile)
    mistaken = None if is_splayed(pile, box.design) else Problem.SHELF_AS_PILE
    return ShelfRead(tuple(cards[index] for index in fronts), upside_down=False, design_fits=fits, mistaken=mistaken)


def _read_upright(inliers: Inliers, box: Box, known_backs: FloatArray, readers: Readers) -> tuple[list[ReadCard], bool]:
    fronts_read, fits = _read_fronts(inliers, list_fronts(inliers.maps), box, readers)
    # The net may take a back for a front: of either, no print is made out.
    bare = [index for index in range(len(inliers.cards)) if not _has_print(fronts_read.get(index))]
    lettered = [card for card in fronts_read.values() if card.letter is not None]
    named = [index for index, card in fronts_read.items() if card.letter is not None and card.number is not None]
    if len(named) < READER.min_legible_share * len(lettered):
        # Tiles with a sign in a corner, say: of a few that are alike nobody knows that they show their backs.
        named = []
    crops = [one.crop for one in inliers.cards]
    cards = _join_sides(inliers, fronts_read, find_backs(crops, bare, named, known_backs))
    if not is_legible(cards):
        # Out of focus, fronts look alike too: what is like no known back may be one of them.
        cards = _join_sides(inliers, fronts_read, find_backs(crops, bare, [], known_backs))
    return cards, fits


def _has_print(card: ReadCard | None) -> bool:
    return card is not None and not (card.letter is None and card.number is None)


def _join_sides(inliers: Inliers, fronts_read: Mapping[int, ReadCard], backs: Sequence[int]) -> list[ReadCard]:
    """Return all cards: those that were read, the backs, and those of which neither side was made out."""
    together = dict(fronts_read)
    for index, (one, causes) in enumerate(zip(inliers.cards, inliers.causes, strict=True)):
        if index in backs:
            together[index] = read_back(one, float(inliers.maps.sides[index, NO_FRONT]), causes)
        elif index not in together:
            together[index] = read_unknown(one, causes)
    return [together[index] for index in range(len(inliers.cards))]


def is_legible(cards: Sequence[ReadCard]) -> bool:
    """Return whether enough of a photo's cards could be read for anything of it to be sure, but for the backs."""
    open_ = [card for card in cards if card.face is not Face.DOWN]
    return sum(card.letter is not None for card in open_) >= READER.min_legible_share * len(open_)


def _read_fronts(
    inliers: Inliers, fronts: list[int], box: Box, readers: Readers, pile: Pile | None = None
) -> tuple[dict[int, ReadCard], bool]:
    """Read cards face up; those of a ``pile`` hide parts of each other, and lie in no order."""
    seen, places = inliers.cards, inliers.maps
    design, prints = match_design(places, fronts, box.design)
    crops = [seen[index].crop for index in fronts]
    hidden = find_hidden(pile.seen) if pile else None
    known = box.known or KnownCards({})

    def read_print(design: CardDesign | None) -> tuple[Glyphs, list[CardPosterior], FloatArray]:
        """Return the print of a design, what cards are by it alone, and the chance that each can be read."""
        regions = [one.letter for one in prints], [one.number for one in prints]
        glyphs = readers.read_print(crops, *regions, box.letters, design, box.rules)
        alone = infer_shelf(glyphs, box.counts, box.rules.prior, in_order=pile is None) if known.icons else []
        return glyphs, alone, np.asarray(1 - np.maximum(glyphs.nothing, glyphs.no_number), np.float32)

    read: dict[int, ReadCard] = {}
    steepness: list[float] = []
    if fronts:
        # Names come first where a deck remembers what bears them; print of another design is read anew.
        in_print = read_print(design) if known.icons else None
        remembered = recall_icons(*in_print[1:], known.icons) if in_print else []
        seen_icons = read_icons(crops, prints, design, box.rules, hidden, remembered)
        icons = seen_icons.icons
        if not seen_icons.of_design and design is not None:
            design, in_print = None, None
        glyphs, alone, legible_chances = in_print or read_print(design)
        other_box = suspect_deck(icons, remembered) if remembered and pile is None else 0.0
        card_prior = readers.match_cards(crops, icons, known, pile.visible if pile else None)
        decided = infer_shelf(glyphs, box.counts, box.rules.prior, card_prior, in_order=pile is None)
        if alone:
            decided = weigh_memory(alone, decided, legible_chances, card_prior)
        for place, (index, posterior) in enumerate(zip(fronts, decided, strict=True)):
            likeliest = posterior.hypotheses[0].letter, posterior.hypotheses[0].number
            legible = card_prior.support(place, likeliest, 1 - float(glyphs.nothing[place]))
            counted = card_prior.support(place, likeliest, 1 - float(glyphs.no_number[place]))
            # A card of a pile was found by its print: whether the rest looks like a front does not matter.
            front = 1 - float(places.sides[index, NO_FRONT]) if pile is None else 1.0
            read[index] = read_front(
                seen[index],
                (front, inliers.causes[index]),
                posterior,
                (legible, counted),
                float(glyphs.number_steepness[place]),
                icons[place],
                known.icons,
                readers.confidence,
                other_box,
                is_own_font=design is not None and is_fitted(design),
            )
            steepness.append(float(glyphs.number_steepness[place]))
    # While some letters have no sample, one of those may be taken for any other.
    is_odd, plain = False, None
    is_taught = design is not None and (design.has_odd_font or design.letters)
    if fronts and design is not None and is_taught and not {*box.letters} <= {*design.letters}:
        is_odd = design.has_odd_font
        # Where numbers are odd as well, a card is as doubtful as its number.
        names = [None if is_odd and design.has_odd_numbers else one.letter for one in read.values()]
        plain = list_plain_letters(glyphs, names, design)
    told = doubt_odd_fonts([*read.values()], np.array(steepness, np.float32), plain, is_odd=is_odd)
    return dict(zip(read, told, strict=True)), design is not None or box.design is None
