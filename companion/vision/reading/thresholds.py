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
    open_number_sharpness: float = 0.8
    """Inverse softmax temperature of numbers that the first scale left open, 6 of 669 cards of 12 development
    printings: a 4 whose left edge vanished in a pale ground was a 1 with 0.93. No right one became doubtful. All others
    have 1: at 1.2 one of 135 cards in photos 1000 pixels wide was wrong with 0.93; as many are sure in sharp ones."""
    min_contrast: float = 8.0
    """Gray levels that are the least contrast of a number when the steepness of its edges is measured."""
    usual_row_step: float = 0.65
    """How steep numbers are from row to row in relation to columns, at least: 0.66 to 0.8 sharp, blurred and dark, 0.3
    to 0.55 in three of four photos shaken by 10 pixels."""
    max_missed: float = 0.05
    """Probability that there is no number from which on it is looked for at all scales."""
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
    """Most that confirmed letters or signs say, in log odds."""
    clear_count_probability: float = 0.9
    """Probability of a count, if the number before it is as confirmed, from which on its signs teach."""
    matching_similarity: float = 0.93
    """Cosine of a letter and a sample, less what all letters share, from which on they are the same, in whatever
    font, ..."""
    matching_lead: float = 0.1
    """... and by how much that of another letter's sample must be less. In six odd fonts of development, taught by
    one photo and by two, it is so of 182 of 259 letters that have one; of 251 that have none, 0.92 is the most."""
    odd_font_probability: float = 0.98
    """Probability by the network alone from which on a letter of an odd font is what it takes it for. In eight such
    fonts the 20 of 259 letters without a sample that were misread have 0.95 at most, as have all others among 4,238
    cards of 47 printings."""
    same_similarity: float = 0.96
    """Cosine, as above, from which on a letter is the sample's, whatever the network takes it for."""
    odd_rival_probability: float = 0.01
    """Probability by the network alone that a letter of an odd font is one without a sample, below which it is plain:
    a U that looked like a confirmed O with 0.95 had 0.018. Of 189 letters in five odd fonts 115 are plain."""
    rival_probability: float = 0.05
    """The same in other fonts. Of 1,100 letters that have a sample, nine have more, one of them a Q read as an O."""
    unknown_probability: float = 0.9
    """Probability by the network alone from which on a letter without a sample is plain: the order of the shelf alone
    makes none sure. A Z read as an L had 0.75, and a V read as a U 0.72; of 762 others ten were sure with less."""
    max_blank: float = 0.999999
    """Probability that there is no sign, at most."""
    number_width_margin: float = 1.08
    """Width of a number's crop, in widths of the number, at least."""
    number_reach: float = 1.1
    number_reach_heights: float = 0.3
    """How wide a number may be, in the width that was found for it, and how much farther it may reach to either side,
    in its height: what is beyond is not its own."""
    least_log_chance: float = -14.0
    """Log probability of a sign where there is none."""


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
    """Power of the odds of icons: what was multiplied for them was not observed independently. Of 1,478 cards of 19
    decks two were misread with 0.93 to 0.95 and none with more: with this no wrong one is sure, and 1.4 % more of the
    right ones are doubtful. What other witnesses confirm has 0.95, which has to stay sure."""
    number_steepness: tuple[float, ...] = (0.05, 0.08, 0.11, 0.17, 0.22)
    """How steep the edges of numbers are for which the power of their odds is known; in between, linear. Medians of 28
    development scenes: 0.30 sharp, 0.15 and 0.10 blurred by 3 and 6, 0.23 in 12 % of the light."""
    number_powers: tuple[float, ...] = (0.3, 0.6, 0.95, 1.1, 1.4)
    """That power in the program's own font: of 2,045 numbers 1 in 4 is misread below 0.08, 1 in 20 from there to 0.17,
    1 in 300 above. Of those of one range, the powers that fit best are 0.3, 0.65, 2, 1.3 and 1.5."""
    other_number_powers: tuple[float, ...] = (0.3, 0.6, 0.95, 0.8, 0.57)
    """The same in other fonts. What is not plain in a sharp photo is so for its font there, and all of it is misread
    together: of 1,580 sharp numbers of 20 taught printings 13 are told with less than 0.98, all right; of 82 more of
    one printing 25, and 3 of these wrong. In the program's own font, it would only doubt what is right: 4.5 % of the
    cards in 12 % of the light, and as many 1600 pixels wide."""
    number_widths_px: tuple[float, ...] = (110.0, 200.0)
    """Widths of cards for which another factor of it is known; in between, linear."""
    number_width_factors: tuple[float, ...] = (0.55, 1.0)
    """That factor: pixels that several digits share are no independent evidence of them. Of 152 cards in photos 1000 px
    wide one was misread with 0.98 by 0.73, and of 89 others two with 0.90 and 0.91 by 1."""
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
    other_box: float = 0.05
    """How often a photo shows the cards of another box than the deck that it is read with."""
    own_box_fits: float = 0.97
    """How often the icons of a card, or as many as are seen of them, are those that a deck of its box remembers."""
    other_box_fits: float = 0.35
    """The same of another box's deck, if nobody has taught what the icons look like: two of three cards have another
    number of them."""
    min_remembered: float = 0.1
    """Probability by a picture alone below which a card that the deck recognizes is doubtful, if the picture tells
    another one."""
    differing_confidence: float = 0.6
    """Chance of what the picture clearly shows where the deck says otherwise: both are offered."""
    detector_confidences: tuple[float, ...] = (0.15, 0.3, 0.45)
    """Detector confidences for which the chance of a card is known."""
    card_chances: tuple[float, ...] = (0.6, 0.92, 0.99)
    """That chance; in between, linear."""


CONFIDENCE = ConfidenceThresholds()


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
    min_part_ratio: float = 0.25
    """Distance from which on parts of two backs differ, in shares of that of two fronts."""
    parts: tuple[int, int] = (4, 3)
    """How many rows and columns of parts there are."""
    min_strength: float = 0.8
    """Mean square (Lab) of a descriptor from which on two that are alike show something. Between the cards of a dark
    photo bare table has 0.7, the plainest of 60 backs 0.9."""
    min_similarity: float = 0.6
    """Cosine similarity to another back, or one of the box, from which on a card is one. Of 20 backs of the default
    design the least similar has 0.94; of its fronts, on ten shelves, the most similar has 0.25."""
    min_unaligned_similarity: float = 0.3
    """The same from which on it is worth to be laid over a known back more closely."""
    starts_px: tuple[tuple[float, float], ...] = (
        (0, 0), (1, 0), (-1, 0), (0, 1), (0, -1), (0.5, 0.5), (-0.5, 0.5), (0.5, -0.5), (-0.5, -0.5)
    )  # fmt: skip
    """How far it is shifted (pixels of a descriptor) to begin with."""
    max_bend: float = 0.08
    """How much it may be stretched, turned or sheared."""
    max_moved_px: float = 4.0
    """How far it may be moved."""
    unknown_confidence: float = 0.5
    """Confidence in a card of which neither side is made out."""
    min_missed_similarity: float = 0.3
    """Cosine similarity to a back that was seen from which on a place where no card was found has another one: of 18
    printings eight such backs have 0.34 to 0.8, and of some 600 empty places none more than 0.26, in noise or in the
    dark neither; blurred by 12 pixels, three of 272 have 0.36 to 0.41."""
    min_table_lead: float = 0.1
    """How much more similar it must be than anything above and below the shelf."""
    min_hidden_share: float = 0.2
    """Share of a hole under glare, beyond what is usual of the table, from which on a card may lie there."""
    min_detected_share: float = 0.6
    """Confidence of a detection, as a share of what is typical of the shelf's cards, from which on it is one more where
    it fills a place of a row. On 160 shelves two plain backs on a wooden table, at 0.73 and 0.8; of 680 empty places 5
    are above, all of them holes that cards enclose."""
    max_detected_off: float = 0.15
    """How far its corners may be from that place's, in card widths."""
    max_missed_in_line: int = 3
    """How many of these may lie side by side."""


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
    """Most confidence in a card of such a photo, or in a letter of one whose letters are mostly doubtful."""
    min_sure_share: float = 0.5
    """Share of a photo's letters, and of its numbers, that must be sure for any of them to be: in an odd font those in
    order are read as others in order."""
    sharp_steepness: float = 0.25
    """How steep the edges of a photo's numbers are (median) for it to be their font that makes them doubtful: 0.30 in
    sharp photos, 0.23 in 12 % of the light, less in blurred ones."""


READER = ReaderThresholds()
