"""What moves say of those who make them, counted in simulated games: what the steady bot's suspicion is made of."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from undermine.bots import Seated, derived, make
from undermine.games.classic.mind.learned import signs
from undermine.games.classic.mind.signs import Sign
from undermine.games.classic.mind.suspicion import Suspicion
from undermine.games.classic.rules.events import WON
from undermine.games.classic.rules.goals import GOLD
from undermine.games.classic.rules.state import GOAL, GOAL_BAG, SABOTEUR, Classic, classic
from undermine.kernel.chance import Seeded
from undermine.kernel.engine import open_game, step, waiting
from undermine.kernel.event import Event
from undermine.kernel.ids import UNKNOWN, lowest
from undermine.kernel.visibility import fold, stream
from undermine.registry import Options, ruleset
from undermine.sim.simulate import results

PLACE: Final = Path(__file__).parents[1] / "games" / "classic" / "mind" / "learned.json"
BATCH: Final = 20
FEWEST: Final = 8.0  # so many of each are counted besides: what is seldom seen says little
SURELY: Final = 2.5  # no single move says more than that

Counts = dict[str, list[float]]  # by circumstances and sign: how often gold-diggers did so, and saboteurs


@dataclass(frozen=True)
class Lesson:
    """What a process is given."""

    players: int
    levels: tuple[str, ...]
    seed: int
    first: int
    games: int


class Counter(Suspicion):
    """Keeps the signs of a round until it is over, and then counts who made them."""

    def __init__(self, learned: dict[str, float]) -> None:
        super().__init__(learned)
        self.signs: list[Sign] = []

    def weigh(self, sign: Sign) -> None:
        super().weigh(sign)
        self.signs.append(sign)

    def count(self, counts: Counts, roles: int, gold: list[float]) -> None:
        for sign in self.signs:
            side = 1 if roles >> (4 * sign.seat) & 15 == SABOTEUR else 0
            for goal, chance in enumerate(gold):
                if chance:
                    counts.setdefault(f"{sign.context}: {sign.words[goal]}", [0.0, 0.0])[side] += chance
        self.signs = []


def learn(
    players: list[int],
    levels: list[str],
    games: int,
    seed: int,
    processes: int,
    told: Callable[[int], None] = lambda _: None,
) -> dict[str, float]:
    """The logarithms of how much oftener a saboteur makes a sign than a gold-digger in the same circumstances."""
    lessons: Iterator[Lesson] = (
        Lesson(number, tuple(levels), derived(seed, number), first, min(BATCH, games - first))
        for number in players
        for first in range(0, games, BATCH)
    )
    parts: dict[tuple[int, int], Counts] = {}
    for lesson, counts in results(listen, lessons, processes):
        parts[lesson.players, lesson.first] = counts
        told(lesson.games)
    whole: Counts = {}
    for key in sorted(parts):
        for sign, sides in parts[key].items():
            known = whole.setdefault(sign, [0.0, 0.0])
            known[0] += sides[0]
            known[1] += sides[1]
    return weighed(whole)


def weighed(counts: Counts) -> dict[str, float]:
    """Within each circumstances a seat makes some sign: its share among those of gold-diggers and of saboteurs."""
    moves: Counts = {}
    for sign, sides in counts.items():
        known = moves.setdefault(sign.partition(":")[0], [0.0, 0.0])
        known[0] += sides[0]
        known[1] += sides[1]
    found: dict[str, float] = {}
    for sign in sorted(counts):
        digger, saboteur = counts[sign]
        diggers, saboteurs = moves[sign.partition(":")[0]]
        if not diggers or not saboteurs:  # one side has never been seen here: nothing to compare with
            found[sign] = 0.0
            continue
        expected = FEWEST * diggers / (diggers + saboteurs)
        digger, saboteur = digger + expected, saboteur + FEWEST - expected
        told = math.log(saboteur / max(saboteurs, 1.0)) - math.log(digger / max(diggers, 1.0))
        found[sign] = round(max(-SURELY, min(SURELY, told)), 3)
    return found


def listen(lesson: Lesson) -> tuple[Lesson, Counts]:
    """Play games between bots of any of the levels, and count."""
    counts: Counts = {}
    for game in range(lesson.first, lesson.first + lesson.games):
        hear_out(lesson, derived(lesson.seed, game), counts)
    return lesson, counts


def hear_out(lesson: Lesson, seed: int, counts: Counts) -> None:
    """One game."""
    rules = ruleset(Options(players=lesson.players))
    dice = Seeded(derived(seed, 0, 1))
    levels = [lesson.levels[dice.below(len(lesson.levels))] for _ in range(lesson.players)]
    bots = [Seated(make(level, derived(seed, seat + 1)), rules, seat) for seat, level in enumerate(levels)]
    counter = Counter(signs())
    view = rules.game.new_state(rules)
    chance = Seeded(derived(seed, 0))
    log: list[Event] = []
    play = open_game(rules, chance, log)
    told = 0
    while True:
        rows = log[told:]
        told = len(log)
        for bot in bots:
            bot.hear(stream(rows, bot.seat))
        for row in stream(rows, 0):
            if row.kind is WON:
                counter.count(counts, row.c, gold_of(classic(view)))
            counter.hear(classic(view), row)
            fold(view, row)
        if not play.state.depth:
            return
        seat = lowest(waiting(play.state))
        step(play, seat, bots[seat].choose(), chance)


def gold_of(view: Classic) -> list[float]:
    """By goal: is the gold there? If nobody has seen it, each that nobody has seen is as likely as the others."""
    cards = view.cards
    goals = len(view.goal_x)
    found = [float(cards.number(GOAL + goal, GOLD)) for goal in range(goals)]
    unseen = [goal for goal in range(goals) if cards.number(GOAL + goal, UNKNOWN)]
    if not any(found):
        for goal in unseen:
            found[goal] = float(cards.number(GOAL_BAG, GOLD)) / len(unseen)
    return found


def keep(learned: dict[str, float], place: Path = PLACE) -> None:
    """Write it where the steady bot finds it."""
    place.write_text(json.dumps(learned, indent=0, sort_keys=True) + "\n", "utf-8")
