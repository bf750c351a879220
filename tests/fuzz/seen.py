"""Plays every game with every extra until everything there is has been seen, and reports what never was.

What there is comes from the rulesets: every face of every pack, every kind of event, every question. A card has been seen
when an event that is public and the game's own names it: it was laid, played, turned or opened. Cards of a pack that no
such event ever names (roles, gold, treasures) have been seen when they lay face up before all. A kind has been seen when
it happened, a question when it was put; so every effect that is an event or a question of its own is on the list.

Chance and the players prefer whatever has not been seen yet. `python -m tests.fuzz.seen` prints the report.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator
from itertools import combinations

import msgspec

from tests.fuzz.combinations import company, quarrel
from tests.fuzz.game import supply
from tests.fuzz.wishes import wish
from undermine.kernel.agenda import SCRATCH, Step
from undermine.kernel.chance import Chance, Seeded
from undermine.kernel.dealing import MOVED, SHOWN
from undermine.kernel.engine import act, advance, legal
from undermine.kernel.event import ASKED, REPLACED, Event, Play
from undermine.kernel.ids import ALL, NOBODY
from undermine.kernel.ruleset import Ruleset
from undermine.kernel.state import Frame, State
from undermine.notation.events import COLUMNS
from undermine.registry import GAMES, Options, extras_of, game_manifest, players_of, ruleset, switches_of

Item = tuple[str, str]  # (a pack, `event` or `question`) and a name

TRIED = 12  # moves that are tried to find one that shows something new
OUTCOMES = 12  # and outcomes of chance
LONGEST = 400  # moves of one game
MEETINGS = 3  # games with any two extras
KERNEL = 10  # the first so many kinds are the kernel's own
FROM_THE_BAG = (MOVED, SHOWN)


def things(rules: Ruleset) -> set[Item]:
    """All that these rules bring."""
    packs = rules.layout.packs
    found: set[Item] = {("question", name) for name in rules.step_names}
    found |= {("event", name) for name in rules.kind_names[KERNEL:]}
    counts = supply(rules.game.new_state(rules))
    for bag, row in zip(packs, counts, strict=True):
        names = rules.layout.face_names[bag][1:]
        found |= {(pack_name(rules, bag), name) for name, number in zip(names, row, strict=True) if number}
    return found


def pack_name(rules: Ruleset, bag: int) -> str:
    return rules.layout.place_names[bag]


def faces(rules: Ruleset, row: Event) -> Iterator[Item]:
    """The cards that an event names."""
    numbers = (int(row.a), int(row.b), int(row.c), int(row.d))
    columns = COLUMNS.get(row.kind, row.kind.columns)
    bag = int(row.kind.pack)
    if bag < 0:
        places = [number for column, number in zip(columns, numbers, strict=False) if column == "p"]
        bag = int(rules.layout.bag[places[0]]) if places else -1
    for column, number in zip(columns, numbers, strict=False):
        if column == "f" and bag >= 0 and 0 < number < len(rules.layout.face_names[bag]):
            yield pack_name(rules, bag), rules.layout.face_names[bag][number]


class Seen:
    """What has been seen of one game."""

    def __init__(self) -> None:
        self.wanted: set[Item] = set()
        self.used: set[Item] = set()  # happened, was asked, or was named in public by an event of the game's own
        self.open: set[Item] = set()  # lay face up before all
        self.missing: set[Item] = set()

    def want(self, items: set[Item]) -> None:
        self.wanted |= items
        self.reckon()

    def hear(self, rules: Ruleset, rows: list[Event]) -> None:
        for row in rows:
            self.used |= set(happened(rules, row))
            if row.eyes == ALL and row.kind in FROM_THE_BAG:
                self.open |= set(faces(rules, row))
            elif row.eyes == ALL:
                self.used |= set(faces(rules, row))
        self.reckon()

    def reckon(self) -> None:
        """What was never seen."""
        told = {pack for pack, _ in self.used}
        self.missing = {item for item in self.wanted - self.used if item[0] in told or item not in self.open}

    def news(self, rules: Ruleset, rows: list[Event], *, secrets: bool) -> int:
        """How much these rows would show that has not been seen, or, with secrets, let somebody hold."""
        found = {item for row in rows for item in happened(rules, row)}
        found |= {item for row in rows if secrets or row.eyes == ALL for item in faces(rules, row)}
        return len(found & self.missing)


def happened(rules: Ruleset, row: Event) -> Iterator[Item]:
    """The event itself, and the question it puts."""
    yield "event", rules.kind_names[rules.codes[row.kind]]
    if row.kind in (ASKED, REPLACED):
        yield "question", rules.step_names[row.a]


class Curious(Chance):
    """Often lets happen what has not been seen."""

    def __init__(self, seed: int, seen: Seen) -> None:
        self.source = Seeded(seed)
        self.random = random.Random(seed)
        self.seen = seen

    def choose(self, s: State, f: Frame, step: Step) -> int:
        possible = [int(SCRATCH[index]) for index in range(step.options(s, f, NOBODY, SCRATCH))]
        if len(possible) > 1 and self.random.random() < 0.5:
            for action in self.random.sample(possible, min(OUTCOMES, len(possible))):
                log: list[Event] = []
                copy = s.copy()
                step.resolve(Play(copy, log), copy.top(), NOBODY, action)
                if self.seen.news(s.rules, log, secrets=True):
                    return action
        return int(self.source.choose(s, f, step))


def curious_game(options: Options, seed: int, seen: Seen) -> None:
    """One game, in which everybody would like to see something new."""
    rules = ruleset(options)
    rnd = random.Random(seed)
    chance = Curious(seed, seen)
    log: list[Event] = []
    play = Play(rules.game.new_state(rules), log)
    rules.game.open(play)
    eager = rnd.choice((0.3, 0.95))
    for _ in range(LONGEST):
        advance(play, chance)
        seen.hear(rules, log)
        log.clear()
        if play.state.over() or not seen.missing:
            return
        seat = next(seat for seat in rnd.sample(range(rules.seats), rules.seats) if legal(play.state, seat))
        act(play, seat, most_news(rnd, play.state, seat, seen, eager))


def most_news(rnd: random.Random, s: State, seat: int, seen: Seen, eager: float) -> int:
    may = legal(s, seat)
    found = wish(rnd, s, seat, may, eager)
    best = 0
    for action in [found, *rnd.sample(may, min(TRIED, len(may)))]:
        log: list[Event] = []
        act(Play(s.copy(), log), seat, action)
        news = seen.news(s.rules, log, secrets=False)
        if news > best:
            found, best = action, news
    return found


def tables(game: str, extras: tuple[str, ...]) -> list[Options]:
    """Few players and many, every edition, and every value of every switch, one at a time."""
    least, most = players_of(Options(game=game, extras=extras))
    plain = [
        Options(game=game, players=players, edition=edition, extras=extras)
        for players in sorted({least, min(least + 2, most), most})
        for edition in game_manifest(game).editions
    ]
    turned = [
        msgspec.structs.replace(plain[len(plain) // 2], switches={name: value})
        for name, switch in switches_of(plain[0]).items()
        for value in switch.values[1:]
    ]
    return plain + turned


def look_at(game: str, games: int) -> Seen:
    """Play a game with each of its extras until all has been seen, at most so many games with each.

    What comes up only where two extras meet is looked for with every two of them.
    """
    seen = Seen()
    for extra in ["", *extras_of(game)]:
        chosen = tables(game, tuple(sorted(company(extra))) if extra else ())
        brought = set().union(*(things(ruleset(options)) for options in chosen))
        seen.want(brought)
        for seed in range(games):
            if seen.missing & brought:
                curious_game(chosen[seed % len(chosen)], seed, seen)
    for seed, options in enumerate(meetings(game)):
        if seen.missing & things(ruleset(options)):
            curious_game(options, seed, seen)
    return seen


def meetings(game: str) -> Iterator[Options]:
    """Tables with any two extras, several times."""
    for round_ in range(MEETINGS):
        for one, other in combinations(extras_of(game), 2):
            extras = tuple(sorted(company(one) | company(other)))
            if not any(quarrel(first, second) for first in extras for second in extras):
                chosen = tables(game, extras)
                yield chosen[round_ % len(chosen)]


def report(game: str, seen: Seen) -> list[str]:
    """What was never seen, a line for each."""
    return [f"{game}: {what} {name} was never seen" for what, name in sorted(seen.missing)]


def main() -> None:
    parser = argparse.ArgumentParser(description="Play until everything has been seen; report what never was.")
    parser.add_argument("--game", default="", choices=["", *GAMES])
    parser.add_argument("--games", type=int, default=60, help="the most for each extra")
    asked = parser.parse_args()
    missing = 0
    for game in [asked.game] if asked.game else GAMES:
        seen = look_at(game, asked.games)
        lines = report(game, seen)
        print(*lines, f"{game}: {len(seen.wanted) - len(lines)} of {len(seen.wanted)} seen", sep="\n", flush=True)
        missing += len(lines)
    raise SystemExit(1 if missing else 0)


if __name__ == "__main__":
    main()
