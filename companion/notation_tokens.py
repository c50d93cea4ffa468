"""How shelf notation is put together: cells and rows as plain strings, for whoever has something to write in it.

It knows no card and no rule, so that what is read off a photo and what is scored can be written by the same lines.
``scoring.notation`` reads notation, and writes the cards and shelves that the rules know.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

EMPTY, BACK, UNREAD = ".", "#", "?"
"""An empty place, a card face down of which nothing is known, and a card (or an icon) that could not be read."""


def write_face(letter: str | None, number: int | str | None, icons: str = "", of: int | None = None) -> str:
    """Write what is printed on a card: its name with ``?`` for what is not known, and its icons where there are any.

    ``of`` is how many cards the letter has.

    >>> write_face("M", 8, "CF", 10), write_face("M", None)
    ('M8/10:CF', 'M?')
    """
    count = f"/{of}" if of and number else ""
    return f"{letter or UNREAD}{number or UNREAD}{count}" + (f":{icons}" if icons else "")


def write_reading(letter: str | None, number: int | str | None, icons: str | None) -> str:
    """Write a card that lies face up as far as it was read; one of which nothing was read is ``?`` alone.

    >>> write_reading("M", None, "CF"), write_reading(None, 8, None), write_reading(None, None, "??")
    ('M?:CF', '?8:?', '?')
    """
    if {letter or UNREAD, number or UNREAD, *(icons or UNREAD)} == {UNREAD}:
        return UNREAD
    return write_face(letter, number, icons or UNREAD)


def join_rows(rows: Iterable[Iterable[str]]) -> str:
    """Write rows of cells that are already in notation.

    >>> join_rows([["A1:CF", "."], [], ["#"]])
    'A1:CF . / / #'
    """
    tokens: list[str] = []
    for row in rows:
        tokens += ["/", *row]
    return " ".join(tokens[1:])


def join_places(cells: Mapping[tuple[int, int], str]) -> str:
    """Write cells that are known by row and column: from the first row with one to the last, each to its last cell.

    >>> join_places({(1, 0): "A1:CF", (1, 2): "#", (3, 0): "?"})
    'A1:CF . # / / ?'
    """
    used = sorted({row for row, _ in cells})
    lengths = {row: 1 + max(column for other, column in cells if other == row) for row in used}
    return join_rows(
        [cells.get((row, column), EMPTY) for column in range(lengths.get(row, 0))]
        for row in (range(used[0], used[-1] + 1) if used else ())
    )
