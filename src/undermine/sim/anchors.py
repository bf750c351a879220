"""Games of OpenSpiel, to be measured in the same run: what a fast engine of another kind does on this machine."""

from __future__ import annotations

import random
import time
from typing import Any, Final

from undermine.errors import UndermineError

GAMES: Final = {"hearts": "hearts", "hanabi": "hanabi(players=5)"}
SEED: Final = 1


class Anchor:
    """One of their games. `run` plays it so many times; returns decisions of players, and CPU seconds."""

    def __init__(self, name: str, spiel: Any, text: str) -> None:
        self.name = name
        self.spiel = spiel
        self.game = spiel.load_game(text)

    def run(self, times: int) -> tuple[int, float]:
        raise NotImplementedError


class Native(Anchor):
    """A game as a user of theirs has it: bots are made, they play inside the engine, the moves are read back."""

    def run(self, times: int) -> tuple[int, float]:
        moves = 0
        start = time.process_time()
        for index in range(times):
            seats = range(self.game.num_players())
            bots = [self.spiel.make_uniform_random_bot(seat, SEED + index + seat) for seat in seats]
            state = self.game.new_initial_state()
            self.spiel.evaluate_bots(state, bots, SEED + index)
            moves += sum(1 for entry in state.full_history() if entry.player >= 0)
        return moves, time.process_time() - start


class Loop(Anchor):
    """The bare loop inside their engine: bots are made before, moves are counted afterwards, off the clock."""

    def run(self, times: int) -> tuple[int, float]:
        bots = [self.spiel.make_uniform_random_bot(seat, SEED + seat) for seat in range(self.game.num_players())]
        moves = 0
        took = 0.0
        for index in range(times):
            start = time.process_time()
            state = self.game.new_initial_state()
            self.spiel.evaluate_bots(state, bots, SEED + index)
            took += time.process_time() - start
            moves += sum(1 for entry in state.full_history() if entry.player >= 0)
        return moves, took


class Driven(Anchor):
    """Every move made from Python; outcomes of chance are drawn by the standard library."""

    def run(self, times: int) -> tuple[int, float]:
        chance = random.Random(SEED)
        number = chance.random
        moves = 0
        start = time.process_time()
        for _ in range(times):
            state = self.game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    actions, shares = zip(*state.chance_outcomes(), strict=True)
                    state.apply_action(chance.choices(actions, shares)[0])
                else:
                    actions = state.legal_actions()
                    state.apply_action(actions[int(number() * len(actions))])
                    moves += 1
        return moves, time.process_time() - start


def openspiel() -> list[Anchor]:
    """Every anchor there is."""
    try:
        import pyspiel  # noqa: PLC0415  # an optional extra
    except ImportError as error:
        raise UndermineError(
            "NO_OPENSPIEL",
            "OpenSpiel is not installed: run pip install 'undermine[openspiel]', or leave --against out.",
        ) from error
    anchors: list[Anchor] = [Native(f"{name}_native", pyspiel, text) for name, text in GAMES.items()]
    anchors += [Loop(f"{name}_loop", pyspiel, text) for name, text in GAMES.items()]
    return anchors + [Driven(f"{name}_python", pyspiel, text) for name, text in GAMES.items()]
