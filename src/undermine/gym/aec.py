"""The interface of PettingZoo: agents take turns, each is shown its own view."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from pettingzoo import AECEnv
from pettingzoo.utils.wrappers import OrderEnforcingWrapper

from undermine.bots import derived
from undermine.gym.needed import options_of
from undermine.gym.schema import schema_of
from undermine.gym.session import Session
from undermine.gym.spaces import SEEDS, spaces_of
from undermine.registry import Options, ruleset

NAME: Final = "undermine_v1"  # the number is raised with the version of the encoding


def aec(options: Options | str, *, render_mode: str | None = None) -> Any:
    """A PettingZoo environment (AEC) of a table, such as `classic-5` or `duel-2`.

    Agents are player_0, player_1, ...; an observation is a dictionary of `observation` (see the encoding) and `action_mask`. What somebody
    has won in a round is the reward when that round ends. An action whose mask is 0 raises ValueError.
    """
    return OrderEnforcingWrapper(UndermineAEC(options_of(options), render_mode))


class UndermineAEC(AECEnv):  # type: ignore[misc]
    """A table."""

    metadata: Final[dict[str, Any]] = {"name": NAME, "render_modes": ["ansi", "human"], "is_parallelizable": False}

    def __init__(self, options: Options, render_mode: str | None) -> None:
        super().__init__()
        modes = self.metadata["render_modes"]
        if render_mode is not None and render_mode not in modes:
            raise ValueError(f"render_mode is {render_mode!r}: use one of {', '.join(modes)}")
        self.options = options
        self.render_mode = render_mode
        self.schema = schema_of(ruleset(options))
        self.possible_agents = [f"player_{seat}" for seat in range(options.players)]
        seen, done = spaces_of(self.schema)
        self.observation_spaces = dict.fromkeys(self.possible_agents, seen)
        self.action_spaces = dict.fromkeys(self.possible_agents, done)
        self._games = 0
        self._seed = int(np.random.SeedSequence().generate_state(1)[0]) % SEEDS

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new game; without a seed another one each time."""
        if seed is not None:
            self._seed, self._games = int(seed), 0
        self.session = Session(self.options, self.schema, derived(self._seed, self._games))
        self._games += 1
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._paid = self.session.scores
        self.agent_selection = self.agents[self.session.turn]

    def observe(self, agent: str) -> dict[str, Any]:
        seat = self.possible_agents.index(agent)
        return {"observation": self.session.observation(seat), "action_mask": self.session.mask(seat)}

    def step(self, action: Any) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self.session.step(action)
        self._cumulative_rewards[agent] = 0.0
        scores = self.session.scores
        self.rewards = {
            name: float(now - before)
            for name, now, before in zip(self.possible_agents, scores, self._paid, strict=True)
        }
        self._paid = scores
        if self.session.over:
            self.terminations = dict.fromkeys(self.agents, True)
            self.agent_selection = self.agents[0]
        else:
            self.agent_selection = self.possible_agents[self.session.turn]
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | None:
        """The table as a spectator sees it: returned as text (`ansi`) or printed (`human`)."""
        text = self.session.text()
        if self.render_mode == "ansi":
            return text
        if self.render_mode == "human":
            print(text)  # noqa: T201  # what this mode is for
        return None

    def close(self) -> None:
        """There is nothing to close."""
