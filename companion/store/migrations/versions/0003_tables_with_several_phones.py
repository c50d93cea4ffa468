"""Seats that belong to phones, the stages of an inspection, and the versions kept when an inspection is amended."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def _list_inspection_columns() -> list[sa.Column[object]]:
    return [
        sa.Column("stage", sa.String(8), server_default="draft", nullable=False),
        sa.Column("code", sa.String(8), nullable=True),
        sa.Column("host", sa.String(64), server_default="", nullable=False),
        sa.Column("handover", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.Column("head_version", sa.Integer(), server_default="1", nullable=False),
        sa.Column("step", sa.String(12), server_default="", nullable=False),
        sa.Column("game_round", sa.Integer(), server_default="0", nullable=False),
        sa.Column("set_aside", sa.String(2), server_default="", nullable=False),
        sa.Column("is_dealt", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.Column("request_key", sa.String(40), nullable=True),
    ]


def _list_seat_columns() -> list[sa.Column[object]]:
    return [
        sa.Column("device", sa.String(64), server_default="", nullable=False),
        sa.Column("is_ready", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.Column("claimant", sa.String(64), server_default="", nullable=False),
        sa.Column("claim_word", sa.String(8), server_default="", nullable=False),
        sa.Column("secret_version", sa.Integer(), server_default="1", nullable=False),
    ]


UNIQUE = ("code", "request_key")


def upgrade() -> None:
    op.create_table(
        "revision",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("inspection_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("made", sa.DateTime(timezone=True), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("document", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(
            ["inspection_id"], ["inspection.id"], name=op.f("fk_revision_inspection_id_inspection"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_revision")),
        sa.UniqueConstraint("inspection_id", "number", name=op.f("uq_revision_inspection_id")),
    )
    with op.batch_alter_table("inspection") as table:
        for column in _list_inspection_columns():
            table.add_column(column)
        for name in UNIQUE:
            table.create_unique_constraint(op.f(f"uq_inspection_{name}"), [name])
    with op.batch_alter_table("seat") as table:
        for column in _list_seat_columns():
            table.add_column(column)


def downgrade() -> None:
    with op.batch_alter_table("seat") as table:
        for column in _list_seat_columns():
            table.drop_column(column.name)
    with op.batch_alter_table("inspection") as table:
        for name in UNIQUE:
            table.drop_constraint(op.f(f"uq_inspection_{name}"), type_="unique")
        for column in _list_inspection_columns():
            table.drop_column(column.name)
    op.drop_table("revision")
