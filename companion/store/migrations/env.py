"""Runs the migrations on the connection that ``companion.store.database`` passes in.

For a new revision: ``alembic -c companion/store/migrations/alembic.ini revision --autogenerate -m "..."`` compares
the models with the database of the settings.
"""

from __future__ import annotations

from alembic import context
from sqlalchemy import Connection, create_engine

from companion.settings import load_settings
from companion.store.models import db


def run(connection: Connection) -> None:
    context.configure(
        connection=connection,
        target_metadata=db.metadata,
        render_as_batch=True,
        compare_type=True,
    )
    with context.begin_transaction():
        context.run_migrations()


given = context.config.attributes.get("connection")
if given is not None:
    run(given)
else:
    with create_engine(load_settings().database_url).connect() as own, own.begin():
        run(own)
