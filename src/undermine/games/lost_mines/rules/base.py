"""The root module of The Lost Mines: what the game consists of."""

from __future__ import annotations

from typing import Final

from librt.vecs import append
from mypy_extensions import i64

from undermine.games.lost_mines.rules import events
from undermine.games.lost_mines.rules.actions import RAGE, SET_TRAP, SET_TROLL, moves
from undermine.games.lost_mines.rules.hooks import (
    CLANS,
    DEEDS,
    INFO,
    LOOKS,
    MARKS,
    ROLES,
    STORM,
    TRAP,
    TROLL,
    MinesHooks,
    mines_hooks,
)
from undermine.games.lost_mines.rules.looking import Agree, Look
from undermine.games.lost_mines.rules.mines import Open, Orient, PeekTreasure, Take
from undermine.games.lost_mines.rules.rounds import Clan, Deal, LayOut, RoleDeal, Round
from undermine.games.lost_mines.rules.scoring import FACES, Score, Tally, Unveil
from undermine.games.lost_mines.rules.state import (
    ASIDE,
    BOARD,
    CARD_BAG,
    CLAN_BAG,
    CLAN_DECK,
    CLEARED,
    DECK,
    DISCARD,
    FIRST,
    FRONT,
    HAND,
    MINE,
    MINE_BAG,
    MINE_DECK,
    RESULT,
    ROLE,
    ROOM,
    ROUND,
    SEATS,
    SLOTS,
    TRAPS,
    TREASURE,
    TREASURE_BAG,
    TREASURE_DECK,
    Mines,
    mines,
    treasure,
)
from undermine.games.lost_mines.rules.turn import Draw, End, PlayCard
from undermine.games.lost_mines.rules.walking import Lose, Move, Walk
from undermine.kernel import fields
from undermine.kernel.agenda import Refusal
from undermine.kernel.event import Play
from undermine.kernel.fields import Field
from undermine.kernel.ids import BIT, Action, Seat
from undermine.kernel.looking import Glimpse
from undermine.kernel.manifest import Manifest, Settings
from undermine.kernel.piles import Layout
from undermine.kernel.ruleset import Game, Meta, Ruleset, RulesetBuilder
from undermine.kernel.seating import DrawnFirst, begin
from undermine.kernel.state import State
from undermine.tunnels.shape import parse_shape


class LostMines(Game):
    """The whole game (L-001...L-145)."""

    def new_hooks(self) -> MinesHooks:
        return MinesHooks()

    def new_state(self, rules: Ruleset) -> Mines:
        return Mines(rules, None)

    def install(self, r: RulesetBuilder) -> None:
        hooks = mines_hooks(r.hooks)
        manifest = r.manifest("lost-mines")
        switch(hooks, r.settings)
        add_board(hooks, manifest)
        add_cards(hooks, manifest)
        add_treasures(hooks, manifest)
        for row in manifest.cards("mines"):
            found = hooks.kind_names.index(row.mark) if row.mark in hooks.kind_names else -1
            hooks.add_mine(row.face, parse_shape(row.shape), found, row.count)
        for role in ROLES:
            hooks.role_supply.append(manifest.table(role, int(r.seats)))
        hooks.hand_size = manifest.table("hand", int(r.seats))
        hooks.aside = manifest.table("aside", int(r.seats))
        hooks.results = r.numbers(hooks.chosen.rounds * RESULT)
        hooks.displayed = events.Displayed([fields.term(hooks.slots, "treasure"), fields.place("from")])
        hooks.gained = events.Gained([fields.seat(), fields.term(hooks.slots, "treasure")])
        install_steps(r, hooks)
        r.all_kinds([
            events.BEGAN, hooks.displayed, events.JOINED, events.LAID, events.PLAYED, events.DROPPED, events.BRIDGED,
            events.TRAPPED, events.SPRUNG, events.BLOCKED, events.DEPARTED, events.BLASTED, events.GLANCED, events.WALKED,
            events.OPENED, events.SCORCHED, hooks.gained, events.SKIPPED, events.PROPOSED, events.AGREED, events.SCORED,
            events.LOST,
        ])  # fmt: skip

    def lay_out(self, rules: Ruleset) -> None:
        hooks = mines_hooks(rules.hooks)
        layout = rules.layout
        layout.add_pack(CARD_BAG, "card bag", hooks.names, hooks.supply)
        layout.add_place(CARD_BAG, DECK, "deck", False)
        layout.add_place(CARD_BAG, DISCARD, "discard pile", False)
        layout.add_place(CARD_BAG, BOARD, "forest", False)
        layout.add_place(CARD_BAG, ASIDE, "set aside", False)
        layout.add_pack(MINE_BAG, "mine bag", hooks.mine_names, hooks.mine_supply)
        layout.add_place(MINE_BAG, MINE_DECK, "mine deck", False)
        for mine in range(hooks.goals):
            layout.add_place(MINE_BAG, MINE + mine, f"G{mine + 1}", False)
        for clan in range(2):
            layout.add_pack(CLAN_BAG + clan, f"{CLANS[clan]} bag", list(ROLES), hooks.role_supply)
            layout.add_place(CLAN_BAG + clan, CLAN_DECK + clan, f"{CLANS[clan]} dwarves left over", False)
        for seat in range(rules.seats):
            layout.add_place(CARD_BAG, HAND + seat, f"hand P{seat + 1}", True)
            layout.add_place(CARD_BAG, FRONT + seat, f"before P{seat + 1}", False)
            for clan in range(2):
                layout.add_place(CLAN_BAG + clan, ROLE + clan * SEATS + seat, f"{CLANS[clan]} P{seat + 1}", True)
        lay_out_treasures(hooks, layout)
        for deck in (DECK, MINE_DECK, CLAN_DECK, CLAN_DECK + 1):
            layout.start(deck)
        hooks.draw_blank()

    def facts(self, rules: Ruleset) -> list[Field]:
        seats = range(rules.seats)
        found = [fields.number("round"), fields.seats("opened"), fields.seat("last"), fields.seat("dragon")]
        found += [fields.cell("dwarf") for _ in seats]
        found += [fields.number(name) for name in ("clan", "path", "points") for _ in seats]
        for name, most in (("troll", int(rules.seats)), ("trap", TRAPS)):
            found += [fields.cell(name) for _ in range(most)]
            found += [fields.yes(f"{name} to the south") for _ in range(most)]
        found += [fields.cell("cleared") for _ in range(CLEARED)]
        return found + [fields.seat("holder") for _ in range(mines_hooks(rules.hooks).kinds * ROOM)]

    def open(self, p: Play) -> None:
        begin(p, mines(p.state).hooks.chosen.first_seat, FIRST, ROUND)

    def returns(self, s: State) -> list[int]:
        """Points of each seat (L-121)."""
        return [int(points) for points in mines(s).points]

    def not_asked(self, s: State, seat: Seat, action: Action) -> Refusal:
        return Refusal("NOT_YOUR_TURN", "L-025") if s.depth else Refusal("NOT_ASKED", "L-132")


def install_steps(r: RulesetBuilder, hooks: MinesHooks) -> None:
    """Every question, with the words it is answered in."""
    turns = moves()
    for form, deed in ((SET_TRAP, TRAP), (SET_TROLL, TROLL), (RAGE, STORM)):
        turns[form].face = hooks.card_for[deed]
    r.all_steps([
        ("first", DrawnFirst(ROUND)), ("round", Round()), ("lay-out", LayOut(hooks.kind_names)), ("clan", Clan()),
        ("role", RoleDeal()), ("deal", Deal("deal", CARD_BAG, DECK, HAND)), ("turn", PlayCard(turns)),
        ("agree", Agree()), ("look", Look(hooks.slots)), ("peek-mine", Glimpse("mine", MINE_BAG, MINE)),
        ("peek-treasure", PeekTreasure()), ("walk", Walk()), ("lose", Lose()), ("open", Open("mine", MINE_BAG, MINE)),
        ("lay-mine", Orient()), ("pick", Take(hooks.slots)), ("draw", Draw("draw", CARD_BAG, DECK, HAND)),
        ("end", End()), ("score", Score()), ("unveil", Unveil()), ("tally", Tally()), ("move", Move()),
    ])  # fmt: skip


def add_board(hooks: MinesHooks, manifest: Manifest) -> None:
    """The board's corners, the start cards and the spaces of the mines, as data (L-008)."""
    corners = manifest.layout("board")
    hooks.left, hooks.top = corners[0]
    hooks.right, hooks.bottom = corners[1]
    for row, cell in zip(manifest.cards("starts"), manifest.layout("starts")):
        hooks.add_start(row.face, parse_shape(row.shape), cell[0], cell[1])
    for x, y in manifest.layout("mines"):
        hooks.add_goal_place(x, y)


def add_cards(hooks: MinesHooks, manifest: Manifest) -> None:
    """Paths and actions."""
    for row in manifest.commonest_first(["paths", "actions"]):
        if row.shape:
            hooks.add_path(row.face, parse_shape(row.shape), MARKS.index(row.mark), row.count)
        elif row.face in DEEDS:
            hooks.add_action(row.face, DEEDS[row.face], 0, row.count)
        else:
            shows: i64 = 0
            for look in range(len(LOOKS)):
                if LOOKS[look] in row.mark.split("+"):
                    shows |= BIT[look]
            hooks.add_action(row.face, INFO, shows, row.count)


def add_treasures(hooks: MinesHooks, manifest: Manifest) -> None:
    """Treasures by kind, which their backs show, with a value on each front (L-003)."""
    for row in manifest.cards("treasures"):
        if row.mark not in hooks.kind_names:
            hooks.kind_names.append(row.mark)
            hooks.treasure_names.append([])
            hooks.treasure_supply.append([])
            hooks.copies = append(hooks.copies, 0)
            for _ in range(FACES):
                hooks.values = append(hooks.values, 0)
        kind = hooks.kind_names.index(row.mark)
        hooks.treasure_names[kind].append(row.face)
        hooks.treasure_supply[kind].append(row.count)
        hooks.values[kind * FACES + len(hooks.treasure_names[kind])] = row.value
        hooks.copies[kind] += row.count
    hooks.kinds = len(hooks.kind_names)
    for name in hooks.kind_names:
        for letter in SLOTS:
            hooks.slots.append(f"{name}-{letter}")


def lay_out_treasures(hooks: MinesHooks, layout: Layout) -> None:
    """A pack for each kind, and a place for each treasure that may be on display."""
    for kind in range(hooks.kinds):
        name = hooks.kind_names[kind]
        layout.add_pack(TREASURE_BAG + kind, f"{name} bag", hooks.treasure_names[kind], hooks.treasure_supply[kind])
        layout.add_place(TREASURE_BAG + kind, TREASURE_DECK + kind, f"{name} deck", False)
        for index in range(ROOM):
            number = treasure(kind, index)
            layout.add_place(TREASURE_BAG + kind, TREASURE + number, hooks.slots[number], False)
        layout.start(TREASURE_DECK + kind)


def switch(hooks: MinesHooks, settings: Settings) -> None:
    """Every point on which tables differ."""
    if settings.choice("firstPlayer") == "host":
        hooks.chosen.first_seat = int(settings.choice("firstSeat"))
    hooks.chosen.rounds = int(settings.choice("rounds"))
    hooks.chosen.quarters = settings.choice("card.rotations") == "4"
    hooks.chosen.anchor = settings.flag("mine.anchor")
    hooks.chosen.free_choice = settings.flag("info.freeChoice")
    hooks.chosen.one_shot = settings.flag("trap.oneShot")
    hooks.chosen.stops_move = settings.flag("trap.stopsMove")
    hooks.chosen.random_treasure = settings.flag("treasure.random")
    hooks.chosen.owner_looks = settings.flag("treasure.ownerMayLook")
    hooks.chosen.end_mid_turn = settings.flag("round.endMidTurn")
    hooks.chosen.agreed_end = settings.flag("round.agreedEnd")
    hooks.chosen.stack = settings.flag("edge.stack")
    hooks.chosen.balanced = settings.flag("deal.balanced")
    hooks.chosen.token_stays = settings.flag("token.staysOnStartOrMine")


LOST_MINES: Final = LostMines(Meta("lost-mines"))
