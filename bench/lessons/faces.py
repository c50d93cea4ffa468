"""Printings that lessons are measured on: random faces, with their icons arranged in four ways."""

from __future__ import annotations

from dataclasses import asdict, dataclass

from companion.vision.designs.card_design import CATEGORIES
from tools.scenes.faces import SceneFace, random_face


@dataclass(frozen=True, slots=True)
class FreeFace(SceneFace):
    """A face whose icons do not begin at one end."""

    arrangement: str = "row"
    """``row``, as faces have it; ``centered``: about the middle of that row or column; ``block``: two by two."""

    def icon_places(self, count: int) -> list[tuple[float, float]]:
        """Return the centers of a card's icons in the order in which they are printed."""
        x, y = self.icon_first
        dx, dy = self.icon_step
        if self.arrangement == "centered":
            return [(x + (k + (4 - count) / 2) * dx, y + (k + (4 - count) / 2) * dy) for k in range(count)]
        if self.arrangement == "block":
            # The second row lies below, or, in a column, to the side where there is room.
            aside = abs(dx) + abs(dy)
            across = (0.0, aside) if dx else (aside if x < 0.5 else -aside, 0.0)
            return [(x + (k % 2) * dx + (k // 2) * across[0], y + (k % 2) * dy + (k // 2) * across[1])
                    for k in range(count)]  # fmt: skip
        # ``super()`` without arguments names the class before slots were added to it.
        return SceneFace.icon_places(self, count)


ARRANGEMENTS = ("row", "centered", "one ink", "block")
"""In turn over the seeds of lessons; ``one ink`` is a row of icons in one color."""


def choose_lesson_face(seed: int) -> FreeFace:
    """Return the printing that a lesson is measured on: a random face, its icons arranged as the seed has it."""
    face = random_face(seed)
    kind = ARRANGEMENTS[seed % len(ARRANGEMENTS)]
    plain = {key: getattr(face, key) for key in asdict(face)}
    if kind == "one ink":
        plain["icon_colors"] = dict.fromkeys(CATEGORIES, face.icon_colors[CATEGORIES[0]])
    return FreeFace(**{**plain, "name": f"{face.name}, {kind}", "arrangement": "row" if kind == "one ink" else kind})
