"""Tables as a release has stored them, in files: later releases must go on with them.

`python -m tests.server.stored.make` adds those of now as `<name>.json.gz`; files that are there stay as they are, for they are
what servers out there have in their databases.
"""

from __future__ import annotations

import gzip
import random
from collections.abc import Callable
from pathlib import Path
from typing import Final

import msgspec

from tests.notation.test_rows import held
from undermine.kernel.engine import legal
from undermine.registry import Options, pins_of
from undermine.server.game import Game, write_options
from undermine.server.store.base import AUTO, Decision, Seat, Table

FOLDER: Final = Path(__file__).parent
ID: Final = "stredtabye"


class Stored(msgspec.Struct):
    """A table, everything that its rows lean on, and how it stands."""

    options: bytes
    secret: bytes
    seats: int
    rules: str
    names: dict[str, bytes]
    decisions: list[tuple[str, int, str, bytes, int, str]]
    waiting: list[int]
    held: dict[str, dict[str, int]]

    @property
    def row(self) -> Table:
        seats = tuple(Seat(seat, "human", f"P{seat}") for seat in range(self.seats))
        return Table(ID, self.options, self.secret, seats=seats, rules=self.rules)

    @property
    def rows(self) -> list[Decision]:
        return [
            Decision(seq, cmd, seat, move, payload, used, names)
            for seq, (cmd, seat, move, payload, used, names) in enumerate(self.decisions)
        ]


def read(path: Path) -> Stored:
    return msgspec.json.decode(gzip.decompress(path.read_bytes()), type=Stored)


def asked(game: Game) -> str:
    """The name of the question that is open."""
    return game.rules.step_names[game._state.top().step]


# What is stored: a game, after so many decisions and as soon as something is so.
GAMES: Final[dict[str, tuple[Options, int, Callable[[Game], bool]]]] = {
    "classic": (Options(players=5, switches={"roundEnd": "forcedPasses"}), 60, lambda game: True),
    "veto": (Options(players=4, extras=("veto",)), 20, lambda game: asked(game) == "veto.window"),
    "saboteur2": (Options(players=6, extras=("saboteur2",)), 45, lambda game: True),
    "lost-mines": (Options("lost-mines", players=4), 40, lambda game: True),
    "duel": (Options("duel", players=2), 30, lambda game: True),
}


def play(name: str, seed: int) -> Stored | None:
    """A game by random moves; None when it does not come to what is wanted."""
    options, least, wanted = GAMES[name]
    rng = random.Random(seed)
    stored = write_options(options)
    key, pins = pins_of(msgspec.json.decode(stored, type=Options))
    row = Table(ID, stored, rng.randbytes(32), seats=tuple(Seat(seat) for seat in range(options.players)), rules=key)
    game = Game(row)
    rows: list[Decision] = []
    draft, cmd = game.opening(), f"{AUTO}0"
    while True:
        rows.append(game.decision(draft, cmd))
        game.settle(draft, cmd)
        if draft.over:
            return None
        if len(rows) >= least and wanted(game):
            break
        seat = rng.choice(game.waiting())
        draft = game.draft(seat, rng.choice(legal(game.observers[seat].view, seat)))
        cmd = f"{seat}:c{len(rows)}"
    decisions = [(d.cmd, d.seat, d.move, d.payload, d.used, d.names) for d in rows]
    names = {game.names_key: game.names, key: pins}
    return Stored(stored, row.secret, options.players, key, names, decisions, game.waiting(), held(game._state))


def main() -> None:
    """Those that are not there yet."""
    for name in GAMES:
        path = FOLDER / f"{name}.json.gz"
        if not path.exists():
            found = next(filter(None, (play(name, seed) for seed in range(1000))))
            path.write_bytes(gzip.compress(msgspec.json.encode(found), 9, mtime=0))


if __name__ == "__main__":
    main()
