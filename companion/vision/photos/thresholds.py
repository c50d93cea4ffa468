"""Every limit and threshold of photos as files and as pictures, one frozen value per stage."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class DecodingLimits:
    """What may be decoded, and at which resolution (``decoding``)."""

    max_bytes: int = 25_000_000
    """Bytes of a file."""
    max_pixels: int = 64_000_000
    """Pixels of a picture, by its header."""
    halved_above_pixels: int = 24_600_000
    """Pixels (phones of today have up to 24.5 million) above which a photo is decoded at half its resolution. A dozen
    cards side by side are 300 px wide each in a photo of 12 megapixels, whose digits stand 12 px high: that is read at
    full size. Above twice as many pixels half the resolution shows as much, at a quarter of time and memory."""
    min_side_px: int = 64
    """Shorter side below which nothing of a shelf is to be seen, and stages that shrink pictures run out of pixels."""
    max_side_ratio: float = 8.0
    """How many times as long as the shorter side the longer may be: panoramas have up to 6."""
    max_decoding_bytes: int = 200_000_000
    """Memory that decoding may take at its peak, as estimated from the header."""
    max_scanned_samples: int = 1_000_000_000
    """Coefficients times passes of a JPEG: each pass goes over all of them, however little it says. Ten passes are
    usual, and over 64 megapixels nearly this much."""
    heic_bytes_per_px: float = 5.2
    """Memory that decoding a HEIC takes, for each pixel: its planes, its colors, and the copy at half its size."""


DECODING = DecodingLimits()


@dataclass(frozen=True, slots=True)
class ExposureThresholds:
    """Which photos are brightened and smoothed before they are read (``exposure``).

    Figures are those of development scenes of ``bench.photos.slices``, of 2026-11-24.
    """

    step: int = 8
    """Of so many rows and columns one tells how light a photo is."""
    dark: float = 110.0
    """Brightness (0 to 255) that 1 % of a photo's pixels exceed, below which it is brightened: 17 to 32 in 12 % of the
    light, 127 and more in full light, 161 and more in photos by cameras."""
    brightened: float = 210.0
    """That brightness afterwards."""
    max_gain: float = 16.0
    """Most that a photo is brightened."""
    brightest: float = 245.0
    """Brightness of the lightest print of cards afterwards, in any channel, at most: what is burnt out has no color."""
    card_step: int = 4
    """Of so many rows and columns of a card one tells how light that is."""
    noisy: float = 1.8
    """Noise (standard deviation, gray levels) from which on a photo is smoothed: at most 0.9 in photos by cameras and
    made ones, 2 to 16 where noise of 25 was added before the JPEG was written."""
    smoothing: float = 0.0003
    """Standard deviation of the smoothing, in lengths of the photo's longer side: 1.2 px of 4032."""
    block_px: int = 16
    """Side of the blocks whose noise is measured."""
    strips: int = 6
    """Strips of blocks across the image."""
    calm_share: float = 0.1
    """Share of the blocks that are calmer than the noise that counts."""
    black: float = 2.0
    """Mean brightness of a block below which nothing of its noise is seen."""
    white: float = 250.0
    """The same above which it is not."""


EXPOSURE = ExposureThresholds()


@dataclass(frozen=True, slots=True)
class QualityThresholds:
    """What is wrong with a photo (``quality``)."""

    side_px: int = 512
    """Longest side of the small picture that light and flatness are measured on."""
    dark: int = 28
    """Median brightness (0 to 255) below which made photos, darkened step by step, lose their first cards."""
    bright: int = 243
    """Median brightness above which a photo without cards is too bright."""
    flat_share: float = 0.6
    """Share of pixels that equal their neighbor: 0.02 to 0.43 in sharp photos, 0.7 and more in screenshots and
    drawings, and up to 0.7 in blurred photos, up to 0.9 in dark ones."""
    drawn_level: float = 70.0
    """Brightness (0 to 255) that 2 % of a screenshot reach at least. Photos in an eighth of the light, whose few levels
    make them flat, reach 30; in a quarter of it 62, where at most 0.61 of the pixels equal their neighbor."""
    drawn_step: float = 0.3
    """Step between neighboring pixels at the hard edges of screenshots, in shares of the contrast: 0.34 to 1.2 there,
    at most 0.23 in photos so blurred that they are flat."""
    drawn_step_percentile: float = 99.0
    """Percentile of steps that stands for those edges."""
    max_drawn_skew_deg: float = 2.0
    """How far askew the edges of what a program has drawn may seem to be: corners are off by 2 % of a card's width."""
    small_card_px: int = 110
    """Width of a card below which a digit stands less than five pixels high."""
    min_sharpness: float = 0.045
    """Sharpness (see ``measure_sharpness``) below which numbers are no longer read."""
    edge_margin: float = 0.002
    """How near the picture's edge, in shares of its longest side, a corner lies on it."""
    unseen_confidence: float = 0.6
    """Confidence in a card that the edge cuts, or that is all but black."""
    black: float = 18.0
    """Brightness (0 to 255) that 2 % of a card must reach for it to be as sure as it was read: that of white paper in
    7 % of the light."""
    pitch_black: float = 9.0
    """The same for anything of it to be sure."""
    plain_in_the_dark: float = 0.995
    """Confidence that letter, number and icons must have each in between. Of 282 cards that were sure but for the dark,
    7 were wrong, with 0.9 to 0.99; of the 196 among them with this none was."""
    min_shelf_cards: int = 3
    """How many cards beside the shelf make a second one."""
    doubtful_share: float = 0.15
    """Share of doubtful cards from which on light and focus are worth a word: where all was read they do not matter."""
    sharpness_width_px: int = 320
    """Width at which sharpness is measured."""
    min_contrast: int = 8
    """Contrast (2 to 98 %, of 255) below which nothing is sharp."""
    max_glare_share: float = 0.25
    """Share of a card under glare from which on that is named as a cause of its doubts."""
    glare_crop_px: tuple[int, int] = (64, 90)
    """Width and height of the crop in which that is measured."""


QUALITY = QualityThresholds()


@dataclass(frozen=True, slots=True)
class EncodingLimits:
    """The picture that is kept of a photo (``encoding``)."""

    max_side_px: int = 2600
    """Longest side: a dozen cards side by side are still 190 px wide each, what a person reads on a phone's screen."""
    jpeg_quality: int = 84
    """Quality as JPEG."""
    part_quality: int = 93
    """Quality as JPEG of a part that is cut out of it: encoded a second time, it should lose no more."""


ENCODING = EncodingLimits()
