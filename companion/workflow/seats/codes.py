"""The code of a table with several phones: drawn, typed, and looked up."""

from __future__ import annotations

import datetime
import secrets

from ...scoring.inspection import Form
from ...store.tables import queries, seats
from ...store.tables.drafts import MissingError
from ..access.roles import Viewer
from ..access.seeing import SeenDraft, see_draft

CODE_LETTERS = "23456789CDFGHJKMNPQRTVWX"
"""No vowels, so that no words come up, and no look-alikes."""
CODE_LENGTH = 6
_LOOK_ALIKE = str.maketrans({"0": "Q", "O": "Q", "1": "7", "I": "7", "L": "7", "S": "5", "Z": "2", "B": "8", "U": "V"})


def make_code() -> str:
    """Draw a random unused code: one of about 190 million."""
    while True:
        code = "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))
        if seats.is_code_free(code):
            return code


def parse_code(typed: str) -> str:
    """Parse a code as people type it, including lower-case letters, spaces, and look-alikes.

    >>> parse_code(" cd-f2 3o ")
    'CDF23Q'
    """
    letters = "".join(character for character in typed.upper() if character.isalnum())
    return letters.translate(_LOOK_ALIKE)


def find_table(typed: str, viewer: Viewer, now: datetime.datetime) -> SeenDraft:
    """Return the table that a code belongs to, as the viewer may see it.

    Raises ``MissingError`` for an unknown or expired code.
    """
    return see_draft(seats.find_table(parse_code(typed), now), viewer, now)


def let_phones_join(slug: str, now: datetime.datetime, *, may_join: bool) -> None:
    """Let other phones join a table with a code, or close it to newcomers; a valid code stays as it is.

    Raises ``MissingError`` for a table that nobody can join: a solo game, or an open file without a host.
    """
    draft = queries.find_draft(slug)
    if draft.details.form != Form.B_7C or not draft.host:
        raise MissingError(f"nobody can join {slug!r}")
    seats.write_code(slug, make_code() if may_join else None, now)
