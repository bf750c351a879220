"""The tables of the database. Migrations are compared with this by a test."""

from __future__ import annotations

import sqlalchemy as sa

metadata = sa.MetaData()

settings = sa.Table(
    "settings",
    metadata,
    sa.Column("name", sa.String(40), primary_key=True),
    sa.Column("value", sa.LargeBinary, nullable=False),
)

names = sa.Table(
    "names",
    metadata,
    sa.Column("id", sa.String(40), primary_key=True),
    sa.Column("names", sa.LargeBinary, nullable=False),
)

games = sa.Table(
    "games",
    metadata,
    sa.Column("id", sa.String(20), primary_key=True),
    sa.Column("options", sa.LargeBinary, nullable=False),
    sa.Column("secret", sa.LargeBinary, nullable=False),
    sa.Column("host", sa.Integer, nullable=False),
    sa.Column("lang", sa.String(10), nullable=False),
    sa.Column("status", sa.String(10), nullable=False),
    sa.Column("seq", sa.Integer, nullable=False),
    sa.Column("made_at", sa.Float, nullable=False),
    sa.Column("due_at", sa.Float, nullable=True),
    sa.Column("pace", sa.String(10), nullable=False, server_default="normal"),
    sa.Column("takeover", sa.Integer, nullable=False, server_default="0"),
    sa.Column("rematch", sa.String(20), nullable=False, server_default=""),
    sa.Column("terms", sa.Text, nullable=False, server_default="{}"),
    sa.Column("rules", sa.String(40), nullable=False, server_default=""),
    sa.Column("rev", sa.Integer, nullable=False, server_default="0"),
    sa.Column("lease_by", sa.String(20), nullable=False, server_default=""),
    sa.Column("lease_until", sa.Float, nullable=False, server_default="0"),
)
sa.Index("games_due", games.c.due_at)
_waiting = games.c.status == "open"
sa.Index("games_open", games.c.made_at, sqlite_where=_waiting, postgresql_where=_waiting)

seats = sa.Table(
    "seats",
    metadata,
    sa.Column("game", sa.String(20), sa.ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("kind", sa.String(10), nullable=False),
    sa.Column("name", sa.String(40), nullable=False),
    sa.Column("epoch", sa.Integer, nullable=False),
    sa.Column("link", sa.Integer, nullable=False, server_default="-1"),
    sa.Column("avatar", sa.Integer, nullable=False, server_default="-1"),
    sa.Column("before", sa.Integer, nullable=False, server_default="-1"),
    sa.Column("level", sa.String(20), nullable=False, server_default=""),
    sa.Column("claim", sa.String(40), nullable=False, server_default=""),
    sa.Column("looked", sa.Integer, nullable=False, server_default="-1"),
)

decisions = sa.Table(
    "decisions",
    metadata,
    sa.Column("game", sa.String(20), sa.ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("seq", sa.Integer, primary_key=True),
    sa.Column("cmd", sa.String(80), nullable=False),
    sa.Column("seat", sa.Integer, nullable=False),
    sa.Column("payload", sa.LargeBinary, nullable=False),
    sa.Column("used", sa.Integer, nullable=False),
    sa.Column("names", sa.String(40), sa.ForeignKey("names.id"), nullable=False),
    sa.Column("at", sa.Float, nullable=False),
    sa.Column("move", sa.Text, nullable=False, server_default=""),
    sa.UniqueConstraint("game", "cmd", name="decisions_cmd"),
)

workers = sa.Table(
    "workers",
    metadata,
    sa.Column("id", sa.String(20), primary_key=True),
    sa.Column("alive_until", sa.Float, nullable=False),
)

people = sa.Table(
    "people",
    metadata,
    sa.Column("game", sa.String(20), sa.ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("worker", sa.String(20), primary_key=True),
    sa.Column("link", sa.Integer, primary_key=True),
    sa.Column("epoch", sa.Integer, primary_key=True),
    sa.Column("sockets", sa.Integer, nullable=False),
)
sa.Index("people_worker", people.c.worker)

remarks = sa.Table(
    "remarks",
    metadata,
    sa.Column("game", sa.String(20), sa.ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("n", sa.Integer, primary_key=True),
    sa.Column("seq", sa.Integer, nullable=False),
    sa.Column("seat", sa.Integer, nullable=False),
    sa.Column("cmd", sa.String(80), nullable=False),
    sa.Column("what", sa.Text, nullable=False),
    sa.Column("at", sa.Float, nullable=False),
    sa.UniqueConstraint("game", "cmd", name="remarks_cmd"),
)
