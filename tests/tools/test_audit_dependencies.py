"""The audit of the locked versions: what it asks, and what it makes of an answer, or of none."""

from __future__ import annotations

import json

from tools.audit_dependencies import CONSTRAINTS, list_versions, main


def answer(vulnerable: str):
    def ask(query: bytes) -> bytes:
        names = [asked["package"]["name"] for asked in json.loads(query)["queries"]]
        found = {"vulns": [{"id": "GHSA-1", "modified": "x"}, {"id": "PYSEC-2"}]}
        return json.dumps({"results": [found if name == vulnerable else {} for name in names]}).encode()

    return ask


def test_every_locked_version_is_asked_for():
    lines = [line for line in CONSTRAINTS.read_text().splitlines() if "==" in line and not line.startswith(" ")]
    assert len(list_versions(CONSTRAINTS.read_text())) == len(lines) > 50


def test_a_vulnerable_version_is_named_and_fails(capsys):
    assert main(answer("flask")) == 1
    assert ": GHSA-1, PYSEC-2\n" in capsys.readouterr().err


def test_sound_ones_pass(capsys):
    assert main(answer("nothing")) == 0
    assert "0 of them vulnerable" in capsys.readouterr().err


def test_where_nobody_can_be_asked_that_is_said_and_nothing_fails(capsys):
    def ask(_query: bytes) -> bytes:
        raise OSError("Network is unreachable")

    for service in (ask, lambda _query: b"<html>", lambda _query: b"{}"):
        assert main(service) == 0
        assert "could not be audited" in capsys.readouterr().err
