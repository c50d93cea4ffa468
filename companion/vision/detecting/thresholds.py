"""Every threshold of detection, one frozen value per stage, in the units that each line says."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class DetectorThresholds:
    """Which scales the detector network runs at, and what counts as a shelf (``shelf_detector``, ``keypoints``)."""

    first_sides_px: tuple[int, ...] = (512, 224)
    """Longest sides of the image at the first scales: cards from 3 to 43 % of them are in the trained range, 14 to 96
    px."""
    near_side_px: int = 896
    """Longest side of a third scale where the first ones detect nothing."""
    card_width_px: float = 64.0
    """Width of cards at the second scale: the error of the corners in pixels hardly grows with the cards."""
    margin: float = 1.1
    """Margin around the first detections that is searched again, in card heights: a missed row has room in it."""
    min_plane_cards: int = 4
    """Cards from which on the table's plane is known well enough to rectify by it."""
    max_rectifications: int = 3
    """How often a table is rectified at most."""
    upright_error: float = 0.04
    """How far (in card widths) rectified cards may be from upright rectangles for the plane to be right."""
    margin_widths: float = 2.2
    """Margin around the cards' centers in the rectified view, in card widths."""
    clear_margin_widths: float = 1.5
    """The same where the shelf is clear already."""
    max_pixels: int = 800_000
    """Most pixels of the second scale, which keeps it under a tenth of a second on two cores."""
    min_area_ratio: float = 0.9
    """Share of the covered area before that a rectified view must show to replace it. Two halves of neighbors pass for
    a card at small scales: what is covered counts, not how many cards do."""
    upright_confidence: float = 0.55
    """Confidence of a card that tells that the photo is upright."""
    min_upright_cards: int = 4
    """How many such cards tell it, so that the photo is not tried on its side."""
    max_rows: int = 3
    """How many rows of a shelf count where orientations are compared: no shelf has more."""
    quarter_turn_ratio: float = 1.25
    """How many times as much weight must be detected in the turned photo for it to be turned."""
    clear_turn_ratio: float = 2.0
    """How many times as much weight one orientation must have for the other not to be tried at the second scale."""
    min_mean_confidence: float = 0.42
    """Mean confidence below which detections are no shelf. Checked cloth looks a little like cards everywhere: of 80
    bare tables beside those trained with, none is above."""
    min_mean_confidence_single: float = 0.39
    """How much more a single card needs, divided by the number of cards: a single thing that looks like a card has up
    to 0.8."""
    eager_discount: float = 0.16
    """How much less mean confidence will do where reading the cards decides afterwards."""
    clear_mean_confidence: float = 0.7
    """Mean confidence of a shelf that reading need not confirm. Of 150 bare tables the worst, with 14 detections, has
    0.65; what passes for a single card has up to 0.69."""
    clear_cards: int = 3
    """How many cards that takes."""
    many_cards: int = 6
    """How many cards with that mean make other scales and orientations needless."""
    max_magnification: float = 1.5
    """How many times a photo is enlarged at most."""


DETECTOR = DetectorThresholds()


@dataclass(frozen=True, slots=True)
class KeypointThresholds:
    """Decoding the detector's heatmaps: peaks, corner keypoints, non-maximum suppression (``keypoints``)."""

    max_overlap: float = 0.35
    """Overlap, as a share of the smaller card's area, above which the less confident of two cards is suppressed."""
    corner_radius: float = 0.16
    """Search radius around a predicted corner, in card sizes (square root of the area)."""
    min_corner_radius_cells: float = 1.5
    """The least search radius, in cells."""
    corner_sigma: float = 0.6
    """Standard deviation of the Gaussian that pulls to the predicted corner, in search radii."""
    min_corner_heat: float = 0.15
    """Heat from which on a corner is moved to its keypoint."""
    center_share: float = 0.4
    """Share of the confidence that the center's heat alone carries; the rest comes with the corners' heat."""
    min_area_cells: int = 4
    """Area below which a detection is dropped, in square cells."""


KEYPOINTS = KeypointThresholds()


@dataclass(frozen=True, slots=True)
class LatticeThresholds:
    """Rows and columns out of detections (``lattice``)."""

    sure_confidence: float = 0.28
    """Confidence from which a detection counts by itself; a weaker one only beside one that does."""
    weak_confidence: float = 0.2
    """Confidence below which a detection is ignored, and the least heat of a peak."""
    max_extra_step: float = 0.24
    """How much farther than usual the next card may lie, in card sizes; beyond, there is an empty place."""
    max_row_offset: float = 0.5
    """How far beside its row a card may lie, in card heights."""
    max_column_offset: float = 0.78
    """How far sideways of a card the one beneath it may lie, in card widths: rows are shifted against each other."""
    max_gap: float = 4.3
    """Over how many places a row may continue."""
    max_gap_offset: float = 0.07
    """How far beside the row such a continuation may lie, in card heights for each place."""
    max_gap_fraction: float = 0.22
    """How far such a gap may be from a whole number of places."""
    max_split: float = 1.48
    """How many places apart runs may be that were found aside of each other, ..."""
    min_split_run: int = 2
    min_split_confidence: float = 0.45
    """... of so many cards each, and this mean confidence: 0.4 in a pile, 0.46 on shelves."""
    row_strength: int = 1000
    """Weight of a continued row against single cards above one another: rows are shifted, cards in them are not."""
    max_turn_deg: float = 25.0
    """How far neighbors may be turned against each other, in degrees."""
    max_size_ratio: float = 1.5
    """How many times as big as its neighbor a card may look."""
    min_step: float = 0.55
    """The least distance of a neighbor along its axis, in card widths or heights."""
    default_pitch: float = 1.05
    """Spacing of cards where no two lie beside each other."""
    max_row_pitch: float = 1.5
    """Spacing of rows at most, where no row has two cards."""
    short_quantile: float = 0.3
    """Quantile of the steps that is a real step, never a leap over an empty place."""
    short_ratio: float = 1.5
    """How many times that a step may be to count for the usual spacing."""
    vote_reach: float = 1.2
    """How far sideways (in spacings) cards may be to vote on their rows' offset; the least gap of a continued row."""
    detached_cost: float = 0.5
    """Cost, in columns, of placing a row where it does not touch its neighbor row."""
    column_slack: float = 0.05
    """How much farther apart than columns rows may be."""


LATTICE = LatticeThresholds()


@dataclass(frozen=True, slots=True)
class PlaneThresholds:
    """Fitting the table's homography and the cards' poses on it (``homography``)."""

    min_cards: int = 3
    """Fewer cards do not agree on a plane."""
    max_iterations: int = 15
    """Iterations of the least squares fit."""
    min_gain: float = 1e-3
    """Relative gain of an iteration below which the fit has converged."""
    turn_sigma: float = 0.044
    """Standard deviation of a card's rotation on the table, in radians: 2.5 degrees."""
    tilt_sigma: float = 0.4
    """Standard deviation of the relative shrinking over the whole shelf: most photos are taken from above."""
    default_sigma: float = 0.05
    """Error of the corners where nothing else is known, in card widths."""
    overlap_sigma: float = 0.012
    """By how much neighbors overlap, in card widths: they touch."""


PLANE = PlaneThresholds()


@dataclass(frozen=True, slots=True)
class ScaleThresholds:
    """At which resolution the network sees an image (``multiscale``)."""

    oversampling: float = 1.3
    """How much finer than needed an image is scaled before it is rectified."""
    max_outside_px: float = 40.0
    """How far outside the photo a corner may lie, in pixels."""
    copy_side_px: int = 1000
    """About the longest side of a photo's small copy."""
    max_copy_magnification: float = 1.2
    """How much finer than the copy a scale may be without going back to the photo."""


SCALES = ScaleThresholds()


@dataclass(frozen=True, slots=True)
class RefinementThresholds:
    """Which detections agree with the plane, and which are background (``plane_refinement``)."""

    corner_sigma: float = 0.035
    """Error of detected corners, in card widths: half of them less, a few half a card."""
    weak_confidence: float = 0.5
    """Confidence below which a detection must have the shape of this shelf's cards."""
    max_shape_error: float = 0.12
    """How far (in card widths) from a card's shape a weak one may be."""
    min_confidence_share: float = 0.3
    """Share of the median confidence below which a detection is dropped: backs in the table's color have a third on."""
    typical_quantile: float = 0.75
    """Quantile of the confidences that is held for typical: in poor light, half of the cards may be slabs of table."""
    clear_share: float = 0.85
    """Share of the typical confidence below which a detection must not look like the table: empty places reach 0.5."""
    lookalike_share: float = 0.5
    """Share of the typical confidence that what looks just like a clear card is given."""
    downscale: int = 4
    """How many times smaller the photo is in which background is told from cards."""


REFINEMENT = RefinementThresholds()


@dataclass(frozen=True, slots=True)
class BackgroundThresholds:
    """Telling empty places from cards by the look of the table (``background``). Distances are Euclidean, in Lab."""

    rim_px: int = 4
    """How much of a sample's rim is left out, in pixels of the sample: neighbors reach in."""
    step_x: float = 0.35
    """Spacing of table samples across, in card widths."""
    step_y: float = 0.5
    """Spacing of table samples down, in card widths."""
    margin: float = 2.2
    """How far around the cards' centers the table is sampled, in card widths."""
    sample_size: float = 0.8
    """Size of a sample, in card sizes."""
    clear_x: float = 0.95
    """How far a sample's center must be from those of cards across, in card widths."""
    clear_y: float = 1.32
    """The same down, in card widths."""
    min_apart: float = 0.75
    """Share of a card's size from which on a card is not beside another one."""
    texture_quantile: float = 0.9
    """Quantile of the nearby table's texture that an edge must stand out from."""
    nearest_samples: int = 24
    """Samples that count, the nearest ones: lamps do not light a table evenly."""
    edge_steps: int = 33
    """Samples across an edge."""
    edge_reach: float = 0.16
    """How far to both sides of an edge they go, in card widths."""
    edge_offset: int = 5
    """By how many of them the edge may be off."""
    side_half_length: float = 0.55
    """Half the length of what is sampled along the sides, in card widths."""
    end_half_length: float = 0.38
    """The same along head and foot."""
    edge_contrast: float = 4.0
    """How many times the table's texture the contrast of a card's edge must be."""
    max_lookalike_distance: float = 10.0
    """Distance below which something looks just like a card."""
    chance_rank: int = 12
    """One of so many samples of the table may look like the card by chance."""
    max_table_distance: float = 30.0
    """Distance to the table below which a place may be empty: on 60 made shelves and 40 photos 3 to 27; cards 20 on."""
    min_unlike_distance: float = 8.0
    """Distance to the nearest sample from which on a place is none, if it is more than ..."""
    unlike_spreads: float = 3.0
    """... so many times that of samples from their median: 4.3 on lost backs, 2.3 at most on empty places as far."""
    max_distance_ratio: float = 0.42
    """Distance to the table over that to the nearest card below which a place may be empty: 0.05 to 0.35; cards 0.4."""


BACKGROUND = BackgroundThresholds()


@dataclass(frozen=True, slots=True)
class ContinuationThresholds:
    """Telling a shelf from a pattern that goes on around it (``continuation``). Distances are Euclidean, in Lab."""

    near: float = 0.12
    """Where the strips that are compared begin, from the edge, in card sizes: joints and shadows are left out."""
    far: float = 0.42
    """Where they end."""
    card_width_px: float = 64.0
    """Width of a card at the scale at which they are compared."""
    quantile: float = 0.75
    """Quantile of the edges' steps that counts: light and things on the table hide some."""
    min_step: float = 33.0
    """Step below which a pattern goes on: 12.7 to 29.9 on four of 250 surfaces, 37.8 and more on 42 photos of games."""


CONTINUATION = ContinuationThresholds()


@dataclass(frozen=True, slots=True)
class GlareThresholds:
    """Where a lamp's reflection saturates the picture (``glare``)."""

    white: int = 235
    """Level (0 to 255) of all channels under glare where nothing else is known."""
    min_level: int = 200
    """Level that the lightest pixels must reach to be glare, however the photo was exposed."""
    max_share: float = 0.1
    """Share of the photo from which on light pixels are paper or cloth, not glare."""
    level_share: float = 0.95
    """Share of the lightest level that counts as glare too."""
    side_px: int = 200
    """Longest side of the copy in which glare is looked for."""
    sampling: int = 4
    """How many pixels of the photo make one of that, at least."""
    light_quantile: float = 0.999
    """Quantile of the levels that is the lightest."""


GLARE = GlareThresholds()
