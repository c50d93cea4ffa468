"""What cannot be right about a deck, what is wrong with a deck's file, and what merging did, as sentences."""

from __future__ import annotations

from ...scoring.checks.findings import Code, Finding
from ...scoring.decks.checks import DeckFinding, Flaw
from ...scoring.decks.deck import KnownIcons, Statement
from ...scoring.decks.merging import CountDispute, MergedCard, OtherEditionError, Outcome
from ...scoring.documents.fields import Wanted
from ...scoring.notation import Expected
from ...scoring.terms import find_terms
from ..findings.sentences import describe_finding
from ..languages import Translations, find_translations

MOST_NAMED = 12
"""Cards that a sentence names; of more, the first."""


def describe_deck_finding(finding: DeckFinding, edition: str, language: str) -> str:
    """Say what cannot be right about a deck, and what to look at."""
    t = find_translations(language)
    cards = ", ".join(finding.cards[:MOST_NAMED]) + ("…" if len(finding.cards) > MOST_NAMED else "")
    values = {
        "card": cards,
        "cards": cards,
        "icons": finding.found,
        "found": finding.found,
        "of": finding.expected,
        "expected": finding.expected,
        "token": cards or finding.letter,
        "letter": finding.letter,
        "edition": edition,
        "category": find_terms(language).name(finding.category) if finding.category else "",
    }
    # A sentence that breaks off has its full stop already.
    return (_say_flaw(t, finding) % values).replace("….", "…")


def _say_flaw(t: Translations, finding: DeckFinding) -> str:
    found = finding.found
    match finding.flaw:
        case Flaw.DISPUTED:
            return t.gettext("%(card)s has been confirmed with different icons. Look at it and say which are right.")
        case Flaw.UNKNOWN_LETTER:
            return t.gettext(
                "“%(token)s”: the edition %(edition)s has no letter %(letter)s. Correct the letter or the edition."
            )
        case Flaw.ICONS_COUNT:
            return t.ngettext(
                "%(card)s shows %(icons)d icon; cards have two to four. Check it.",
                "%(card)s shows %(icons)d icons; cards have two to four. Check it.",
                found,
            )
        case Flaw.NUMBER_ABOVE_COUNT:
            return t.ngettext(
                "%(card)s: this letter has only %(of)d card. Check the number.",
                "%(card)s: this letter has only %(of)d cards. Check the number.",
                finding.expected,
            )
        case Flaw.TOO_MANY_CARDS | Flaw.TOO_FEW_CARDS:
            return t.ngettext(
                "The letters add up to %(found)d card; a box has %(expected)d. Check how many cards each letter has.",
                "The letters add up to %(found)d cards; a box has %(expected)d. Check how many cards each letter has.",
                found,
            )
        case Flaw.CATEGORY_ABOVE:
            return t.ngettext(
                "%(found)d book of %(category)s is too many: a box has %(expected)d. "
                "Look at these cards again: %(cards)s.",
                "%(found)d books of %(category)s are too many: a box has %(expected)d. "
                "Look at these cards again: %(cards)s.",
                found,
            )
        case Flaw.CATEGORY_BELOW:
            return t.ngettext(
                "%(found)d book of %(category)s is too few: there must be at least %(expected)d by now. A card is "
                "missing this icon.",
                "%(found)d books of %(category)s are too few: there must be at least %(expected)d by now. A card is "
                "missing this icon.",
                found,
            )
        case Flaw.BOOKS_OFF if found > finding.expected:
            return t.ngettext(
                "The known cards show %(found)d book; there can be at most %(expected)d by now. A card has one too "
                "many.",
                "The known cards show %(found)d books; there can be at most %(expected)d by now. A card has one too "
                "many.",
                found,
            )
        case _:
            return t.ngettext(
                "The known cards show %(found)d book; there must be at least %(expected)d by now. A card is missing "
                "one.",
                "The known cards show %(found)d books; there must be at least %(expected)d by now. A card is missing "
                "one.",
                found,
            )


def describe_file_finding(finding: Finding, language: str) -> str:
    """Say what is wrong with a deck's file, with the place in it, as a path through its fields, in front."""
    t = find_translations(language)
    said = _say_fault(t, finding)
    values = {**finding.details, "token": finding.token or ""}
    sentence = said % values if said else describe_finding(finding, language)
    at = finding.details.get("at")
    return f"{at}: {sentence}" if at else sentence


def _say_fault(t: Translations, finding: Finding) -> str:
    """Return the sentence for what only decks have; nothing for what can be wrong with any document."""
    match finding.code, finding.details.get("expected"):
        case Code.UNREADABLE_JSON, _ if "file" not in finding.details:
            return t.gettext("This is not a deck file. Expected one that was exported from a deck.")
        case Code.MISSING_FIELD, Wanted.DECK_NAME:
            return _say_wrong_name(t)
        case Code.MISSING_FIELD, Wanted.LIST:
            return t.gettext("Expected a list in “%(field)s”, found %(token)s.")
        case Code.UNREADABLE_TOKEN, Expected.CARD_NAME:
            return t.gettext("“%(token)s” is not a card: expected a letter and a number such as M8.")
        case Code.UNREADABLE_TOKEN, Expected.LETTER:
            return t.gettext("“%(token)s” is not a letter that a card could have.")
        case Code.UNREADABLE_TOKEN, _:
            return t.gettext("“%(token)s” is not a set of icons: expected category letters from CFHMRS.")
        case Code.UNUSABLE_FIELD, Wanted.SOURCE:
            return t.gettext("“%(field)s”: expected hand, photo, import or owner, found %(token)s. It is ignored.")
        case Code.UNUSABLE_FIELD, Wanted.BYTES | Wanted.OBJECT | Wanted.LIST:
            return t.gettext("“%(field)s” is damaged or too large. The part that cannot be used is left out.")
        case Code.UNKNOWN_KEY, _:
            return t.gettext("“%(token)s” is not a field of a deck. It is left out.")
    return ""


def describe_merged_card(merged: MergedCard, language: str) -> str:
    """Say what merging did to a card."""
    t = find_translations(language)
    values = {
        "card": merged.card.name,
        "ours": _format_icons(merged.card.icons),
        "theirs": _format_icons(merged.theirs),
        "voices": ", ".join(map(_format_voice, merged.card.conflict)),
    }
    sentences = {
        Outcome.LEARNED: t.gettext("%(card)s is learned: %(ours)s."),
        Outcome.CORRECTED: t.gettext("%(card)s is corrected: it is now %(ours)s."),
        Outcome.DISPUTED: t.gettext("%(card)s is disputed: %(voices)s."),
        Outcome.RULED: t.gettext("%(card)s stays %(ours)s, as the deck’s owner settled it; the file has %(theirs)s."),
    }
    return sentences[merged.outcome] % values


def describe_count_dispute(dispute: CountDispute, language: str) -> str:
    """Say of which letter two decks know different counts."""
    sentence = find_translations(language).gettext(
        "The letter %(letter)s keeps its count of %(ours)d; the file has %(theirs)d."
    )
    return sentence % {"letter": dispute.letter, "ours": dispute.ours, "theirs": dispute.theirs}


def describe_other_edition(error: OtherEditionError, language: str) -> str:
    """Say why two decks cannot be merged."""
    sentence = find_translations(language).gettext(
        "The deck’s edition is %(ours)s and the file’s is %(theirs)s. Import it under another name."
    )
    return sentence % {"ours": error.ours, "theirs": error.theirs}


def describe_wrong_name(name: str, language: str) -> str:
    """Say that no deck can be called so."""
    return _say_wrong_name(find_translations(language)) % {"token": name}


def _say_wrong_name(t: Translations) -> str:
    return t.gettext(
        "“%(token)s” cannot be the name of a deck. Expected one line of 1 to 60 characters other than “default”."
    )


def _format_icons(icons: KnownIcons | None) -> str:
    return "".join(icons or "?")


def _format_voice(statement: Statement) -> str:
    told = " ".join(filter(None, (statement.where or statement.source.value, statement.when)))
    return f"{_format_icons(statement.icons)} ({told})"
