"""The thresholds that are refitted, and the values that each may take.

They are those that decide what is a card, what is its neighbor, and what is table, and whose change by 30 % changes a
layout (``--matter``) or whose value was read off photos. All others are lengths of samples, numbers of iterations,
sizes in pixels, and errors of a fit: but for the extremes of two, no layout changes with them.
"""

from __future__ import annotations

CHOICES: dict[str, tuple[float, ...]] = {
    # Confidences, 0 to 1.
    "LATTICE.weak_confidence": (0.1, 0.2, 0.3, 0.4, 0.5),
    "LATTICE.sure_confidence": (0.1, 0.25, 0.4, 0.55, 0.7),
    "DETECTOR.min_mean_confidence": (0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8),
    "DETECTOR.clear_mean_confidence": (0.4, 0.5, 0.6, 0.7, 0.8),
    "DETECTOR.upright_confidence": (0.2, 0.35, 0.5, 0.65, 0.8),
    "REFINEMENT.weak_confidence": (0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8),
    # Shares of a confidence, 0 to 1.
    "KEYPOINTS.center_share": (0.0, 0.25, 0.5, 0.75, 1.0),
    "REFINEMENT.min_confidence_share": (0.1, 0.25, 0.4, 0.55, 0.7),
    "REFINEMENT.clear_share": (0.5, 0.6, 0.7, 0.8, 0.9),
    "REFINEMENT.lookalike_share": (0.2, 0.35, 0.5, 0.65, 0.8),
    # In card widths or heights.
    "LATTICE.max_extra_step": (0.1, 0.2, 0.3, 0.4, 0.5),
    "LATTICE.max_row_offset": (0.2, 0.35, 0.5, 0.65, 0.8),
    "LATTICE.max_column_offset": (0.3, 0.5, 0.7, 0.9, 1.1),
    "REFINEMENT.max_shape_error": (0.04, 0.08, 0.16, 0.24, 0.32),
    # Ratios.
    "LATTICE.max_size_ratio": (1.2, 1.5, 1.8, 2.1, 2.4),
    "LATTICE.short_ratio": (1.2, 1.4, 1.6, 1.8, 2.0),
    "KEYPOINTS.max_overlap": (0.15, 0.3, 0.45, 0.6, 0.75),
    # What the table looks like, as distances in Lab, their ratio, and their quantile.
    "BACKGROUND.max_table_distance": (10.0, 20.0, 30.0, 45.0, 60.0),
    "BACKGROUND.max_distance_ratio": (0.15, 0.3, 0.45, 0.6, 0.75),
    "BACKGROUND.edge_contrast": (1.0, 2.0, 4.0, 8.0, 16.0),
    "BACKGROUND.texture_quantile": (0.5, 0.6, 0.7, 0.8, 0.9),
}
