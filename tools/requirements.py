"""Print the requirements of the dependency groups named, which the pip of Debian 12 cannot read itself."""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path


def find_requirements(pyproject: Path, names: list[str]) -> list[str]:
    """Return the requirements of the groups ``names``, in their order; a ``KeyError`` names an unknown group."""
    groups = tomllib.loads(pyproject.read_text(encoding="utf-8"))["dependency-groups"]
    return [requirement for name in names for requirement in groups[name]]


if __name__ == "__main__":
    sys.stdout.writelines(f"{line}\n" for line in find_requirements(Path("pyproject.toml"), sys.argv[1:]))
