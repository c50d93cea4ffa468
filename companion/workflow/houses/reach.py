"""What a phone may be shown in lists, and the houses that it has."""

from __future__ import annotations

from dataclasses import dataclass

from ...store.houses import queries, reach
from ...store.houses.queries import House
from ...store.houses.reach import Reach
from ..access.roles import Viewer
from ..access.showing import PageValue

__all__ = ["HouseView", "Reach", "choose_house", "find_own_reach", "find_reach", "list_houses", "view_house"]


@dataclass(frozen=True, slots=True)
class HouseView(PageValue):
    """A house, to a phone that has it."""

    slug: str
    """Its name in URLs, which lets nobody in."""
    name: str
    """As typed; empty while nobody has named it."""
    link_number: int
    """Of the link that lets phones in."""
    phones: int
    """How many have it."""
    is_common: bool
    """Whether it is the one that a setting can open to everybody."""
    is_open: bool
    """Whether it is open to everybody now."""


def find_reach(viewer: Viewer, *, is_open: bool) -> Reach:
    """Return what a phone may be shown; ``is_open`` says that the common house is open to everybody."""
    return reach.find_reach(viewer.device, includes_common=is_open)


def find_own_reach(viewer: Viewer, *, is_open: bool) -> Reach:
    """Return what a phone has a part in, and what its houses gather; an open house is nobody's own."""
    houses = queries.list_houses(viewer.device)
    return Reach(viewer.device, frozenset(house.id for house in houses if not (house.is_common and is_open)))


def list_houses(viewer: Viewer, *, is_open: bool) -> tuple[HouseView, ...]:
    """List the houses that a phone has, the open one first."""
    houses = list(queries.list_houses(viewer.device))
    common = queries.find_common_house() if is_open else None
    if common is not None:
        houses = [common, *(house for house in houses if not house.is_common)]
    return tuple(_view(house, is_open=is_open) for house in houses)


def view_house(slug: str, viewer: Viewer, *, is_open: bool) -> HouseView | None:
    """Return a house that a phone has; ``None`` if it has none of this name."""
    return next((house for house in list_houses(viewer, is_open=is_open) if house.slug == slug), None)


def choose_house(viewer: Viewer, said: str, *, is_open: bool) -> HouseView | None:
    """Return the house in which a phone starts something: the one that was ``said``, if the phone has it.

    Otherwise it is that of the table which the phone opened last, or one that it was given, or the open one. ``None``
    stands for a house that is still to be made.
    """
    houses = list_houses(viewer, is_open=is_open)
    chosen = next((house for house in houses if house.slug == said), None)
    last = queries.find_last_house(viewer.device)
    kept = next((house for house in queries.list_houses(viewer.device) if house.id == last), None)
    latest = next((house for house in houses if kept is not None and house.slug == kept.slug), None)
    given = next((house for house in houses if not house.is_common), None)
    return chosen or latest or given or next(iter(houses), None)


def _view(house: House, *, is_open: bool) -> HouseView:
    return HouseView(
        slug=house.slug,
        name=house.name,
        link_number=house.link_number,
        phones=house.members,
        is_common=house.is_common,
        is_open=house.is_common and is_open,
    )
