"""What makes icons of a photo unlike the known ones."""

from __future__ import annotations

from dataclasses import dataclass


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
    most_correlation: float = 0.999
    """Correlation from which on more says no more."""
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
    least_known_probability: float = 0.5
    """Median probability, by discriminants, that a photo's icons are known, from which on it may fit the design, ..."""
    least_agreeing_share: float = 0.5
    """... and share of the icons that patches take for the same, ..."""
    enough_agreeing_share: float = 0.6
    """... from which on it does where they are known: it is 0.54 to 0.78 on six photos of the printing of which patches
    tell least of 40, where 11 of 142 icons are misread."""
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
