"""Whose request it is, before the app has seen it."""

from __future__ import annotations

import pytest
from flask import Flask

from companion.web.access.clients import make_recognizer
from companion.web.access.guards import COOKIE

from ..conftest import Visitor


@pytest.fixture
def token(visitor: Visitor) -> str:
    """What the app gives to a phone that opens a table."""
    visitor.open_table("Rita")
    return dict(visitor.cookies)[COOKIE]


def test_a_phone_is_told_by_the_token_that_it_was_given(app: Flask, token: str) -> None:
    recognize = make_recognizer(app, 0)
    at_home = recognize({"COOKIE": f"session=x; {COOKIE}={token}"}, "192.0.2.1")
    outside = recognize({"COOKIE": f"{COOKIE}={token}"}, "198.51.100.7")

    assert at_home.device
    assert at_home.device == outside.device
    assert token not in at_home.device


@pytest.mark.parametrize("cookies", ["", f"{COOKIE}=made.up", f"{COOKIE}=", '"', f"{COOKIE}=\x00\xff.\xfe"])
def test_whoever_makes_a_token_up_is_told_by_the_address(app: Flask, cookies: str) -> None:
    client = make_recognizer(app, 0)({"COOKIE": cookies}, "2001:db8:1:2:3::4")

    assert client.device == ""
    assert client.address == "2001:db8:1:2::"


@pytest.mark.parametrize(
    ("proxies", "said", "address"),
    [
        (0, "198.51.100.7", "192.0.2.1"),
        (1, "198.51.100.7", "198.51.100.7"),
        (1, "203.0.113.9, 198.51.100.7", "198.51.100.7"),
        (2, "203.0.113.9, 198.51.100.7", "203.0.113.9"),
        (2, "198.51.100.7", "192.0.2.1"),
        (1, "", "192.0.2.1"),
    ],
)
def test_only_as_many_proxies_are_believed_as_there_are(app: Flask, proxies: int, said: str, address: str) -> None:
    assert make_recognizer(app, proxies)({"X_FORWARDED_FOR": said}, "192.0.2.1").address == address
