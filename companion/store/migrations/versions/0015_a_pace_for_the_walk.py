"""How quickly a table walks through its inspection."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("inspection") as table:
        table.add_column(sa.Column("pace", sa.String(8), server_default="ceremony", nullable=False))


def downgrade() -> None:
    with op.batch_alter_table("inspection") as table:
        table.drop_column("pace")
