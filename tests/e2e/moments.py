"""Every question of every game and extra, at a table that stands right before it.

Tables are played by chance until the first seat has been asked everything that can be asked there; each question is a way to
answer, by its step and form. What is found is stored as the server stores it.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import msgspec

from tests.e2e.prepared import Played, eagerly, taken, write
from undermine.present.view import Ask
from undermine.registry import Options
from undermine.server.auth import ALPHABET
from undermine.server.game import Game, write_options
from undermine.server.store.base import Decision, Seat, Table

# With Saboteur 2 all others that go with it; with the Greedy Dwarf and in a tournament those that do not.
SABOTEUR2 = (
    "saboteur2,veto,pathfinder,goal-swap,craftsman,direction,diversion,treasury,tunnel-toll,treasure-chests,new-goals,"
    "tunnel-party"
)
SETS = {
    "saboteur2": ("classic", 5, SABOTEUR2),
    "plain": ("classic", 4, "saboteur2"),
    "wardrobe": ("classic", 5, "greedy-dwarf,compromised,veto,wardrobe,treasure-chests"),
    "tournament": ("classic", 5, "tournament,compromised,veto,pathfinder"),
    "base": ("classic", 4, ""),
    "forest": ("lost-mines", 4, ""),
    "duel": ("duel", 2, ""),
    "alone": ("duel-solo", 1, ""),
}
NAMES = ("Marta", "Rook", "Gus", "Ines", "Bipa", "Oleh", "Lena", "Tomek", "Bishop", "Ada", "Kopach", "Taras")


@dataclass(frozen=True, order=True)
class Question:
    """What a seat is asked, and one way to answer."""

    step: str
    verb: str
    card: str = ""

    def __str__(self) -> str:
        return " ".join(word for word in (self.step, self.verb, self.card) if word)

    @property
    def slug(self) -> str:
        """As part of a file's name."""
        return re.sub(r"[^a-z0-9]+", "-", str(self).lower()).strip("-")


def asked(ask: Ask) -> Iterator[Question]:
    """The ways to answer, each once; cards of the hand by their names, but tunnels by their form."""
    for move in ask.options:
        said = msgspec.to_builtins(move)
        card = said.get("card", "") if ask.step == "turn" and said["verb"] != "lay" else ""
        yield Question(ask.step, said["verb"], card or ("yes" if said.get("yes") else ""))


def seats(players: int) -> tuple[Seat, ...]:
    return tuple(Seat(n, "bot" if n else "human", NAMES[n]) for n in range(players))


def options_of(name: str) -> Options:
    """What is played in that set."""
    game, players, extras = SETS[name]
    return Options(game=game, players=players, extras=tuple(key for key in extras.split(",") if key))


def play(name: str, seed: int, known: set[Question]) -> Iterator[tuple[Question, Played]]:
    """One game by chance; yields at each question that is not known yet."""
    options = options_of(name)
    rng = random.Random(f"{name} {seed}")
    table = Table(
        f"{name[:5]}{seed:05d}", write_options(options), seed.to_bytes(32, "big"), seats=seats(options.players)
    )
    game = Game(table)
    draft = game.opening()
    decisions: list[Decision] = []
    while not draft.over:
        cmd = f"{draft.seat}:{len(decisions)}"
        decisions.append(game.decision(draft, cmd))
        game.settle(draft, cmd)
        waited = game.waiting()
        if not waited:
            return
        ask = game.ask(0) if 0 in waited else None
        for question in set(asked(ask)) - known if ask else ():
            known.add(question)
            yield question, (table, game, list(decisions))
        seat = rng.choice(waited)
        ask = game.ask(seat)
        assert ask is not None
        move = max(ask.options, key=eagerly) if rng.random() < 0.5 else rng.choice(ask.options)
        draft = game.draft(seat, taken(game, move))


def find(name: str, games: int, known: set[Question] | None = None) -> Iterator[tuple[Question, Played]]:
    """All questions that come up in so many games."""
    known = set() if known is None else known
    for seed in range(games):
        yield from play(name, seed, known)


def prepare(database: Path, played: Played, number: int) -> str:
    """Put the table there, under a name of its own; the path of the link of its first seat."""
    table, game, decisions = played
    letters = "".join(ALPHABET[number // len(ALPHABET) ** place % len(ALPHABET)] for place in (1, 0))
    named = replace(table, id=f"prepared{letters}")
    (link,) = write(database, (named, game, decisions))
    return link
