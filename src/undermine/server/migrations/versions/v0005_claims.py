"""Which request took a seat, so that it can be asked again when its answer got lost."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Seats that are taken were taken by requests nobody asks again."""
    op.add_column("seats", sa.Column("claim", sa.String(40), nullable=False, server_default=""))


def downgrade() -> None:
    """Forget it."""
    op.drop_column("seats", "claim")
