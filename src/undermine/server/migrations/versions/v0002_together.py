"""What people at a table settle beside the rules, and how they find each other again."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Tables that are there go on as they were: each seat has the link and the face of its number."""
    op.add_column("games", sa.Column("pace", sa.String(10), nullable=False, server_default="normal"))
    op.add_column("games", sa.Column("takeover", sa.Integer, nullable=False, server_default="0"))
    op.add_column("games", sa.Column("rematch", sa.String(20), nullable=False, server_default=""))
    for name in ("link", "avatar", "before"):
        op.add_column("seats", sa.Column(name, sa.Integer, nullable=False, server_default="-1"))
    op.execute("UPDATE seats SET link = seat, avatar = seat")


def downgrade() -> None:
    """Forget it."""
    for name in ("before", "avatar", "link"):
        op.drop_column("seats", name)
    for name in ("rematch", "takeover", "pace"):
        op.drop_column("games", name)
