"""The keys under a card's picture, as a request has them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask import request

from ...scoring.decks.deck import Deck
from ...scoring.editions import find_edition
from ...workflow.decks.entry import list_letters
from ...workflow.photos.mending import FindIcons, Keys, Mending, check_keys, mend, press
from ...workflow.photos.review import PhotoCard

LEAST_NUMBERS = 10
"""How many number keys there are at least; more if a letter has more cards."""


def press_key(card: PhotoCard, edition: str, deck: Deck | None) -> Mending:
    """Return a card with the key that was pressed, after those before it; raise ``ValueError`` for an unknown key."""
    letters = find_edition(edition).letters
    keys = press(check_keys(_read_keys(request.form), letters), request.form["key"], letters)
    return mend(card, keys, _ask(deck))


def find_mending(card: PhotoCard, edition: str, deck: Deck | None) -> Mending:
    """Return a card with the keys that the address keeps, or with none if they make no sense."""
    try:
        keys = check_keys(_read_keys(request.args), find_edition(edition).letters)
    except ValueError:
        keys = Keys()
    return mend(card, keys, _ask(deck))


def list_pad(edition: str, deck: Deck | None) -> dict[str, list[Any]]:
    """List the letters and numbers that have a key."""
    letters = [entry for entry in list_letters(edition, deck) if entry["count"] != 0]
    most = max([LEAST_NUMBERS, *(entry["count"] or 0 for entry in letters)])
    return {"letters": [entry["letter"] for entry in letters], "numbers": list(range(1, most + 1))}


def _read_keys(values: Mapping[str, str]) -> Keys:
    more = values.get("more", "")
    return Keys(
        letter=values.get("letter", ""),
        number=values.get("number", ""),
        icons=values.get("icons", ""),
        more=int(more) if more in {"1", "2", "3", "4"} else 0,
    )


def _ask(deck: Deck | None) -> FindIcons:
    def find(letter: str, number: int) -> str:
        card = deck.find(letter, number) if deck else None
        return "".join(card.icons or ()) if card else ""

    return find
