"""What a ruleset of The Duel consists of: faces, tiles and switches."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from undermine.games.duel.rules.marks import NO_COLOUR, Design
from undermine.games.duel.rules.maze import COLOURS, Maze
from undermine.kernel import fields
from undermine.kernel.forms import Form
from undermine.kernel.ids import BIT, Face
from undermine.kernel.ruleset import Hooks
from undermine.tunnels.table import Ground

# What a card of the deck is.
TUNNEL: Final = 0
BREAK: Final = 1
MEND: Final = 2
KEY: Final = 3
ROCKFALL: Final = 4
MAP: Final = 5


@final
class Switches:
    """Every point on which tables differ."""

    def __init__(self) -> None:
        self.four_each = False
        self.free_bribe = False
        self.debt_negative = False
        self.own_ladder = False
        self.reachable_key = False
        self.fewer_trolls = False
        self.gross_starter = False
        self.optional_claim = False


@final
class Runs:
    """Where the game's own numbers begin in `State.numbers`, and how many there are."""

    def __init__(self) -> None:
        self.tokens: i64 = 0
        self.token_count: i64 = 0
        self.keys: i64 = 0
        self.key_count: i64 = 0
        self.earned: i64 = 0  # nuggets taken, by round and seat
        self.paid: i64 = 0  # nuggets paid to trolls, by round and seat
        self.bribes: i64 = 0  # trolls paid in the whole game, by seat
        self.debts: i64 = 0  # nuggets that could not be paid, by seat
        self.stack: i64 = 0  # cells in the order in which cards were laid
        self.stack_count: i64 = 0


@final
class DuelHooks(Ground):
    """Filled while the game installs; shared by all states of the ruleset."""

    def __init__(self) -> None:
        super().__init__(COLOURS)
        self.names: list[str] = []  # of the faces from 1 on: tunnels and actions
        self.supply: list[int] = []
        self.kind: vec[i64] = vec[i64]([0])  # by face: TUNNEL, BREAK, ...
        self.tools: vec[i64] = vec[i64]([0])  # by face: tools that it breaks or mends, as bits
        self.breaks: vec[i64] = vec[i64]([0, 0, 0])  # by tool: the sabotage card
        self.moves: list[Form] = []  # all that can be done in a turn
        self.mended = fields.seat()  # fields of them: whose tool is mended
        self.cleared = fields.tool()  # and what is removed for two cards
        self.key: Face = 0
        self.rockfall: Face = 0
        self.map: Face = 0
        self.trolls: vec[i64] = vec[i64]()  # faces of troll cards
        self.tile_of: vec[i64] = vec[i64]([0])  # by face: its upright tile
        self.upright: vec[i64] = vec[i64]([0])  # by face: open edges of a tunnel that is laid by the common rule
        self.turned: vec[i64] = vec[i64]([0])  # by face: the same after a half turn, 0 if that changes nothing
        self.shapes: vec[i64] = vec[i64]([0])  # by face: the sets of open edges it can show, as bits
        self.ladder: vec[i64] = vec[i64]([0])  # by face: 1 for a green ladder, 2 for a blue one
        self.goal_names: list[str] = []
        self.goal_supply: list[int] = []
        self.goal_tile: vec[i64] = vec[i64]([0])  # by face of a goal: its upright tile
        self.goal_value: vec[i64] = vec[i64]([0])  # by face of a goal: nuggets
        self.card_value: vec[i64] = vec[i64]([0])  # by face of the deck: nuggets
        self.maze = Maze(self.tiles)
        self.runs = Runs()
        self.switches = Switches()
        self.homes: list[tuple[int, int, int]] = []  # entrances: tile, x, y
        self.colour: i64 = 0  # of seat 0; seat 1 has the other one
        self.hand_size: i64 = 0
        self.rounds: i64 = 0

    def add_tunnel(self, name: str, card: Design, copies: int) -> Face:
        face = self.add_face(name, TUNNEL, 0, copies)
        tile = self.maze.add_card(card, face, 0)
        sides = self.tiles.sides
        alike = self.maze.looks[tile] == self.maze.looks[tile + 1]
        self.tile_of[face] = tile
        self.upright[face] = sides[tile]
        self.turned[face] = 0 if alike else sides[tile + 1]
        self.shapes[face] = BIT[sides[tile]] | BIT[sides[tile + 1]]
        self.card_value[face] = card.value
        if card.ladder != NO_COLOUR:
            self.ladder[face] = card.ladder + 1
        if card.troll:
            self.trolls = append(self.trolls, face)
        return face

    def add_face(self, name: str, kind: i64, tools: i64, copies: int) -> Face:
        self.names.append(name)
        self.supply.append(copies)
        self.kind = append(self.kind, kind)
        self.tools = append(self.tools, tools)
        self.tile_of = append(self.tile_of, 0)
        self.upright = append(self.upright, 0)
        self.turned = append(self.turned, 0)
        self.shapes = append(self.shapes, 0)
        self.ladder = append(self.ladder, 0)
        self.card_value = append(self.card_value, 0)
        return len(self.names)

    def add_goal(self, name: str, card: Design, copies: int) -> Face:
        self.goal_names.append(name)
        self.goal_supply.append(copies)
        face = len(self.goal_names)
        self.goal_tile = append(self.goal_tile, self.maze.add_card(card, 0, face))
        self.goal_value = append(self.goal_value, card.value)
        return face

    def draw_blank(self) -> None:
        """The maze at the beginning of a round: the entrances, and the goals face down (D-011)."""
        self.blank = self.wide_enough(0, 0)
        self.hide_goals()
        for tile, x, y in self.homes:
            self.blank.put(x, y, tile)


def duel_hooks(hooks: Hooks) -> DuelHooks:
    """A ruleset's hooks as ours."""
    assert isinstance(hooks, DuelHooks)
    return hooks
