"""What is merely odd, as sentences: it is scored all the same, and the table decides."""

from __future__ import annotations

from ...scoring.checks.findings import Code
from ...scoring.documents.fields import Wanted
from ...scoring.terms import Terms
from ..languages import Translations
from ..sentences import Sentence, Values, name_category


def _icons_count(t: Translations, _: Terms, values: Values) -> str:
    sentence = t.ngettext(
        "%(card)s shows %(icons)d icon; cards have two to four. Check it.",
        "%(card)s shows %(icons)d icons; cards have two to four. Check it.",
        int(values["icons"]),
    )
    return sentence % values


def _duplicate_card(t: Translations, _: Terms, values: Values) -> str:
    if values["first"] and values["first"] != values["player"]:
        return (
            t.gettext("%(card)s is here and also on another shelf (%(first)s), but exists only once. Check both.")
            % values
        )
    return t.gettext("%(card)s is here twice, but exists only once. Check both.") % values


def _number_above_count(t: Translations, _: Terms, values: Values) -> str:
    sentence = t.ngettext(
        "%(card)s: this letter has only %(of)d card. Check the number.",
        "%(card)s: this letter has only %(of)d cards. Check the number.",
        int(values["of"]),
    )
    return sentence % values


def _too_many_rows(t: Translations, _: Terms, values: Values) -> str:
    sentence = t.ngettext(
        "The shelf has %(rows)d row; three are allowed. It is scored as is.",
        "The shelf has %(rows)d rows; three are allowed. It is scored as is.",
        int(values["rows"]),
    )
    return sentence % values


def _shelf_in_pieces(t: Translations, _: Terms, values: Values) -> str:
    sentence = t.ngettext(
        "The shelf is in %(pieces)d piece; every card should touch another by a side.",
        "The shelf is in %(pieces)d pieces; every card should touch another by a side.",
        int(values["pieces"]),
    )
    return sentence % values


def _focus_clash(t: Translations, terms: Terms, values: Values) -> str:
    words = {**values, "category": name_category(terms, values)}
    match values["owner"], values["role"]:
        case "banned", _:
            return t.gettext("%(category)s is both prominent and banned; the two are different cards.") % words
        case _, "prominent":
            return t.gettext("The focus %(category)s is the prominent category; those are different cards.") % words
        case _, "banned":
            return t.gettext("The focus %(category)s is the banned category; those are different cards.") % words
    if not values["other"]:
        return t.gettext("The focus %(category)s is also somebody else’s; each is dealt only once.") % words
    return t.gettext("The focus %(category)s is also the focus of %(other)s; each is dealt only once.") % words


def _player_count(t: Translations, _: Terms, values: Values) -> str:
    if values["form"] == "S-42A":
        return t.gettext("S-42A is for one player: of %(players)d, only %(first)s is scored.") % values
    sentence = t.ngettext(
        "B-7c is for 2 to 4 players; this table has %(players)d. It is scored anyway.",
        "B-7c is for 2 to 4 players; this table has %(players)d. It is scored anyway.",
        int(values["players"]),
    )
    return sentence % values


def _tally_impossible(t: Translations, terms: Terms, values: Values) -> str:
    if "category" in values:
        words = {**values, "category": name_category(terms, values)}
        sentence = t.ngettext(
            "%(category)s: %(books)d book on this table, but the box has only %(most)d.",
            "%(category)s: %(books)d books on this table, but the box has only %(most)d.",
            int(values["books"]),
        )
        return sentence % words
    return t.gettext("A tally of a single book is impossible: every card shows at least two.")


def _stability_impossible(t: Translations, _: Terms, values: Values) -> str:
    if int(values["points"]) > int(values["most"]):
        return (
            t.gettext(
                "A shelf stability of %(points)d is impossible: with the cards there are, at most %(most)d. Check it."
            )
            % values
        )
    return (
        t.gettext("A shelf stability of %(points)d is impossible: no rectangle and no entombed cards add up to it.")
        % values
    )


def _hand_implausible(t: Translations, _: Terms, values: Values) -> str:
    if "most" in values:
        sentence = t.ngettext(
            "%(hand)d card in hand is impossible: the box has only %(most)d left for it. Count again.",
            "%(hand)d cards in hand are impossible: the box has only %(most)d left for it. Count again.",
            int(values["hand"]),
        )
    else:
        sentence = t.ngettext(
            "%(hand)d card in hand is more than anybody usually holds. Count again.",
            "%(hand)d cards in hand are more than anybody usually holds. Count again.",
            int(values["hand"]),
        )
    return sentence % values


def _hand_not_discarded(t: Translations, _: Terms, values: Values) -> str:
    sentence = t.ngettext(
        "%(hand)d card is left in hand. In a solo game it goes to the discard pile before anything is counted: "
        "add it to the public library.",
        "%(hand)d cards are left in hand. In a solo game they go to the discard pile before anything is counted: "
        "add them to the public library.",
        int(values["hand"]),
    )
    return sentence % values


def _hand_needed(t: Translations, _: Terms, values: Values) -> str:
    return t.gettext("First place is tied: count the cards left in hand.")


def _zero_prominent_placed(t: Translations, terms: Terms, values: Values) -> str:
    words = {**values, "category": name_category(terms, values)}
    sentence = t.ngettext(
        "%(points)d point for Prominent Works with no book of %(category)s: by the letter of the rules, that is "
        "still a place.",
        "%(points)d points for Prominent Works with no book of %(category)s: by the letter of the rules, that is "
        "still a place.",
        int(values["points"]),
    )
    return sentence % words


def _unknown_key(t: Translations, _: Terms, values: Values) -> str:
    return t.gettext("“%(token)s” is not a field of this document. It is kept and ignored.") % values


def _unusable_field(t: Translations, _: Terms, values: Values) -> str:
    match values["expected"]:
        case Wanted.DATE:
            sentence = t.gettext("“%(field)s”: expected a date such as 2026-11-20, found %(token)s. It is ignored.")
        case Wanted.YES_OR_NO:
            sentence = t.gettext("“%(field)s”: expected true or false, found %(token)s. It is ignored.")
        case Wanted.DIFFICULTY:
            sentence = t.gettext("“%(field)s”: expected 1 to 7, found %(token)s. It is ignored.")
        case "tied-player":
            sentence = t.gettext("%(token)s was not in the reading race; expected one of %(names)s. It is ignored.")
        case "no-race":
            sentence = t.gettext(
                "%(token)s is given as the winner of a reading race, but none decides this game. It is ignored."
            )
        case _:
            sentence = t.gettext("“%(field)s”: expected text, found %(token)s. It is ignored.")
    return sentence % values


def _fewer_inspections(t: Translations, _: Terms, values: Values) -> str:
    sentence = t.ngettext(
        "%(inspections)d inspection counts; others have %(most)d.",
        "%(inspections)d inspections count; others have %(most)d.",
        int(values["inspections"]),
    )
    return sentence % values


WARNING_SENTENCES: dict[Code, Sentence] = {
    Code.ICONS_COUNT: _icons_count,
    Code.DUPLICATE_CARD: _duplicate_card,
    Code.NUMBER_ABOVE_COUNT: _number_above_count,
    Code.TOO_MANY_ROWS: _too_many_rows,
    Code.SHELF_IN_PIECES: _shelf_in_pieces,
    Code.FOCUS_CLASH: _focus_clash,
    Code.PLAYER_COUNT: _player_count,
    Code.TALLY_IMPOSSIBLE: _tally_impossible,
    Code.STABILITY_IMPOSSIBLE: _stability_impossible,
    Code.HAND_IMPLAUSIBLE: _hand_implausible,
    Code.HAND_NOT_DISCARDED: _hand_not_discarded,
    Code.HAND_NEEDED: _hand_needed,
    Code.ZERO_PROMINENT_PLACED: _zero_prominent_placed,
    Code.UNKNOWN_KEY: _unknown_key,
    Code.UNUSABLE_FIELD: _unusable_field,
    Code.FEWER_INSPECTIONS: _fewer_inspections,
}
