"""Houses, which tables and decks belong to, and the time at which something was deleted.

What there is goes into the common house, and so does every device that has a part in any of it.
"""

from __future__ import annotations

import secrets
from itertools import count

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None

SLUG_BYTES = 12
_PARTS = (("inspection", "host"), ("inspection", "former_host"), ("seat", "device"), ("seat", "former"))
"""By which a device's tables are found."""

_JOIN = """
    INSERT INTO house_member (house_id, device) SELECT house.id, devices.host FROM house, (
    SELECT host FROM inspection WHERE host <> '' UNION SELECT former_host FROM inspection WHERE former_host <> ''
    UNION SELECT device FROM seat WHERE device <> '' UNION SELECT former FROM seat WHERE former <> ''
    ) AS devices
"""


def upgrade() -> None:
    op.create_table(
        "house",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("slug", sa.String(32), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("is_common", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.Column("link_number", sa.Integer(), server_default="1", nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_house"),
        sa.UniqueConstraint("slug", name="uq_house_slug"),
    )
    common = sa.text("is_common")
    op.create_index(
        "uq_house_is_common", "house", ["is_common"], unique=True, sqlite_where=common, postgresql_where=common
    )
    op.create_table(
        "house_member",
        sa.Column("house_id", sa.Integer(), nullable=False),
        sa.Column("device", sa.String(64), nullable=False),
        sa.PrimaryKeyConstraint("house_id", "device", name="pk_house_member"),
        sa.ForeignKeyConstraint(["house_id"], ["house.id"], name="fk_house_member_house_id_house", ondelete="CASCADE"),
    )
    op.create_index("ix_house_member_device", "house_member", ["device"])
    connection = op.get_bind()
    is_used = connection.scalar(sa.text("SELECT EXISTS (SELECT 1 FROM inspection) OR EXISTS (SELECT 1 FROM deck)"))
    if is_used:
        # An empty database gets its common house when it is needed: one that is taken in may bring its own.
        connection.execute(
            sa.text("INSERT INTO house (slug, name, is_common) VALUES (:slug, '', :yes)"),
            {"slug": secrets.token_urlsafe(SLUG_BYTES), "yes": True},
        )
        op.execute(_JOIN)
    house = sa.select(sa.column("id")).select_from(sa.table("house")).scalar_subquery()
    for table in ("inspection", "deck"):
        with op.batch_alter_table(table) as batch:
            batch.add_column(sa.Column("house_id", sa.Integer(), nullable=True))
            batch.add_column(sa.Column("deleted", sa.DateTime(timezone=True), nullable=True))
            if table == "deck":
                batch.add_column(sa.Column("owner", sa.String(64), server_default="", nullable=False))
        op.execute(sa.update(sa.table(table, sa.column("house_id"))).values(house_id=house))
        with op.batch_alter_table(table) as batch:
            batch.alter_column("house_id", existing_type=sa.Integer(), nullable=False)
            batch.create_foreign_key(f"fk_{table}_house_id_house", "house", ["house_id"], ["id"])
            if table == "deck":
                batch.drop_constraint("uq_deck_folded", type_="unique")
        op.create_index(f"ix_{table}_deleted", table, ["deleted"])
    op.create_index("ix_inspection_house_id", "inspection", ["house_id"])
    for table, column in _PARTS:
        op.create_index(f"ix_{table}_{column}", table, [column])
    kept = sa.text("deleted IS NULL")
    op.create_index(
        "uq_deck_house_id", "deck", ["house_id", "folded"], unique=True, sqlite_where=kept, postgresql_where=kept
    )


def downgrade() -> None:
    # What was deleted and could be taken back is taken back.
    op.execute("DELETE FROM table_event WHERE kind IN ('deleted', 'restored')")
    op.drop_index("uq_deck_house_id", "deck")
    op.drop_index("ix_inspection_house_id", "inspection")
    for table, column in _PARTS:
        op.drop_index(f"ix_{table}_{column}", table)
    _tell_apart()
    for table in ("inspection", "deck"):
        op.drop_index(f"ix_{table}_deleted", table)
        with op.batch_alter_table(table) as batch:
            batch.drop_constraint(f"fk_{table}_house_id_house", type_="foreignkey")
            batch.drop_column("house_id")
            batch.drop_column("deleted")
            if table == "deck":
                batch.drop_column("owner")
                batch.create_unique_constraint("uq_deck_folded", ["folded"])
    op.drop_table("house_member")
    op.drop_table("house")


def _tell_apart() -> None:
    """Number the decks of different houses that have the same name: before, no two could."""
    connection = op.get_bind()
    decks = connection.execute(sa.text("SELECT id, name, folded FROM deck ORDER BY id")).all()
    taken = {deck.folded for deck in decks}
    seen: set[str] = set()
    for deck in decks:
        if deck.folded in seen:
            number = next(number for number in count(2) if f"{deck.folded} {number}" not in taken)
            folded = f"{deck.folded} {number}"
            connection.execute(
                sa.text("UPDATE deck SET name = :name, folded = :folded WHERE id = :id"),
                {"id": deck.id, "name": f"{deck.name} {number}", "folded": folded},
            )
            taken.add(folded)
        seen.add(deck.folded)
