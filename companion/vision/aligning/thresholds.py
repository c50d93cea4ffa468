"""Every threshold of aligning the cards of a shelf, one frozen value per stage, in the units that each line says."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class PrintThresholds:
    """Where letter, number and icons stand on cropped cards (``print_locations``).

    Cells are those of the network's heatmaps.
    """

    max_offset_cells: float = 4.0
    """Reach (Gaussian) around the common place: corners are off by up to 9 % of a card's width (1 in 20), four cells;
    half of them by less than 1.5."""
    design_reach_cells: float = 9.0
    """How far from a design's own places print is looked for at all."""
    min_common_heat: float = 0.02
    """Mean heat below which the design's own place stands."""
    max_tops: int = 3
    """How many peaks of the mean heat may be where letter or number stands."""
    min_heat: float = 0.08
    """Heat below which a card's print is taken to stand at the common place."""
    min_icon_heat: float = 0.35
    """Heat of a peak that is an icon, where their number is unknown."""
    min_voted_icon_heat: float = 0.2
    """The same where other cards plainly have an icon. With it and without what is on letters or numbers, the icons of
    416 of 467 cards of 13 development printings are counted right, 395 before."""
    vote_reach: float = 0.35
    """How near to theirs it must be, in icon heights."""
    min_votes: int = 2
    """How many of them it takes."""
    min_counted_icon_heat: float = 0.15
    """The same where it is known how many there are."""
    certain_icons: int = 2
    """How many icons each card has at least: the heat of the last of these tells how plain a photo's icons are."""
    plain_icon_heat: float = 0.7
    """That heat, on half of the cards, below which less is asked of icons, in proportion."""
    least_icon_heat: float = 0.12
    """Heat that is asked of them in any case."""
    icon_spacing: float = 0.6
    """Non-maximum suppression: least distance of two icons, in icon heights."""
    sized_icon_heat: float = 0.5
    """Heat of the cells whose predicted icon size counts."""
    default_icon_px: float = 24.0
    """Icon height where no icon is seen, in pixels of the network's crop."""


PRINTS = PrintThresholds()


@dataclass(frozen=True, slots=True)
class ArrangementThresholds:
    """The arrangement of icons that the cards of a photo have in common (``icon_arrangements``).

    Lengths are in icon heights. On 63 development printings the icons of 923 of 934
    cards are counted right, 882 card by card.
    """

    min_cards: int = 4
    """How many cards it takes to say so."""
    least_heat: float = 0.03
    """Heat below which nothing is a peak, and what is asked of an icon at least."""
    enough_heat: float = 0.35
    """Heat that is always more likely an icon than none."""
    usual_drop: float = 2.0
    """By how much an icon's log odds may be less than is usual on its card, for it to be as likely as none."""
    max_log_odds: float = 1.5
    """What the heat of one place can say for an icon, and against it."""
    max_card_log_odds: float = 3.0
    """What one card can say against an arrangement: as much as two places without icons."""
    reach: float = 0.3
    """How far from its place an icon may be, for its heat to count."""
    blur_cells: float = 0.9
    """How much farther, in cells of the heatmaps, for these are coarse."""
    beside_peaks: float = 0.5
    """Share of the heat that counts where no peak is within reach."""
    explained_reach: float = 0.45
    """The same, for its peak to be that icon's."""
    min_step: float = 0.9
    max_step: float = 3.0
    """From one icon to the next."""
    same_step: float = 0.12
    """By how much steps differ that are the same."""
    max_aside: float = 0.35
    """How far aside of a line its icons may be."""
    max_steps: int = 3
    """How many steps in each direction are tried."""
    same_origin: float = 0.2
    """How near to each other peaks are to begin at the same place."""
    max_origins: int = 60
    enough_explained: float = 0.98
    """Share of the peaks' evidence from which on a row or column is not compared with blocks. Where a block's second
    column lies on dark pictures, a column alone explained 0.93."""
    count_iterations: int = 3
    """How often it is measured at which places icons show less, and counted again."""
    min_shown: int = 3
    """How many cards must have an icon at a place to tell."""
    min_explained: float = 0.5
    """Share of the peaks' evidence that an arrangement must explain: else icons stand otherwise."""


ARRANGEMENTS = ArrangementThresholds()


@dataclass(frozen=True, slots=True)
class CorrespondenceThresholds:
    """Matching print to where it should be, and the errors assumed (``correspondences``)."""

    min_heat: float = 0.15
    """Heat from which letter and number are aligned by."""
    corner_sigma: float = 0.05
    """Error of corners, in card widths."""
    print_sigma: float = 0.012
    """Error of print, in card widths."""
    max_icon_offset: float = 0.06
    """How far from one of the design's places an icon belongs there, in shares of the card's size: less than half their
    distance."""


CORRESPONDENCES = CorrespondenceThresholds()


@dataclass(frozen=True, slots=True)
class OrientationThresholds:
    """Which way up cards lie (``orientation``)."""

    min_reversed: float = 0.8
    """Probability of an upside-down front from which on a single card is turned."""
    min_overlap: float = 0.06
    """How far it reaches over another card, in shares of its height, from which on its corners were found too low."""
    overlap_step: float = 0.02
    """The step, in the same shares, in which that is measured."""
    max_settled_move: float = 0.15
    """How far (in card widths) a card's corners may be moved before the ends of rows are looked at once more: those of
    one row were a quarter of a card aside, and so was the place beyond it."""


ORIENTATION = OrientationThresholds()


@dataclass(frozen=True, slots=True)
class RectificationThresholds:
    """Cropping cards anew until their print is where it should be (``rectification``)."""

    max_corner_move: float = 0.03
    """How far (in card widths) corners must move for a card to be cropped anew."""
    min_cards: int = 4
    """How many fronts make a common layout where no design is known."""
    max_alignments: int = 3
    """How often cards are cropped anew at most."""
    max_searches: int = 2
    """How often print is searched for aside at most."""
    max_design_offset: float = 0.16
    """How far (in shares of a card's size) print may stand from a design's places before it is held for another
    design."""
    max_aside: float = 0.5
    """How far aside, in card widths, all print may stand for the cards to be of the design and found aside, ..."""
    max_alike_offset: float = 0.05
    """... how far letter and number may be from as far aside, ..."""
    min_alike_share: float = 0.8
    """... and which share of the icons must be as far aside as the letter."""
    max_icon_offset: float = 0.1
    """How far (in shares of a card's size) from a design's places an icon may be seen before it stands elsewhere."""
    min_placed_icons: int = 6
    """How many icons it takes to say so of a photo."""
    min_placed_share: float = 0.5
    """Share of them below which the cards are of another design."""
    max_misfit_move: float = 0.02
    """How far (in card widths) corners may have been moved to where a design has its print if the cards turn out to be
    of another. Cards of two, three and four icons were moved by 0.047 and not alike, and of four centered icons the
    first was learned as its neighbor: 9 of 39 cards were misread after a lesson, and none since. From 0.13 on the last
    of four is cut off."""
    min_print_heat: float = 0.5
    """Heat below which a front's print is searched for aside."""
    min_heat_gain: float = 0.3
    """How much more heat it must have there."""
    min_clear_cards: int = 3
    """How many cards must show their print clearly for that."""
    search_steps: tuple[float, ...] = (-0.3, -0.2, -0.1, 0.0, 0.1, 0.2, 0.3)
    """How far to the side, in card widths: a ribbon's or a neighbor's edge may have passed for the card's."""


RECTIFICATION = RectificationThresholds()


@dataclass(frozen=True, slots=True)
class OutlierThresholds:
    """Which side of a card is up, and which detections are no cards (``outliers``). Distances are Euclidean, in Lab."""

    weak_confidence: float = 0.4
    """Detection confidence below which a card without print must have a back like another's."""
    weak_share: float = 0.65
    """Share of the typical confidence below which a card without print must have a back like another's."""
    strong_share: float = 0.75
    """Share from which on a back is one of those others. Of 900 backs none is below the one and unlike the other."""
    max_glare_share: float = 0.5
    """Share of a card under glare that hides which side is up."""
    rather_back: tuple[float, ...] = (0.51, 0.49, 0.0)
    """Probabilities (no front, upright, reversed) where the network saw a front without print."""
    rather_front: tuple[float, ...] = (0.49, 0.51, 0.0)
    """The same where it saw a back with print, or glare hides the side."""
    max_back_distance: float = 35.0
    """Distance of two backs of one deck at most: light falls on some, shadow on others."""
    min_foreign_distance: float = 50.0
    """Distance from all of several alike backs from which on something is no card, if it is also even."""
    max_foreign_texture: float = 15.0
    """How much such a lid or sheet of paper varies at most: glare and shadow on a back are not even. Of 700 backs on
    450 shelves none is so."""
    min_alike_backs: int = 2
    """How many backs must be alike to tell what others look like."""
    no_print_heat: float = 0.12
    """Highest heat of what is no front. On 460 shelves one of 5,446 fronts is below."""
    print_heat: float = 0.65
    """Highest heat from which on a card is a front. Of 728 backs none is above, the highest at 0.6."""
    shelf_print_heat: float = 0.3
    """Mean heat of print on the likeliest cards of a shelf. Networks for letters may not know a font and still see that
    there is print: of 60 shelves of unseen designs the weakest is at 0.56, of 100 bare tables the strongest at 0.13."""
    likeliest_share: float = 0.25
    """Which share of the cards these are: others lie face down or under glare."""
    back_probability: float = 0.5
    """Probability of no front from which on a card counts as face down."""


OUTLIERS = OutlierThresholds()


@dataclass(frozen=True, slots=True)
class CoveredThresholds:
    """Telling a splayed pile from a shelf by the print above its cards (``covered_cards``)."""

    distances: tuple[float, ...] = (0.3, 0.5)
    """How far above a card, in card heights, the crops begin in which print is looked for: that of another row is
    farther away."""
    max_cards: int = 4
    """Above how many cards it is looked for where there is some above the first."""
    min_own_heat: float = 0.5
    """Heat that a card's own letter and number must have."""
    min_heat: float = 0.3
    """Heat of letter and number above most of the cards from which on they lie on others. Above 139
    cards of 30 shelves it is at most 0.18, above 22 of 8 piles at least 0.6."""
    reach_cells: int = 2
    """How far letter and number may each be off, in cells of the network's heatmaps."""
    reach_across: float = 0.2
    """How far aside the card above may lie, in card widths."""


COVERED = CoveredThresholds()
