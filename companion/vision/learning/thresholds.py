"""Every threshold of learning, one frozen value per stage, in the units that each line says."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class LessonThresholds:
    """Describing confirmed cards (``lessons``)."""

    max_bytes: int = 40_000_000
    """What a lesson may unpack to: one of 152 cards has 4 million bytes."""
    blank_probability: float = 0.5
    """Probability of no letter from which on a place shows none: of 750 confirmed cards two, both under glare."""
    same_place: float = 0.035
    """Places nearer to each other than this share of a card's size are one; half a step of small icons is 0.05."""
    same_place_step: float = 0.33
    """The same as a share of the step from one icon to the next, if that is less: where icons are centered, those of
    another number stand half a step aside."""
    min_gap_ratio: float = 0.5
    """Ratio of the least to the greatest gap along an axis from which on icons stand in a line: in a block some share a
    place."""
    min_block: int = 3
    """How many icons a block has at least."""
    default_icon_height: float = 0.1
    """Icon height where no icon is seen, in shares of the card's height."""
    arrangement_iterations: int = 3
    """Iterations of matching icons with common places and taking the medians as places."""


LESSONS = LessonThresholds()


@dataclass(frozen=True, slots=True)
class LookThresholds:
    """Learning from named icons alone (``looks``)."""

    max_mean_errors: float = 4.0
    """By how many standard errors fewer icons cards may have than those of a box on average: chance does not deal such
    cards, icons were not noticed."""
    min_named_share: float = 0.5
    """Share of the confirmed cards that must have the icons they were named with, for what was said to be used."""


LOOKS = LookThresholds()


@dataclass(frozen=True, slots=True)
class DesignThresholds:
    """Learning a card design (``design_learning``)."""

    samples_each: int = 3
    """Patches kept of a category: the light of several photos, or a sharp and a blurred one."""
    min_look: int = 2
    """How many icons of a category must have each of its two looks, ..."""
    max_left: float = 0.45
    """... which leave at most this share of how far they are from their mean (squares)."""
    min_spread: float = 5.0
    """Least spread of icons: those of a single photo may look exactly alike; a phone's next photo is not that close."""
    iterations: int = 6
    """Iterations of assignment and mean (as k-means)."""
    max_distance_ratio: float = 4.0
    """How many times as far as usual an icon may be from its category's mean to be learned from."""
    least_vividness: float = 0.3
    """Share of the strongest lesson's colors below which a lesson is too dim to be learned from beside it. After one of
    0.27 and two others, 16 of 19 cards of the next shelf were doubtful; without it, none. One of 0.46 is needed."""
    max_tinted_distance: float = 2.0
    """How many times as far as categories are from each other (mean square) icons may be that were brought to another
    photo's colors, if that brought them no nearer. It was 174 on a printing in one ink of which 18 of 22 cards are read
    so, and all 22 with each photo's colors as they are; and 1.2 and 1.4 on two that profit from it."""
    many_cards: int = 12
    """From how many cards on a photo shows every category often enough."""
    min_pictured: int = 2
    """On how many cards a bare place must be seen to tell whether it shows pictures."""
    pictured_distance: float = 60.0
    """Median distance (mean square, Lab) of a bare place from the usual look of one from which on it shows pictures.

    Of 45 development printings it is at most 34 on bands, and 51 to 147 where a band ends within the place."""
    reaches: tuple[float, ...] = (0.42, 0.39, 0.36, 0.33, 0.3)
    """How far icons that stand on pictures may reach in their patches, in shares of its side."""
    ring: float = 0.06
    """How wide a ring at the end of each is by which that is told: two rings of pixels or so."""
    contradicting_probability: float = 0.9
    """Probability by the network alone from which on a letter contradicts the name that a card was given."""
    min_contradictions: int = 2
    """How many confirmed letters must be taken for others for a font to be odd."""
    max_contradictions: float = 0.05
    """Share of the confirmed letters that may be. In the first evenings of two printings whose letters were wrong in
    silence it is 7 to 17 %, in six others 0 to 4 %."""
    max_number_contradictions: float = 0.15
    """The same of numbers: in 44 of 49 development printings none of two photos' is taken for another, in two 10 and
    13 % are, whose wrong numbers are all doubtful, and in three 19 to 58 %, some of whose are not."""
    min_familiar_letters: int = 18
    """From how many letters on, all confirmed and none taken for another, a font is one that the network reads. Of some
    75 development printings of which one photo had confirmed 10 to 17 letters so, one had a K that was surely an H."""
    bare_distance: float = 0.9
    """How far from all icons of its card (in icon heights) a place for an icon is bare."""
    max_backs: int = 8
    """How many backs are kept, the last: they are copies of each other."""


DESIGNS = DesignThresholds()


@dataclass(frozen=True, slots=True)
class IconWeightThresholds:
    """Learning what tells icons from all else (``icon_weights``)."""

    near_cells: float = 0.75
    """How near to the middle of an icon (cells of a heatmap) there is one, ..."""
    apart_cells: float = 2.5
    """... and how far from all of them there is none."""
    least_log_odds: float = -4.0
    """Log odds of the heat from which on a place without an icon counts."""
    decay: float = 1.0
    """Weight of the squares of what is added: 0.1 to 3 tell as many places of three printings."""
    iterations: int = 30
    """Iterations of Newton's method, at most."""
    step_shares: tuple[float, ...] = (1.0, 0.5, 0.25, 0.1, 0.01)
    """Shares of its steps that are tried, until one makes the loss less."""


ICON_WEIGHTS = IconWeightThresholds()


@dataclass(frozen=True, slots=True)
class SignWeightThresholds:
    """Learning what tells the signs of numbers apart (``sign_weights``)."""

    decay: float = 0.01
    """Weight of the squares of what is added, in mean squares of the samples: 0.003 to 0.03 tell as many numbers."""
    iterations: int = 200
    """Steps of the gradient."""


SIGN_WEIGHTS = SignWeightThresholds()


@dataclass(frozen=True, slots=True)
class VariationThresholds:
    """How icons differ within a category, and which is which (``icon_discriminants``). Colors are those of Lab."""

    count: int = 12
    """In how many variations an icon counts beside itself."""
    seed: int = 1
    """Of the random numbers that vary icons: the same icons always teach the same."""
    contrasts: tuple[float, float] = (0.6, 1.3)
    """Factors on lightness."""
    lightness: float = 9.0
    """Standard deviation of what is added to it."""
    saturations: tuple[float, float] = (0.5, 1.3)
    """Factors on color."""
    cast: float = 6.0
    """Standard deviation of what is added to both color channels."""
    max_blur_px: float = 1.2
    """Most blur, the standard deviation of a Gaussian in pixels of a patch, ..."""
    min_blur_px: float = 0.3
    """... and that below which it makes no difference."""
    max_stretch: float = 0.06
    """By what share a patch is stretched at most, across and down."""
    max_shift_px: float = 1.5
    """How far it is moved at most, in its pixels."""
    max_noise: float = 3.0
    """Most noise, as a standard deviation."""
    least_likeness: float = 0.3
    """Cosine of a category's mean in one lesson and in another, each less the middle, from which on it is the same. Of
    240 categories that two photos taught 235 have more, half of them 0.97; the others are of three printings on
    pictures, where it was not told which icon of a card is which."""
    least_weights_likeness: float = 0.4
    """The same of discriminants. Of 90 categories of 15 development printings it is 0.49 at least, and 0.72 in the
    median; of two categories, 0.27 or less in 95 of 100 cases."""
    folds: int = 5
    """In how many parts cards are ordered, each by the others."""
    rounds: int = 3
    """How often."""
    least_log_chance: float = -8.0
    """What an icon counts at least in how well an order is borne out."""
    max_order_loss: float = 0.1
    """How much less well an order that a deck tells may be borne out by a lesson's own icons than one that these find,
    in log chances an icon. Of two printings it was 0.02 and -0.37; where two categories are exchanged on all cards that
    have both, it is 0.36 to 1.02 on four."""


VARIATIONS = VariationThresholds()


@dataclass(frozen=True, slots=True)
class KnowledgeThresholds:
    """What a deck's lessons add up to (``deck_knowledge``)."""

    max_descriptors: int = 3
    """Descriptors kept of a card, the latest: each costs time when it is compared."""
    min_log_odds: float = 3.0
    """By how much (log) one count of a letter must be likelier than the next to be taken for known."""
    min_log_likelihood: float = -6.0
    """Least log likelihood of a count: a number may be misread."""


KNOWLEDGE = KnowledgeThresholds()


@dataclass(frozen=True, slots=True)
class JudgingThresholds:
    """When a lesson makes earlier ones worse (``judging``)."""

    min_lost: int = 2
    """Least number of cards by which fewer are read well: one alone may lie in bad light. Of 8 good lessons of two
    printings none takes a card from earlier ones; with all categories exchanged, 7 of 8 take 3 to 16."""
    max_lost_share: float = 0.05
    """Share of the earlier cards read well that may be lost: in a deck that knows much, a few cards are no harm."""
    min_gain_ratio: float = 2.0
    """How many times as many of its own cards a lesson must bring as it takes from earlier ones, to be no worse: a good
    one of icons that are hard to see brought 6 and took 2; of 10 bad ones that took any, none brought more than it
    took."""


JUDGING = JudgingThresholds()


@dataclass(frozen=True, slots=True)
class AlignmentThresholds:
    """Aligning detections with a confirmed shelf (``shelf_alignment``). Costs are log likelihoods."""

    gap_cost: float = -4.0
    """Cost of leaving a card of the photo or of the notation without its other."""
    side_cost: float = -3.0
    """Cost of taking a back for a front, or the other way round."""
    misread_cost: float = -6.0
    """Most that it costs when print reads otherwise: letters in display fonts are often misread at first."""
    min_found: float = 0.7
    """Share of a confirmed shelf's cards that must be found for it to be this shelf."""
    max_rank: int = 4
    """Among how many of the likeliest letters or numbers a card's must be to agree."""
    min_agreeing: float = 0.5
    """Share of the cards that must agree."""
    min_front: float = 0.5
    """Probability of a front from which on a missing card counts as found."""


ALIGNMENT = AlignmentThresholds()


@dataclass(frozen=True, slots=True)
class PictureLimits:
    """The pictures that are kept of a card (``teaching``)."""

    front_px: tuple[int, ...] = (120, 168)
    """Width and height of the picture of the whole front."""
    band_side_px: int = 240
    """Longest side of the picture of the band with letter, number and icons."""
    jpeg_quality: int = 72
    """Quality of both as JPEG."""
    band_margin: float = 0.02
    """Margin around the print, in shares of the card's size."""


PICTURES = PictureLimits()
