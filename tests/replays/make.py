"""Golden files: whole games as every seat is told them, numbers of lines of play, checksums of random games.

`python -m tests.replays.make` writes them all anew; what has changed is read as a diff.
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Final

from tests.engine.table import EDITIONS, asked, progress, rules_for
from undermine.bots.playout import playouts
from undermine.games.classic.state import TURN, classic
from undermine.kernel.chance import Seeded
from undermine.kernel.engine import act, advance, legal, open_game
from undermine.kernel.event import Event
from undermine.kernel.ids import ALL, SPECTATOR
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
CHECKSUM_PLAYERS: Final = (3, 5, 7, 10)


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
    """A whole game: decisions, and under each what every seat is told."""
    rules = (
        ruleset(Options(players=players, edition=edition, extras=(extra,))) if extra else rules_for(players, edition)
    )
    log: list[Event] = []
    dice = Seeded(seed)
    play = open_game(rules, dice, log)
    lines = [
        f"# {f'{extra}, ' if extra else ''}{edition}, {players} players, seed {seed}. Before a colon: who alone is told so ('table': spectators)."
    ]
    while True:
        for event in log:
            lines += told(rules, event)
        log.clear()
        if play.state.over():
            break
        seat = asked(play.state)
        action = chosen(play.state, legal(play.state, seat), dice)
        lines.append(f"P{seat + 1}> {words(rules, play.state, seat, action)}")
        act(play, seat, action)
        advance(play, dice)
    lines.append(f"= {' '.join(str(nuggets) for nuggets in rules.game.returns(play.state))}")
    return "\n".join(lines) + "\n"


def counted(row: dict[str, int | str]) -> int:
    """The number of lines of play that a row of counts/classic.toml asks for."""
    mode: ChanceMode = "enumerate" if row["chance"] == "enumerate" else "seed"
    rules = rules_for(int(row["players"]), str(row["edition"]))
    return count(rules, int(row["seed"]), int(row["depth"]), mode)


def checksums() -> str:
    """Moves and checksum of three random games for each edition and some numbers of players."""
    lines = ["# Moves and checksum of `playouts(rules, 3, 1, ...)`, by edition and players."]
    for edition in EDITIONS:
        lines += ["", f"[{edition}]"]
        lines += [f"{n} = {list(playouts(rules_for(n, edition), 3, 1, False, False))}" for n in CHECKSUM_PLAYERS]
    return "\n".join(lines) + "\n"


def count_rows() -> list[dict[str, int | str]]:
    rows: list[dict[str, int | str]] = tomllib.loads((COUNTS / "classic.toml").read_text())["count"]
    return rows


def counts() -> str:
    """The rows of counts/classic.toml with the numbers as they are now."""
    lines = ["# Lines of play from a seeded deal: draws from the seed, or every draw enumerated."]
    for row in count_rows():
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
    (COUNTS / "classic.toml").write_text(counts())
    (COUNTS / "checksums.toml").write_text(checksums())
    print("written: replays, counts and checksums; read the diff")


if __name__ == "__main__":
    main()
