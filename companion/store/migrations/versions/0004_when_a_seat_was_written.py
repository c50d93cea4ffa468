"""When a shelf or tally was last changed, shown when two phones have changed the same one."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("seat") as table:
        table.add_column(sa.Column("written", sa.DateTime(timezone=True), nullable=True))


def downgrade() -> None:
    with op.batch_alter_table("seat") as table:
        table.drop_column("written")
