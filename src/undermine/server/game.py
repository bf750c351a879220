"""The engine's edge: one running game, its true state, and what each observer has been told.

A decision goes four steps, and each leaves the ones before it whole:

1. drafted: it happens to copies, of the truth and of every observer's view. If that fails nothing has happened.
2. stored. If that fails the draft is forgotten; chance is derived from the table's secret and counted, so that drafting
   again draws the same cards.
3. settled: the copies take the place of what was there. Nothing but names changes hands, so this cannot fail.
4. told: rows are put into words. If that fails for an observer the fault is logged, and that observer alone reads that
   something has happened; its view and its numbers are right all the same.
"""

from __future__ import annotations

import hashlib
import hmac
from dataclasses import dataclass, field

import msgspec
import structlog

from undermine.data.messages import message
from undermine.errors import UndermineError
from undermine.kernel.chance import Derived
from undermine.kernel.engine import act, advance, legal, open_game, waiting
from undermine.kernel.event import Event, Play
from undermine.kernel.ids import SPECTATOR
from undermine.kernel.ruleset import Ruleset
from undermine.kernel.state import State
from undermine.kernel.visibility import fold, stream
from undermine.notation import rows
from undermine.notation.actions import parse
from undermine.present import ask_of, told, view_of, why
from undermine.present.view import Ask, Told, View, Why
from undermine.registry import Options, edition_of, ruleset
from undermine.server.store.base import Decision, Store, Table
from undermine.server.thinker import Job

log = structlog.get_logger("undermine.game")


def read_options(options: bytes) -> Options:
    """Options as they are stored."""
    return msgspec.json.decode(options, type=Options)


def write_options(options: Options) -> bytes:
    """Options for the store; raises OptionError when there is no such game."""
    ruleset(options)
    return msgspec.json.encode(msgspec.structs.replace(options, edition=edition_of(options)))


class Reader:
    """Reads stored decisions, whatever table of names their rows were written under."""

    def __init__(self, rules: Ruleset) -> None:
        self._rules = rules
        self._known: dict[str, rows.Translator] = {}

    async def learn(self, store: Store, decisions: list[Decision]) -> None:
        """What the numbers meant when these were written."""
        for key in {decision.names for decision in decisions} - self._known.keys():
            self._known[key] = rows.translator(await store.names(key), self._rules)

    def events(self, decision: Decision) -> list[Event]:
        """Everything that followed from a decision; `learn` has been told of it."""
        return self._known[decision.names].decode(decision.payload)


@dataclass
class Observer:
    """What one seat, or the spectators, know: a state folded from what they were told, and the telling itself."""

    seat: int
    view: State
    marks: list[int] = field(default_factory=list)  # n after each decision
    rows: list[Event] = field(default_factory=list)  # the stream itself
    story: list[tuple[int, list[Told]]] = field(default_factory=list)  # with the n reached; what told nothing is absent

    @property
    def n(self) -> int:
        """Rows told so far."""
        return len(self.rows)

    def news(self) -> list[Told]:
        """What was told last."""
        return self.story[-1][1]

    def since(self, have: int) -> list[Told]:
        """What was told after number `have`; everything, for a number that was never given."""
        if have > self.n:
            have = 0
        return [event for n, events in self.story if n > have for event in events]


@dataclass(frozen=True)
class Draft:
    """A decision that is not so yet: what it makes of the truth and of every view, by observer."""

    seat: int
    action: int
    state: State
    views: dict[int, State]
    told: dict[int, list[Event]]
    events: list[Event]
    used: int

    @property
    def over(self) -> bool:
        """Whether nothing is left to be asked."""
        return self.state.over()


class Game:
    """The true state stays inside; what is asked for by seat comes from that seat's view."""

    def __init__(self, table: Table) -> None:
        self.rules = ruleset(read_options(table.options))
        self.names = rows.table_of_names(self.rules)
        self.names_key = hashlib.sha256(self.names).hexdigest()[:20]
        self.reader = Reader(self.rules)
        self.seq = 0
        self.used = 0
        self.cmds: dict[str, tuple[int, int]] = {}  # the number of each decision, and its action
        self._table = table
        self._state = self._fresh()
        self.observers = {seat: Observer(seat, self._fresh()) for seat in (*range(self.rules.seats), SPECTATOR)}

    def _fresh(self) -> State:
        return self.rules.game.new_state(self.rules)

    def _chance(self) -> Derived:
        return Derived(self._table.secret, self._table.id.encode(), self.used)

    # Drafting

    def opening(self) -> Draft:
        """The deal."""
        chance = self._chance()
        log: list[Event] = []
        play = open_game(self.rules, chance, log)
        return self._drafted(-1, 0, play.state, log, chance.used)

    def fallback(self, seat: int) -> Draft:
        """What happens when a seat's bot has failed: the step's own answer for the silent."""
        frame = self._state.top()
        return self.draft(seat, self.rules.steps[frame.step].fallback(self._state, frame, seat))

    def draft(self, seat: int, action: int) -> Draft:
        """What a legal action leads to."""
        log: list[Event] = []
        play, chance = Play(self._state.copy(), log), self._chance()
        act(play, seat, action)
        advance(play, chance)
        return self._drafted(seat, action, play.state, log, chance.used)

    def _drafted(self, seat: int, action: int, state: State, events: list[Event], used: int) -> Draft:
        """Fold into copies of all views what each observer is told."""
        told = {at: stream(events, at) for at in self.observers}
        views = {at: observer.view.copy() for at, observer in self.observers.items()}
        for at, rows_told in told.items():
            for row in rows_told:
                fold(views[at], row)
        return Draft(seat, action, state, views, told, events, used)

    def decision(self, draft: Draft, cmd: str) -> Decision:
        """The draft as it is stored."""
        payload = rows.encode(self.rules, draft.events)
        return Decision(self.seq, cmd, draft.seat, draft.action, payload, draft.used, self.names_key)

    # Settling

    def settle(self, draft: Draft, cmd: str) -> set[int]:
        """The draft is stored: it is so. Returns who was told something."""
        before = {seat: observer.view for seat, observer in self.observers.items()}
        self._state = draft.state
        for seat, observer in self.observers.items():
            observer.view = draft.views[seat]
            observer.rows += draft.told[seat]
            observer.marks.append(observer.n)
        self._count(cmd, draft.action, draft.used)
        return {seat for seat, mine in draft.told.items() if mine and self._tell(seat, before[seat], mine)}

    def replay(self, decision: Decision) -> set[int]:
        """A stored decision: fold its events, and never ask the rules again."""
        events = self.reader.events(decision)
        state = self._state.copy()
        for event in events:
            fold(state, event)
        draft = self._drafted(decision.seat, decision.action, state, events, decision.used)
        return self.settle(draft, decision.cmd)

    def _count(self, cmd: str, action: int, used: int) -> None:
        self.cmds[cmd] = (self.seq, action)
        self.used = used
        self.seq += 1

    def _tell(self, seat: int, before: State, mine: list[Event]) -> bool:
        """Put into words what an observer was told; `before` is its view as it was, which nobody else needs any more."""
        try:
            news = told(before, mine)
        except Exception:  # whatever it is: the decision is stored, and the others play on
            log.exception("not told", table=self._table.id, seq=self.seq - 1, seat=seat)
            news = [Told("untold")]
        observer = self.observers[seat]
        observer.story.append((observer.n, news))
        return True

    # Asking

    def waiting(self, draft: Draft | None = None) -> list[int]:
        """Seats that owe an answer, now or after a draft."""
        mask = waiting(self._state if draft is None else draft.state)
        return [seat for seat in range(self.rules.seats) if mask >> seat & 1]

    def may(self, seat: int, action: int) -> bool:
        """Whether the action is legal, by the seat's own view."""
        return action in legal(self.observers[seat].view, seat)

    def view(self, seat: int) -> View:
        """The table, as a seat may see it."""
        return view_of(self.observers[seat].view, seat)

    def ask(self, seat: int) -> Ask | None:
        """The question, as a seat may see it."""
        return ask_of(self.observers[seat].view, seat)

    def why(self, seat: int, action: int, lang: str) -> Why | None:
        """Why a seat may not do this, by its own view; None when it may."""
        return why(self.observers[seat].view, seat, action, lang)

    def why_words(self, seat: int, words: str, lang: str) -> Why | None:
        """The same for an action in the notation."""
        try:
            action = parse(self.rules, self.observers[seat].view, seat, words)
        except UndermineError:
            return Why("NO_SUCH_ACTION", "", message("NO_SUCH_ACTION", lang))
        return self.why(seat, action, lang)

    def public(self, draft: Draft) -> list[Told]:
        """What everybody will be told of a draft."""
        return told(self.observers[SPECTATOR].view.copy(), stream(draft.events, SPECTATOR))

    def last_public(self) -> list[Told]:
        """What everybody was told of the last decision."""
        watcher = self.observers[SPECTATOR]
        marks = [0, *watcher.marks[-2:]]
        return watcher.news() if marks[-1] > marks[-2] else []

    def job(self, seat: int, start: int, bot: str) -> Job:
        """The question for a seat's bot, whose process knows the seat's stream up to `start`."""
        mine = self.observers[seat]
        new = rows.encode(self.rules, mine.rows[start:])
        return Job(self._table.id, seat, read_options(self._table.options), start, new, mine.n, bot, self._seed(seat))

    def _seed(self, seat: int) -> int:
        """For the bot that decides now: the same at every try, and nothing of the table's chance can be read from it."""
        digest = hmac.digest(self._table.secret, f"bot {seat} {self.seq}".encode(), hashlib.sha256)
        return int.from_bytes(digest[:4], "big")
