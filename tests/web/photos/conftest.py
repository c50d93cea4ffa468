"""Photos that are read at once, as what they are said to show."""

from __future__ import annotations

from collections.abc import Callable
from io import BytesIO

import pytest

from companion.store.photos.queries import TakenPhoto
from companion.vision.problems import PhotoError
from companion.workflow.photos import working

from .readings import SHELF, write_reading


@pytest.fixture
def eye(monkeypatch: pytest.MonkeyPatch) -> dict[bytes, dict[str, object] | PhotoError]:
    """Fake readings of photos, by their bytes."""
    seen: dict[bytes, dict[str, object] | PhotoError] = {b"shelf": write_reading(SHELF, B2=0.6)}

    def look(content: bytes, *_: object) -> TakenPhoto:
        found = seen[content]
        if isinstance(found, PhotoError):
            raise found
        return TakenPhoto(b"picture of " + content, 1600, 1200, found)

    monkeypatch.setattr(working, "read_shelf_photo", look)
    return seen


@pytest.fixture
def take(eye, visitor) -> Callable[..., str]:
    """A function that sends a photo to a seat and follows it; its key is its content unless another is given."""

    def send(seat: str, content: bytes = b"shelf", phone=visitor, **fields: str) -> str:
        form = {"photo": (BytesIO(content), "shelf.jpg"), "request_key": content.decode()[:40], **fields}
        page = phone.send(f"{seat}/photo", form)
        return phone.follow() if phone.address.startswith("/jobs/") else page

    return send


@pytest.fixture
def seat(desk) -> str:
    return f"{desk}/seats/1"
