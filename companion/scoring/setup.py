"""Before the first round: the six category cards dealt, and the tiles that stay in the box for a gentler game."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from pathlib import Path
from random import Random

from .categories import CATEGORIES, Category
from .editions import EDITION_CODES, SOURCE

MOST_FOCUSES = 4
"""Six cards, less the one for the prominent works and the one for the banned books (004:26-28, 002:51-52)."""

UNKNOWN = "unknown"
"""What an edition's data says instead of a name that no text of it that we have prints."""

_FOLDER = Path(__file__).with_name("editions")


@dataclass(frozen=True, slots=True)
class Deal:
    """Category cards as they fell; no card falls twice."""

    prominent: Category
    banned: Category
    focuses: tuple[Category, ...]
    """One for each librarian, in the order of the seats."""
    library_focus: Category | None = None
    """Solo: the card that lies face down for the public library."""
    set_aside: tuple[Category, ...] = ()
    """Solo: the two cards left over, in the order in which they are shown."""


def deal_categories(players: int, source: Random) -> Deal:
    """Deal for 1 to 4 librarians; raise ``LookupError`` for another number.

    ``source`` decides how the cards fall: ``random.SystemRandom()`` where nobody may foresee it.

    >>> deal = deal_categories(4, Random(42))
    >>> len({deal.prominent, deal.banned, *deal.focuses})
    6
    """
    if not 1 <= players <= MOST_FOCUSES:
        raise LookupError(f"no deal for {players} players: expected 1 to {MOST_FOCUSES}")
    prominent, banned, *focuses = source.sample(CATEGORIES, 2 + players)
    return Deal(prominent, banned, tuple(focuses))


def deal_solo(source: Random) -> Deal:
    """Deal for one librarian against the public library: all six cards are in use (002:601-602)."""
    prominent, banned, library, own, first, second = source.sample(CATEGORIES, len(CATEGORIES))
    return Deal(prominent, banned, (own,), library, (first, second))


class Variant(StrEnum):
    """A gentler game, for which some tiles stay in the box."""

    BEGINNER = "beginner"
    """The rulebooks only suggest taking these out (002:565-569, 001:1579-1591, 000:1155-1163)."""
    FRIENDLY = "friendly"
    """Less conflict (002:573, 001:1593-1599, 000:1165-1172)."""


_LOCATIONS = {Variant.BEGINNER: (3, 7, 8, 9, 15, 17), Variant.FRIENDLY: (3, 7, 15, 16)}
_LIBRARIES = {Variant.BEGINNER: (), Variant.FRIENDLY: (1, 4, 8, 12)}


@dataclass(frozen=True, slots=True)
class Tile:
    """A location or a library."""

    number: int
    """Of a location: 1 to 18, as on the tile; of a library: 1 to 12, its place in the English list of assistants."""
    name: str
    edition: str
    """The edition whose word the name is: the English one where that asked for prints none that we know."""


@dataclass(frozen=True, slots=True)
class Removal:
    """The tiles to take out, each kind by number."""

    locations: tuple[Tile, ...]
    libraries: tuple[Tile, ...]


@cache
def find_removal(variant: Variant, edition: str) -> Removal:
    """Return what stays in the box; raise ``LookupError`` for an edition there is none of.

    >>> [tile.number for tile in find_removal(Variant.FRIENDLY, "pl").locations]
    [3, 7, 15, 16]
    >>> find_removal(Variant.FRIENDLY, "de").locations[0]
    Tile(number=3, name='Auction House', edition='en')
    """
    if edition not in EDITION_CODES:
        raise LookupError(f"unknown edition {edition!r}: expected one of {', '.join(EDITION_CODES)}")
    return Removal(
        tuple(_name_tile("locations", number, edition) for number in _LOCATIONS[variant]),
        tuple(_name_tile("libraries", number, edition) for number in _LIBRARIES[variant]),
    )


def _name_tile(kind: str, number: int, edition: str) -> Tile:
    """Name a tile in the words of the edition, or else in the English ones."""
    name = _read_tiles(edition).get(kind, {}).get(str(number), UNKNOWN)
    if name == UNKNOWN:
        return Tile(number, _read_tiles(SOURCE)[kind][str(number)], SOURCE)
    return Tile(number, name, edition)


@cache
def _read_tiles(edition: str) -> dict[str, dict[str, str]]:
    tiles: dict[str, dict[str, str]] = tomllib.loads((_FOLDER / f"{edition}.toml").read_text("utf-8")).get("tiles", {})
    return tiles
