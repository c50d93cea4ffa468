"""What tells a polling phone whether anything has changed that it may see."""

from __future__ import annotations

from ...store.tables.queries import find_pulse
from ..access.roles import Viewer


def list_counts(slug: str, viewer: Viewer) -> tuple[str, ...]:
    """List what changes with everything that a device may see, by one small query; raise ``MissingError``.

    The version that all see, whether the device is the host's, and the count of the secret changes of each of its own
    seats. Those of other seats tell nobody else anything.
    """
    pulse, device = find_pulse(slug), viewer.device
    own = (f"{place}.{count}" for place, owner, count in pulse.seats if device and (owner or pulse.host) == device)
    return str(pulse.version), str(device == pulse.host and bool(device)), *own
