"""Tables, seats and decisions."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make them."""
    op.create_table(
        "settings",
        sa.Column("name", sa.String(40), primary_key=True),
        sa.Column("value", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "names",
        sa.Column("id", sa.String(40), primary_key=True),
        sa.Column("names", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "games",
        sa.Column("id", sa.String(20), primary_key=True),
        sa.Column("options", sa.LargeBinary, nullable=False),
        sa.Column("secret", sa.LargeBinary, nullable=False),
        sa.Column("host", sa.Integer, nullable=False),
        sa.Column("lang", sa.String(10), nullable=False),
        sa.Column("status", sa.String(10), nullable=False),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("made_at", sa.Float, nullable=False),
        sa.Column("due_at", sa.Float, nullable=True),
    )
    op.create_index("games_due", "games", ["due_at"])
    op.create_table(
        "seats",
        sa.Column("game", sa.String(20), sa.ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("kind", sa.String(10), nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("epoch", sa.Integer, nullable=False),
    )
    op.create_table(
        "decisions",
        sa.Column("game", sa.String(20), sa.ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("seq", sa.Integer, primary_key=True),
        sa.Column("cmd", sa.String(80), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("action", sa.Integer().with_variant(sa.BigInteger, "postgresql"), nullable=False),
        sa.Column("payload", sa.LargeBinary, nullable=False),
        sa.Column("used", sa.Integer, nullable=False),
        sa.Column("names", sa.String(40), sa.ForeignKey("names.id"), nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.UniqueConstraint("game", "cmd", name="decisions_cmd"),
    )


def downgrade() -> None:
    """Drop them."""
    for table in ("decisions", "seats", "games", "names", "settings"):
        op.drop_table(table)
