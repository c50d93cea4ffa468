"""Made slips of seven kinds, and the weights fitted to them. ``python -m bench.slips`` prints weights and accuracy.

A sheet in order is drawn, one slip is made on it, and the audit is asked for the repairs. The weights of
``scoring.audit.slips`` were fitted to the slips of ``FITTED_SEED``; those of any other seed judge them.
"""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from companion.scoring.audit import audit
from companion.scoring.audit.repairs import Repair
from companion.scoring.audit.slips import WEIGHTS, Slip
from companion.scoring.documents.paper_sheet import read_sheet
from companion.scoring.sections.prominent_works import award_prominent_works

CODES = "CFHMRS"
LINES = ("stability", "prominent", "banned", "variety", "focus_bonus")
STABILITIES = (4, 6, 8, 9, 10, 12, 14, 15, 16)
FITTED_SEED, JUDGED_SEED = 1, 2

Table = list[dict[str, Any]]
"""The columns: name, focus, the six counts, the five lines and the total."""
Figure = tuple[str, str, int, int]
"""A player, a cell, what is written there, and what was meant."""


@dataclass(frozen=True)
class MadeSlip:
    """A sheet with one slip on it, and what would repair it."""

    kind: str
    document: dict[str, Any]
    truth: frozenset[Figure]


def draw_table(rng: random.Random, *, is_tied: bool) -> tuple[Table, str, str]:
    """Draw a sheet in order, and its prominent and banned category."""
    prominent, banned, *focuses = rng.sample(CODES, 6)
    table: Table = []
    for number, focus in zip(range(rng.randint(2, 4)), focuses, strict=False):
        column: dict[str, Any] = {"name": f"Person {number + 1}", "focus": focus}
        column |= {code: rng.randint(2, 14) for code in CODES}
        table.append(column)
    if is_tied:
        table[1][prominent] = table[0][prominent]
    awards = award_prominent_works(prominent, [column[prominent] for column in table])  # type: ignore[arg-type]
    for column, award in zip(table, awards, strict=True):
        column["stability"], column["prominent"] = rng.choice(STABILITIES), award.points
        column["banned"], column["focus_bonus"] = -column[banned], 2 * column[column["focus"]]
        column["variety"] = 3 * min(column[code] for code in CODES if code != banned)
        column["total"] = sum(column[line] for line in LINES)
    return table, prominent, banned


def _forget_line(rng: random.Random, table: Table) -> None:
    column = rng.choice(table)
    column["total"] -= column[rng.choice(LINES)]


def _swap_lines(rng: random.Random, table: Table) -> None:
    column = rng.choice(table)
    one, other = rng.sample(("stability", "prominent", "variety", "focus_bonus"), 2)
    column[one], column[other] = column[other], column[one]


def _lose_carry(rng: random.Random, table: Table) -> None:
    rng.choice(table)["total"] -= 10


def _transpose_digits(rng: random.Random, table: Table) -> None:
    column = rng.choice(table)
    cells = [cell for cell in (*CODES, *LINES, "total") if abs(column[cell]) >= 10]
    if cells:
        cell = rng.choice(cells)
        sign, digits = (-1 if column[cell] < 0 else 1), str(abs(column[cell]))
        column[cell] = sign * int(digits[:-2] + digits[-1] + digits[-2])


def _share_wrongly(rng: random.Random, table: Table) -> None:
    column = rng.choice(table[:2])
    wrong = rng.choice((15, 9, 4, column["prominent"] - 1))
    column["total"] += wrong - column["prominent"]
    column["prominent"] = wrong


def _write_in_neighbors_column(rng: random.Random, table: Table) -> None:
    index = rng.randrange(1, len(table))
    cell = rng.choice((*CODES, *LINES))
    table[index][cell] = table[index - 1][cell]


def _miscount_card(rng: random.Random, table: Table) -> None:
    column, code = rng.choice(table), rng.choice(CODES)
    column[code] = max(0, column[code] + rng.choice((-3, -2, -2, -1, -1, 1, 1, 2, 2, 3)))


KINDS: dict[str, Callable[[random.Random, Table], None]] = {
    "a line forgotten in the sum": _forget_line,
    "two lines swapped": _swap_lines,
    "a carry lost": _lose_carry,
    "digits transposed": _transpose_digits,
    "an award shared wrongly": _share_wrongly,
    "a figure in the neighbor's column": _write_in_neighbors_column,
    "a category miscounted by one card": _miscount_card,
}


def make_slip(rng: random.Random, kind: str) -> MadeSlip:
    """Draw a sheet and make a slip on it; it may happen to change nothing."""
    table, prominent, banned = draw_table(rng, is_tied=kind == "an award shared wrongly")
    meant = [dict(column) for column in table]
    KINDS[kind](rng, table)
    truth = frozenset(
        (column["name"], cell, column[cell], right[cell])
        for column, right in zip(table, meant, strict=True)
        for cell in (*CODES, *LINES, "total")
        if column[cell] != right[cell]
    )
    players = [
        {
            "name": column["name"],
            "focus": column["focus"],
            "tally": {code: column[code] for code in CODES},
            **{line: column[line] for line in (*LINES, "total")},
        }
        for column in table
    ]
    document = {"format": "ex-libris/sheet@1", "form": "B-7c", "edition": "en"}
    return MadeSlip(kind, {**document, "prominent": prominent, "banned": banned, "players": players}, truth)


def find_repairs(slip: MadeSlip) -> tuple[Repair, ...]:
    """Audit the sheet."""
    return audit(read_sheet(slip.document)).repairs


def name_figures(repair: Repair) -> frozenset[Figure]:
    """List what a repair changes."""
    return frozenset(
        (change.player or "", change.line.value, change.written, change.meant) for change in repair.changes
    )


def can_be_told(slip: MadeSlip) -> bool:
    """Tell whether the sheet shows the slip at all, and as what it is.

    A figure that nothing else depends on can be anything. And where the smallest changes that put a sheet in order are
    fewer than the slip made, or several figures have come about by slips of the very same kinds, nobody could know.
    """
    if not slip.truth:
        return False
    repairs = find_repairs(slip)
    true = next((repair for repair in repairs if name_figures(repair) == slip.truth), None)
    if true is None:
        return False
    return sum(list_slips(repair) == list_slips(true) for repair in repairs) == 1


def list_slips(repair: Repair) -> Counter[Slip]:
    """Count the slips that a repair supposes."""
    return Counter(change.slip for change in repair.changes)


def make_slips(count: int, seed: int) -> tuple[list[MadeSlip], int]:
    """Make so many slips that can be told, the kinds in turn; return them, and how many were left out."""
    rng = random.Random(f"slips {seed}")
    slips: list[MadeSlip] = []
    left_out = 0
    while len(slips) < count:
        slip = make_slip(rng, list(KINDS)[len(slips) % len(KINDS)])
        if can_be_told(slip):
            slips.append(slip)
        else:
            left_out += 1
    return slips, left_out


def is_true_first(slip: MadeSlip) -> bool:
    """Tell whether the likeliest repair is the true one."""
    return name_figures(find_repairs(slip)[0]) == slip.truth


def fit(slips: list[MadeSlip], rounds: int = 1000, rate: float = 0.05) -> dict[Slip, float]:
    """Fit the weights: the logarithm of a repair's likelihood is the sum of those of its slips."""
    logs = {slip: math.log(weight) for slip, weight in WEIGHTS.items()}
    start = dict(logs)
    cases = []
    for made in slips:
        repairs = find_repairs(made)
        cases.append([(list_slips(repair), name_figures(repair) == made.truth) for repair in repairs])
    for _ in range(rounds):
        slope = {slip: 0.005 * (start[slip] - logs[slip]) * len(slips) for slip in logs}
        for case in cases:
            likelihoods = [math.exp(sum(logs[slip] * n for slip, n in supposed.items())) for supposed, _ in case]
            whole = sum(likelihoods)
            for (supposed, is_true), likelihood in zip(case, likelihoods, strict=True):
                for slip, n in supposed.items():
                    slope[slip] += n * (is_true - likelihood / whole)
        for slip in logs:
            logs[slip] = min(0.0, logs[slip] + rate * slope[slip] / len(slips) * 10)
    return {slip: math.exp(log) for slip, log in logs.items()}


def main() -> None:
    fitted, left_out = make_slips(350, FITTED_SEED)
    print(f"fitted to {len(fitted)} slips, {left_out} left out")
    for slip, weight in fit(fitted).items():
        print(f"    Slip.{slip.name}: {weight:.2g},")
    judged, left_out = make_slips(350, JUDGED_SEED)
    first = Counter(slip.kind for slip in judged if is_true_first(slip))
    print(f"judged by {len(judged)} others, {left_out} left out: {sum(first.values()) / len(judged):.1%} first")
    for kind in KINDS:
        print(f"  {kind:34} {first[kind]} of {sum(slip.kind == kind for slip in judged)}")


if __name__ == "__main__":
    main()
