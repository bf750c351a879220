"""Golden files: whole games as every seat is told them, numbers of lines of play, checksums of random games.

`python -m tests.replays.make` writes them all anew; what has changed is read as a diff.
"""

from __future__ import annotations

import random
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Final

from tests.duel.table import wishes
from tests.engine.table import EDITIONS, progress, rules_for
from tests.lost_mines.table import MinesTable
from undermine.bots.playout import playouts
from undermine.games.classic.rules.state import TURN, classic
from undermine.kernel.chance import Seeded
from undermine.kernel.engine import act, advance, legal, open_game, waiting
from undermine.kernel.event import Event
from undermine.kernel.ids import ALL, SPECTATOR, lowest
from undermine.kernel.ruleset import Ruleset
from undermine.kernel.state import State
from undermine.kernel.visibility import redact
from undermine.notation.actions import words
from undermine.notation.events import event_words
from undermine.registry import Options, ruleset
from undermine.sim.count import ChanceMode, count

REPLAYS: Final = Path(__file__).parent
COUNTS: Final = REPLAYS.parent / "counts"
GAMES: Final = (("anniversary", 3, 93), ("deluxe", 5, 62), ("ukrainian", 10, 58))  # edition, players, seed
WITH: Final = (("saboteur2", "deluxe", 4, 6),)  # an extra, edition, players, seed
OTHERS: Final = (("duel", 2, 1), ("duel-solo", 1, 1), ("lost-mines", 4, 8))  # game, players, seed
EAGER: Final = 0.95  # how often a player of these does what brings the game on
CHECKSUM_PLAYERS: Final = (3, 5, 7, 10)
OTHER_CHECKSUMS: Final = {"duel": (2,), "duel-solo": (1,), "lost-mines": (3, 5, 9)}
COUNT_FILES: Final = ("classic", "duel", "duel-solo", "lost-mines")


def told(rules: Ruleset, event: Event) -> list[str]:
    """An event as it is told: once, if all are told the same, or else with the names of those who are told so."""
    hearers: dict[str, list[str]] = {}
    for seat in (*range(rules.seats), SPECTATOR):
        row = redact(event, seat)
        if row is not None:
            text = event_words(rules, Event(row.kind, ALL, row.a, row.b, row.c, row.d))
            hearers.setdefault(text, []).append("table" if seat == SPECTATOR else f"P{seat + 1}")
    if [len(names) for names in hearers.values()] == [rules.seats + 1]:
        return [f"  {text}" for text in hearers]
    return [f"  {' '.join(names)}: {text}" for text, names in sorted(hearers.items(), key=lambda item: item[1])]


def chosen(s: State, actions: list[int], dice: Seeded) -> int:
    """Now and then anything, mostly a card towards the goals."""
    if s.top().step == TURN and dice.below(10):
        t = classic(s)
        best = max(progress(t, action) for action in actions)
        actions = [action for action in actions if progress(t, action) == best]
    return actions[dice.below(len(actions))]


def replay(edition: str, players: int, seed: int, extra: str = "") -> str:
    """A whole classic game: decisions, and under each what every seat is told."""
    extras = (extra,) if extra else ()
    rules = ruleset(Options(players=players, edition=edition, extras=extras))
    dice = Seeded(seed)
    title = f"{f'{extra}, ' if extra else ''}{edition}, {players} players, seed {seed}"
    return story(title, rules, dice, lambda s, seat, actions: chosen(s, actions, dice))


def replay_other(game: str, players: int, seed: int) -> str:
    """A whole game of another kind, played as its table of random games likes it."""
    rules = ruleset(Options(game=game, players=players))
    rnd = random.Random(seed)
    if game == "lost-mines":
        table = MinesTable(rules, seed)
        table.eager = EAGER
        return story(
            f"{game}, {players} players, seed {seed}", rules, Seeded(seed), lambda s, _, a: table.wish(s, a)[0]
        )
    title = f"{game}, {'alone' if players == 1 else f'{players} players'}, seed {seed}"
    return story(title, rules, Seeded(seed), lambda s, seat, actions: wishes(rnd, EAGER, s, seat, actions)[0])


def story(title: str, rules: Ruleset, dice: Seeded, choose: Callable[[State, int, list[int]], int]) -> str:
    """What is decided, and under it what every seat is told."""
    log: list[Event] = []
    play = open_game(rules, dice, log)
    lines = [f"# {title}. Before a colon: who alone is told so ('table': spectators)."]
    while True:
        for event in log:
            lines += told(rules, event)
        log.clear()
        if play.state.over():
            break
        seat = int(lowest(waiting(play.state)))
        action = choose(play.state, seat, legal(play.state, seat))
        lines.append(f"P{seat + 1}> {words(rules, play.state, seat, action)}")
        act(play, seat, action)
        advance(play, dice)
    lines.append(f"= {' '.join(str(points) for points in rules.game.returns(play.state))}")
    return "\n".join(lines) + "\n"


def counted(row: dict[str, int | str]) -> int:
    """The number of lines of play that a row of a file of counts asks for."""
    mode: ChanceMode = "enumerate" if row["chance"] == "enumerate" else "seed"
    game, edition = str(row.get("game", "classic")), str(row.get("edition", ""))
    rules = ruleset(Options(game=game, players=int(row["players"]), edition=edition))
    return count(rules, int(row["seed"]), int(row["depth"]), mode)


def checksums() -> str:
    """Moves and checksum of three random games: of the classic game for each edition, of the others by their names."""
    lines = ["# Moves and checksum of `playouts(rules, 3, 1, ...)`, by edition or game, and players."]
    for edition in EDITIONS:
        lines += ["", f"[{edition}]"]
        lines += [f"{n} = {list(playouts(rules_for(n, edition), 3, 1, False, False))}" for n in CHECKSUM_PLAYERS]
    for game, numbers in OTHER_CHECKSUMS.items():
        lines += ["", f"[{game}]"]
        for n in numbers:
            lines.append(f"{n} = {list(playouts(ruleset(Options(game=game, players=n)), 3, 1, False, False))}")
    return "\n".join(lines) + "\n"


def count_rows(name: str) -> list[dict[str, int | str]]:
    rows: list[dict[str, int | str]] = tomllib.loads((COUNTS / f"{name}.toml").read_text())["count"]
    return rows


def counts(name: str) -> str:
    """The rows of a file of counts with the numbers as they are now."""
    lines = ["# Lines of play from a seeded deal: draws from the seed, or every draw enumerated."]
    for row in count_rows(name):
        row["lines"] = counted(row)
        lines.append("")
        lines.append("[[count]]")
        lines += [f"{key} = {value}" if isinstance(value, int) else f'{key} = "{value}"' for key, value in row.items()]
    return "\n".join(lines) + "\n"


def main() -> None:
    for edition, players, seed in GAMES:
        (REPLAYS / f"{edition}-{players}.txt").write_text(replay(edition, players, seed))
    for extra, edition, players, seed in WITH:
        (REPLAYS / f"{extra}-{edition}-{players}.txt").write_text(replay(edition, players, seed, extra))
    for game, players, seed in OTHERS:
        (REPLAYS / f"{game}-{players}.txt").write_text(replay_other(game, players, seed))
    for name in COUNT_FILES:
        (COUNTS / f"{name}.toml").write_text(counts(name))
    (COUNTS / "checksums.toml").write_text(checksums())
    print("written: replays, counts and checksums; read the diff")


if __name__ == "__main__":
    main()
