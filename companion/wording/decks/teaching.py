"""What a photo taught a deck, or why it taught nothing, as sentences."""

from __future__ import annotations

from collections.abc import Sequence

from ..languages import find_translations


def describe_lesson(deck: str, cards: int, language: str) -> str:
    """Say how many cards a deck has learned the look of."""
    return find_translations(language).ngettext(
        "%(deck)s: %(num)d card learned.", "%(deck)s: %(num)d cards learned.", cards
    ) % {"deck": deck, "num": cards}


def describe_missing(cards: Sequence[str], language: str) -> str:
    """Say which confirmed cards were not found in the photo; their icons are known all the same."""
    return find_translations(language).ngettext(
        "%(num)d card in the notation was not found in the photo: %(cards)s. Its icons are known now, but not what "
        "it looks like.",
        "%(num)d cards in the notation were not found in the photo: %(cards)s. Their icons are known now, but not "
        "what they look like.",
        len(cards),
    ) % {"num": len(cards), "cards": ", ".join(cards)}


def describe_doubt(worse: int, cards: Sequence[str], language: str) -> str:
    """Say how many cards of earlier photos a lesson would make the eye misread, and which, so that it waits."""
    t = find_translations(language)
    sentence = t.ngettext(
        "The deck did not learn what these cards look like: %(num)d card of earlier photos would then be misread or "
        "doubtful.",
        "The deck did not learn what these cards look like: %(num)d cards of earlier photos would then be misread or "
        "doubtful.",
        worse,
    ) % {"num": worse}
    names = t.gettext("They are: %(cards)s.") % {"cards": ", ".join(cards)} if cards else ""
    return " ".join(filter(None, [sentence, names, t.gettext("Its page asks whether to learn them all the same.")]))


def describe_mismatch(seen: Sequence[int], expected: Sequence[int], agreeing: int, fronts: int, language: str) -> str:
    """Say why a photo does not go with a notation: what was seen, what was expected."""
    t = find_translations(language)
    values = {"seen": _join(seen), "expected": _join(expected), "agreeing": agreeing, "fronts": fronts}
    if not sum(seen):
        return (
            t.gettext("Nothing was learned: no cards were found in the photo. The notation has rows of %(expected)s.")
            % values
        )
    if fronts and 2 * agreeing < fronts:
        return (
            t.gettext(
                "Nothing was learned: letters and numbers in the photo do not match the notation (%(agreeing)d of "
                "%(fronts)d agree). Is it the notation for this photo?"
            )
            % values
        )
    return (
        t.gettext(
            "Nothing was learned: the photo shows rows of %(seen)s cards, the notation has rows of %(expected)s. "
            "Check the notation, or take the photo again with all cards in it."
        )
        % values
    )


def describe_unlearnable(language: str) -> str:
    """Say that the cards were found, but not their print."""
    return find_translations(language).gettext(
        "Nothing was learned: no icons were found on the cards. Take the photo again, closer and sharper."
    )


def _join(counts: Sequence[int]) -> str:
    return " + ".join(map(str, counts))
