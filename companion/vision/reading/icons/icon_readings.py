"""What was read of a card's icons: how many there are, and which, in no order."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from ...crops import PrintRegion
from ...doubts import Cause
from ...game_rules import GameRules
from ...geometry import FloatArray, Point


@dataclass(frozen=True, slots=True)
class ShownIcon:
    """A place that holds an icon, the category that it is taken for, and how far (mean square, Lab) it is from it."""

    place: Point
    category: int
    distance: float
    by_patch: FloatArray | None = field(default=None, compare=False)
    """Log probabilities of the six categories by its patch, whatever codes say; nothing where there are codes alone."""

    @property
    def nearest(self) -> int:
        """The category that its patch is most like; -1 where there are codes alone."""
        return -1 if self.by_patch is None else int(self.by_patch.argmax())


@dataclass(frozen=True, slots=True)
class CodedPlace:
    """What codes say of one place."""

    chances: FloatArray
    """Log probabilities of the six categories, if there is an icon."""
    known: float
    """The probability that it is like one of them."""
    present: tuple[float, float] = (0.0, 0.0)
    """Log probabilities that there is an icon, and that there is none."""


@dataclass(frozen=True, slots=True)
class IconReading:
    """A card's icons: categories in the order of the codes, and the probability of that set."""

    codes: str
    """Category codes, sorted; ``?`` for one that cannot be told."""
    confidence: float
    others: tuple[tuple[str, float], ...] = ()
    """What else they may be, with the chance of each, likeliest first."""
    strangeness: float = 0.0
    """How far they are from what the design shows: the mean square distance in Lab."""
    causes: tuple[Cause, ...] = ()
    """Why they are not as sure as they are likely."""
    shown: tuple[ShownIcon, ...] = ()
    bare_distance: float = 0.0
    """How far (mean square, Lab) the places without an icon are from bare ones, at most."""


def doubt_icons(read: IconReading, cause: Cause, most: float) -> IconReading:
    """Return icons with at ``most`` so much confidence, and one more cause why."""
    causes = tuple(dict.fromkeys((*read.causes, cause)))
    return replace(read, confidence=min(read.confidence, most), causes=causes)


def count_icons(spots: tuple[PrintRegion, ...], rules: GameRules) -> IconReading:
    """Return how many icons were detected on a card of an unknown design."""
    count = len(spots)
    return IconReading(
        "?" * count if rules.min_icons <= count <= rules.max_icons else "?", 0.0, causes=(Cause.UNTAUGHT_FACE,)
    )
