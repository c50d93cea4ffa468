"""What a table decides itself, beside what the rules say."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("inspection") as table:
        table.add_column(sa.Column("decisions", sa.JSON(), server_default="[]", nullable=False))


def downgrade() -> None:
    with op.batch_alter_table("inspection") as table:
        table.drop_column("decisions")
    op.execute("DELETE FROM table_event WHERE kind IN ('decided', 'undecided')")
