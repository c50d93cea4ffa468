"""Making, joining, naming and leaving a house; and which one something belongs to."""

from __future__ import annotations

from ...store.houses import queries
from ...store.tables.drafts import MissingError
from ..access.roles import Viewer
from .reach import HouseView, choose_house, list_houses, view_house

__all__ = [
    "MissingError",
    "find_house_number",
    "find_house_of",
    "find_link_number",
    "join_house",
    "leave_house",
    "make_house",
    "name_house",
    "place_table",
    "renew_link",
    "settle_house",
]


def make_house(name: str, viewer: Viewer) -> str:
    """Make a house that a phone has; return its slug."""
    return queries.make_house(name, viewer.device).slug


def settle_house(viewer: Viewer, said: str, *, is_open: bool) -> int:
    """Return the number of the house in which a phone starts something; one is made if it has none.

    See ``choose_house``.
    """
    chosen = choose_house(list_houses(viewer, is_open=is_open), viewer, said)
    if chosen is not None:
        return queries.find_house(chosen.slug).id
    return queries.settle_common_house() if is_open else queries.make_house("", viewer.device).id


def find_link_number(slug: str) -> tuple[str, int]:
    """Return the name of a house and the number of the link that lets phones in; raise ``MissingError``."""
    house = queries.find_house(slug)
    return house.name, house.link_number


def join_house(slug: str, link_number: int, viewer: Viewer) -> None:
    """Give a phone a house; raise ``MissingError`` where its link is no longer the one of this number."""
    queries.join_house(slug, link_number, viewer.device)


def leave_house(slug: str, viewer: Viewer) -> None:
    """Take a house from a phone; what it has a part in stays its own. Raises ``MissingError``."""
    queries.leave_house(slug, viewer.device)


def name_house(slug: str, name: str) -> None:
    """Name a house; raise ``MissingError``."""
    queries.name_house(slug, name)


def renew_link(slug: str, link_number: int) -> None:
    """Replace the link of this number, which then lets nobody in anymore; raise ``MissingError``."""
    queries.renew_link(slug, link_number)


def find_house_of(slug: str, viewer: Viewer, *, is_open: bool) -> HouseView | None:
    """Return the house of an inspection if a phone has it; raise ``MissingError`` if there is no such inspection."""
    return view_house(queries.find_house_of(slug).slug, viewer, is_open=is_open)


def find_house_number(slug: str) -> int:
    """Return the number of the house that an inspection belongs to; raise ``MissingError``."""
    return queries.find_house_of(slug).id


def place_table(slug: str, house: str, viewer: Viewer, *, is_open: bool) -> bool:
    """Let an inspection belong to another house that a phone has; return whether it has that house."""
    if view_house(house, viewer, is_open=is_open) is None:
        return False
    queries.place_table(slug, queries.find_house(house).id)
    return True
