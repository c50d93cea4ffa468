"""How often somebody has done what is costly, counted for all processes together."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "limit_hit",
        sa.Column("key", sa.String(length=64), nullable=False),
        sa.Column("hits", sa.Integer(), nullable=False),
        sa.Column("until", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("key", name=op.f("pk_limit_hit")),
    )
    op.create_index(op.f("ix_limit_hit_until"), "limit_hit", ["until"])


def downgrade() -> None:
    op.drop_table("limit_hit")
