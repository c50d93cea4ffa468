"""What tells a polling phone whether anything has changed that it may see."""

from __future__ import annotations

import datetime

from ...store.tables.claims import is_over, is_ripe
from ...store.tables.outlines import find_pulse
from ..access.roles import Viewer


def list_counts(slug: str, viewer: Viewer, now: datetime.datetime) -> tuple[str, ...]:
    """List what changes with everything that a device may see, by one small query; raise ``MissingError``.

    The version that all see, whether the device is the host's, the count of the secret changes of each of its own
    seats, and how far the claims for seats are ``now``. Those of other seats tell nobody else anything.
    """
    pulse, device = find_pulse(slug), viewer.device
    # What everyone at the table sees of a claim changes with time alone.
    claims = (f"{claim.key}{is_over(claim, now):d}{is_ripe(claim, now):d}" for claim in pulse.claims)
    own = (f"{place}.{count}" for place, owner, count in pulse.seats if device and (owner or pulse.host) == device)
    return str(pulse.version), str(device == pulse.host and bool(device)), *own, *claims
