"""Weights of the logistic regressions that a photo's icons are judged by, and the log odds from which on they count."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class PrintFitThresholds:
    """Whether a photo's icons are printed as a design has them (``print_fit``).

    The weights are those of a logistic regression that ``python -m bench.lessons.fits.prints`` fits.
    """

    design: str = "default"
    """The design whose photos the regression was fitted to."""
    ridge: float = 2.0
    """What holds the affine map of colors, per icon, in squares of a and b of Lab."""
    least: float = 0.003
    """What is added to a share, or is the least of one, before its log is taken."""
    least_disagreeing: float = 0.02
    """The same for the share of icons that codes take for others."""
    prior_icons: int = 4
    """How many icons, as usual for the design, are weighed with those of the photo."""
    usual: tuple[float, ...] = (4.55, -2.45, -4.85, 0.0, -3.91)
    """The measures of the design's own photos: medians."""
    weights: tuple[float, ...] = (0.89, -0.89, -0.52, -3.13, -2.43)
    """What each measure adds to the log odds, per unit, fitted to 216 photos, sharp, blurred, noisy and dark."""
    bias: float = 3.05
    """The log odds of a photo as usual."""
    doubtful_log_odds: float = -1.6
    """Log odds below which no icon of a photo is sure: -0.84 at least on the 108 photos of the default face among them,
    -2.3 at most on printings that resemble it in shape or in color, and -2.8 to 2.5 where one icon of six differs.
    Another photo of the default face, in which three icons of a card lie under glare, has -1.42."""
    foreign_log_odds: float = -2.0
    """Log odds below which the photo shows another printing, which a lesson may teach."""


PRINT_FIT = PrintFitThresholds()


@dataclass(frozen=True, slots=True)
class IconCountThresholds:
    """Where icons stand on pictures, and whether as many were read as are printed there (``icon_counts``).

    The weights are those of a logistic regression, of 2026-11-28: each printing by that of the others, 14 of 1,412
    places are taken for what they are not. ``python -m bench.lessons.fits.counts`` fits such weights to printings of
    which lessons of taps were taken, most of them with plates: 1.15, 0.63 and -2.19 to 1,502 places of seven, three of
    which they surely take for what they are not.
    """

    heat_weight: float = 1.38
    """What the log odds of the heat add to those of an icon."""
    least_heat: float = 0.002
    """The least heat that counts, and the least that is lacking of 1."""
    code_weight: float = 0.51
    """What the log odds by codes add."""
    bias: float = 3.4
    """Log odds at even heat of a place of which codes know nothing."""
    shared_distance: float = 0.9
    """How near (icon heights) two places are of which one icon can be at one only."""
    min_bare_places: int = 5
    """How many bare places of a photo tell how they look there."""
    max_bare_log_odds: float = -5.0
    """Log odds of a bare place from which on an icon may be there; where there are no others to compare with."""
    max_coded_log_odds: float = -8.0
    """The same by codes alone, where icons stand on a ground: of 1,200 cards of ten development printings whose icons
    were read right and sure none has more; one that was half on a dark spine, and not read, had -5.6."""
    max_spreads: float = 3.0
    """The same beyond the photo's median, in units of their median absolute deviation; 0 at most."""
    least_spread: float = 1.0
    """That deviation at least."""
    many_strays: int = 5
    """At how many spots off the design's places most cards of a photo show what may be an icon, where their pictures
    are full of it. An icon that nobody knows of is one more or two."""
    doubtful_confidence: float = 0.6
    """Most confidence in the icons of such a card."""
    unread_reach: float = 2.2
    """How near (in icon heights) to an icon that was read another one stands."""
    unread_off: float = 0.75
    """How far (in icon heights) it may be from one of the design's places: farther off, it is part of a picture or of
    a pattern. Of two development printings a pattern and spines had made 12 of 27 cards of two photos doubtful."""
    unread_log_odds: float = 5.0
    """Log odds of one more icon on a ground where the network saw one, and of none where it did not."""


ICON_COUNTS = IconCountThresholds()


@dataclass(frozen=True, slots=True)
class CertaintyThresholds:
    """Whether a card's icons are sure though some rule doubts them (``certainty``).

    The weights are those of a logistic regression that ``python -m bench.lessons.fits.certainty`` fits.
    """

    weights: tuple[float, ...] = (-0.82, 1.09, 0.69, 0.26, 0.77, 0.29)
    """What each measure adds to the log odds, per unit."""
    bias: float = 1.33
    """Log odds where all measures are 0."""
    sure_log_odds: float = 3.0
    """Log odds from which on a card's icons are sure."""
    confidence: float = 0.95
    """Confidence in them then."""
    least_chance: float = 0.001
    """Least probability of a set of icons, or of any other, that is told apart."""
    min_known: float = 0.4
    """Probability by codes that an icon is known, or its correlation with its category, that there must be."""
    max_bare_log_odds: float = -11.0
    """Log odds by codes of an icon on a bare place that is far from others, from which on there may be one. Of cards of
    19 development printings an icon half on a band and half on a dark spine had -9.7, and bare places -12 to -17."""
    max_other_count: float = 0.02
    """Probability from which on a card may have another number of icons: of two such cards one had."""


CERTAINTY = CertaintyThresholds()


@dataclass(frozen=True, slots=True)
class ConfusionThresholds:
    """Whether one category of a photo passes for another (``confusions``)."""

    least_chance: float = 0.001
    """Chance of so few icons beside so many, if either were as likely, below which the few are lacking."""
    clear_lead: float = 12.0
    """Log odds by codes from which on an icon is no other. In a photo of a development printing in which 19
    icons of one category looked like another the lead was 0.3 to 9.2."""
    doubtful_confidence: float = 0.6
    """Most confidence in the icons of such a card."""


CONFUSIONS = ConfusionThresholds()
