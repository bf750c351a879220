"""Plays every game with every extra until everything there is has been seen, and reports what never was.

What there is comes from the rulesets: every face of every pack, every kind of event, every question, and what chests, goals
and roles are for (see effects.py). A card has been seen
when a public event that is the game's own names it or takes it from a hand, or when it was put down before the eyes of all:
it was laid, played, turned or opened. Cards of a pack to which that seldom happens (roles, gold, treasures) have been seen when they lay face up
before all. A kind has been seen when it happened, a question when it was put; so every effect that is an event
or a question of its own is on the list. Games that share a question may have it put in one of them.

Chance and the players prefer whatever has not been seen yet. `python -m tests.fuzz.seen` prints the report.
"""

from __future__ import annotations

import argparse
import random
import re
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress

import msgspec

from tests.conftest import ROOT
from tests.fuzz.combinations import company, together
from tests.fuzz.effects import EFFECT, Effects, effects_of
from tests.fuzz.wishes import wish
from undermine.errors import OptionError
from undermine.kernel.agenda import SCRATCH, Step
from undermine.kernel.chance import Chance, Seeded
from undermine.kernel.dealing import Moved, Shown
from undermine.kernel.engine import act, advance, legal
from undermine.kernel.event import ASKED, REPLACED, Event, Kind, Play
from undermine.kernel.fields import FACE, NONE
from undermine.kernel.ids import ALL, NOBODY
from undermine.kernel.ruleset import Ruleset
from undermine.kernel.state import Frame, State
from undermine.kernel.visibility import fold
from undermine.notation.events import pack_of
from undermine.registry import GAMES, Options, extras_of, game_manifest, players_of, ruleset, switches_of

Item = tuple[str, str, str]  # a game or the file that defines it; a pack, `event`, `question` or `effect`; its name

SCENARIOS = ROOT / "tests/scenarios"
TRIED = 8  # moves that are tried to find one that shows something new
DEPTH = 6  # questions to chance of such a trial
OUTCOMES = 12  # and outcomes of chance
LONGEST = 400  # moves of one game
PATIENCE = 8  # games in a row that show nothing new
KERNEL = 10  # the first so many kinds are the kernel's own


def things(rules: Ruleset) -> set[Item]:
    """All that these rules bring."""
    found = {question(rules, number) for number in range(len(rules.steps))}
    found |= {event(rules, kind) for kind in rules.kinds[KERNEL:]}
    found |= {effect(rules, name) for name in effects_of(rules)}
    box = rules.game.new_state(rules).cards  # in which nobody has looked at anything: all faces are in the bags
    for bag in rules.layout.packs:
        faces = range(1, int(rules.layout.faces[bag]) + 1)
        found |= {card(rules, bag, face) for face in faces if box.number(bag, face)}
    return found


def question(rules: Ruleset, number: int) -> Item:
    return type(rules.steps[number]).__module__, "question", rules.step_names[number]


def event(rules: Ruleset, kind: Kind) -> Item:
    return type(kind).__module__, "event", rules.kind_names[rules.codes[kind]]


def effect(rules: Ruleset, name: str) -> Item:
    return rules.game.meta.key, EFFECT, name


def card(rules: Ruleset, bag: int, face: int) -> Item:
    return rules.game.meta.key, rules.layout.place_names[bag], rules.layout.face_names[bag][face]


def faces(rules: Ruleset, row: Event) -> Iterator[Item]:
    """The cards that an event names."""
    numbers = [int(row.a), int(row.b), int(row.c), int(row.d)]
    pack = int(pack_of(rules, row.kind.fields, numbers))
    for field, number in zip(row.kind.fields, numbers, strict=False):
        if field.what == FACE and number:
            yield card(rules, pack if field.pack == NONE else int(field.pack), number)


class Seen:
    """What has been seen."""

    def __init__(self) -> None:
        self.wanted: set[Item] = set()
        self.used: set[Item] = set()  # happened, was asked, or was named in public by an event of the game's own
        self.open: set[Item] = set()  # lay face up before all
        self.missing: set[Item] = set()
        self.patient = False  # look further ahead: for what comes up seldom
        self.plain: set[Item] = set()  # what the game brings without any extra

    def want(self, items: set[Item]) -> None:
        self.wanted |= items
        self.reckon()

    def hear(self, rules: Ruleset, rows: list[Event], table: State, effects: Effects) -> None:
        """`table` is the state before these rows, and afterwards the one after them."""
        for row in rows:
            self.used |= set(happened(rules, row))
            silent = (
                row.eyes == ALL
                and rules.codes[row.kind] >= KERNEL
                and all(field.what != FACE for field in row.kind.fields)
            )
            before = table.copy() if silent else table
            fold(table, row)
            self.used |= {effect(rules, name) for name in effects.hear(row, table)}
            if row.eyes == ALL:
                (self.used if is_use(rules, row) else self.open).update(faces(rules, row))
            if silent:
                self.used |= gone(before, table)
        self.reckon()

    def reckon(self) -> None:
        """What was never seen. Of packs whose cards lie open more often than they are used, that is enough."""
        used, opened = (Counter(item[:2] for item in items) for items in (self.used, self.open))
        self.missing = {
            item for item in self.wanted - self.used if item not in self.open or used[item[:2]] > opened[item[:2]]
        }

    def news(self, rules: Ruleset, rows: list[Event], *, secrets: bool) -> int:
        """How much these rows would show that has not been seen, or, with secrets, let somebody hold."""
        found = {item for row in rows for item in happened(rules, row)}
        found |= {item for row in rows if secrets or row.eyes == ALL for item in faces(rules, row)}
        return len(found & self.missing)

    def rare(self, rules: Ruleset, rows: list[Event]) -> set[Item]:
        """The cards of extras that these rows let somebody hold or see."""
        return {item for row in rows for item in faces(rules, row)} - self.plain


def is_use(rules: Ruleset, row: Event) -> bool:
    """Does something happen to the cards that this public event names, or are they only shown or handed over?"""
    return row.c not in rules.layout.held if isinstance(row.kind, Moved) else not isinstance(row.kind, Shown)


def gone(before: State, after: State) -> set[Item]:
    """The cards that have left a hand."""
    layout = before.cards.layout
    found: set[Item] = set()
    for place in layout.held:
        if before.cards.size(place) > after.cards.size(place):
            faces = range(1, int(layout.faces[place]) + 1)
            left = [face for face in faces if before.cards.number(place, face) > after.cards.number(place, face)]
            found |= {card(before.rules, int(layout.bag[place]), face) for face in left}
    return found


def happened(rules: Ruleset, row: Event) -> Iterator[Item]:
    """The event itself, and the question it puts."""
    yield event(rules, row.kind)
    if row.kind in (ASKED, REPLACED):
        yield question(rules, row.a)


class Curious(Chance):
    """Often lets happen what has not been seen; where extras must meet for it, each of their cards comes up early."""

    def __init__(self, seed: int, seen: Seen) -> None:
        self.source = Seeded(seed)
        self.random = random.Random(seed)
        self.seen = seen
        self.met: set[Item] = set()  # cards of extras that have come up in this game

    def choose(self, s: State, f: Frame, step: Step) -> int:
        possible = [int(SCRATCH[index]) for index in range(step.options(s, f, NOBODY, SCRATCH))]
        if len(possible) > 1 and self.random.random() < 0.8:
            second, rare = -1, set[Item]()
            for action in self.random.sample(possible, min(OUTCOMES, len(possible))):
                log: list[Event] = []
                copy = s.copy()
                step.resolve(Play(copy, log), copy.top(), NOBODY, action)
                if self.seen.news(s.rules, log, secrets=True):
                    return action
                if self.seen.patient and second < 0:
                    rare = self.seen.rare(s.rules, log) - self.met
                    second = action if rare else -1
            if second >= 0:
                self.met |= rare
                return second
        return int(self.source.choose(s, f, step))


def curious_game(options: Options, seed: int, seen: Seen) -> None:
    """One game, in which everybody would like to see something new."""
    rules = ruleset(options)
    rnd = random.Random(seed)
    chance = Curious(seed, seen)
    log: list[Event] = []
    play, table = Play(rules.game.new_state(rules), log), rules.game.new_state(rules)
    rules.game.open(play)
    effects = Effects(rules)
    eager = rnd.choice((0.3, 0.95))
    for _ in range(LONGEST):
        advance(play, chance)
        seen.hear(rules, log, table, effects)
        log.clear()
        if play.state.over() or not seen.missing:
            return
        seat = next(seat for seat in rnd.sample(range(rules.seats), rules.seats) if legal(play.state, seat))
        act(play, seat, most_news(rnd, play.state, seat, seen, eager))


class Stopped(Exception):
    """A trial has gone far enough."""


class Short(Chance):
    """Lets a trial go on for a few questions to chance, whatever comes up."""

    def __init__(self) -> None:
        self.left = DEPTH

    def choose(self, s: State, f: Frame, step: Step) -> int:
        if not self.left:
            raise Stopped
        self.left -= 1
        step.options(s, f, NOBODY, SCRATCH)
        return int(SCRATCH[0])


def most_news(rnd: random.Random, s: State, seat: int, seen: Seen, eager: float) -> int:
    """The move that shows most of what has not been seen; if none does, any."""
    may = legal(s, seat)
    found = wish(rnd, s, seat, may, eager)
    by_card: dict[int, int] = {action >> 19: action for action in rnd.sample(may, len(may))}
    best = 0
    for action in [found, *rnd.sample(sorted(by_card.values()), min(TRIED, len(by_card)))]:
        log: list[Event] = []
        after = s.copy()
        act(Play(after, log), seat, action)
        news = len(gone(s, after) & seen.missing) if all(row.eyes == ALL for row in log) else 0
        if seen.patient:
            with suppress(Stopped):
                advance(Play(after, log), Short())
        news += seen.news(s.rules, log, secrets=False)
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


def look_at(game: str, games: int, seen: Seen) -> None:
    """Play a game with each of its extras until all that it adds has been seen, at most so many games with each.

    What is left comes up with one value of a switch only, or where extras meet: these tables are played at last.
    """
    seen.patient = False
    seen.plain = set()
    for extra in ["", *extras_of(game)]:
        chosen = tables(game, tuple(sorted(company(extra))) if extra else ())
        added = set().union(*(things(ruleset(options)) for options in chosen)) - seen.plain
        seen.plain = seen.plain or added
        seen.want(added)
        patience = PATIENCE
        for seed in range(games):
            left = len(seen.missing & added)
            if left and patience:
                curious_game(chosen[seed % len(chosen)], seed, seen)
                patience = PATIENCE if len(seen.missing & added) < left else patience - 1
    rare = [(options, things(ruleset(options))) for options in rare_tables(game)] if seen.missing else []
    seen.patient = True
    for seed in range(games):
        for options, brought in rare:
            if seen.missing & brought:
                curious_game(options, seed, seen)


def rare_tables(game: str) -> list[Options]:
    """The game itself, every extra with each of its switches turned, and those extras together that scenarios bring together."""
    plain = switches_of(Options(game=game))
    found = tables(game, ())
    for extra in extras_of(game):
        turned = tables(game, tuple(sorted(company(extra))))
        found += [options for options in turned if set(options.switches) - set(plain)]
    return found + meetings(game)


def meetings(game: str) -> list[Options]:
    """Extras that are tried together by a scenario, two or three at a time; also with each switch that it turns there."""
    found: dict[tuple[tuple[str, ...], str, str], Options] = {}
    for path in sorted(SCENARIOS.rglob("*.yaml")):
        text = path.read_text(encoding="utf-8")
        for names in re.findall(r"\bextras: *\[([^]]*)\]", text):
            extras = sorted({name.strip() for name in names.split(",")})
            if 2 <= len(extras) <= 3 and set(extras) <= set(extras_of(game)):
                plain = tables(game, together(extras, game))[0]
                found[plain.extras, "", ""] = plain
                for name, switch in switches_of(plain).items():
                    if name not in switches_of(Options(game=game)) and set(
                        re.findall(rf"\b{re.escape(name)}: *\"?([\w-]+)", text)
                    ) & set(switch.values[1:]):
                        for value in switch.values[1:]:
                            turned = msgspec.structs.replace(plain, switches={name: value})
                            with suppress(OptionError):  # some switches keep extras apart
                                ruleset(turned)
                                found[plain.extras, name, value] = turned
    return [found[key] for key in sorted(found)]


def look_at_all(games: int) -> Seen:
    """Everything."""
    seen = Seen()
    for game in GAMES:
        look_at(game, games, seen)
    return seen


def report(seen: Seen) -> list[str]:
    """What was never seen, a line for each."""
    return [f"never seen: {what} {name} ({whose})" for whose, what, name in sorted(seen.missing)]


def main() -> None:
    parser = argparse.ArgumentParser(description="Play until everything has been seen; report what never was.")
    parser.add_argument("--games", type=int, default=60, help="the most for each extra")
    seen = look_at_all(parser.parse_args().games)
    print(*report(seen), f"{len(seen.wanted) - len(seen.missing)} of {len(seen.wanted)} seen", sep="\n")
    raise SystemExit(1 if seen.missing else 0)


if __name__ == "__main__":
    main()
