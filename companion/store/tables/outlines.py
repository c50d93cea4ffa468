"""Less than a draft: an outline of each of many inspections, and what tells whether one of them has changed."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import bindparam, select

from ..base import list_around
from ..database import reading
from ..engines import connect_for_one
from ..houses.reach import Reach, lies_within
from ..models import InspectionRow, SeatRow, db
from .drafts import Details, MissingError, Pulse, StoredDraft, StoredLibrary, StoredSeat
from .rows import read_claims, to_draft
from .stages import Stage

_HEAD = (
    *(InspectionRow.id, InspectionRow.slug, InspectionRow.form, InspectionRow.edition, InspectionRow.library_focus),
    *(InspectionRow.created, InspectionRow.updated, InspectionRow.version, InspectionRow.stage, InspectionRow.host),
    *(InspectionRow.handover, InspectionRow.is_dealt, InspectionRow.set_aside),
)


def list_outlines(most: int, reach: Reach | None) -> tuple[StoredDraft, ...]:
    """List the inspections within a reach that were changed last, at most ``most``.

    Of what was entered they have only the focuses. That is enough to tell who may see them and whether they have
    changed, in a quarter of the time that reading all of them takes.
    """
    listed = select(*_HEAD).where(lies_within(reach))
    heads = listed.order_by(InspectionRow.updated.desc(), InspectionRow.id.desc()).limit(most)
    with reading() as session:
        found = session.execute(heads).all()
        chosen = heads.with_only_columns(InspectionRow.id).subquery()
        seats: dict[int, list[StoredSeat]] = {}
        rows = session.execute(
            select(SeatRow.inspection_id, SeatRow.position, SeatRow.focus, SeatRow.device, SeatRow.sealed_for)
            .join(chosen, chosen.c.id == SeatRow.inspection_id)
            .order_by(*list_around(SeatRow))
        )
        for inspection, position, focus, device, sealed_for in rows:
            seat = StoredSeat("", focus, position, device=device, sealed_for=sealed_for)
            seats.setdefault(inspection, []).append(seat)
    return tuple(
        StoredDraft(
            slug=head.slug,
            details=Details(head.form, head.edition),
            seats=tuple(seats.get(head.id, ())),
            library=StoredLibrary(head.library_focus),
            created=head.created,
            updated=head.updated,
            stage=Stage(head.stage),
            host=head.host,
            handover=head.handover,
            version=head.version,
            is_dealt=head.is_dealt,
            set_aside=head.set_aside,
        )
        for head in found
    )


def read_drafts(slugs: Sequence[str]) -> tuple[StoredDraft, ...]:
    """Read those of these inspections that exist, with everything in them."""
    with reading() as session:
        query = select(InspectionRow).where(InspectionRow.slug.in_(slugs), InspectionRow.deleted.is_(None))
        rows = session.scalars(query)
        return tuple(to_draft(row) for row in rows)


def find_pulse(slug: str) -> Pulse:
    """Return what tells whether anything has changed, by the cheapest query; raise ``MissingError``.

    Phones poll every two seconds: without the ORM session and built once, the query takes a quarter of the time.
    """
    with connect_for_one(db.engine) as connection:
        found = connection.execute(_PULSE, {"slug": slug}).all()
    if not found:
        raise MissingError(f"no inspection {slug!r}")
    version, host, claims = found[0][:3]
    seats = tuple((position, device, count) for *_, position, device, count in found if position is not None)
    return Pulse(version, host, seats, read_claims(claims))


_PULSE = (
    select(
        InspectionRow.version,
        InspectionRow.host,
        InspectionRow.claims,
        SeatRow.position,
        SeatRow.device,
        SeatRow.secret_version,
    )
    .outerjoin(SeatRow)
    .where(InspectionRow.slug == bindparam("slug"), InspectionRow.deleted.is_(None))
    .order_by(SeatRow.position)
)
