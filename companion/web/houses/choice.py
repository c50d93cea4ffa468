"""The choice of a house in the forms that start something; a phone with one house, or none, is not asked."""

from __future__ import annotations

from dataclasses import dataclass

from flask import request
from flask_babel import gettext as _

from ...workflow.access.showing import PageValue
from ...workflow.houses.keeping import settle_house as settle
from ...workflow.houses.reach import HouseView, choose_house, list_houses
from ..access.guards import find_viewer, is_house_open


@dataclass(frozen=True, slots=True)
class HouseChoice(PageValue):
    """A house that can be chosen."""

    slug: str
    name: str
    is_chosen: bool


def offer_houses() -> tuple[HouseChoice, ...]:
    """Return the houses that something new can belong to; none where there is nothing to choose."""
    viewer = find_viewer()
    houses = list_houses(viewer, is_open=is_house_open())
    if len(houses) < 2:
        return ()
    chosen = choose_house(houses, viewer, _read())
    return tuple(HouseChoice(house.slug, say_name(house), house == chosen) for house in houses)


def settle_house() -> int:
    """Return the number of the house that was chosen, or of the one that suits; one is made for a phone without."""
    return settle(find_viewer(), _read(), is_open=is_house_open())


def say_name(house: HouseView) -> str:
    """Return the name of a house, or what is said where nobody has named it."""
    if house.name:
        return house.name
    return str(_("The open house") if house.is_common else _("A house without a name"))


def _read() -> str:
    return request.form.get("house", "") if request.method == "POST" else ""
