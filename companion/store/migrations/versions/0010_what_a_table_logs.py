"""The table's log, claims with several answers, and focuses that stay sealed when a seat moves."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "table_event",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("inspection_id", sa.Integer(), nullable=False),
        sa.Column("made", sa.DateTime(timezone=True), nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("actor", sa.Text(), nullable=False),
        sa.Column("amount", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["inspection_id"],
            ["inspection.id"],
            name=op.f("fk_table_event_inspection_id_inspection"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_table_event")),
    )
    op.create_index(op.f("ix_table_event_inspection_id"), "table_event", ["inspection_id"])
    with op.batch_alter_table("inspection") as table:
        table.add_column(sa.Column("former_host", sa.String(64), server_default="", nullable=False))
        table.add_column(sa.Column("claims", sa.JSON(), server_default="[]", nullable=False))
    with op.batch_alter_table("seat") as table:
        table.add_column(sa.Column("seated", sa.Integer(), server_default="0", nullable=False))
        table.add_column(sa.Column("former", sa.String(64), server_default="", nullable=False))
        table.add_column(sa.Column("sealed_for", sa.String(64), server_default="", nullable=False))
        # Whoever was asking for a seat asks again.
        table.drop_column("claimant")
        table.drop_column("claim_word")


def downgrade() -> None:
    # A version without seals would show these focuses to the new phones: each is entered again.
    op.execute("UPDATE seat SET focus = '' WHERE sealed_for <> ''")
    with op.batch_alter_table("seat") as table:
        table.add_column(sa.Column("claimant", sa.String(64), server_default="", nullable=False))
        table.add_column(sa.Column("claim_word", sa.String(8), server_default="", nullable=False))
        table.drop_column("sealed_for")
        table.drop_column("former")
        table.drop_column("seated")
    with op.batch_alter_table("inspection") as table:
        table.drop_column("claims")
        table.drop_column("former_host")
    op.drop_index(op.f("ix_table_event_inspection_id"), table_name="table_event")
    op.drop_table("table_event")
