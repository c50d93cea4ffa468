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
    ground_quantile: float = 0.75
    """Share of a photo's cards whose grounds must be of one color."""
    max_ground_difference: float = 0.05
    """How much a ground may differ from the usual in one channel, in the log of what the others leave of it: 0.02 at
    most on eight development printings with icons on bands, 0.07 and 0.42 on two with icons on pictures."""
    detected_log_odds: float = 3.5
    """Log odds of an icon where one is detected, and of none where none is, on printings without a ground."""
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
class OpenSetThresholds:
    """What is like none of the known icons (``open_set``, ``icon_shapes``).

    Figures are those of development scenes of ``bench.photos.slices``, 6 of each printing, of 2026-11-22.
    """

    sigmas_px: tuple[float, ...] = (0.0, 0.8, 1.4, 2.2, 3.2)
    """Blurs of a design's samples, in pixels of a patch: the one that fits most icons of a photo is its focus."""
    min_sample_correlation: float = 0.75
    """Correlation of a category's samples among themselves from which on shapes tell icons apart: 0.79 to 0.98 in the
    default design, 0 in discs of one color."""
    min_photo_correlation: float = 0.83
    """Median correlation of a photo's icons from which on they have the shapes of the design: 0.85 to 0.92 on the
    default face sharp, dark and noisy; 0.66 to 0.80 with its colors or its shapes dealt anew."""
    blurred_focus_px: float = 1.4
    """Blur that fits a photo from which on shapes have lost so much that unlike ones are alike too."""
    min_blurred_correlation: float = 0.88
    """That median for these photos: 0.92 to 0.96 on the default face."""
    min_doubtful_correlation: float = 0.78
    """The same below which the design is another one, whatever the colors."""
    detail_px: float = 0.8
    """Blur (standard deviation, pixels of a patch) that shows how fine an icon is."""
    detail_share: float = 0.25
    """What is added to each category's distance under that blur, in shares of the mean."""
    least_loss: float = 0.03
    """What is added to the correlation that each category loses by it."""
    doubtful_score: float = 1.4
    """Score from which on an icon is doubtful: none of 219 known ones in sharp photos has more than 1.33, 2 % of those
    in blurred, dark and noisy ones have 1.4 and more; of 61 that are unlike none has less than 1.67, blurred 1.38."""
    unlike_score: float = 1.9
    """Score from which on it is like none: ``?``."""
    doubtful_confidence: float = 0.6
    """Most confidence in the icons of such a card."""
    prior_icons: int = 4
    """How many icons the next three values weigh beside those of the photo."""
    usual_correlation: float = 0.9
    """Correlation of icons with their categories: the median of sharp photos."""
    usual_distance: float = 2.2
    """Log of the distances of icons from their categories, in units of detail: the median of sharp photos."""
    usual_loss: float = 0.6
    """Log of what these correlations lack of 1, in the same way."""
    least_usual_distance: float = 1.5
    """The first of these at least: in very sharp photos known icons are so near that small slips look large."""
    least_usual_loss: float = 0.4
    """The same of the second."""
    known_probability: float = 0.985
    """Probability by codes from which on an icon is known whatever its patch is like: of 75 icons that are unlike, none
    has more than 0.977."""
    contradicting_lead: float = 0.05
    """By how much likelier (in log odds) codes must take an icon for another category for it to be doubtful."""
    overruling_lead: float = 25.0
    """By how much more (in log odds) its patch must speak for what codes contradict to overrule them, ..."""
    overruling_share: float = 0.75
    """... on which share of the photo's icons both must agree, ..."""
    overruling_probability: float = 0.5
    """... and how likely codes must find that the icon is known. Of 303 icons of 53 development printings that codes
    contradict 132 were taken for a wrong category; about 40 were overruled by a lead of 15, all of them rightly. In the
    light of a later photo patches were wrong by 18 and 20."""
    confirmed_probability: float = 0.9
    """Probability by codes from which on they confirm an icon that is far from its category, ..."""
    confirming_lead: float = 8.0
    """... and by how much likelier (in log odds) than any other they must take that for. Of 243 icons of these
    printings that are far 102 are confirmed, all of them rightly."""
    strange_probability: float = 0.85
    """Probability by codes below which an icon of the program's own design is doubtful. Of 825 known ones, sharp,
    blurred and dark, none has less, and of 18 unlike ones whose patches pass 7."""
    min_agreeing_share: float = 0.9
    """Share of a photo's icons of which codes and patches must say the same for it to show the design: 0.91 at least on
    60 photos of the default face, sharp, blurred, noisy and dark; 0.72 at most on 48 of printings that resemble it in
    shape or in color, 0.84 to 0.99 where one icon of six differs."""
    min_known_probability: float = 0.95
    """Median probability by codes that the icons are known, for the same: 0.96 at least, and 0.95 at most."""
    poor_share: float = 0.75
    """The share that must agree for a photo whose icons seem to have other shapes to fit the design, poorly, ..."""
    poor_probability: float = 0.85
    """... and the median probability by codes that they are known."""
    misled_share: float = 0.8
    """Share of the icons that codes and patches agree on below which patches are held for misled by the light, ..."""
    misled_icons: int = 3
    """... or that of the icons of a category by codes, of at least so many, ..."""
    misled_kind_share: float = 0.5
    """... below this, ..."""
    misled_probability: float = 0.8
    """... where this is the median probability by codes that the icons are known."""
    min_confirmed_icons: int = 6
    """How many icons it takes."""
    bare_distance: float = 100.0
    """Distance of a bare place from which on something may lie there: at most 41 in all slices but for a photo of low
    contrast, where noise makes it 350."""
    min_bare_places: int = 5
    """How many cards of a photo with a bare place tell how these look there."""
    least_bare_distance: float = 20.0
    """The distance at least, where they do."""
    max_bare_spreads: float = 8.0
    """How far above the photo's median it is, in median absolute deviations: of 10 cards with an icon that nobody
    noticed, half on a band and as dark as that, 7 are beyond, of 1,500 others 3."""
    least_bare_spread: float = 0.1
    """What such a deviation is at least, in shares of the median."""
    partial_probability: float = 0.9
    """Probability by codes below which an icon is doubtful while some category was never shown: of seven icons of that
    one, on a printing in thin ink, none has more than 0.81; of the others one in eight has less than 0.9."""


OPEN_SET = OpenSetThresholds()


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
