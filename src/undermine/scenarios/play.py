"""One step of a scenario: a decision, and what is expected after it."""

from __future__ import annotations

import re
from typing import Final

from undermine.errors import NotationError
from undermine.kernel.chance import ChanceError
from undermine.kernel.engine import explain, legal, step, waiting
from undermine.kernel.event import Event, Play
from undermine.kernel.ids import SPECTATOR, lowest
from undermine.kernel.state import State
from undermine.kernel.visibility import fold, redact
from undermine.notation.actions import parse, words, words_of
from undermine.notation.events import event_words, parse_event
from undermine.present import view_of
from undermine.registry import kit_of
from undermine.scenarios.compare import Blame, same
from undermine.scenarios.luck import Luck
from undermine.scenarios.reader import Part
from undermine.scenarios.scenes import beginning

SEAT: Final = re.compile(r"P[1-9][0-9]?")
STEP: Final = ("refused", "chance", "events", "told", "round_end", "legal", "legal_count", "expect", "views", "screens")
FRAMES: Final = ("asked", "replaced", "settled")  # who is asked what is compared by `asked` and `turn`
SPECTATORS: Final = "spectator"
NEXT_ROUND: Final = "began"  # the event with which a round begins
WHOLE: Final = "itself"  # an action with nothing behind its beginning


class Table:
    """A game under way, with what everybody knows of it."""

    def __init__(self, play: Play, luck: Luck) -> None:
        rules = play.state.rules
        self.play = play
        self.luck = luck
        self.rules = rules
        self.names = [f"P{number + 1}" for number in range(rules.seats)] + [SPECTATORS]
        self.seats = [*range(rules.seats), SPECTATOR]
        self.views: list[State] = [rules.game.new_state(rules) for _ in self.seats]
        self.seen = 0
        self.follow()

    def follow(self) -> list[Event]:
        """Tell everybody what has happened; returns the events."""
        log = self.play.log or []
        fresh = log[self.seen :]
        for at, view in zip(self.seats, self.views, strict=True):
            for event in fresh:
                told = redact(event, at)
                if told is not None:
                    fold(view, told)
        self.seen = len(log)
        return fresh

    def view(self, part: Part, name: str) -> tuple[int, State]:
        """A seat and what it knows."""
        if name not in self.names:
            raise part.error(f"{name!r} is nobody at this table; use one of {', '.join(self.names)}.")
        at = self.names.index(name)
        return self.seats[at], self.views[at]


def play_step(table: Table, part: Part) -> None:
    """Make the decision of a step, if there is one, and compare what is expected."""
    parts = part.table()
    deciding = [name for name in parts if SEAT.fullmatch(name)]
    for name, value in parts.items():
        if name not in STEP and name not in deciding:
            raise value.error(f"{name!r} is an unknown key; use a player such as P1, or one of {', '.join(STEP)}.")
    if len(deciding) > 1:
        raise part.error("Two players decide at once; make two steps of it.")
    fresh: list[Event] = []
    if deciding:
        fresh = _decide(table, parts, deciding[0])
    else:
        for name in ("refused", "chance", "events", "told", "round_end"):
            if name in parts:
                raise parts[name].error(f"{name!r} belongs to a decision; add a player and what they do.")
    _compare(table, parts, fresh)


def _decide(table: Table, parts: dict[str, Part], name: str) -> list[Event]:
    part = parts[name]
    whose, view = table.view(part, name)
    state = table.play.state
    with Blame(part):
        action = parse(table.rules, state, whose, part.text())
    refusal = explain(state, whose, action)
    own = explain(view, whose, action)
    found = f"{refusal.code} {refusal.rule}".strip() if refusal else "accepted"
    same(
        part,
        "the refusal is the same in the player's own view",
        found,
        f"{own.code} {own.rule}".strip() if own else "accepted",
    )
    if "refused" in parts:
        wanted = parts["refused"].text()
        shown = found if " " in wanted else found.partition(" ")[0]  # the code alone will do
        same(parts["refused"], f"{name} {part.text()}", wanted, shown)
        return []
    same(part, f"{name} {part.text()}", "accepted", found)
    luck = Luck(parts["chance"]) if "chance" in parts else table.luck
    before = state.copy()
    try:
        step(table.play, whose, action, luck)
    except (ChanceError, NotationError) as error:
        cause = error.message if isinstance(error, NotationError) else f"{error}."
        raise (luck.part or part).error(f"After {part.text()!r} {cause}") from error
    except IndexError as error:  # the deck of a fixture may hold fewer cards than a new round deals
        raise part.error(f"After {part.text()!r} a card is wanted from an empty deck; give the deck more.") from error
    if luck is not table.luck:
        luck.finish(part)
    fresh = table.follow()
    if "round_end" in parts:
        _expect_at_end(table, parts["round_end"], before, fresh)
    return fresh


def _expect_at_end(table: Table, part: Part, before: State, fresh: list[Event]) -> None:
    """What is so when the round is over and the next has not begun: the fold of all events up to there."""
    for event in fresh:
        if _name(table, event) == NEXT_ROUND:
            expect(before, part)
            return
        fold(before, event)
    raise part.error("No new round begins after this; say it by expect.")


def _compare(table: Table, parts: dict[str, Part], fresh: list[Event]) -> None:
    if "events" in parts:
        _same_events(table, parts["events"], "events", fresh)
    for name, value in parts["told"].table().items() if "told" in parts else []:
        at, _ = table.view(value, name)
        told = [row for event in fresh if (row := redact(event, at)) is not None]
        _same_events(table, value, f"what {name} is told", told)
    if "legal" in parts:
        _same_legal(table, parts["legal"])
    if "legal_count" in parts:
        part = parts["legal_count"]
        same(
            part,
            "number of legal actions",
            part.number(),
            len(legal(table.play.state, lowest(waiting(table.play.state)))),
        )
    if "expect" in parts:
        expect(table.play.state, parts["expect"])
    for name, value in parts["views"].table().items() if "views" in parts else []:
        expect(table.view(value, name)[1], value)
    for name, value in parts["screens"].table().items() if "screens" in parts else []:
        _same_screen(table, name, value)


def _same_events(table: Table, part: Part, what: str, events: list[Event]) -> None:
    """All facts in their order, the questions left out."""
    found = [event_words(table.rules, event) for event in events if _name(table, event) not in FRAMES]
    wanted: list[str] = []
    with Blame(part):
        wanted = [event_words(table.rules, parse_event(table.rules, text)) for text in part.texts()]
    same(part, what, "; ".join(wanted) or "none", "; ".join(found) or "none")


def _name(table: Table, event: Event) -> str:
    return table.rules.kind_names[table.rules.codes[event.kind]]


def _same_legal(table: Table, part: Part) -> None:
    """What may stand behind the given beginnings of an action."""
    state = table.play.state
    whose = lowest(waiting(state))
    spoken = [words(table.rules, state, whose, action) for action in legal(state, whose)]
    for name, value in part.table().items():
        verb = (name.split() or [""])[0]
        verbs = words_of(table.rules).verbs(table.rules)
        if verb not in verbs:
            raise value.error(f"No action begins with {verb!r}; use one of {', '.join(verbs)}.")
        with Blame(value):
            begin = beginning(table.rules, name)
        found = [text.removeprefix(f"{begin} ") for text in spoken if text.startswith(f"{begin} ")]
        found += [WHOLE] * (begin in spoken)
        same(value, f"legal {begin}", "; ".join(sorted(value.texts())) or "none", "; ".join(sorted(found)) or "none")


def expect(state: State, part: Part) -> None:
    """Compare everything that is expected of a state: the truth, or what one seat knows."""
    checks = kit_of(state.rules).scenes.expected()
    for name, value in part.table(checks).items():
        with Blame(value):
            checks[name](state, value)


def _same_screen(table: Table, name: str, part: Part) -> None:
    """What the player's screen shows besides what the player knows."""
    screen = view_of(table.view(part, name)[1], table.view(part, name)[0])
    looks = kit_of(table.rules).scenes.screens()
    for key, value in part.table(looks).items():
        looks[key](screen, value, name)
