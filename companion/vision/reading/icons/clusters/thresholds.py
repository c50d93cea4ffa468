"""Every threshold of clustering icons, one frozen value per stage, in the units that each line says."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ClusterThresholds:
    """Clustering icons that look alike (``linkage``, ``differences``)."""

    neighbors: int = 3
    """To how many of those most like it an icon is compared to tell what is usual in a photo."""
    stop_ratio: float = 5.0
    """How many times as different as usual clusters are that are not joined. On 12 development printings (577 icons)
    none is in a cluster of another category with 5, 4 or 3.5; there are 72, 73 and 74 clusters."""
    max_single_share: float = 0.1
    """Share of the icons that may be left alone where clusters are kept apart because there are so many categories."""
    min_gain: float = 0.06
    """By how much better (mean silhouette, -1 to 1) shapes alone must part icons. On 79 development printings 12 icons
    are in a cluster of another category with 0.05 to 0.07, 18 with 0.08, 25 with 0.03; 33 with color always."""
    shape_px: int = 36
    """Side of the square in which shapes are compared: twice as fine as patches."""
    shape_shift_px: int = 3
    """How far shapes are shifted, in its pixels."""
    shape_reach: float = 1.2
    """Its side in icon heights."""
    shape_radius: float = 0.3
    """Radius of the circle that counts, in shares of its side: what is within the icon, without its rim. With 0.36,
    shapes alone mix 34 of 44 icons of a printing with dark signs on dark plates, with 0.3 none."""
    shape_blur_px: float = 0.8
    """Blur (standard deviation) of the shapes: against noise."""
    shape_alignments: int = 2
    """Iterations of finding what all icons have in common and shifting each icon to it."""
    max_clusters: int = 9
    """More are joined whatever they look like: nobody wants to be asked more often."""
    max_splits: int = 3
    """How often a cluster can be split, and its parts again."""


CLUSTERS = ClusterThresholds()


@dataclass(frozen=True, slots=True)
class ConsensusThresholds:
    """Naming clusters by what was read of their icons (``consensus``).

    Of five photos of four development printings on which codes and patches agreed on less, 33 of 219 icons were wrong
    before and 5 after. Two more photos had too short a lead.
    """

    agreeing_share: float = 0.88
    """Share of the icons on which codes and patches agree from which on each icon speaks for itself."""
    min_purity: float = 0.82
    """Share of the icons that a witness must name as most of their cluster for it to be heard."""
    min_lead: float = 12.5
    """By how much (log probability, over all clusters) naming them otherwise must be less likely by each witness that
    is heard: by codes alone 16 and 45 on two photos whose patches name clusters now this, now that."""
    clear_lead: float = 16.0
    """The same for one witness that leaves no doubt in one ink, ..."""
    clear_purity: float = 0.9
    """... and the share of the icons that it names as most of their cluster. On nine photos of four development
    printings, 165 cards, one witness had 0.92 to 1 and a lead of 16.5 to 85, and all were named rightly, though what
    was read icon by icon was wrong on up to 14 of 16 cards."""
    min_remembered: int = 4
    """How many cards of a photo a deck must know to name its clusters."""
    max_missed: float = 0.05
    """Share of their icons that may be another category than it says. On three photos of a printing with icons of a few
    pixels, with 6, 6 and 7 known cards, none is: so named, 42 of 42 cards are right, and 28 were as they were read."""
    sure_confidence: float = 0.95
    """Confidence in icons that clusters leave no doubt of."""
    rare_chance: float = 0.005
    """Chance of so few icons of a category from which on others of it were read as another. So it is on none of 153
    photos of 58 development printings on which codes and patches agreed, and on two of one whose F passed for S: 37 of
    41 cards were right, two others sure, and clusters name all 41."""
    counted_icons: int = 6
    """More icons of a cluster say no more: what misleads one misleads all."""
    least_log_probability: float = -8.0
    """What one icon can say against a category, by patches and by codes each."""
    min_icons: int = 8
    """How many icons it takes."""


CONSENSUS = ConsensusThresholds()
