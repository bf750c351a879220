"""Where modules of the classic game come in, and what a ruleset of it consists of."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from undermine.games.classic.rules.extending import Card, Extensions, Find, Pile
from undermine.kernel.agenda import Refusal
from undermine.kernel.forms import CARD
from undermine.kernel.ids import BIT, Face, Place
from undermine.kernel.piles import WORD
from undermine.kernel.ruleset import Hooks, RulesetBuilder
from undermine.tunnels.shape import Shape

SEATS: Final = 12  # at most, with every expansion
FREE_PLACE: Final = 128  # modules' own places begin here


class Contents(Extensions):
    """The cards and tiles of one ruleset; added while modules install."""

    def __init__(self) -> None:
        super().__init__()
        self.names: list[str] = []  # of the faces from 1 on: tunnels and actions
        self.supply: list[int] = []
        self.cards: vec[Card] = vec[Card]([Card(False)])  # by face; tunnels have an idle one
        self.replaced: list[Card] = []  # cards that others have taken the place of, and may ask
        self.words: i64 = 0  # numbers of a set of faces
        self.tunnels: vec[i64] = vec[i64]()  # faces of tunnels, as a set of `Cards` has them
        self.actions: vec[i64] = vec[i64]()  # all other faces
        self.hindrances: vec[i64] = vec[i64]()  # those of them that hinder
        self.hinders: vec[i64] = vec[i64]()  # faces that, lying before a seat, keep it from laying tunnels
        self.tile_of: vec[i64] = vec[i64]([0])  # by face: its upright tile, 0 for an action
        self.face_of: vec[i64] = vec[i64]([0, 0])  # by tile: the face, 0 for entrance and goals
        self.alike: vec[i64] = vec[i64]([0])  # by face: 1 if a half turn changes nothing
        # By face, 0 for an action: in the low four bits its open edges, then those after a half turn (0 if that changes
        # nothing), and above eight bits the sets of open edges that it can show.
        self.offers: vec[i64] = vec[i64]([0])
        self.loose: vec[i64] = vec[i64]()  # faces that may join any open tunnel, lit or not
        self.loose_rules: list[str] = []  # for each of them: the rule that says so
        self.loose_lit = False  # where nothing need lead back to the entrance, they must join a lit tunnel all the same
        self.roles: list[str] = []
        self.role_supply: list[int] = []
        self.goal_names: list[str] = []
        self.goal_supply: list[int] = []
        self.goal_tile: vec[i64] = vec[i64]([0])  # by face of a goal
        self.finds: vec[Find] = vec[Find]([Find(False)])  # by face of a goal
        self.gold_names: list[str] = []
        self.gold_supply: list[int] = []
        self.gold_value: vec[i64] = vec[i64]([0])  # by face of a gold card

    def add_tunnel(self, name: str, shape: Shape, copies: int, shut: i64 = 0, lit: i64 = 0, loose: str = "") -> Face:
        """A tunnel card of the deck; `shut` and `lit` are layers, as in `TileSet.add`.

        `loose`: the rule by which it may join any open tunnel, lit or not.
        """
        tile = self.add_tile(shape, len(self.names) + 1, shut, lit)
        face = self.add_face(name, Card(False), copies)
        self.tile_of[face] = tile
        self.tunnels[face >> 5] |= BIT[face & 31]
        self.actions[face >> 5] &= ~BIT[face & 31]
        self.alike[face] = 1 if self.tiles.alike(tile) else 0
        upright = self.tiles.sides[tile]
        turned = self.tiles.sides[tile + 1]
        shown = BIT[upright] | BIT[turned]
        self.offers[face] = upright | (0 if self.alike[face] else turned << 4) | shown << 8
        if loose:
            self.loose = append(self.loose, face)
            self.loose_rules.append(loose)
        return face

    def add_card(self, name: str, card: Card, copies: int) -> Face:
        face = self.add_face(name, card, copies)
        self.enter(name, card)
        if card.hinders:
            self.hinders = append(self.hinders, face)
            self.hindrances[face >> 5] |= BIT[face & 31]
        return face

    def replace_card(self, name: str, card: Card) -> Card:
        """Put another card's doings in the place of one that is there; returns the old one, for the new one to ask.

        It is played as the old one is, and in whatever ways it has besides.
        """
        face = self.names.index(name) + 1
        replaced = self.cards[face]
        card.forms[0] = replaced.form
        card.form = replaced.form
        card.face = face
        self.enter(name, card)
        self.cards[face] = card
        self.replaced.append(replaced)
        return replaced

    def enter(self, name: str, card: Card) -> None:
        """It can be played in a turn."""
        for form in card.forms:
            form.named(name, card.face)
            if form not in self.moves:
                self.moves.append(form)

    def add_face(self, name: str, card: Card, copies: int) -> Face:
        self.names.append(name)
        self.supply.append(copies)
        card.face = len(self.names)
        self.cards = append(self.cards, card)
        self.tile_of = append(self.tile_of, 0)
        self.alike = append(self.alike, 0)
        self.offers = append(self.offers, 0)
        while len(self.actions) * WORD <= card.face:
            self.tunnels = append(self.tunnels, 0)
            self.actions = append(self.actions, 0)
            self.hindrances = append(self.hindrances, 0)
            self.words += 1
        self.actions[card.face >> 5] |= BIT[card.face & 31]
        return card.face

    def add_tile(self, shape: Shape, face: Face, shut: i64, lit: i64) -> i64:
        """Both orientations of a card of the maze; `shut` and `lit` are layers, as in `TileSet.add`."""
        tile = self.tiles.add(shape, shut, lit)
        self.face_of = append(append(self.face_of, face), face)
        return tile

    def add_goal(self, name: str, shape: Shape, copies: int, find: Find) -> Face:
        self.finds = append(self.finds, find)
        self.goal_names.append(name)
        self.goal_supply.append(copies)
        self.goal_tile = append(self.goal_tile, self.add_tile(shape, 0, 0, 0))
        return len(self.goal_names)

    def add_gold(self, name: str, value: i64, copies: int) -> None:
        self.gold_names.append(name)
        self.gold_supply.append(copies)
        self.gold_value = append(self.gold_value, value)


@final
class ClassicHooks(Contents):
    """Everything a ruleset of the classic game consists of."""

    def __init__(self) -> None:
        super().__init__()
        self.hands: i64 = 0  # where the sets of faces of the seats' hands begin, `words` numbers each
        self.fronts: i64 = 0  # and those of what lies before them
        self.wages: vec[i64] = vec[i64]([0])  # by number of saboteurs: nuggets for each
        self.discard: Place = 0  # where a card lies that has just been thrown away
        self.pile = Pile(0)
        self.on_pile: list[int] = []  # places of other packs that count as the discard pile; nothing fetches from them
        self.unshown: list[
            int
        ] = []  # places that are no heap on a screen: their cards are seen in the maze, or are out of the game
        self.entrance: i64 = 0
        self.entrance_x: i64 = 0
        self.entrance_y: i64 = 0
        self.hand_size: i64 = 0
        self.aside: i64 = 0  # cards of the deck set aside unseen in each round
        self.discard_most: i64 = 1  # cards that a pass may throw away
        self.must_discard = Refusal("MUST_DISCARD", "B-111")  # to a pass that throws nothing away
        self.wrong_number = Refusal("BAD_DISCARD_COUNT", "B-111")  # to a pass that throws away too much
        self.gold_cards = True  # nuggets are paid in gold cards, not in tokens
        self.reverse_all = False  # whatever has an order follows that of the turns
        self.next_place: i64 = FREE_PLACE
        self.results: i64 = 0  # where the results of rounds begin in `State.numbers`
        self.tokens: i64 = -1  # where the gold tokens of each seat begin in `State.numbers`; -1: there are none
        self.lent: i64 = -1  # the same of those that the bank has given against gold cards
        # switches
        self.first_seat: i64 = -1  # -1: drawn by chance
        self.connection = True
        self.self_sabotage = False
        self.choose_one = False
        self.round_end: i64 = 0
        self.draw_procedure = False
        self.gold_by_players = False
        self.show_leftover = False
        self.last_turn = False

    def clear_goals(self) -> None:
        """Other goals take the place of those that are there."""
        self.goal_names = []
        self.goal_supply = []
        self.goal_tile = vec[i64]([0])
        self.finds = vec[Find]([Find(False)])
        self.clear_goal_places()

    def draw_blank(self) -> None:
        """The maze at the beginning of a round: the entrance, and the goals face down (B-025, B-026)."""
        self.blank = self.wide_enough(self.entrance_x, self.entrance_y)
        self.hide_goals()
        self.blank.put(self.entrance_x, self.entrance_y, self.entrance)

    def aim_cards(self, forms: int) -> None:
        """All forms have their numbers."""
        for card in [*self.cards, *self.replaced]:
            card.base = card.form.head + card.face * CARD
        self.deed_of = vec[i64]([-1] * forms)
        for index in range(len(self.deeds)):
            self.deed_of[self.deeds[index].form.number] = index

    def free_places(self, number: i64) -> Place:
        """Numbers for a module's own places: the first of so many."""
        first = self.next_place
        self.next_place += number
        return first

    def need_tokens(self, r: RulesetBuilder) -> None:
        """Gold tokens are used at this table; whoever needs them says so."""
        if self.tokens < 0:
            self.tokens = r.numbers(r.seats, "tokens")


def classic_hooks(hooks: Hooks) -> ClassicHooks:
    """A ruleset's hooks as ours."""
    assert isinstance(hooks, ClassicHooks)
    return hooks
