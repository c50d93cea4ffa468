"""The box below the table: who is named, or what becomes of the license, and how that was decided."""

from __future__ import annotations

from collections.abc import Iterator

from ...scoring.inspection import Form
from ...scoring.ranking import compare_level
from ...scoring.scorecard import Scorecard, Tiebreak
from ...scoring.terms import Terms, find_terms
from ...wording.languages import find_translations
from ...wording.scorecard.decision import describe_decision, name_tiebreak
from ...wording.scorecard.declared import describe_declared, describe_own_word
from ...wording.scorecard.reasons import describe_ruling
from .fitting.sizes import fit_own_word, fit_verdict, tidy
from .parts import Entry, Verdict, VerdictKind, Written


def fill_verdict(card: Scorecard, language: str) -> Verdict:
    """Name the Grand Librarian, those who share or contest the title, or the librarian who applied."""
    t, terms = find_translations(language), find_terms(language)
    if card.library is not None:
        return Verdict(
            VerdictKind.LICENCE,
            fit_verdict(card.players[0].name),
            t.gettext("Decision on the application"),
            t.gettext("License granted") if card.won else t.gettext("License refused"),
            own=fit_own_word(describe_declared(card, language)),
        )
    if len(card.winners) == 1:
        phrase = _say_named(language)
    elif card.tiebreak is Tiebreak.SHARED:
        phrase = t.gettext("share the title of")
    else:
        phrase = t.gettext("still contest the title of")
    return Verdict(
        VerdictKind.NAMED,
        fit_verdict(" · ".join(card.winners)),
        phrase,
        terms.grand_librarian,
        own=fit_own_word(describe_declared(card, language)),
    )


def blank_verdict(form: Form, language: str) -> Verdict:
    """Leave the box open for a pen."""
    t, terms = find_translations(language), find_terms(language)
    if form is Form.S_42A:
        choices = (t.gettext("License granted"), t.gettext("License refused"))
        return Verdict(VerdictKind.OPEN, Written(), t.gettext("Decision on the application"), "", choices)
    return Verdict(VerdictKind.OPEN, Written(), _say_named(language), terms.grand_librarian)


def _say_named(language: str) -> str:
    """Return the sentence for a single name. Python 3.11.2's ``gettext`` does not find messages that have a plural."""
    return find_translations(language).ngettext("is hereby named", "are hereby named", 1)


def explain_decision(card: Scorecard, language: str) -> Iterator[Entry]:
    """Say how it was decided, by the rules and by the table's own word: steps of a tiebreak, focuses, rulings."""
    terms = find_terms(language)
    yield Entry("", describe_decision(card, language))
    own_word = find_translations(language).gettext("The table’s own word")
    for sentence in describe_own_word(card, language):
        yield Entry(own_word, tidy(sentence))
    yield from _compare_tied(card, language)
    yield Entry(terms.focus, "; ".join(_name_focuses(card, terms)))
    for ruling in card.rulings:
        yield Entry("", describe_ruling(ruling, language))


def _compare_tied(card: Scorecard, language: str) -> Iterator[Entry]:
    """Show what each step compared among those whom the one before left tied."""
    t, terms = find_translations(language), find_terms(language)
    labels = {
        Tiebreak.BOOKS: t.gettext("Books"),
        Tiebreak.HAND: t.gettext("Cards in hand"),
        Tiebreak.BANNED: terms.banned,
    }
    for comparison in compare_level(card):
        label = labels.get(comparison.tiebreak)
        if label is None:
            names = "; ".join(tidy(name) for name, _ in comparison.figures)
            yield Entry(name_tiebreak(comparison.tiebreak, language), names)
            continue
        figures = (f"{tidy(name)} {'?' if figure is None else figure}" for name, figure in comparison.figures)
        yield Entry(label, "; ".join(figures))


def _name_focuses(card: Scorecard, terms: Terms) -> Iterator[str]:
    for player in card.players:
        yield f"{tidy(player.name)} – {terms.name(player.figures.focus)}"
    if card.library:
        yield f"{terms.public_library} – {terms.name(card.library.focus)}"
