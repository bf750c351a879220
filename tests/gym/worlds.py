"""Two worlds that a seat cannot tell apart, compared by what it is shown as bytes."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64, u8

from tests.fuzz.game import Game
from tests.fuzz.twins import OpenPair
from undermine.gym.encoding import WIDE, Memory, list_choices, observe
from undermine.gym.schema import schema_of
from undermine.kernel.event import Event
from undermine.kernel.ids import ALL
from undermine.kernel.state import State


def encoded(view: State, seat: int, log: list[Event]) -> bytes:
    """An observation, and the numbers of what the seat may do."""
    schema = schema_of(view.rules)
    out = vec[u8]([0] * schema.size)
    memory = Memory(schema.plan)
    memory.follow(log)
    observe(schema.plan, view, seat, memory, out, 0, True)
    actions, numbers = vec[i64]([0] * WIDE), vec[i64]([0] * WIDE)
    n = list_choices(schema.plan, view, seat, actions, numbers, 0)
    return bytes(memoryview(out)) + bytes(memoryview(numbers))[: 8 * int(n)]


class EncodedPair(OpenPair):
    """After every move the observer's bytes are the same in both worlds. `shouted`: as if every event were told to all."""

    def __init__(self, game: Game, observer: int, seed: int, shouted: bool = False) -> None:
        super().__init__(game, observer, seed)
        self.shouted = shouted
        self.logs = [list(game.log), list(game.log)]
        self.compared = 0

    def compare(self) -> bool:
        fresh = [list(self.real.log), list(self.other.log)]
        alike = super().compare()
        if alike:
            for log, events in zip(self.logs, fresh, strict=True):
                log.extend(shouted(events) if self.shouted else events)
            mine, theirs = self.real.view, self.other.view
            same = encoded(mine, self.observer, self.logs[0]) == encoded(theirs, self.observer, self.logs[1])
            assert same, "a secret in the bytes of an observation"
            self.compared += 1
        return alike


def shouted(events: list[Event]) -> list[Event]:
    return [Event(e.kind, ALL, e.a, e.b, e.c, e.d) for e in events]


def compare_worlds(game: Game, pairs: int, moves: int, shouted: bool = False) -> int:
    """Pairs of worlds at several moments of a game; returns how many moments were compared."""
    compared = 0
    game.open()
    while pairs and not game.state.over():
        if not game.state.answered:
            observer = game.looks.choice(game.watchers)
            pair = EncodedPair(game, observer, game.looks.randrange(2**31), shouted)
            pair.go_on(moves)
            compared += pair.compared
            pairs -= 1
        for _ in range(game.looks.randrange(1, 20)):
            if not game.state.over():
                game.move()
    return compared
