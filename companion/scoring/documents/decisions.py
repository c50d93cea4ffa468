"""Reading what a table decided itself: ``decisions`` of an inspection."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

from ..checks.findings import Code
from ..decisions.decision import LIBRARY_LINES, DecidedLine, Decision, FigureDecision, TitleDecision
from .fields import FieldReader, Wanted

_FIGURE_KEYS = frozenset(("player", "line", "points", "reason", "by"))
_TITLE_KEYS = frozenset(("winners", "reason", "by"))
_NAMES_SHOWN = 6
"""How many names a finding lists: more than sit at any table."""


def read_decisions(top: FieldReader, names: Sequence[str], *, is_solo: bool) -> tuple[Decision, ...]:
    """Read all decisions; ``names`` are those of the players who are scored.

    Whatever is wrong is an error: a result that ignores what a table decided would be another one.
    """
    listed = top.fields.get("decisions", [])
    if not isinstance(listed, list):
        top.report(Code.MISSING_FIELD, listed, field="decisions", expected=Wanted.LIST)
        return ()
    known = set(names)
    decisions: list[Decision] = []
    decided: set[tuple[str | None, DecidedLine] | None] = set()
    for number, fields in enumerate(listed, start=1):
        if not isinstance(fields, dict):
            top.report(Code.MISSING_FIELD, fields, field="decisions", decision=number, expected=Wanted.OBJECT)
            continue
        reader = FieldReader(fields, top.findings, about={"decision": number})
        decision: Decision | None
        if "winners" in fields:
            decision = _read_title(reader, names, known)
        else:
            decision = _read_figure(reader, names, known, is_solo=is_solo)
        if decision is None:
            continue
        about = (decision.player, decision.line) if isinstance(decision, FigureDecision) else None
        if about in decided:
            reader.report(Code.DECIDED_TWICE)
        decided.add(about)
        decisions.append(decision)
    return tuple(decisions)


def _read_title(reader: FieldReader, names: Sequence[str], known: set[str]) -> TitleDecision | None:
    given = [key for key in ("player", "line", "points") if key in reader.fields]
    if given:
        reader.report(Code.CONFLICTING_FIELDS, fields=", ".join([*given, "winners"]))
    listed = reader.fields["winners"]
    winners: list[str] = []
    is_whole = isinstance(listed, list)
    if isinstance(listed, list):
        for name in listed:
            winner = _find_name(reader, name, names, known)
            is_whole &= winner is not None
            winners += [winner] if winner else []
    else:
        reader.report(Code.MISSING_FIELD, listed, field="winners", expected=Wanted.LIST)
    reason, by = reader.read_required_text("reason"), reader.read_required_text("by")
    extra = reader.read_extra(_TITLE_KEYS | set(given))
    if not is_whole or reason is None or by is None:
        return None
    return TitleDecision(tuple(dict.fromkeys(winners)), reason, by, extra)


def _read_figure(reader: FieldReader, names: Sequence[str], known: set[str], *, is_solo: bool) -> FigureDecision | None:
    player: str | None = None
    is_known = True
    if reader.fields.get("player") is not None:
        player = _find_name(reader, reader.fields["player"], names, known)
        is_known = player is not None
    elif not is_solo:
        reader.report(Code.MISSING_FIELD, field="player")
        is_known = False
    lines = tuple(DecidedLine) if player is not None or not is_solo else LIBRARY_LINES
    line = reader.read_choice("line", DecidedLine, Code.UNKNOWN_LINE)
    if line is not None and is_known and line not in lines:
        reader.report(Code.UNKNOWN_LINE, line.value, field="line", within="library")
        line = None
    points = _read_points(reader, line)
    reason, by = reader.read_required_text("reason"), reader.read_required_text("by")
    extra = reader.read_extra(_FIGURE_KEYS)
    if not is_known or line is None or points is None or reason is None or by is None:
        return None
    return FigureDecision(player, line, points, reason, by, extra)


def _read_points(reader: FieldReader, line: DecidedLine | None) -> int | None:
    if "points" not in reader.fields:
        reader.report(Code.MISSING_FIELD, field="points")
        return None
    return reader.read_points("points") if line is None or line.may_be_negative else reader.read_count("points")


def _find_name(reader: FieldReader, value: object, names: Sequence[str], known: set[str]) -> str | None:
    name = unicodedata.normalize("NFC", value.strip()) if isinstance(value, str) else None
    if name in known:
        return name
    shown = [*names[:_NAMES_SHOWN], *(["…"] if len(names) > _NAMES_SHOWN else [])]
    reader.report(Code.UNKNOWN_PLAYER, value, names=", ".join(shown))
    return None
