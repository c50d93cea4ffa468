"""Making pages and JSON answers of values that may leave for a phone, and of nothing else.

Type checking ends where a template begins: what goes in is checked here. A stored draft, or a list of them, is not
``Showable``; a value is if it is plain, or marked as a ``PageValue``.
"""

from __future__ import annotations

import datetime
from collections.abc import Callable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from enum import Enum
from typing import TypeAlias

from flask import Response, jsonify, render_template

from ...forms.entry.deck import TypedCounts
from ...scoring.decks.deck import Deck
from ...workflow.access.showing import PageValue

Foreign: TypeAlias = Deck | TypedCounts
"""Values of rooms that know nothing of pages, and nothing of tables either."""
Plain: TypeAlias = str | int | float | datetime.date | Enum | type[Enum] | None
Showable: TypeAlias = (
    "Plain | PageValue | Foreign | Callable[[], str] | Sequence[Showable] | AbstractSet[Showable]"
    " | Mapping[str, Showable] | Mapping[int, Showable]"
)
"""What a template may be given. Forms are too: WTForms has no types."""


def render(template: str, /, **values: Showable) -> str:
    """Make a page, or a part of one."""
    return render_template(template, **values)


def answer_json(value: Showable, /) -> Response:
    """Answer a script; a view becomes an object of its fields."""
    return jsonify(value)
