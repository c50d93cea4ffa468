"""Readings of photos, made up."""

from __future__ import annotations

from ...workflow.photos.read_cards import CARD_PX

SHELF = "A1:CF B2:HM / C3:RS #"
AS_JSON = {"Accept": "application/json"}


def write_reading(shelf: str, **doubtful: float) -> dict[str, object]:
    """Write the reading of a shelf; ``B2=0.6`` makes the number of that card doubtful, with ``B7`` as runner-up."""
    wide, high = CARD_PX
    cards = []
    for row, line in enumerate(shelf.split(" / ")):
        for column, cell in enumerate(line.split()):
            name, _, icons = cell.partition(":")
            left, top = 100 + column * wide, 100 + row * high
            card = {"row": row, "column": column, "face": "up" if icons else "down", "of": None, "source": "glyphs"}
            card |= {"letter": name[0] if icons else None, "number": int(name[1:]) if icons else None}
            confidence = {"cell": 0.99, **({"number": doubtful.get(name, 0.99)} if icons else {})}
            others = [{"card": f"{name[0]}7:{icons}", "confidence": 0.3}] if name in doubtful else []
            corners = [[left, top], [left + wide, top], [left + wide, top + high], [left, top + high]]
            doubts = [{"part": "number", "cause": cause} for cause in ("blur", "out-of-order")]
            cards.append(
                card
                | {"icons": icons or None, "confidence": confidence, "candidates": others, "corners": corners}
                | ({"doubts": doubts} if name in doubtful else {})
            )
    return {"format": "ex-libris/reading@1", "shelf": shelf, "cards": cards, "findings": [], "sure": 0.9}
