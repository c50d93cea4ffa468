"""What a phone may be shown in lists, and the houses that it has."""

from __future__ import annotations

from collections.abc import Sequence
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
    houses = [_view(house, is_open=is_open) for house in queries.list_houses(viewer.device, includes_common=is_open)]
    return tuple(sorted(houses, key=lambda house: not house.is_open))


def view_house(slug: str, viewer: Viewer, *, is_open: bool) -> HouseView | None:
    """Return a house that a phone has; ``None`` if it has none of this name."""
    return next((house for house in list_houses(viewer, is_open=is_open) if house.slug == slug), None)


def choose_house(houses: Sequence[HouseView], viewer: Viewer, said: str) -> HouseView | None:
    """Return that of a phone's houses in which it starts something: the one that was ``said``, if the phone has it.

    Otherwise it is that of the table which the phone opened last, or one that it was given, or the open one. ``None``
    stands for a house that is still to be made.
    """
    by_slug = {house.slug: house for house in houses}
    if said in by_slug or len(houses) < 2:
        return by_slug.get(said) or next(iter(houses), None)
    given = next(house for house in houses if not house.is_common)
    return by_slug.get(queries.find_last_house(viewer.device) or "", given)


def _view(house: House, *, is_open: bool) -> HouseView:
    return HouseView(
        slug=house.slug,
        name=house.name,
        link_number=house.link_number,
        phones=house.members,
        is_common=house.is_common,
        is_open=house.is_common and is_open,
    )
