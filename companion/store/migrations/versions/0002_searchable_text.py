"""Store search text without case and accents, because SQLite and PostgreSQL fold them differently."""

from __future__ import annotations

import unicodedata

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("inspection", sa.Column("searchable", sa.Text(), server_default="", nullable=False))
    inspection = sa.table(
        "inspection", *(sa.column(name) for name in ("id", "date", "place", "inspector", "remarks", "searchable"))
    )
    seat = sa.table("seat", sa.column("inspection_id"), sa.column("position"), sa.column("name"))
    connection = op.get_bind()
    names: dict[int, list[str]] = {}
    for owner, name in connection.execute(sa.select(seat.c.inspection_id, seat.c.name).order_by(seat.c.position)):
        names.setdefault(owner, []).append(name)
    columns = inspection.c.id, inspection.c.date, inspection.c.place, inspection.c.inspector, inspection.c.remarks
    for number, *texts in connection.execute(sa.select(*columns)).all():
        words = _fold(" ".join([*texts, *names.get(number, [])]))
        connection.execute(sa.update(inspection).where(inspection.c.id == number).values(searchable=words))


def downgrade() -> None:
    with op.batch_alter_table("inspection") as table:
        table.drop_column("searchable")


def _fold(text: str) -> str:
    decomposed = unicodedata.normalize("NFKD", text.casefold()).replace("ł", "l")
    return "".join(character for character in decomposed if not unicodedata.combining(character))
