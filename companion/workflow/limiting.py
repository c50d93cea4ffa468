"""How often somebody may do what is costly: by device for those who sit at a table, by address for all others.

So whoever hammers the server from the address of a whole café, behind whose router everybody has the same one, holds up
strangers there and none of the phones that play.
"""

from __future__ import annotations

import datetime
import hashlib
import hmac
import ipaddress
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum

from limits import RateLimitItem, RateLimitItemPerHour, RateLimitItemPerMinute
from limits.strategies import FixedWindowRateLimiter
from sqlalchemy.exc import SQLAlchemyError

from ..store.access.limits import DatabaseStorage
from ..store.access.quotas import FullError
from ..store.outages import find_cause

__all__ = ["CROWD", "LIMITS", "Asker", "Costly", "FullError", "Limiter", "fold_address"]

CROWD = 6
"""How many devices' worth the strangers of one address have together: several tables may begin behind one router."""


class Costly(Enum):
    """What is limited."""

    DRAWING = "drawing"
    PHOTOS = "photos"
    DECKS = "decks"
    TABLES = "tables"
    CLAIMS = "claims"
    HOUSES = "houses"
    AUDITS = "audits"
    ADVICE = "advice"
    EXPORTS = "exports"
    CODES = "codes"


LIMITS: dict[Costly, RateLimitItem] = {
    # A table of four on two papers, in a language or two.
    Costly.DRAWING: RateLimitItemPerMinute(30),
    # Four shelves of at most twelve photos, some of them blurred.
    Costly.PHOTOS: RateLimitItemPerMinute(60, 10),
    Costly.DECKS: RateLimitItemPerMinute(20, 10),
    Costly.TABLES: RateLimitItemPerHour(20),
    Costly.CLAIMS: RateLimitItemPerMinute(10),
    # Houses begun and changed, and what is done with the wastebasket.
    Costly.HOUSES: RateLimitItemPerMinute(120, 10),
    # A form is checked again after each correction.
    Costly.AUDITS: RateLimitItemPerMinute(60, 10),
    # Trying out which cards to turn down asks each time.
    Costly.ADVICE: RateLimitItemPerMinute(120),
    Costly.EXPORTS: RateLimitItemPerMinute(30, 10),
    # Wrong ones: a whole table may mistype, but guessing one of 190 million takes years. For each address.
    Costly.CODES: RateLimitItemPerMinute(20),
}


@dataclass(frozen=True, slots=True)
class Asker:
    """Whoever asks for something."""

    address: str
    """The IP address."""
    device: str = ""
    """The hash of the token of a device that has a part in a table; empty for all others."""


class Limiter:
    """Counts what is costly, for all processes that share a database. Where that is away, nothing is limited."""

    def __init__(self, secret: str, clock: Callable[[], datetime.datetime]) -> None:
        """Keep who asks under hashes with a ``secret``."""
        self._secret = secret.encode()
        self._clock = clock
        self._windows = FixedWindowRateLimiter(DatabaseStorage(clock))

    def hit(self, what: Costly, asker: Asker) -> int:
        """Count one more; return 0, or after how many seconds to ask again."""
        limit, key = self._find(what, asker)
        try:
            return 0 if self._windows.hit(limit, key) else self._find_wait(limit, key)
        except SQLAlchemyError as error:
            if find_cause(error) is None:
                raise
            return 0

    def look(self, what: Costly, asker: Asker) -> int:
        """Return what ``hit`` would, and count nothing."""
        limit, key = self._find(what, asker)
        return 0 if self._windows.test(limit, key) else self._find_wait(limit, key)

    def _find(self, what: Costly, asker: Asker) -> tuple[RateLimitItem, str]:
        limit = LIMITS[what]
        is_crowd = not asker.device and what is not Costly.CODES
        if is_crowd:
            limit = type(limit)(limit.amount * CROWD, limit.multiples)
        who = asker.device if asker.device and what is not Costly.CODES else fold_address(asker.address)
        return limit, hmac.digest(self._secret, f"{what.value} {who}".encode(), hashlib.sha256).hex()[:24]

    def _find_wait(self, limit: RateLimitItem, key: str) -> int:
        until = self._windows.storage.get_expiry(limit.key_for(key))
        return max(1, round(until - self._clock().timestamp()))


def fold_address(address: str) -> str:
    """Return what of an address stands for one household: all of IPv4, the first 64 bits of IPv6.

    >>> fold_address("2001:db8:1:2:3::4"), fold_address("::ffff:192.0.2.1"), fold_address("a socket")
    ('2001:db8:1:2::', '192.0.2.1', 'a socket')
    """
    try:
        parsed = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(parsed, ipaddress.IPv4Address):
        return str(parsed)
    if parsed.ipv4_mapped:
        return str(parsed.ipv4_mapped)
    return str(ipaddress.ip_network((parsed, 64), strict=False).network_address)
