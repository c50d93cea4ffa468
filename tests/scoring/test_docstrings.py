from __future__ import annotations

import doctest
import importlib
import pkgutil

import pytest

import companion.scoring

MODULES = [
    "companion.notation_tokens",
    companion.scoring.__name__,
    *(module.name for module in pkgutil.walk_packages(companion.scoring.__path__, "companion.scoring.")),
]


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_in_the_docstrings_are_true(name: str) -> None:
    assert doctest.testmod(importlib.import_module(name)).failed == 0
