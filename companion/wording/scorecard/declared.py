"""The table's own word in sentences: what it decided, what the rules say there, and what comes of it."""

from __future__ import annotations

from collections.abc import Iterator

from ...scoring.decisions.decision import POINT_LINES, DecidedLine, Decision, TitleDecision
from ...scoring.decisions.declaring import Rule, find_rule, list_rules
from ...scoring.inspection import Form
from ...scoring.scorecard import Declared, Scorecard
from ...scoring.sections import Section
from ...scoring.terms import find_terms
from ..languages import find_translations
from .figures import format_points

_SECTIONS = (Section.B1, Section.B2, Section.B3, Section.B4, Section.B5)


def name_line(line: DecidedLine, form: Form, language: str) -> str:
    """Name a figure as the form does: ``B4 Categorical Variety``."""
    terms = find_terms(language)
    if line.category:
        return f"A2 {terms.name(line.category)}"
    if line is DecidedLine.FLIPPED:
        return f"A1 {terms.sections[Section.A1]}"
    if line is DecidedLine.TOTAL:
        return terms.sections[Section.TOTAL]
    section = _SECTIONS[POINT_LINES.index(line)]
    return f"{section} {terms.section(section, form)}"


def describe_table_decision(card: Scorecard, decision: Decision, language: str) -> str:
    """Say what the table decided and what the rules say there; the reason is another sentence."""
    return _describe_decision(card, decision, find_rule(card, decision), language)


def _describe_decision(card: Scorecard, decision: Decision, rule: Rule, language: str) -> str:
    t, terms = find_translations(language), find_terms(language)
    if isinstance(decision, TitleDecision):
        by_rules = rule if isinstance(rule, tuple) else ()
        return _describe_title(card, decision, by_rules, language)
    words = {
        "name": terms.public_library if decision.player is None else decision.player,
        "line": name_line(decision.line, card.inspection.form, language),
        "points": format_points(decision.points),
        "rule": format_points(rule) if isinstance(rule, int) else "–",
    }
    return t.gettext("%(name)s, %(line)s: %(points)s by the table’s own word, %(rule)s by the rules.") % words


def describe_table_reason(decision: Decision, language: str) -> str:
    """Say why the table decided so, and who did."""
    sentence = find_translations(language).gettext("“%(reason)s” Decided by %(by)s.")
    return sentence % {"reason": " ".join(decision.reason.split()), "by": " ".join(decision.by.split())}


def describe_declared(card: Scorecard, language: str) -> str:
    """Say what comes of all decisions; the empty string where there are none."""
    declared = card.declared
    if declared is None:
        return ""
    t = find_translations(language)
    words = {"winners": ", ".join(declared.winners)}
    if card.library is not None:
        if declared.winners:
            return t.gettext("By the table’s own word the license is granted to %(winners)s.") % words
        return t.gettext("By the table’s own word the license is refused.")
    if not declared.winners:
        return t.gettext("By the table’s own word nobody holds the title.")
    if not declared.is_settled:
        return t.gettext("By the table’s own word the first place is still tied: %(winners)s.") % words
    sentence = t.ngettext(
        "By the table’s own word the title goes to %(winners)s.",
        "By the table’s own word the title is shared by %(winners)s.",
        len(declared.winners),
    )
    return sentence % words


def describe_declared_totals(card: Scorecard, language: str) -> str:
    """List the totals with what the table decided; the empty string where they are those of the rules."""
    declared = card.declared
    if declared is None or _list_totals(declared) == _list_rule_totals(card):
        return ""
    library = find_terms(language).public_library
    totals = (
        f"{library if column.name is None else column.name} {format_points(column.total)}"
        for column in declared.columns
    )
    return find_translations(language).gettext("Totals by the table’s figures: %(totals)s.") % {
        "totals": "; ".join(totals)
    }


def describe_own_word(card: Scorecard, language: str) -> Iterator[str]:
    """Say everything: what comes of it, each decision with its reason, and the totals."""
    if card.declared is None:
        return
    yield describe_declared(card, language)
    for decision, rule in zip(card.inspection.decisions, list_rules(card), strict=True):
        sentence = _describe_decision(card, decision, rule, language)
        yield f"{sentence} {describe_table_reason(decision, language)}"
    totals = describe_declared_totals(card, language)
    if totals:
        yield totals


def _describe_title(card: Scorecard, decision: TitleDecision, rule: tuple[str, ...], language: str) -> str:
    t, terms = find_translations(language), find_terms(language)
    if card.library is not None:
        match bool(decision.winners), bool(rule):
            case True, True:
                return t.gettext("The table grants the license, as the rules do.")
            case True, False:
                return t.gettext("The table grants the license; by the rules it is refused.")
            case False, True:
                return t.gettext("The table refuses the license; by the rules it is granted.")
            case _:
                return t.gettext("The table refuses the license, as the rules do.")
    words = {
        "title": terms.grand_librarian,
        "winners": ", ".join(decision.winners) or t.gettext("nobody"),
        "rule": ", ".join(rule) or t.gettext("nobody yet"),
    }
    return t.gettext("%(title)s: %(winners)s by the table’s own word, %(rule)s by the rules.") % words


def _list_totals(declared: Declared) -> list[int]:
    return [column.total for column in declared.columns]


def _list_rule_totals(card: Scorecard) -> list[int]:
    totals = [player.figures.total for player in card.players]
    return totals + ([card.library.total] if card.library else [])
