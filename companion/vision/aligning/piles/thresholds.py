"""Every threshold of finding the cards of splayed piles: one frozen value per stage, in the units that lines say."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ColumnThresholds:
    """Following the columns of a splayed pile from band to band (``columns``).

    Lengths are in card heights unless said otherwise.
    """

    min_heat: float = 0.35
    """Heat of letter and number of a card. Of 190 bands cropped by the truth nine in ten are above 0.7; where no band
    is, one in ten is above 0.2."""
    least_heat: float = 0.22
    """The same where the print of open cards is faint, too."""
    faint_share: float = 0.5
    """Heat of a band, as a share of that of open cards, from which on there is a card then."""
    step: float = 0.06
    """Step of the search for the next band."""
    min_distance: float = 0.12
    """Where the search begins."""
    max_distance: float = 1.02
    """How far it goes while nobody knows how far apart cards lie."""
    batch: int = 4
    """How many places are tried at once."""
    print_reach: float = 0.055
    """How far from its place print may stand in a card tried."""
    missing_ratio: float = 1.6
    """From how many usual steps on a card is missing between two."""
    expected_heat: float = 0.12
    """Heat that such a missing card must have."""
    same_distance: float = 0.1
    """Cards nearer than this are one."""
    column_distances: tuple[float, ...] = (1.05, 1.16)
    """How far the next column is, in card widths."""
    column_reach: float = 0.21
    """How far up and down a band of it is searched for."""
    column_tolerance: float = 0.4
    """How far from where the next column should be, in card widths, a known card lies in it."""
    max_drift: float = 0.35
    """How far aside the next card of a column may lie, in card widths."""
    same_across: float = 0.3
    """Cards nearer than ``same_distance`` are one if they are also nearer than this across, in card widths."""


COLUMNS = ColumnThresholds()


@dataclass(frozen=True, slots=True)
class PileThresholds:
    """Assembling a splayed pile (``pile``)."""

    sides_px: tuple[tuple[int, ...], ...] = ((512, 720), (256, 384), (1024, 1440))
    """Longest sides of the image at which open cards are detected; smaller and larger ones only where nothing was."""
    card_widths_px: tuple[float, ...] = (60.0, 74.0)
    """Widths of a card at which detection is best, once the width of cards is known."""
    min_confidence: float = 0.3
    """Confidence from which a detection may be an open card; print decides."""
    faint_confidence: float = 0.1
    """The same where nothing is found otherwise: a lone open card on a table much like it, say."""
    open_confidence: float = 0.6
    """Confidence from which a detection that is as large as the others is an open card, however faint its print."""
    max_size_ratio: float = 1.25
    """How many times as wide as the others an open card may look."""
    max_corner_distance: float = 0.3
    """How far corners of one card may be apart at two scales, in card widths."""
    corner_sigma: float = 0.05
    """Error of the corners of open cards, in card widths."""
    print_sigma: float = 0.012
    """Error of print, in card widths."""
    max_covered_step: float = 1.12
    """How far below, in heights of what was detected of a card, one begins that may lie on its foot."""
    refinements: int = 2
    """How often all cards are fitted to one plane, and cropped as they lie there."""
    min_spacing: float = 0.62
    """How much nearer than usual the next card of a column may lie: bands are left a little more than their height."""
    max_step_ratio: float = 1.4
    """How many usual steps apart cards of a column may lie."""
    max_gap: float = 1.9
    """How far apart, in card heights, cards may lie in a column that covers nothing there."""
    min_end_heat: float = 0.4
    """Heat, as a share of the median, of a column's first and last card."""
    far_heights: float = 20.0
    """From where on (in card heights) a card hides nothing of another."""
    edge_width: float = 0.06
    """How broad its edges are drawn, in card widths: they are blurred, and not where they were thought."""
    max_rounds: int = 6
    """How often the pile is gone over for what was missed."""
    max_columns: int = 24
    """More columns are a mistake."""
    told_px: int = 1200
    """Longest side of the copy of a photo by which a pile is told from a shelf."""
    max_told_pixels: int = 13_000_000
    """Pixels of a photo from which on it is not looked at for a pile in place of a shelf."""
    turns: tuple[int, ...] = (0, 2, 1, 3)
    """In which orientations (quarter turns) a pile is looked for, in this order."""
    min_cards: int = 6
    """How many cards settle the orientation."""
    visible_quantile: float = 0.1
    """Quantile of the steps down a column that is the share of a covered card in sight."""
    min_whole_step: float = 0.85
    """From how many card heights on the next card of a column covers nothing of the one above."""
    max_covered_share: float = 0.2
    """Share of cards covered, up to which all of them are laid out as a shelf."""
    lowest_icon: float = 0.75
    """How far down, in card heights, an icon may stand on cards that can be covered at all."""
    min_shelf_cards: int = 3
    """How many cards it takes to say so."""
    default_icon_height: float = 0.1
    """Icon height where no icon is seen, in shares of the card's height."""


PILES = PileThresholds()
