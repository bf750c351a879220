"""The vectorised simulator beside the loops of others: random answers a second, with all that is seen and legal at each.

Each library plays the nearest game it has, as its own documents tell to loop over it. What is not installed is left out.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import Any, Final

from undermine.errors import UndermineError
from undermine.gym import Vector
from undermine.sim.measure import Gauge, compare, timed

SEED: Final = 1
LANES: Final = 16  # games side by side: as many as stay in the nearest memory
Loop = Callable[[int], int]  # so many answers, or a few more


@dataclass(frozen=True)
class Loops:
    """Answers a second of CPU time, and how many times as fast we are."""

    ours: dict[str, float]
    others: dict[str, float]
    ratios: dict[str, float]
    best: str


def ours(table: str) -> Loop:
    """Our own loop."""
    vector = Vector(table, LANES, seed=SEED)

    def run(answers: int) -> int:
        before = vector.moves
        while vector.moves - before < answers:
            vector.step(vector.sample())
        return vector.moves - before

    return run


def pettingzoo_hanabi(_: Any) -> Loop:
    """Five players; what is seen, and a legal action by the mask."""
    env = import_module("pettingzoo.classic").hanabi_v5.env(players=5)
    return agents(env)


def pettingzoo_leduc(_: Any) -> Loop:
    """Two players."""
    return agents(import_module("pettingzoo.classic").leduc_holdem_v4.env())


def agents(env: Any) -> Loop:
    """As PettingZoo's documents loop over a game with masks."""

    def run(answers: int) -> int:
        done = 0
        while done < answers:
            env.reset(seed=SEED + done)
            for agent in env.agent_iter():
                seen, _, over, cut, about = env.last()
                if over or cut:
                    env.step(None)
                    continue
                mask = seen["action_mask"] if isinstance(seen, dict) else about["action_mask"]
                env.step(env.action_space(agent).sample(mask))
                done += 1
        return done

    return run


def openspiel_hanabi(library: Any) -> Loop:
    """Five players, in OpenSpiel's bare loop: what is seen as a list of numbers, and the legal actions."""
    game = library.load_game("hanabi(players=5)")
    dice = random.Random(SEED)

    def run(answers: int) -> int:
        done = 0
        while done < answers:
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    actions, shares = zip(*state.chance_outcomes(), strict=True)
                    state.apply_action(dice.choices(actions, shares)[0])
                else:
                    state.observation_tensor()
                    state.legal_actions_mask()
                    state.apply_action(dice.choice(state.legal_actions()))
                    done += 1
        return done

    return run


def openspiel_environment(_: Any) -> Loop:
    """The same through its environment for learning."""
    env = import_module("open_spiel.python.rl_environment").Environment("hanabi(players=5)")
    dice = random.Random(SEED)

    def run(answers: int) -> int:
        done = 0
        while done < answers:
            step = env.reset()
            while not step.last():
                seat = step.observations["current_player"]
                step = env.step([dice.choice(step.observations["legal_actions"][seat])])
                done += 1
        return done

    return run


def rlcard_game(name: str, **about: Any) -> Callable[[Any], Loop]:
    """A game of RLCard between its own random agents."""

    def loop(library: Any) -> Loop:
        env = library.make(name, config={"seed": SEED, **about})
        agent = import_module("rlcard.agents").RandomAgent
        env.set_agents([agent(num_actions=env.num_actions) for _ in range(env.num_players)])

        def run(answers: int) -> int:
            done = 0
            while done < answers:
                told, _ = env.run(is_training=False)
                done += sum(len(path) // 2 for path in told)
            return done

        return run

    return loop


# By name: the library that must be there, and its loop.
OTHERS: Final[dict[str, tuple[str, Callable[[Any], Loop]]]] = {
    "pettingzoo hanabi, 5 players": ("pettingzoo", pettingzoo_hanabi),
    "pettingzoo leduc, 2 players": ("pettingzoo", pettingzoo_leduc),
    "openspiel hanabi, 5 players": ("pyspiel", openspiel_hanabi),
    "openspiel hanabi, environment": ("pyspiel", openspiel_environment),
    "rlcard uno, 5 players": ("rlcard", rlcard_game("uno", game_num_players=5)),
    "rlcard leduc, 2 players": ("rlcard", rlcard_game("leduc-holdem")),
    "rlcard mahjong, 4 players": ("rlcard", rlcard_game("mahjong")),
}


def others() -> dict[str, Loop]:
    """The loops of what is installed."""
    found: dict[str, Loop] = {}
    for name, (library, loop) in OTHERS.items():
        try:
            found[name] = loop(import_module(library))
        except ImportError:
            continue
    return found


def measure(tables: list[str], repeats: int, seconds: float, told: Callable[[], None] = lambda: None) -> Loops:
    """All loops in turn, several times; the best of each, and the first table against the best of the others."""
    beside = others()
    if not beside:
        raise UndermineError(
            "NOT_INSTALLED",
            "There is nothing to compare with: run pip install open_spiel 'pettingzoo[classic]' rlcard.",
        )
    loops = {name: ours(name) for name in tables} | beside
    gauges = {name: Gauge(name, counted(loop), 1000) for name, loop in loops.items()}
    compare(list(gauges.values()), repeats, seconds, told)
    rates = {name: gauge.best for name, gauge in gauges.items()}
    best = max(beside, key=lambda name: rates[name])
    return Loops(
        {name: rates[name] for name in tables},
        {name: rates[name] for name in beside},
        {f"{table} / {name}": rates[table] / rates[name] for table in tables for name in beside},
        best,
    )


def counted(loop: Loop) -> Callable[[int], tuple[int, float]]:
    """A loop with the CPU time that it takes."""
    return lambda times: timed(lambda: loop(times))
