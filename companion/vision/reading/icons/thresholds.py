"""Thresholds of reading icons, one frozen value per stage, in the units that each line says."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class IconThresholds:
    """Classifying icons by template distance (``icon_classifier``).

    Distances are mean squares, in Lab with half the lightness.
    """

    min_visible: float = 0.15
    """Share of an icon that must be in sight for it to be classified."""
    sharpness: float = 5.0
    """Inverse softmax temperature of distances, in units of the design's spread."""
    min_alternative: float = 0.005
    """Probability from which on other icons are named."""
    max_offset: float = 0.45
    """How far from its place an icon may be detected, in icon heights."""
    max_distance: float = 300.0
    """Distance from which on icons are doubtful whichever they are nearest to."""
    dark_ground: float = 100.0
    """Lightness (0 to 255) from which on a ground tells all of what the light does to colors."""
    unsure_level: float = 40.0
    """Level (0 to 255) of a dark ground's color that tells half of what the light does to that color."""
    max_ground_color: float = 0.12
    """How far a corner may be from the common ground, as the log of a ratio, in color: ribbons and plates reach into
    corners."""
    max_ground_shade: float = 0.6
    """The same in lightness: shadows of arms fall across a card."""
    max_share_shade: float = 0.2
    """How far in lightness what still counts as ground may be from it, where it is asked whether there is one."""
    min_ground_share: float = 0.55
    """How much of what surrounds a card's icons has its color, in the median of a photo's cards: 0.73 at least on 15
    development printings with icons on bands, 0.38 at most on four with icons on pictures or across a band's edge."""
    ground_quantile: float = 0.75
    """Share of a photo's cards whose grounds must be of one color."""
    max_ground_difference: float = 0.05
    """How much a ground may differ from the usual in one channel, in the log of what the others leave of it: 0.02 at
    most on eight development printings with icons on bands, 0.07 and 0.42 on two with icons on pictures."""
    detected_log_odds: float = 3.5
    """Log odds of an icon where one is detected, and of none where none is, on printings that were learned. Of one
    whose lightest icons pass for a bare band 27 of 33 cards were right after a lesson, 30 are with 2.0 and all with
    3.5; nothing changes on 42 others."""
    min_gain: float = 0.3
    """Least gain that brings a ground to the design's."""
    max_gain: float = 8
    """Greatest such gain."""
    max_burnt_share: float = 0.6
    """Share of an icon's levels that a gain may burn out: of colored icons two of three channels at most."""
    ground_levels: tuple[float, float] = (0.03, 0.97)
    """Levels (0 to 1) that a ground has at least and at most where levels follow a power."""
    code_share: float = 1.0
    """What the log probabilities by codes count beside those by patches."""
    code_presence: float = 0.5
    """The same for whether there is an icon."""
    min_log_probability: int = -9
    """Log probability below which a category is not followed up."""
    max_sets: int = 40
    """Sets of icons that are followed up."""
    spacing: float = 0.6
    """Places nearer than this (in icon heights) exclude each other."""
    clear_distance: float = 0.75
    """How far from an icon (in icon heights) a bare place begins: what is nearer shows a part of that icon."""


ICONS = IconThresholds()


@dataclass(frozen=True, slots=True)
class InkShapeThresholds:
    """Telling icons of one ink apart by shape (``ink_shapes``)."""

    enlargement: int = 2
    """How many times as fine as patches shapes are compared."""
    radius: float = 0.26
    """Radius of the circle that counts, in shares of a patch's side: what is within the icon, without its rim, even
    where icons are smaller than they seem. Of 2,298 icons of 13 printings, 26 are taken for others, nearly all of them
    of two; 93 with 0.32, and 207 by distance."""
    plain_share: float = 0.2
    """Contrast within an icon beside that of all of it, below which it is plain, and its outline counts as well: a
    square has 0.05 to 0.14, icons of 18 other printings in one ink 0.28 to 1.28: outlines tell those worse apart."""
    whole_radius: float = 0.42
    """The radius of the circle that counts then."""
    code_share: float = 0.5
    """What the log probabilities by codes count beside shapes. Of 76 cards of two printings, 76 were right with 0.5
    after one photo and 73 with 1; of 109 of three printings in several inks 105 and 107."""
    code_share_alone: float = 0.2
    """The same where all categories are of one ink, and patches have no say at all. Of 2,621 icons of 15 development
    printings 43 are taken for others; 69 where patches have their full say, and codes half of one."""
    least_lack: float = 0.01
    """What correlations lack of 1, at least: differences count in units of it, as those of distances do."""


INK_SHAPES = InkShapeThresholds()


@dataclass(frozen=True, slots=True)
class IconReaderThresholds:
    """Reading the icons of a whole photo (``icon_reader``). Distances are those of ``IconThresholds``."""

    foreign_distance: float = 210.0
    """Distance of a photo's icons from which on they may well be another design's. Of 200 fresh shelves of the default
    design none is above, of 260 of others all but three."""
    doubt_factor: float = 0.88
    """Factor on the confidence in icons of another design, or under light: doubt."""
    max_lightness_ratio: float = 1.6
    """How many times as light as the others' a ground must be for light to lie on it."""
    burnt_level: float = 248.0
    """Level (0 to 255) of all channels of a ground that glare has burnt out."""
    burnt_lightness_ratio: float = 1.05
    """By how much lighter than the others' it must be."""
    paleness_power: float = 0.8
    """How distances grow with the share of color that a photo has lost: not fully, for its noise did not shrink."""
    distance_quantile: float = 0.3
    """Quantile of the cards' distances that speaks for the photo."""
    allowed_leads: tuple[float, ...] = (1.0, 6.0)
    """By how much (log probability by codes) a category may be less likely than the likeliest one for an icon to be of
    it where codes tell the light; what makes codes and patches agree most is taken."""


ICON_READER = IconReaderThresholds()


@dataclass(frozen=True, slots=True)
class CodeThresholds:
    """Classifying icons by codes (``code_classifier``). Likeness is the cosine of an embedding and a code.

    Figures are those of 20 development printings, 40 photos, of 2026-11-24.
    """

    sharpness: float = 60.0
    """Inverse softmax temperature of likeness, times the gain. With 50 none of 746 cards has wrong icons with a
    confidence of 0.9, and 86 % have that; with 70 one, and 93 %."""
    presence_sharpness: float = 20.0
    """How the likeness to icons and to a bare place says (logistic) whether there is one."""
    least_likeness: float = 0.3
    """Likeness from which on an icon tells of the light of its photo."""
    usual_gain: float = 0.4
    """How long codes are in embeddings: 0.3 to 0.75."""
    least_gain: float = 0.15
    """Below which a photo tells nothing."""
    prior_icons: float = 3.0
    """How many icons the usual gain weighs, and how many icons of a category make it count by half or more."""
    iterations: int = 6
    """Iterations of assignment and least squares."""
    likeness_weight: float = 12.0
    """Weight of the likeness beside how long the code is in relation to the gain: log odds of an icon that is known."""
    known_score: float = 5.5
    """Score from which on an icon is rather known than not: 2 % of the known ones have a likeness below 0.38, where it
    lies; half of those of another printing have less than 0.29."""
    doubtful_chance: float = 0.3
    """Probability of an unknown icon from which on a card's icons are doubtful."""
    unlike_chance: float = 0.5
    """Probability from which on it is ``?``."""
    doubtful_confidence: float = 0.6
    """Most confidence in the icons of such a card."""
    partial_confidence: float = 0.85
    """Most confidence in icons while a category is unknown: in one ink, three of four of that one pass for another."""
    max_unlike_share: float = 0.5
    """Share of a photo's icons that may be unknown if it shows the design at all."""


CODES = CodeThresholds()


@dataclass(frozen=True, slots=True)
class DiscriminantThresholds:
    """Telling categories by linear discriminants (``discriminants``).

    Figures are those of 30 development printings of the first maker, each taught by one photo, of 2026-11-28.
    """

    shrinkage: float = 0.1
    """Share of a common variance in the covariance: 0.03 to 0.2 tell as many icons."""
    least_variance: float = 1e-6
    """The least that this is, of icons that are all the same."""
    certainty: float = 0.5
    """Factor on log odds: those of normal distributions are too sure."""
    max_score: float = 60.0
    """By how much a category may be likelier than another; a category that no lesson showed is so much less likely."""
    bits: int = 3
    """Of each weight in a deck file without pictures."""
    step: float = 0.59
    """How wide the steps of such a weight are, in root mean squares of a dimension's weights: what loses least of
    normally distributed values."""
    least_step: float = 1e-6
    """The least that they are, of a dimension that tells nothing."""
    prior_icons: float = 10.0
    """How many icons the lessons' middle weighs beside those of a photo."""
    coded_prior_icons: float = 3.0
    """The same where only the signs of the lessons' middle are known."""
    known_distance: float = 110.0
    """Square of the Mahalanobis distance at which an icon is as likely to be known as not. The median of a photo's is
    25, and 73 at most; of cards of another printing it is 231, and 67 at least."""
    known_spread: float = 12.0
    """By how much less it is e times as likely to be known."""
    code_share: float = 0.5
    """What these log odds count, ..."""
    patch_share: float = 0.25
    """... and the log probabilities by patches beside them. Of 1,192 icons on pictures 18 are then taken for another
    category, and of 2,933 on grounds 8; with patches and codes as they are it was 31 and 14, and what was sure was
    wrong more often (mean log loss 0.18 and 0.04 in place of 0.07 and 0.02)."""


DISCRIMINANTS = DiscriminantThresholds()


@dataclass(frozen=True, slots=True)
class ColorThresholds:
    """Estimating the photo's affine color transform (``color_transfer``)."""

    coarse_side_px: int = 5
    """Side of the patches compared at first, when colors alone matter."""
    fine_side_px: int = 10
    """Side of the patches compared then."""
    saturations: tuple[float, ...] = (1.4, 1.0, 0.7, 0.5, 0.33, 0.2, 0.1)
    """Saturations that are tried."""
    contrasts: tuple[float, ...] = (2.2, 1.6, 1.25, 1.0, 0.8, 0.55, 0.4)
    """Contrasts that are tried."""
    max_starts: int = 3
    """How many of the coarse fits are refined."""
    iterations: int = 4
    """Iterations of assignment and fit."""
    prior_icons: float = 6.0
    """Weight of the start in the fit, in icons: a few icons must not bend it at will."""
    noise: float = 0.14
    """Standard deviation of an icon's pixel (of 1)."""
    inlier_share: float = 0.8
    """Share of the icons that count, the nearest: others are none, or lie under glare."""
    close_share: float = 0.5
    """Share of the design's spread below which icons are in its colors already."""
    min_gain: float = 0.85
    """How much nearer a transform must bring icons to be used."""
    min_icons: int = 4
    """How many icons it takes to find one."""


COLORS = ColorThresholds()
