"""Whether the icons of a photo, all together, are printed as a design has them: one calibrated decision.

A printing may resemble a design icon by icon, in shape or in color, and yet not as a whole: in one ink all icons have
one color whatever they are taken for, and look-alike shapes in other colors are each a little farther away. What a
single icon leaves open, a photo's icons tell: a logistic regression weighs five measures of them.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ....designs.card_design import CATEGORIES, PATCH_PX, CardDesign
from ....geometry import FloatArray
from ..icon_patches import LOOSE_PX, find_circle
from ..icon_readings import ShownIcon
from .icon_shapes import ShapeFit
from .regressions import PRINT_FIT

_MARGIN = slice(LOOSE_PX, LOOSE_PX + PATCH_PX)


def is_fitted(design: CardDesign) -> bool:
    """Return whether a design is the program's own, which the regression was fitted to; others are learned."""
    return design.name == PRINT_FIT.design


def weigh_print(
    icons: Sequence[ShownIcon], patches: Sequence[FloatArray], fit: ShapeFit, agreeing: float, design: CardDesign
) -> float | None:
    """Return the log odds that a photo's icons are printed as the design has them.

    ``patches`` are those of the icons, in their order; ``agreeing`` is the share of them that codes take for the same
    category. Nothing is returned for a design that the regression was not
    fitted to, and where no icon is wholly in sight.
    """
    measured = list_measures(icons, patches, fit, agreeing, design) if is_fitted(design) else None
    if measured is None:
        return None
    measures, count = measured
    # A few icons tell little: the rest is taken to be as usual.
    share = count / (count + PRINT_FIT.prior_icons)
    return float(share * (measures - np.array(PRINT_FIT.usual)) @ np.array(PRINT_FIT.weights) + PRINT_FIT.bias)


def list_measures(
    icons: Sequence[ShownIcon], patches: Sequence[FloatArray], fit: ShapeFit, agreeing: float, design: CardDesign
) -> tuple[FloatArray, int] | None:
    """Return five measures of a photo's icons, the larger the stranger, and how many icons are wholly in sight.

    They are logs: of the median distance from the categories; of what the median correlation lacks of 1; of the share
    of the variance of the icons' colors that their categories leave unexplained; of how many times fewer categories
    there are than there could be; and of the share of the icons that codes take for another category.
    """
    whole = [place for place, patch in enumerate(patches) if not np.isnan(patch).any()]
    if not whole:
        return None
    kinds = np.array([icons[place].category for place in whole])
    colors = np.array([patches[place][_MARGIN, _MARGIN][find_circle()][:, 1:].mean(axis=0) for place in whole])
    known = design.icon_patches[:, :, find_circle()][..., 1:].mean(axis=(1, 2))
    distance = float(np.median([icons[place].distance for place in whole]))
    lack = 1 - float(np.median(fit.correlations[whole]))
    measures = [
        max(distance, 1.0),
        max(lack, PRINT_FIT.least),
        measure_unexplained(colors, known[kinds]) + PRINT_FIT.least,
        min(len(CATEGORIES), len(kinds)) / len(set(kinds.tolist())),
        1 - agreeing + PRINT_FIT.least_disagreeing,
    ]
    return np.asarray(np.log(measures), np.float32), len(whole)


def measure_unexplained(colors: FloatArray, expected: FloatArray) -> float:
    """Return the share (0 to 1) of the variance of colors that an affine map of the expected ones leaves unexplained.

    Any light keeps most of it explained; both are icons x (a, b) of Lab.
    """
    seen, wanted = colors - colors.mean(axis=0), expected - expected.mean(axis=0)
    held = PRINT_FIT.ridge * len(colors) * np.eye(wanted.shape[1])
    way = np.linalg.solve(wanted.T @ wanted + held, wanted.T @ seen)
    return float(((seen - wanted @ way) ** 2).sum() / max(float((seen**2).sum()), 1e-6))
