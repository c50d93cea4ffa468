"""Requests for no host, two, or an odd one are refused with a sentence; links are made of none of them."""

from __future__ import annotations

from dataclasses import replace

import pytest
from werkzeug.test import Client

from companion.app import create_app

SENTENCE = "A request has to say which single host it is for. Open this office at its own address and try again."


def ask(client, host, path="/"):
    return client.get(path, environ_overrides={"HTTP_HOST": host})


@pytest.mark.parametrize(
    "host",
    [
        "localhost",
        "192.168.1.20:8000",
        "[2001:db8::1]:8000",
        "library.example.",
        "xn--knihovna-x1b.cz",
        "web_1:80",
        "A",
    ],
)
def test_a_host_is_a_name_or_an_address(app, host):
    assert ask(app.test_client(), host).status_code == 200


@pytest.mark.parametrize(
    "host",
    [
        "",
        "localhost, evil.example",
        "localhost,evil.example",
        "localhost evil.example",
        "a@b",
        "localhost:port",
        "localhost:999999",
        "[::1",
        "::1",
        ".",
        "-",
        "x" * 254,
        "\xff\xfe",
        "bücher.example",
        "evil.example/?",
        '"><script>',
        "a\tb",
    ],
)
def test_anything_else_is_refused_with_a_sentence(app, evening, host):
    for path in ("/", f"{evening.desk}/invitation", "/attic", "/static/favicon.svg"):
        answer = ask(evening.rita.client, host, path)
        assert (answer.status_code, answer.get_data(as_text=True)) == (400, SENTENCE)
        assert answer.mimetype == "text/plain"


def test_a_request_for_no_host_is_refused_too(app):
    def forget_host(environment, start_response):
        del environment["HTTP_HOST"]
        return app(environment, start_response)

    answer = Client(forget_host).get("/")
    assert (answer.status_code, answer.get_data(as_text=True)) == (400, SENTENCE)


def test_an_odd_host_is_refused_before_a_form_from_there_is_looked_at(evening):
    client = evening.rita.client
    answer = client.post("/join", headers={"Origin": "http://a@b"}, environ_overrides={"HTTP_HOST": "a@b"})
    assert (answer.status_code, answer.get_data(as_text=True)) == (400, SENTENCE)


def test_a_proxy_is_no_way_around_it(settings):
    client = create_app(replace(settings, proxies=1)).test_client()
    answer = client.get("/", headers={"X-Forwarded-Host": "library.example, evil example"})
    assert (answer.status_code, answer.get_data(as_text=True)) == (400, SENTENCE)
