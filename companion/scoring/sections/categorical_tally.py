"""A2: the books of each category on the cards that lie face up."""

from __future__ import annotations

from ..cards import Card
from ..categories import Category
from ..shelf import Place, Shelf


def find_books(shelf: Shelf, category: Category) -> tuple[tuple[Place, Card, int], ...]:
    """List the cards face up that show a category, with how many of it: the cards behind one figure of A2."""
    return tuple(
        (place, card, card.icons.count(category))
        for place, card in shelf
        if not card.face_down and card.icons and category in card.icons
    )
