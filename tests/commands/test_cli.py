from __future__ import annotations

import argparse
import re
from pathlib import Path

import pytest

from companion.cli import COMMANDS, DONE, WRONG_USE

MODULES = Path(__file__).parents[2] / "companion" / "commands"


@pytest.mark.parametrize("words", [["migrate"], ["db", "downgrade"], ["db"], ["deck", "burn"], []])
def test_an_unknown_word_is_wrong_use_and_touches_no_database(run, instance, words):
    status, out, err = run(*words)
    assert (status, out) == (WRONG_USE, "")
    assert err.startswith("usage: companion ")
    assert not instance.exists()


def test_whoever_gives_an_unknown_command_is_told_all_there_are(run):
    _, _, err = run("migrate")
    assert "'migrate'" in err
    assert all(re.search(rf"\b{name}\b", err) for name in COMMANDS)


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_a_summary_and_a_help(run, name):
    status, out, _ = run(name, "--help")
    assert (status, out.splitlines()[0].split()[:3]) == (DONE, ["usage:", "companion", name])
    assert COMMANDS[name].summary in " ".join(run("--help")[1].split())


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_does_its_own_work_and_no_other(monkeypatch, name):
    # Behind every name stands one function of one module of its own: no name falls through to another's.
    taken: list[tuple[str, str]] = []

    def note(module: str, globals_: object, locals_: object, names: tuple[str, ...], level: int) -> object:
        taken.append((module, names[0]))
        return argparse.Namespace(**{names[0]: lambda *_: DONE})

    monkeypatch.setattr("builtins.__import__", note)
    status = COMMANDS[name].run(argparse.Namespace(), str)
    monkeypatch.undo()
    assert status == DONE
    ((module, _),) = taken
    assert (MODULES / f"{module.removeprefix('commands.')}.py").exists()
    assert module.removeprefix("commands.") in (name, "database")
