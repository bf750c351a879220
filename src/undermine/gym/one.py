"""The interface of Gymnasium: one seat, against bots."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import gymnasium
from gymnasium.envs.registration import EnvSpec

from undermine.bots import Seated, derived, make
from undermine.errors import OptionError
from undermine.gym.needed import options_of
from undermine.gym.schema import VERSION, schema_of
from undermine.gym.session import Session
from undermine.gym.spaces import SEEDS, spaces_of
from undermine.kernel.visibility import stream
from undermine.registry import Options, ruleset

ILLEGAL: Final = ("end", "error")
PENALTY: Final = -1.0  # for an action that is not legal


def env(
    options: Options | str,
    *,
    seat: int = 0,
    bots: str | Sequence[str] = "greedy",
    illegal: str = "end",
    render_mode: str | None = None,
) -> Any:
    """A Gymnasium environment: you are `seat` (from 0), bots sit in the others: one name for all, or a name for each seat.

    Observations are dictionaries of `observation` (see the encoding) and `action_mask`. An action whose mask is 0 ends the
    game with a reward of -1 and `illegal` in the information; `illegal="error"` raises ValueError instead.
    """
    given: dict[str, Any] = {"options": options_of(options), "seat": seat, "bots": bots, "illegal": illegal}
    made = UndermineEnv(**given, render_mode=render_mode)
    made.spec = EnvSpec(f"undermine/Seat-v{VERSION}", entry_point="undermine.gym.one:env", kwargs=given)
    return made


class UndermineEnv(gymnasium.Env[dict[str, Any], Any]):
    """A seat at a table of bots."""

    metadata: dict[str, Any] = {"name": "undermine", "render_modes": ["ansi"], "render_fps": 1}  # noqa: RUF012 - as Gymnasium has it

    def __init__(
        self, options: Options, seat: int, bots: str | Sequence[str], illegal: str, render_mode: str | None
    ) -> None:
        if not 0 <= seat < options.players:
            raise OptionError("PLAYER_COUNT", f"There is no seat {seat}: seats are 0 to {options.players - 1}.")
        if illegal not in ILLEGAL:
            raise ValueError(f"illegal is {illegal!r}: use one of {', '.join(ILLEGAL)}")
        if render_mode not in (None, "ansi"):
            raise ValueError(f"render_mode is {render_mode!r}: use ansi")
        names = [bots] * options.players if isinstance(bots, str) else list(bots)
        if len(names) != options.players:
            raise OptionError("BAD_BOT", f"Name one bot or {options.players}, one for each seat, not {len(names)}.")
        for other, name in enumerate(names):
            if other != seat:
                make(name, 0)
        self.options = options
        self.seat = seat
        self.names = names
        self.illegal = illegal
        self.render_mode = render_mode
        self.schema = schema_of(ruleset(options))
        self.observation_space, self.action_space = spaces_of(self.schema)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """A new game; without a seed another one each time."""
        super().reset(seed=seed)
        game = int(self.np_random.integers(SEEDS))
        self.session = Session(self.options, self.schema, derived(game, 0))
        self.bots = {
            other: Seated(make(name, derived(game, other + 1)), self.session.rules, other)
            for other, name in enumerate(self.names)
            if other != self.seat
        }
        self._heard = 0
        self._paid = 0
        self._let_bots_play()
        return self._seen(), {}

    def step(self, action: Any) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """Answer the question; bots play on until you are asked again."""
        if int(action) not in self.session.choices(self.seat):
            if self.illegal == "error":
                raise ValueError(f"action {action} is not legal: take one whose mask is 1")
            return self._seen(), PENALTY, True, False, {"illegal": True}
        self.session.step(int(action))
        self._let_bots_play()
        won = self.session.scores[self.seat]
        reward, self._paid = float(won - self._paid), won
        return self._seen(), reward, self.session.over, False, {}

    def _let_bots_play(self) -> None:
        session = self.session
        while not session.over and session.turn != self.seat:
            rows, self._heard = session.log[self._heard :], len(session.log)
            for other, bot in self.bots.items():
                bot.hear(stream(rows, other))
            session.act(self.bots[session.turn].choose())

    def _seen(self) -> dict[str, Any]:
        return {"observation": self.session.observation(self.seat), "action_mask": self.session.mask(self.seat)}

    def render(self) -> str | None:
        """The table as a spectator sees it."""
        return self.session.text() if self.render_mode == "ansi" else None
