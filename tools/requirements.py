"""Print, one a line, what pyproject.toml asks for beside the package itself: its build backend and dependency groups.

pip learns to read dependency groups only after the release that Debian 12 brings, so both pip and uv get this list.
"""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path


def find_requirements(pyproject: Path, groups: list[str]) -> list[str]:
    """Return the build requirements and those of the named dependency groups; an unknown group is a ``KeyError``."""
    tables = tomllib.loads(pyproject.read_text(encoding="utf-8"))
    found = list(tables["build-system"]["requires"])
    for group in groups:
        found += tables["dependency-groups"][group]
    return found


if __name__ == "__main__":
    sys.stdout.write("\n".join(find_requirements(Path("pyproject.toml"), sys.argv[1:])) + "\n")
