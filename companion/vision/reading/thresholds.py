"""Every threshold of reading, one frozen value per stage, in the units that each line says."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class GlyphThresholds:
    """Reading letters and numbers (``glyphs``)."""

    letter_scales: tuple[float, ...] = (0.67, 0.54, 0.6, 0.74, 0.8)
    """Shares of a crop's height that a letter fills: the first alone, or all where that leaves it open."""
    number_scales: tuple[float, ...] = (0.5, 0.42, 0.58)
    """The same for numbers."""
    clear_probability: float = 0.99
    """Probability from which on one scale is enough."""
    letter_sharpness: float = 1.0
    """Inverse softmax temperature of letters."""
    number_sharpness: float = 1.2
    """Inverse softmax temperature of numbers: the network is under-confident. Of 1,057 cards in 89 photos, right ones
    below 0.9 fell from 1.2 to 1.0 %, and no wrong one rose above it."""
    odd_as_none: float = 0.1
    """How often signs that make no number, such as 3/ or /7, are no number rather than one that is hard to read."""
    sample_sharpness: float = 20.0
    """Log odds per unit of cosine similarity to a confirmed letter."""
    sample_similarity: float = 0.85
    """Cosine similarity from which on it speaks for that letter."""
    centered_sharpness: float = 15.0
    """The log odds where embeddings are centered on the font's mean. On 12 designs no letter is lost by it; on 20
    others, half in display fonts, letters rise from 92.7 to 95.6 % after one photo and from 94.4 to 97.5 % after
    two."""
    centered_similarity: float = 0.7
    """The similarity for that."""
    centering_letters: int = 6
    """From how many letters on a font's mean is known."""
    max_log_odds: float = 8.0
    """Most that confirmed letters say, in log odds."""
    number_width_margin: float = 1.08
    """Width of a number's crop, in widths of the number, at least."""


GLYPHS = GlyphThresholds()


@dataclass(frozen=True, slots=True)
class JointThresholds:
    """Mean-field inference over the cards of a shelf (``joint_inference``)."""

    max_letters: int = 12
    """Letters of a card that are followed up: the rest is below one in a thousand."""
    max_numbers: int = 14
    """Numbers of a card that are followed up."""
    max_pairs: int = 60
    """Pairs of both that are followed up."""
    iterations: int = 8
    """Mean-field iterations; the first half of them with half a step."""
    min_letter_probability: float = 0.02
    """Probability of a letter from which on a card votes on that letter's count."""
    max_known: int = 4
    """Known cards that are followed up besides, the likeliest."""
    min_log_likelihood: float = -9.0
    """Least log likelihood of a glyph: anything may be misread."""


JOINT = JointThresholds()


@dataclass(frozen=True, slots=True)
class ConfidenceThresholds:
    """From probabilities to the confidence that is reported (``card_readings``)."""

    min_probability: float = 0.5
    """Probability below which a value is left open."""
    prior_power: float = 0.75
    """Power of the odds of numbers and icons: what was multiplied for them was not observed independently. Of 1,478
    cards of 19 decks two were misread with 0.93 to 0.95 and none with more: with this no wrong one is sure, and 1.4 %
    more of the right ones are doubtful."""
    min_candidate: float = 0.01
    """Probability from which on an alternative is named."""
    max_hypotheses: int = 6
    """Hypotheses that are looked through for alternatives."""
    max_candidates: int = 4
    """Alternatives that are named."""
    deck_error: float = 0.1
    """How often a known card has other icons than the deck says: a slip of those who confirmed it, or a card of another
    box. High enough that nothing said outvotes what is clearly seen."""
    deck_error_unseen: float = 0.002
    """The same where the picture tells nothing of icons: a slip alone."""
    differing_confidence: float = 0.6
    """Chance of what the picture clearly shows where the deck says otherwise: both are offered."""
    detector_confidences: tuple[float, ...] = (0.15, 0.3, 0.45)
    """Detector confidences for which the chance of a card is known."""
    card_chances: tuple[float, ...] = (0.6, 0.92, 0.99)
    """That chance; in between, linear."""


CONFIDENCE = ConfidenceThresholds()


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
    max_ground_color: float = 0.12
    """How far a corner may be from the common ground, as the log of a ratio, in color: ribbons and plates reach into
    corners."""
    max_ground_shade: float = 0.6
    """The same in lightness: shadows of arms fall across a card."""
    min_gain: float = 0.3
    """Least gain that brings a ground to the design's."""
    max_gain: float = 8
    """Greatest such gain."""
    min_log_probability: int = -9
    """Log probability below which a category is not followed up."""
    max_sets: int = 40
    """Sets of icons that are followed up."""
    spacing: float = 0.6
    """Places nearer than this (in icon heights) exclude each other."""


ICONS = IconThresholds()


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
    """Median correlation of a photo's icons from which on they have the shapes of the design: 0.85 to 0.96 on the
    default face sharp, blurred, dark, noisy and small; 0.66 to 0.80 with its colors or its shapes dealt anew."""
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
    prior_icons: float = 4.0
    """How many icons the next two values weigh beside those of the photo."""
    usual_distance: float = 2.2
    """Log of the distances of icons from their categories, in units of detail: the median of sharp photos."""
    usual_loss: float = 0.6
    """Log of what correlations lack of 1, in the same way."""
    bare_distance: float = 100.0
    """Distance of a bare place from which on something may lie there: at most 41 in all slices."""
    bare_ratio: float = 5.0
    """The same in multiples of the photo's median: pictures behind the icons make all of them far."""


OPEN_SET = OpenSetThresholds()


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


@dataclass(frozen=True, slots=True)
class MatcherThresholds:
    """Recognizing known cards by their descriptors (``card_matching``)."""

    max_shift_px: int = 2
    """How far one descriptor is shifted over another: a sixteenth of the card's width, twice what rectified cards are
    off."""
    highpass_px: float = 6.0
    """Standard deviation of the Gaussian that is taken off as light and shadow: a fifth of a card's width."""
    lightness_weight: float = 0.5
    """Weight of lightness beside the two colors."""
    min_cards: int = 6
    """From how many cards on a photo tells what its cards share."""
    min_strength: float = 0.7
    """Strength (in Lab) below which colors are noise."""
    min_similarity: float = 0.66
    """Similarity from which on a descriptor speaks for a card. Of 100 cards seen before, the least similar has 0.63 and
    a lead of 0.14; of as many not seen before the most similar has 0.77 and a lead of 0.15, nearly all others less than
    0.6 and 0.1."""
    similarity_weight: float = 20.0
    """Log odds per unit of similarity."""
    lead_weight: float = 20.0
    """Log odds per unit of lead before the next card."""
    max_log_odds: float = 12.0
    """Most that a descriptor says, in log odds."""
    print_margin: float = 0.04
    """How far around print pictures begin, in shares of the card's size."""
    plain_difference: float = 2.4
    """How much (in Lab) descriptors differ there without pictures."""
    picture_difference: float = 3.2
    """The same with pictures."""
    covered_weight: float = 0.3
    """Weight of the descriptors of bands beside those of whole cards."""
    min_rows: int = 5
    """How many rows of a descriptor are compared at least."""
    misread_icons: float = 0.003
    """How often icons are read as quite others."""
    same_icons: float = 0.017
    """How often two cards have the same icons: one in sixty."""


MATCHER = MatcherThresholds()


@dataclass(frozen=True, slots=True)
class BackThresholds:
    """Which cards are seen to lie face down (``backs``); distances are those of descriptors, mean squares in Lab."""

    min_fronts: int = 3
    """How many cards must have been read for what differs from all of them to be told from a front."""
    max_distance_ratio: float = 0.5
    """Distance of two backs at most, in shares of that of two fronts of the photo, the nearest to each other."""
    max_front_ratio: float = 0.5
    """The same in shares of its distance to the nearest front."""
    min_similarity: float = 0.6
    """Cosine similarity to a back of the box from which on a card is one. Of 20 backs of the default design the least
    similar has 0.94; of its fronts, on ten shelves, the most similar has 0.25."""
    unknown_confidence: float = 0.5
    """Confidence in a card of which neither side is made out."""


BACKS = BackThresholds()


@dataclass(frozen=True, slots=True)
class ReaderThresholds:
    """Whether cards are of the design at all (``shelf_reader``)."""

    max_icon_distance: float = 300.0
    """Mean square distance in Lab beyond which icons are not of this design: its own stay below 200 on most cards,
    another's are beyond 700."""
    min_legible_share: float = 0.5
    """Share of the cards not face down that must be read for anything of a photo to be sure: else they are out of
    focus, or cards of another game."""
    misfit_confidence: float = 0.6
    """Most confidence in a card of such a photo."""


READER = ReaderThresholds()
