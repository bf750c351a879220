"""A game, and everybody who watches it: each observer's view is folded from what that observer was told."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import msgspec
from hypothesis import strategies as st

from undermine.kernel.chance import Seeded
from undermine.kernel.engine import open_game, step, waiting
from undermine.kernel.event import Event, Play
from undermine.kernel.ids import SPECTATOR, lowest
from undermine.kernel.state import State
from undermine.kernel.visibility import fold, stream
from undermine.notation.moves import moves_of
from undermine.present import ask_of, told, view_of
from undermine.present.view import ClassicView, Told
from undermine.registry import Options, game_manifest, ruleset

SWITCHES = {name: switch.values for name, switch in game_manifest("classic").switches.items()}


@st.composite
def tables(draw: st.DrawFn) -> Options:
    names = draw(st.sets(st.sampled_from(sorted(SWITCHES)), max_size=4))
    return Options(
        players=draw(st.integers(3, 10)),
        edition=draw(st.sampled_from(["anniversary", "deluxe", "ukrainian"])),
        switches={name: draw(st.sampled_from(SWITCHES[name])) for name in sorted(names)},
    )


def seen_by(state: State, seat: int) -> ClassicView:
    """What an observer sees of the base game."""
    view = view_of(state, seat)
    assert isinstance(view, ClassicView)
    return view


class Watched:
    def __init__(self, options: Options, seed: int) -> None:
        self.rules = ruleset(options)
        self.chance = Seeded(seed)
        self.rng = random.Random(seed)
        self.log: list[Event] = []
        self.play: Play = open_game(self.rules, self.chance, self.log)
        self.observers = [*range(self.rules.seats), SPECTATOR]
        self.views = {seat: self.fresh() for seat in self.observers}
        self.news: dict[int, list[Told]] = {}
        self.aims = [-1, 1] if seed % 2 else [-2, 0, 2]
        self.whim = 0.0 if seed % 2 else 0.1
        self.chosen: dict[str, Any] = {}  # what was done last
        self.heard = 0
        self.tell()

    def fresh(self) -> State:
        return self.rules.game.new_state(self.rules)

    @property
    def truth(self) -> State:
        return self.play.state

    def tell(self) -> None:
        rows = self.log[self.heard :]
        self.heard = len(self.log)
        self.news = {seat: told(self.views[seat], stream(rows, seat)) for seat in self.observers}

    def folded(self, seat: int) -> State:
        """The same view by another way: all rows from the start, and nobody telling."""
        state = self.fresh()
        for row in stream(self.log, seat):
            fold(state, row)
        return state

    def asked(self) -> int:
        return lowest(waiting(self.truth))

    def move(self) -> None:
        seat = self.asked()
        ask = ask_of(self.views[seat], seat)
        assert ask is not None
        options = msgspec.to_builtins(ask.options)
        self.chosen = max(options, key=self.liking)
        step(self.play, seat, moves_of(self.rules).convert(self.chosen), self.chance)
        self.tell()

    def liking(self, option: dict[str, Any]) -> float:
        """Mostly towards the goals, or between two of them, so that they are reached; now and then anything."""
        if self.rng.random() < self.whim:
            return self.rng.random() * 200
        if option["verb"] == "lay":
            away: int = min(abs(8 - option["x"]) + abs(y - option["y"]) for y in self.aims)
            return 100 - 3 * away + 5 * ("|" not in option["card"]) + self.rng.random()
        return self.rng.random() * (10 if option["verb"] == "pass" else 80)

    def to_the_end(self) -> Iterator[int]:
        """Counts the moves of a whole game."""
        moves = 0
        yield moves
        while not self.truth.over():
            self.move()
            moves += 1
            yield moves
