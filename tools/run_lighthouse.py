"""What Lighthouse says of the pages that people wait for. ``python -m tools.run_lighthouse NODE_MODULES [--runs N]``.

Lighthouse comes from npm (``npm install lighthouse`` makes the folder to name), the browser is Debian's Chromium. The
phone of a table's host opens the front page, its table, and the editor of its shelf, as slow as Lighthouse's own
``mobile`` makes a phone and its network. Figures are medians: whatever else the machine does makes single ones worse.
Exits with 1 where a median misses its limit.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from argparse import ArgumentParser
from pathlib import Path
from statistics import median
from typing import Any
from urllib.request import Request, urlopen

from bench.tables import COMPANION, COOKIE, serve, set_tables

FIGURES = {"FCP": "first-contentful-paint", "LCP": "largest-contentful-paint", "TBT": "total-blocking-time"}
"""Milliseconds, by Lighthouse's names."""
SHIFT = "cumulative-layout-shift"
SCORES = ("performance", "accessibility", "best-practices")
LIMITS = {"performance": 98, "accessibility": 100, "best-practices": 100, SHIFT: 0.02}


def find_browser() -> str:
    """Return the path of Chromium; raises ``SystemExit`` where there is none."""
    found = shutil.which("chromium") or shutil.which("chromium-headless-shell")
    if not found:
        raise SystemExit("expected Chromium on the PATH, found none: install chromium-headless-shell")
    return found


def read_cookies(address: str, token: str) -> str:
    """Return what a phone with this token sends as its cookies, those of its session among them."""
    held = f"{COOKIE}={token}"
    with urlopen(Request(address, headers={"Cookie": held})) as answer:  # noqa: S310  # our own server
        given = [line.partition(";")[0] for line in answer.headers.get_all("Set-Cookie", [])]
    return "; ".join([held, *(pair for pair in given if not pair.startswith(f"{COOKIE}="))])


def examine(modules: Path, address: str, cookies: str) -> dict[str, Any]:
    """Let Lighthouse open a page; return its report."""
    command = [
        *("node", str(modules / "lighthouse" / "cli" / "index.js"), address, "--quiet", "--output=json"),
        f"--only-categories={','.join(SCORES)}",
        "--chrome-flags=--headless --no-sandbox --disable-dev-shm-usage",
        f"--extra-headers={json.dumps({'Cookie': cookies})}",
    ]
    environment = {**os.environ, "CHROME_PATH": find_browser()}
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)  # noqa: S603
    if done.returncode:
        raise RuntimeError(f"expected a report on {address}, got: {done.stderr[-800:]}")
    report: dict[str, Any] = json.loads(done.stdout)
    return report


def read_figures(report: dict[str, Any]) -> dict[str, float]:
    """Return the scores of a report from 0 to 100, its times in milliseconds, and the layout shift."""
    scores = {name: 100 * report["categories"][name]["score"] for name in SCORES}
    times = {name: report["audits"][audit]["numericValue"] for name, audit in FIGURES.items()}
    return {**scores, **times, SHIFT: report["audits"][SHIFT]["numericValue"]}


def find_faults(report: dict[str, Any]) -> set[str]:
    """Return what costs points, beside speed."""
    parts = (part for name in SCORES[1:] for part in report["categories"][name]["auditRefs"] if part["weight"])
    audits = (report["audits"][part["id"]] for part in parts)
    return {f"{audit['id']}: {audit['title']}" for audit in audits if audit["score"] is not None and audit["score"] < 1}


def summarize(reports: list[dict[str, Any]]) -> bool:
    """Print the median and the worst of each figure; return whether every median keeps its limit."""
    figures = [read_figures(report) for report in reports]
    is_good = True
    for name in figures[0]:
        values = sorted((each[name] for each in figures), reverse=name not in SCORES)
        middle, limit = median(values), LIMITS.get(name)
        keeps = limit is None or (middle >= limit if name in SCORES else middle < limit)
        is_good = is_good and keeps
        digits = 3 if name == SHIFT else 0
        print(
            f"  {name:24} {middle:8.{digits}f}   worst {values[0]:.{digits}f}{'' if keeps else '   misses its limit'}"
        )
    for fault in sorted(set[str]().union(*map(find_faults, reports))):
        print(f"  {fault}")
    return is_good


def main() -> None:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("modules", type=Path, help="the folder node_modules that has lighthouse")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--keep", type=Path, help="a folder for the last report on each page")
    chosen = parser.parse_args()
    is_good = True
    with tempfile.TemporaryDirectory() as folder:
        [phones] = set_tables({"COMPANION_INSTANCE": folder}, 1, 5)
        editor, token = phones[0].page, phones[0].line.cookies[COOKIE]
        paths = {"front page": "/", "table": editor.partition("/seats/")[0], "editor": editor}
        with serve(COMPANION, folder, min(os.sched_getaffinity(0))) as server:
            for page, path in paths.items():
                address = f"http://127.0.0.1:{server.port}{path}"
                cookies = read_cookies(address, token)
                reports = [examine(chosen.modules, address, cookies) for _ in range(chosen.runs)]
                print(f"{page}, {chosen.runs} runs: median and worst", flush=True)
                is_good = summarize(reports) and is_good
                if chosen.keep:
                    chosen.keep.mkdir(parents=True, exist_ok=True)
                    kept = chosen.keep / f"{page.replace(' ', '-')}.json"
                    kept.write_text(json.dumps(reports[-1]), encoding="utf-8")
    sys.exit(not is_good)


if __name__ == "__main__":
    main()
