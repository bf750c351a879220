"""Several workers at one database: who is alive, who sees to a table, and who is there by way of whom. Rules are pinned."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Nobody has a table yet."""
    op.add_column("games", sa.Column("rules", sa.String(40), nullable=False, server_default=""))
    op.add_column("games", sa.Column("rev", sa.Integer, nullable=False, server_default="0"))
    op.add_column("games", sa.Column("lease_by", sa.String(20), nullable=False, server_default=""))
    op.add_column("games", sa.Column("lease_until", sa.Float, nullable=False, server_default="0"))
    op.add_column("seats", sa.Column("looked", sa.Integer, nullable=False, server_default="-1"))
    op.create_table(
        "workers",
        sa.Column("id", sa.String(20), primary_key=True),
        sa.Column("alive_until", sa.Float, nullable=False),
    )
    op.create_table(
        "people",
        sa.Column("game", sa.String(20), sa.ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("worker", sa.String(20), primary_key=True),
        sa.Column("link", sa.Integer, primary_key=True),
        sa.Column("epoch", sa.Integer, primary_key=True),
        sa.Column("sockets", sa.Integer, nullable=False),
    )
    op.create_index("people_worker", "people", ["worker"])


def downgrade() -> None:
    """Back to one worker."""
    op.drop_table("people")
    op.drop_table("workers")
    op.drop_column("seats", "looked")
    for name in ("lease_until", "lease_by", "rev", "rules"):
        op.drop_column("games", name)
