"""The loop: who is asked, what may they do, do it, and go on until somebody else is asked."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from undermine.kernel.agenda import SCRATCH, Refusal
from undermine.kernel.chance import Chance
from undermine.kernel.event import SEALED, Event, Play
from undermine.kernel.ids import AUTO, CHANCE, NOBODY, Action, Mask, Seat, bit, lowest
from undermine.kernel.ruleset import Ruleset
from undermine.kernel.state import State


def open_game(rules: Ruleset, chance: Chance, log: list[Event] | None) -> Play:
    """A new game, played on until somebody is asked."""
    play = Play(rules.game.new_state(rules), log)
    rules.game.open(play)
    advance(play, chance)
    return play


def waiting(s: State) -> Mask:
    """Who still has to answer, as far as this observer knows; of a window, only the true state knows it."""
    if s.depth == 0 or s.now.seats == CHANCE:
        return 0
    return s.now.seats & ~s.answered


def options(s: State, seat: Seat, out: vec[i64]) -> i64:
    """Write what a seat may do into the caller's buffer; returns how many actions that is."""
    if not waiting(s) >> seat & 1:
        return 0
    step = s.now.step
    return s.rules.steps[step].options(s, s.now, seat, out)


def legal(s: State, seat: Seat) -> list[int]:
    """What a seat may do; a seat's own view gives the same answer as the true state."""
    n = options(s, seat, SCRATCH)
    actions: list[int] = []
    i: i64 = 0
    while i < n:
        actions.append(SCRATCH[i])
        i += 1
    return actions


def explain(s: State, seat: Seat, action: Action) -> Refusal | None:
    """Why a seat may not do this; None when it may. A seat's own view gives the same answer as the true state."""
    if not waiting(s) >> seat & 1:
        return s.rules.game.not_asked(s, seat, action)
    if action in legal(s, seat):
        return None
    f = s.now
    step = s.rules.steps[f.step]
    return step.explain(s, f, seat, action) if step.reads(action) else Refusal("NO_SUCH_ACTION", "")


def act(play: Play, seat: Seat, action: Action) -> None:
    """Do one of the legal actions (the edge has checked it). An answer to a window is only laid down."""
    number = play.state.now.step
    step = play.state.rules.steps[number]
    if step.sealed:
        play.emit(SEALED, bit(seat), seat, action, 0, 0)
    else:
        step.resolve(play, play.state.now, seat, action)


def expire(play: Play) -> None:
    """The deadline of a question has passed: everybody still silent gives the fallback answer."""
    s = play.state
    while waiting(s):
        seat = lowest(waiting(s))
        f = s.now
        step = s.rules.steps[f.step]
        act(play, seat, step.fallback(s, f, seat))
        if not step.sealed:
            return


def advance(play: Play, chance: Chance) -> None:
    """Chance, automatic frames and complete windows, until somebody is asked or the game is over.

    A server with clocks calls `act` at once and this at the deadline, so that nobody learns when others answered.
    """
    s = play.state
    f = s.now
    while s.depth:
        number = f.step
        step = s.rules.steps[number]
        if f.seats == CHANCE:
            step.resolve(play, f, NOBODY, chance.choose(s, f, step))
        elif f.seats == AUTO:
            step.run(play, f)
        elif step.sealed and not f.seats & ~s.answered:
            step.close(play, f)
        else:
            return


def step(play: Play, seat: Seat, action: Action, chance: Chance) -> Seat:
    """act + advance: one call a move for drivers outside the compiled code. Returns who is asked next."""
    act(play, seat, action)
    advance(play, chance)
    return lowest(waiting(play.state))
