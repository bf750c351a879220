"""The interface of OpenSpiel: a Python game registered with pyspiel, with chance as explicit nodes."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
import pyspiel

from undermine.gym.needed import options_of
from undermine.gym.schema import Schema, schema_of
from undermine.gym.session import Session
from undermine.kernel.ids import SPECTATOR
from undermine.notation.actions import chance_words, words
from undermine.registry import GAMES, Options, kit_of, players_of, ruleset

NAME: Final = "undermine"
USUAL: Final = "classic-5"
OUTCOMES: Final = 256  # of one question to chance, at most
SCORE: Final = 1000.0  # no seat wins more, or loses more
MOVES: Final = 40  # of a card and a round: more than any game takes
_known: set[str] = set()


def openspiel(table: Options | str = USUAL) -> Any:
    """The game as OpenSpiel has it, for instance of `duel-2` or `classic-5+saboteur2`.

    After this call `pyspiel.load_game("undermine(table=duel-2)")` finds it as well.
    """
    register()
    options = options_of(table)
    if options != options_of(name_of(options)):
        raise ValueError(
            "OpenSpiel knows tables by name only, such as classic-5+saboteur2: leave out switches and editions"
        )
    return pyspiel.load_game(NAME, {"table": name_of(options)})


def name_of(options: Options) -> str:
    """The short name of a table."""
    return "+".join([f"{options.game}-{options.players}", *options.extras])


def register() -> None:
    """Tell OpenSpiel of the game; more than once does no harm."""
    if not _known:
        pyspiel.register_game(kind_of_game(), UndermineGame)
        _known.add(NAME)


def kind_of_game() -> Any:
    """All tables are one game with a parameter."""
    most = max(players_of(Options(game=game))[1] for game in GAMES)
    kind = pyspiel.GameType
    return kind(
        short_name=NAME,
        long_name="Undermine",
        dynamics=kind.Dynamics.SEQUENTIAL,
        chance_mode=kind.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kind.Information.IMPERFECT_INFORMATION,
        utility=kind.Utility.GENERAL_SUM,
        reward_model=kind.RewardModel.TERMINAL,
        max_num_players=most,
        min_num_players=1,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=True,
        parameter_specification={"table": USUAL},
        default_loadable=True,
    )


def about(schema: Schema) -> Any:
    """The numbers of a table."""
    rules = schema.rules
    cards = sum(int(schema.fresh.cards.size(place)) for pack in rules.layout.packs.values() for place in pack)
    return pyspiel.GameInfo(
        num_distinct_actions=schema.actions,
        max_chance_outcomes=OUTCOMES,
        num_players=int(rules.seats),
        min_utility=-SCORE,
        max_utility=SCORE,
        max_game_length=MOVES * cards * kit_of(rules).rounds,
    )


class UndermineGame(pyspiel.Game):  # type: ignore[misc]
    """A table."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = params or {}
        self.options = options_of(str(given.get("table", USUAL)))
        super().__init__(kind_of_game(), about(self.schema), given)

    @property
    def schema(self) -> Schema:
        """Looked up, since what a game holds is copied and pickled with it."""
        return schema_of(ruleset(self.options))

    def new_initial_state(self) -> Any:
        return UndermineState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:
        if params:
            raise ValueError(f"there are no parameters of observations, and {params} are given")
        usual = pyspiel.IIGObservationType(perfect_recall=False)
        return Observer(self.schema, iig_obs_type or usual)


class UndermineState(pyspiel.State):  # type: ignore[misc]
    """A game that is being played."""

    def __init__(self, game: Any) -> None:
        super().__init__(game)
        self.session = Session(game.options, game.schema, None)

    def current_player(self) -> int:
        if self.session.over:
            return int(pyspiel.PlayerId.TERMINAL)
        return self.session.turn if self.session.turn >= 0 else int(pyspiel.PlayerId.CHANCE)

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self.session.choices(player)) if player == self.session.turn else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        outcomes = self.session.outcomes()
        whole = sum(weight for _, weight in outcomes)
        return [(index, weight / whole) for index, (_, weight) in enumerate(outcomes)]

    def _apply_action(self, action: int) -> None:
        if self.session.turn < 0:
            self.session.roll(self.session.outcomes()[action][0])
        else:
            self.session.step(action)

    def _action_to_string(self, player: int, action: int) -> str:
        session = self.session
        state = session.play.state
        if player < 0:
            return chance_words(session.rules, state, session.outcomes()[action][0])
        return words(session.rules, session.view(player), player, session.choices(player)[action])

    def is_terminal(self) -> bool:
        return self.session.over

    def returns(self) -> list[float]:
        if not self.session.over:
            return [0.0] * self.session.options.players
        return [float(score) for score in self.session.scores]

    def __str__(self) -> str:
        return self.session.text()


class Observer:
    """What a seat sees: the encoding as a tensor, all that it was told as the information state."""

    def __init__(self, schema: Schema, kind: Any) -> None:
        self.schema = schema
        self.recall = bool(kind.perfect_recall)
        self.private = kind.private_info != pyspiel.PrivateInfoType.NONE
        self.tensor = np.zeros(0 if self.recall else schema.size, np.float32)
        self.dict = {
            section.name: self.tensor[section.first : section.first + section.size].reshape(section.shape)
            for section in (() if self.recall else schema.sections)
        }

    def seat(self, player: int) -> int:
        """Whose eyes: without what is private, a spectator's."""
        return player if self.private else SPECTATOR

    def set_from(self, state: Any, player: int) -> None:
        """Fill the tensor."""
        if not self.recall:
            self.tensor[:] = state.session.observation(self.seat(player))

    def string_from(self, state: Any, player: int) -> str:
        """Everything told so far; or, without recall, the encoding in short."""
        session: Session = state.session
        seat = self.seat(player)
        if not self.recall:
            return session.encoded(seat).hex()
        return "; ".join(session.told(seat))
