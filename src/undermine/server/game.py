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
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field

import msgspec
import structlog
from msgspec.structs import replace

from undermine.errors import NotationError, RecordError
from undermine.kernel.chance import Derived
from undermine.kernel.engine import act, advance, legal, open_game, waiting
from undermine.kernel.event import Event, Play
from undermine.kernel.ids import SPECTATOR
from undermine.kernel.ruleset import Ruleset
from undermine.kernel.state import State
from undermine.kernel.visibility import fold, observe
from undermine.notation import rows
from undermine.notation.claims import Claim
from undermine.notation.moves import moves_of
from undermine.notation.shuffle import Shuffle
from undermine.present import ask_of, told, why
from undermine.present.view import Ask, Told, View, Why
from undermine.registry import Options, edition_of, pinned, ruleset
from undermine.server.clocks import Asked
from undermine.server.screens import Screens
from undermine.server.store.base import Decision, Store, Table
from undermine.server.thinker import Job, Spoken

log = structlog.get_logger("undermine.game")
_encoder = msgspec.json.Encoder()


def read_options(options: bytes) -> Options:
    """Options as they are stored."""
    return msgspec.json.decode(options, type=Options)


def write_options(options: Options) -> bytes:
    """Options for the store; raises OptionError when there is no such game."""
    ruleset(options)
    return msgspec.json.encode(msgspec.structs.replace(options, edition=edition_of(options)))


def stood_in(cmd: str, seat: int) -> list[Told]:
    """That a bot played for somebody, as everybody is told it; such commands are called `auto:7.late` or `auto:7.away`."""
    _, found, why = cmd.partition(".")
    return [Told(kind="stood", seat=seat, word=why)] if found and cmd.startswith("auto:") else []


def shuffle_of(table: Table, opening: Decision | None = None) -> Shuffle:
    """Where a table's chance comes from; what its players have added is stored with the opening."""
    added = msgspec.json.decode(opening.move, type=list[str]) if opening is not None and opening.move else []
    return Shuffle(table.secret, (table.id, *added))


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

    def action(self, decision: Decision) -> int:
        """What was decided, as these rules number it; 0 for what nobody decides."""
        if decision.seat < 0:
            return 0
        if not decision.move or decision.move.isdecimal():
            return self._known[decision.names].action(int(decision.move)) if decision.move else 0
        try:
            return moves_of(self._rules).read(decision.move)
        except (msgspec.DecodeError, NotationError) as error:
            raise RecordError("BAD_ROWS", f"Decision {decision.seq} cannot be read: {error}.") from error


@dataclass
class Observer:
    """What one seat, or the spectators, know: a state folded from what they were told, and the telling itself."""

    seat: int
    view: State
    marks: list[int] = field(default_factory=list)  # n after each decision
    rows: list[Event] = field(default_factory=list)  # the stream itself
    reached: list[int] = field(default_factory=list)  # n after each decision of which something was told
    story: list[bytes] = field(default_factory=list)  # what was told then: facts as JSON, with commas between them
    facts: list[int] = field(default_factory=list)  # how many

    @property
    def n(self) -> int:
        """Rows told so far."""
        return len(self.rows)

    @property
    def before(self) -> int:
        """The same before the last decision."""
        return self.marks[-2] if len(self.marks) > 1 else 0

    def news(self) -> bytes:
        """What was told last, as JSON."""
        return b"[" + self.story[-1] + b"]"

    def since(self, have: int) -> bytes:
        """What was told after number `have`, as JSON; everything, for a number that was never given."""
        start = bisect_right(self.reached, have if have <= self.n else 0)
        return b"[" + b",".join(filter(None, self.story[start:])) + b"]"

    def facts_before(self, have: int, seq: int) -> int:
        """How many of the facts after number `have` were told before decision `seq`."""
        mark = self.marks[min(seq, len(self.marks)) - 1] if seq and self.marks else 0
        start = bisect_right(self.reached, have if have <= self.n else 0)
        return sum(self.facts[start : bisect_right(self.reached, mark)])


@dataclass
class Draft:
    """A decision that is not so yet: what it makes of the truth and of every view, by observer."""

    seat: int
    action: int
    state: State
    views: dict[int, State]
    told: dict[int, list[Event]]
    events: list[Event]
    used: int
    public: list[Told] | None = None  # what everybody will be told; None: nobody has asked yet

    @property
    def over(self) -> bool:
        """Whether nothing is left to be asked."""
        return self.state.over()


class Game:
    """The true state stays inside; what is asked for by seat comes from that seat's view."""

    def __init__(self, table: Table, options: Options | None = None) -> None:
        self.options = options or read_options(table.options)
        self.rules = ruleset(self.options)
        self.names = rows.table_of_names(self.rules)
        self.names_key = hashlib.sha256(self.names).hexdigest()[:20]
        self.reader = Reader(self.rules)
        self.seq = 0
        self.used = 0
        self.moves = moves_of(self.rules)
        self.cmds: dict[str, tuple[int, int]] = {}  # the number of each decision, and its action
        self.claims: list[tuple[int, Claim]] = []  # what was said, for bots; kept by whoever has the minutes
        self._table = table
        self._shuffle = shuffle_of(table)
        self._state = self._fresh()
        self.observers = {seat: Observer(seat, self._fresh()) for seat in (SPECTATOR, *range(self.rules.seats))}
        self._questions: dict[
            int, bytes
        ] = {}  # as those read them who are not asked, by who is asked as far as they know
        self.screens = Screens(lambda seat: self.observers[seat].view)

    def _fresh(self) -> State:
        return self.rules.game.new_state(self.rules)

    def _chance(self) -> Derived:
        return Derived(self._shuffle.secret, self._shuffle.salt, self.used)

    # Drafting

    def opening(self, added: Sequence[str] = ()) -> Draft:
        """The deal; `added`: what players' devices have added to the shuffle."""
        self._shuffle = Shuffle(self._table.secret, (self._table.id, *added))
        chance = self._chance()
        log: list[Event] = []
        play = open_game(self.rules, chance, log)
        return self._drafted(-1, 0, play.state, log, chance.used)

    def fallback(self, seat: int) -> int:
        """What a seat does whose bot has failed, or who is silent: the step's own answer."""
        frame = self._state.top()
        return int(self.rules.steps[frame.step].fallback(self._state, frame, seat))

    def draft(self, seat: int, action: int, *, lasting: bool = False) -> Draft:
        """What a legal action leads to; sealed answers of a window that is `lasting` are only laid down."""
        log: list[Event] = []
        play, chance = Play(self._state.copy(), log), self._chance()
        act(play, seat, action)
        if not (lasting and self.asked().together):
            advance(play, chance)
        return self._drafted(seat, action, play.state, log, chance.used)

    def close(self) -> Draft:
        """What follows from the sealed answers, when all have been laid down and their time is up."""
        log: list[Event] = []
        play, chance = Play(self._state.copy(), log), self._chance()
        advance(play, chance)
        return self._drafted(-1, 0, play.state, log, chance.used)

    def _drafted(self, seat: int, action: int, state: State, events: list[Event], used: int) -> Draft:
        """Fold into copies of all views what each observer is told."""
        watchers = list(self.observers)
        views = [observer.view.copy() for observer in self.observers.values()]
        for view in views[1:]:
            view.share(views[0])
        told = observe(events, watchers, views)
        named = dict(zip(watchers, views, strict=True)), dict(zip(watchers, told, strict=True))
        return Draft(seat, action, state, *named, events, used)

    def decision(self, draft: Draft, cmd: str) -> Decision:
        """The draft as it is stored."""
        payload = rows.encode(self.rules, draft.events)
        move = self.moves.text(draft.action) if draft.seat >= 0 else ""
        if self.seq == 0 and len(self._shuffle.parts) > 1:
            move = msgspec.json.encode(self._shuffle.parts[1:]).decode()
        return Decision(self.seq, cmd, draft.seat, move, payload, draft.used, self.names_key)

    # Settling

    def settle(self, draft: Draft, cmd: str) -> set[int]:
        """Put a stored draft in place. Returns who was told something."""
        before = {seat: observer.view for seat, observer in self.observers.items()}
        self._state = draft.state
        for seat, observer in self.observers.items():
            observer.view = draft.views[seat]
            observer.rows += draft.told[seat]
            observer.marks.append(observer.n)
        self._count(cmd, draft.action, draft.used)
        self.screens.turn()
        self._questions.clear()
        heard = [seat for seat, mine in draft.told.items() if mine]
        self._tell(heard, before, draft, stood_in(cmd, draft.seat))
        return set(heard)

    def replay(self, decision: Decision) -> set[int]:
        """A stored decision: fold its events, and never ask the rules again."""
        events = self.reader.events(decision)
        if decision.seq == 0:
            self._shuffle = shuffle_of(self._table, decision)
        state = self._state.copy()
        for event in events:
            fold(state, event)
        draft = self._drafted(decision.seat, self.reader.action(decision), state, events, decision.used)
        return self.settle(draft, decision.cmd)

    def _count(self, cmd: str, action: int, used: int) -> None:
        self.cmds[cmd] = (self.seq, action)
        self.used = used
        self.seq += 1

    def _tell(self, heard: list[int], before: dict[int, State], draft: Draft, stand_in: list[Told]) -> None:
        """Put into words what observers were told; who was told the same reads the same. `before`: views as they were."""
        said: list[tuple[list[Event], tuple[bytes, int]]] = []
        for seat in heard:
            mine = draft.told[seat]
            words = next((words for rows_told, words in said if rows_told == mine), None)
            if words is None:
                words = self._words(seat, before[seat], mine, draft, stand_in)
                said.append((mine, words))
            observer = self.observers[seat]
            observer.reached.append(observer.n)
            observer.story.append(words[0])
            observer.facts.append(words[1])

    def _words(
        self, seat: int, before: State, mine: list[Event], draft: Draft, stand_in: list[Told]
    ) -> tuple[bytes, int]:
        """Facts as JSON, and how many they are."""
        known = draft.public if seat == SPECTATOR else None
        news = [*stand_in, *(self._said(seat, before, mine) if known is None else known)]
        return b",".join(map(_encoder.encode, news)), len(news)

    def _said(self, seat: int, before: State, mine: list[Event]) -> list[Told]:
        """Facts for one observer; a fault costs that observer the message, and nobody else anything."""
        try:
            return told(before.copy(), mine)
        except Exception:  # whatever it is: the decision is made, and the others play on
            log.exception("not told", table=self._table.id, seq=self.seq, seat=seat)
            return [Told(kind="untold")]

    # Asking

    def waiting(self, draft: Draft | None = None) -> list[int]:
        """Seats that owe an answer, now or after a draft."""
        mask = waiting(self._state if draft is None else draft.state)
        return [seat for seat in range(self.rules.seats) if mask >> seat & 1]

    def asked(self, draft: Draft | None = None) -> Asked:
        """The question as everybody sees it, now or after a draft."""
        watcher = self.observers[SPECTATOR]
        view, told = (watcher.view, 0) if draft is None else (draft.views[SPECTATOR], len(draft.told[SPECTATOR]))
        mask = waiting(view)
        seats = tuple(seat for seat in range(self.rules.seats) if mask >> seat & 1)
        return Asked(seats, bool(seats) and view.rules.steps[view.top().step].sealed, watcher.n + told)

    def may(self, seat: int, action: int) -> bool:
        """Whether the action is legal, by the seat's own view."""
        return action in legal(self.observers[seat].view, seat)

    def view(self, seat: int) -> View:
        """The table, as a seat may see it."""
        return self.screens.sheet(seat).view

    def ask(self, seat: int) -> Ask | None:
        """The question, as a seat may see it."""
        return ask_of(self.observers[seat].view, seat)

    def question(self, seat: int) -> bytes:
        """The same as JSON: made once for all who are not asked and know as much of who is."""
        view = self.observers[seat].view
        owing = int(waiting(view))
        if seat != SPECTATOR and owing >> seat & 1:
            question = ask_of(view, SPECTATOR)
            assert question is not None  # noqa: S101  # this seat is asked it
            return _encoder.encode(replace(question, options=list(map(self.moves.sent, legal(view, seat)))))
        if owing not in self._questions:
            self._questions[owing] = _encoder.encode(ask_of(view, SPECTATOR))
        return self._questions[owing]

    def why(self, seat: int, action: int, lang: str) -> Why | None:
        """Why a seat may not do this, by its own view; None when it may."""
        return why(self.observers[seat].view, seat, action, lang)

    def read(self, move: msgspec.Raw) -> int | None:
        """The action that a client's move means; None when it is no move of this table."""
        try:
            return self.moves.read(move)
        except (msgspec.DecodeError, NotationError, RecursionError, UnicodeDecodeError):
            return None

    def public(self, draft: Draft) -> list[Told]:
        """What everybody will be told of a draft."""
        if draft.public is None:
            draft.public = self._said(SPECTATOR, self.observers[SPECTATOR].view, draft.told[SPECTATOR])
        return draft.public

    @property
    def told_publicly(self) -> bool:
        """Whether everybody was told something of the last decision."""
        marks = [0, *self.observers[SPECTATOR].marks[-2:]]
        return marks[-1] > marks[-2]

    def last_public(self) -> list[Told]:
        """What everybody was told of the last decision."""
        watcher = self.observers[SPECTATOR]
        return msgspec.json.decode(watcher.news(), type=list[Told]) if self.told_publicly else []

    def job(self, seat: int, start: int, bot: str, listened: int = 0) -> Job:
        """The question for a seat's bot, whose process knows the seat's stream up to `start`, and so many claims."""
        mine = self.observers[seat]
        new = rows.encode(self.rules, mine.rows[start:])
        marks = mine.marks
        said = [Spoken(marks[min(seq, len(marks)) - 1] if seq else 0, claim) for seq, claim in self.claims[listened:]]
        seed, pins = self._seed(seat), pinned(self.options)
        return Job(self._table.id, seat, self.options, start, new, mine.n, bot, seed, pins, listened, said)

    def _seed(self, seat: int) -> int:
        """For the bot that decides now: the same at every try, and nothing of the table's chance can be read from it."""
        digest = hmac.digest(self._table.secret, f"bot {seat} {self.seq}".encode(), hashlib.sha256)
        return int.from_bytes(digest[:4], "big")
