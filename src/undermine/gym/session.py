"""One game for the interfaces of others: stepped by numbers, seen as bytes, copied, and with chance left open where they roll it."""

from __future__ import annotations

from typing import Any

import numpy as np
from librt.vecs import vec
from mypy_extensions import i64, u8
from numpy.typing import NDArray

from undermine.gym.encoding import WIDE, Memory, list_choices, observe
from undermine.gym.schema import Schema, schema_of
from undermine.kernel.agenda import SCRATCH, Step
from undermine.kernel.chance import Chance, Seeded
from undermine.kernel.engine import act, advance, waiting
from undermine.kernel.event import Event, Play
from undermine.kernel.ids import CHANCE, NOBODY, SPECTATOR, lowest
from undermine.kernel.state import Frame, State
from undermine.kernel.visibility import fold, redact
from undermine.notation.events import event_words
from undermine.notation.position import position_of
from undermine.notation.text import seat_name
from undermine.registry import Options, ruleset


class ChanceAsked(Exception):
    """Chance is asked next, and whoever plays will answer for it."""


class Left(Chance):
    """Chance that is left to whoever plays."""

    def choose(self, s: State, f: Frame, step: Step) -> int:
        raise ChanceAsked


class Session:
    """A game, and what each seat has been told of it so far. Without a seed chance is asked like a player, see `outcomes`."""

    def __init__(self, options: Options, schema: Schema, seed: int | None) -> None:
        self.options = options
        self.seed = seed
        self.story: list[int] = []  # answers, and what chance said where it was left open
        self.schema = schema
        self.rules = schema.rules
        self.log: list[Event] = []
        self.chance: Chance = Left() if seed is None else Seeded(seed)
        self.play = Play(self.rules.game.new_state(self.rules), self.log)
        self.views: dict[int, tuple[int, State]] = {}  # by seat: how much of the log is folded, and the view
        self.memory = Memory(schema.plan)
        self.said: dict[int, tuple[int, list[str]]] = {}  # by seat: how much of the log is put into words, and these
        self.rules.game.open(self.play)
        self._go_on()

    def copy(self) -> Session:
        """Another game that stands here."""
        twin = Session.__new__(Session)
        twin.options, twin.schema, twin.rules = self.options, self.schema, self.rules
        twin.seed, twin.story = self.seed, list(self.story)
        twin.log = list(self.log)
        twin.chance = self.chance.copy() if isinstance(self.chance, Seeded) else self.chance
        twin.play = Play(self.play.state.copy(), twin.log)
        twin.memory = Memory(self.schema.plan)
        twin.said = {seat: (heard, list(words)) for seat, (heard, words) in self.said.items()}
        twin.views = {seat: (folded, view.copy()) for seat, (folded, view) in self.views.items()}
        return twin

    def __deepcopy__(self, _memo: dict[int, object]) -> Session:
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        return replayed, (self.options, self.seed, self.story)

    # What is asked

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.play.state.over()

    @property
    def turn(self) -> int:
        """The seat that is asked; NOBODY for chance and after the end."""
        return int(lowest(waiting(self.play.state)))

    @property
    def scores(self) -> list[int]:
        """What each seat has won so far."""
        return self.rules.game.returns(self.play.state)

    def choices(self, seat: int) -> dict[int, int]:
        """By number: the actions that are legal for a seat."""
        actions, numbers = vec[i64]([0] * WIDE), vec[i64]([0] * WIDE)
        n = int(list_choices(self.schema.plan, self.view(seat), seat, actions, numbers, 0))
        return {int(numbers[index]): int(actions[index]) for index in range(n)}

    def step(self, number: int) -> None:
        """The seat that is asked does this. Raises ValueError if it is not legal."""
        seat = self.turn
        action = self.choices(seat).get(int(number)) if seat != NOBODY else None
        if action is None:
            who = seat_name(seat) if seat != NOBODY else "anybody now"
            raise ValueError(f"action {number} is not legal for {who}: take one whose mask is 1")
        self.act(action)

    def act(self, action: int) -> None:
        """The same with an action of the rules."""
        self.story.append(action)
        act(self.play, self.turn, action)
        self._go_on()

    def _go_on(self) -> None:
        try:
            advance(self.play, self.chance)
        except ChanceAsked:
            return

    # Chance, where it is left to whoever plays

    def outcomes(self) -> list[tuple[int, int]]:
        """What chance may say, with its weight; empty where it is not asked."""
        s = self.play.state
        if not s.depth or s.top().seats != CHANCE:
            return []
        frame = s.top()
        step = self.rules.steps[frame.step]
        n = int(step.options(s, frame, NOBODY, SCRATCH))
        found = [int(SCRATCH[index]) for index in range(n)]
        return [(outcome, int(step.weight(s, frame, outcome))) for outcome in found]

    def roll(self, outcome: int) -> None:
        """Chance says this."""
        s = self.play.state
        frame = s.top()
        self.story.append(outcome)
        self.rules.steps[frame.step].resolve(self.play, frame, NOBODY, outcome)
        self._go_on()

    # What is seen

    def view(self, seat: int) -> State:
        """What a seat knows: folded from what it was told."""
        folded, view = self.views.get(seat) or (0, self.rules.game.new_state(self.rules))
        for event in self.log[folded:]:
            row = redact(event, seat)
            if row is not None:
                fold(view, row)
        self.views[seat] = (len(self.log), view)
        return view

    def told(self, seat: int) -> list[str]:
        """All that a seat was told, in words."""
        heard, found = self.said.get(seat) or (0, [])
        rows = (redact(event, seat) for event in self.log[heard:])
        found += [event_words(self.rules, row) for row in rows if row is not None]
        self.said[seat] = (len(self.log), found)
        return found

    def encoded(self, seat: int) -> bytes:
        """An observation."""
        out = vec[u8]([0] * self.schema.size)
        self.memory.follow(self.log)
        observe(self.schema.plan, self.view(seat), seat, self.memory, out, 0, True)
        return bytes(memoryview(out))

    def observation(self, seat: int) -> NDArray[np.uint8]:
        """The same for NumPy."""
        found: NDArray[np.uint8] = np.frombuffer(self.encoded(seat), np.uint8)
        return found

    def mask(self, seat: int) -> NDArray[np.int8]:
        """1 where an action is legal for a seat that is asked now."""
        found: NDArray[np.int8] = np.zeros(self.schema.actions, np.int8)
        if seat == self.turn:
            found[list(self.choices(seat))] = 1
        return found

    def text(self) -> str:
        """The table as a spectator sees it."""
        position = position_of(self.options, self.view(SPECTATOR))
        if self.over:
            return "\n".join([*position.complete().lines(), "over"])
        if self.turn == NOBODY:  # cards are on their way, so what lies where cannot be told in short
            return "\n".join([*position.lines(), "asked: chance"])
        return "\n".join([*position.complete().lines(), f"asked: {seat_name(self.turn)}"])


def replayed(options: Options, seed: int | None, story: list[int]) -> Session:
    """A game made again from what was answered in it."""
    session = Session(options, schema_of(ruleset(options)), seed)
    for said in story:
        if session.turn != NOBODY:
            session.act(said)
        else:
            session.roll(said)
    return session
