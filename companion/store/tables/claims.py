"""Seats that move from one device to another: asking, answering, moving, taking into care, taking back.

Who may answer, and whether the answers suffice, is decided in ``workflow.access.moving``; here it is carried out, each
time in one short transaction. What is hidden stays with whoever may see it: a focus moves along only if the device
that knows it consents, and is sealed otherwise.
"""

from __future__ import annotations

import datetime
from collections.abc import Iterable
from dataclasses import replace

from ..database import writing
from ..models import InspectionRow, SeatRow
from .drafts import Claim, MissingError
from .events import Happening, log, log_run
from .queries import ConflictError
from .rows import RowSession, find_seat_row, lock_row, open_row, read_claims, touch, write_claims
from .stages import Stage

CLAIM_LIFETIME = datetime.timedelta(minutes=10)
"""How long a claim waits for an answer."""
HOST_DELAY = datetime.timedelta(minutes=3)
"""How long the host's own phone has to refuse after the first of the others has consented to replace it."""
CLAIMS_OF_A_SEAT = 3
"""How many may ask for a seat at once. Another one displaces the oldest: nobody can keep its owner from asking."""


def is_over(claim: Claim, now: datetime.datetime) -> bool:
    """Whether a claim has expired."""
    return now >= claim.made + CLAIM_LIFETIME


def is_ripe(claim: Claim, now: datetime.datetime) -> bool:
    """Whether someone consented to a claim so long ago that the host's phone need not be waited for any longer."""
    return claim.consented is not None and now >= claim.consented + HOST_DELAY


def add_claim(slug: str, claim: Claim, now: datetime.datetime) -> Claim:
    """Store a claim; return it, or the one that the device has already made for this seat.

    A device asks for one seat of a table at a time, and no more than ``CLAIMS_OF_A_SEAT`` ask for one seat.
    """
    with writing() as session:
        row = lock_row(session, slug)
        find_seat_row(row, claim.position)
        pending = [kept for kept in read_claims(row.claims) if not is_over(kept, now)]
        for kept in pending:
            if (kept.device, kept.position) == (claim.device, claim.position):
                return kept
        pending = [kept for kept in pending if kept.device != claim.device]
        rivals = [kept for kept in pending if kept.position == claim.position]
        displaced = rivals[: max(0, len(rivals) + 1 - CLAIMS_OF_A_SEAT)]
        claim = replace(claim, since=row.version)
        row.claims = write_claims([*(kept for kept in pending if kept not in displaced), claim])
        touch(row, now)
        return claim


def write_answer(slug: str, key: str, device: str, version: int, now: datetime.datetime, *, consents: bool) -> None:
    """Store what a device answers to a claim that waits for more answers.

    ``version`` is that of the draft by which it was decided; raises ``ConflictError`` if it has changed since.
    """
    with writing() as session:
        row = _lock(session, slug, version)
        claim = _find_claim(row, key)
        others = (
            tuple(other for other in claim.consents if other != device),
            tuple(other for other in claim.refusals if other != device),
        )
        answered = replace(
            claim,
            consents=(*others[0], device) if consents else others[0],
            refusals=others[1] if consents else (*others[1], device),
            consented=(claim.consented or now) if consents else claim.consented,
        )
        row.claims = write_claims(answered if kept.key == key else kept for kept in read_claims(row.claims))
        touch(row, now)


def drop_claim(slug: str, key: str, version: int, now: datetime.datetime) -> None:
    """End a claim that was refused; see ``write_answer``."""
    with writing() as session:
        row = _lock(session, slug, version)
        _find_claim(row, key)
        row.claims = write_claims(kept for kept in read_claims(row.claims) if kept.key != key)
        touch(row, now)


def move_seat(
    slug: str, key: str, version: int, now: datetime.datetime, *, by: str, is_given: bool, moves_host: bool
) -> None:
    """Move a seat to the device that asked for it with a claim; see ``write_answer``.

    ``is_given`` says that the old device consents: then the focus goes along. ``by`` is the device that decided it.
    """
    with writing() as session:
        row = _lock(session, slug, version)
        claim = _find_claim(row, key)
        seat = find_seat_row(row, claim.position)
        old_host, holder = row.host, seat.device or row.host
        if is_given:
            log_run(session, row, now, Happening.MOVED, seat, device=by)
        else:
            log(session, row, now, Happening.MOVED_SEALED, seat, device=by)
        touch(row, now)
        if moves_host:
            log(session, row, now, Happening.NEW_HOST, seat, device=by)
            row.host = claim.device
            if not is_given:
                row.former_host = row.former_host or old_host
                for other in row.seats:
                    if not other.device:
                        _seal(row, other, old_host)
        if not is_given:
            seat.former = seat.former or holder
            _seal(row, seat, holder)
        _give(row, seat, claim.device)
        # Whoever answered as the host answered for the old one.
        row.claims = [] if moves_host else _without(row, [claim.position])


def release_seat(slug: str, position: int, now: datetime.datetime) -> None:
    """Let the host take care of a seat whose device is gone; a hidden focus stays sealed."""
    with writing() as session:
        row = open_row(session, slug)
        seat = find_seat_row(row, position)
        if seat.device in ("", row.host):
            return
        log(session, row, now, Happening.RELEASED, seat, device=row.host)
        touch(row, now)
        seat.former = seat.former or seat.device
        _seal(row, seat, seat.device)
        _give(row, seat, "")
        seat.is_ready = False
        row.claims = _without(row, [position])


def take_back(session: RowSession, row: InspectionRow, seat: SeatRow, now: datetime.datetime) -> None:
    """Give a seat back to the device that lost it without consenting, with the role of host if it lost that too."""
    owner, holder = seat.former, seat.device or row.host
    log_run(session, row, now, Happening.TAKEN_BACK, seat, device=owner)
    touch(row, now)
    seat.former = ""
    if seat.sealed_for == owner:
        seat.sealed_for = ""
    else:
        _seal(row, seat, holder)
    if row.former_host == owner:
        new_host, row.host, row.former_host = row.host, owner, ""
        log(session, row, now, Happening.NEW_HOST, seat, device=owner)
        for other in row.seats:
            if other.device or other is seat:
                continue
            if other.sealed_for == owner:
                other.sealed_for = ""
            else:
                _seal(row, other, new_host)
    _give(row, seat, owner)
    row.claims = _without(row, [seat.position])


def drop_claims(row: InspectionRow, positions: Iterable[int]) -> None:
    """End the claims for seats that leave the table."""
    row.claims = _without(row, positions)


def _lock(session: RowSession, slug: str, version: int) -> InspectionRow:
    row = lock_row(session, slug)
    if row.version != version:
        raise ConflictError
    return row


def _find_claim(row: InspectionRow, key: str) -> Claim:
    for claim in read_claims(row.claims):
        if claim.key == key:
            return claim
    raise MissingError(f"no claim {key!r} at this table")


def _without(row: InspectionRow, positions: Iterable[int]) -> list[dict[str, object]]:
    gone = set(positions)
    return write_claims(claim for claim in read_claims(row.claims) if claim.position not in gone)


def _seal(row: InspectionRow, seat: SeatRow, knower: str) -> None:
    """Keep a hidden focus from everyone but the device that knows it; who knew it first stays the one who does."""
    if seat.focus and not Stage(row.stage).shows_focuses:
        seat.sealed_for = seat.sealed_for or knower


def _give(row: InspectionRow, seat: SeatRow, device: str) -> None:
    seat.device = device
    seat.seated = row.version
    # How often its former owner changed the focus is nobody's to know: this count goes into the new one's ETags.
    seat.secret_version = 1
