"""Questions. A step is a kind of question; the frames on a state's agenda say which are open."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from undermine.kernel.event import Play
from undermine.kernel.fields import Field
from undermine.kernel.forms import Form
from undermine.kernel.ids import NOBODY, Action, Place, Seat
from undermine.kernel.state import Frame, State

WIDEST: Final = 4096  # options a question may have
SCRATCH: Final = vec[i64]([0] * WIDEST)  # for one thread; read it at once


@final
class Refusal:
    """Why an action may not be taken: a stable code and the rule behind it. Words are found at the edge."""

    def __init__(self, code: str, rule: str) -> None:
        self.code = code
        self.rule = rule


# What a question is about, where that does not show in what an answer does at once: for players who plan ahead.
PLAIN: Final = 0
UNDO: Final = 1  # yes takes back the card of its frame: the action that was taken, and by whom
PAY: Final = 2  # yes pays a nugget so that somebody else may go on


@mypyc_attr(allow_interpreted_subclasses=True)
class Step:
    """A question to seats (options, resolve), to chance (also weight), or to nobody (run).

    Steps hold no state of a game. A frame handed to them is reused: read it before `settle` or `then`.

    `answers` are the ways in which seats may answer it, `outcome` is how chance does: an action of that form without
    its number, since nothing keeps what chance has said. `holds` is what the two numbers of its frames mean.
    """

    def __init__(self, answers: list[Form] | None = None, holds: list[Field] | None = None) -> None:
        self.sealed = False
        self.about: i64 = PLAIN
        self.number: i64 = -1  # how frames of a ruleset name it; given when it is registered
        self.answers: list[Form] = [] if answers is None else answers
        self.holds: list[Field] = [] if holds is None else holds
        self.outcome: Form | None = None

    def options(self, s: State, f: Frame, seat: Seat, out: vec[i64]) -> i64:
        """Write the legal actions into the caller's buffer and say how many. May read only what `seat` knows."""
        raise NotImplementedError

    def resolve(self, p: Play, f: Frame, seat: Seat, action: Action) -> None:
        raise NotImplementedError

    def run(self, p: Play, f: Frame) -> None:
        raise NotImplementedError

    def close(self, p: Play, f: Frame) -> None:
        """A window in which everybody has answered: read `p.state.answers`, then settle."""
        raise NotImplementedError

    def fallback(self, s: State, f: Frame, seat: Seat) -> Action:
        """The answer of somebody who gave none in time."""
        raise NotImplementedError

    def explain(self, s: State, f: Frame, seat: Seat, action: Action) -> Refusal:
        """Why this action, which is not legal, is refused. The slow path: may read only what `seat` knows."""
        return Refusal("NO_SUCH_ACTION", "")

    def reads(self, action: Action) -> bool:
        """Is it an answer to this question, allowed or not?"""
        for form in self.answers:
            if form.reads(action):
                return True
        return False

    def weight(self, s: State, f: Frame, action: Action) -> i64:
        return 1

    def total(self, s: State, f: Frame) -> i64:
        """Sum of the weights. This and `pick` may have a faster form; a test compares them."""
        n = self.options(s, f, NOBODY, SCRATCH)
        whole: i64 = 0
        for i in range(n):
            whole += self.weight(s, f, SCRATCH[i])
        return whole

    def lot(self, s: State, f: Frame) -> Place:
        """The bag whose cards are the outcomes, where it is as simple as that; else NOBODY, and `total` and `pick` say."""
        return NOBODY

    def pick(self, s: State, f: Frame, r: i64) -> Action:
        self.options(s, f, NOBODY, SCRATCH)
        i: i64 = 0
        r -= self.weight(s, f, SCRATCH[0])
        while r >= 0:
            i += 1
            r -= self.weight(s, f, SCRATCH[i])
        return SCRATCH[i]


@mypyc_attr(allow_interpreted_subclasses=True)
class TwoWays(Step):
    """A question with one field to answer it, 0 or another number; who gives no answer in time has said 0."""

    def __init__(self, form: Form, holds: list[Field], neither: Refusal, other: i64 = 1) -> None:
        super().__init__([form], holds)
        self.neither = neither  # to any third answer
        self.other = other

    def options(self, s: State, f: Frame, seat: Seat, out: vec[i64]) -> i64:
        out[0] = self.fallback(s, f, seat)
        out[1] = out[0] + self.other
        return 2

    def fallback(self, s: State, f: Frame, seat: Seat) -> Action:
        return self.answers[0].head

    def explain(self, s: State, f: Frame, seat: Seat, action: Action) -> Refusal:
        return self.neither


@mypyc_attr(allow_interpreted_subclasses=True)
class Window(Step):
    """A question to several seats at once: answers are sealed until all are in, then `close` opens them together."""

    def __init__(self, answers: list[Form] | None = None, holds: list[Field] | None = None) -> None:
        super().__init__(answers, holds)
        self.sealed = True
