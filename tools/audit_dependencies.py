"""Ask https://osv.dev which of the versions in constraints.txt have known vulnerabilities: ``python -m`` this.

Exits with 1 where one has, and with 0 where none has or nobody could be asked, which is said then.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable
from pathlib import Path
from urllib.error import URLError
from urllib.request import Request, urlopen

CONSTRAINTS = Path(__file__).parents[1] / "constraints.txt"
SERVICE = "https://api.osv.dev/v1/querybatch"
SECONDS = 20


def list_versions(constraints: str) -> list[tuple[str, str]]:
    """Return the names and versions of a file of constraints."""
    return re.findall(r"^([\w.-]+)==([\w.+!-]+)", constraints, re.MULTILINE)


def ask_service(query: bytes) -> bytes:
    """Post a query; raise ``OSError`` where that is not possible."""
    request = Request(SERVICE, query, {"Content-Type": "application/json"})
    with urlopen(request, timeout=SECONDS) as answer:  # noqa: S310 - a constant
        return bytes(answer.read())


def find_vulnerable(versions: list[tuple[str, str]], ask: Callable[[bytes], bytes]) -> list[str]:
    """Return a line for each version with known vulnerabilities; https://google.github.io/osv.dev/post-v1-querybatch/."""
    queries = [{"package": {"ecosystem": "PyPI", "name": name}, "version": version} for name, version in versions]
    results = json.loads(ask(json.dumps({"queries": queries}).encode()))["results"]
    return [
        f"{name} {version}: {', '.join(found['id'] for found in result['vulns'])}"
        for (name, version), result in zip(versions, results, strict=True)
        if result.get("vulns")
    ]


def main(ask: Callable[[bytes], bytes] = ask_service) -> int:
    """Say what is known of the locked versions; return the exit status."""
    versions = list_versions(CONSTRAINTS.read_text(encoding="utf-8"))
    try:
        vulnerable = find_vulnerable(versions, ask)
    except (URLError, OSError, ValueError, KeyError) as error:
        sys.stderr.write(f"The dependencies could not be audited: {SERVICE} gave no answer ({error}).\n")
        return 0
    for line in vulnerable:
        sys.stderr.write(f"{line}\n")
    sys.stderr.write(f"{len(versions)} dependencies audited, {len(vulnerable)} of them vulnerable.\n")
    return 1 if vulnerable else 0


if __name__ == "__main__":
    sys.exit(main())
