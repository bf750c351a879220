"""The root module of The Duel: what the game consists of."""

from __future__ import annotations

from typing import Final

from undermine.games.duel.rules import events
from undermine.games.duel.rules.actions import moves
from undermine.games.duel.rules.hooks import BREAK, KEY, MAP, MEND, ROCKFALL, DuelHooks, duel_hooks
from undermine.games.duel.rules.joining import Bribe, Choose, Claim, Join, Orient, Reveal
from undermine.games.duel.rules.marks import design
from undermine.games.duel.rules.rounds import Close, Deal, Debts, Round, Score, Tribute
from undermine.games.duel.rules.state import (
    ASIDE,
    BOARD,
    CARD_BAG,
    CARD_BOX,
    DECK,
    DISCARD,
    FRONT,
    GOAL,
    GOAL_BAG,
    GOAL_BOX,
    GOAL_DECK,
    GOAL_WON,
    HAND,
    ROUND,
    WON,
    Duel,
    duel,
)
from undermine.games.duel.rules.turn import Build, Draw, Finish, Turn
from undermine.kernel import fields
from undermine.kernel.agenda import Refusal
from undermine.kernel.event import Play
from undermine.kernel.fields import TOOLS, Field, tools_on
from undermine.kernel.ids import AUTO, Action, Seat
from undermine.kernel.looking import Glimpse
from undermine.kernel.manifest import CardRow, Manifest, Settings
from undermine.kernel.ruleset import Game, Meta, Ruleset, RulesetBuilder
from undermine.kernel.state import State


class DuelGame(Game):
    """Green against blue (D-001...D-102)."""

    def new_hooks(self) -> DuelHooks:
        return DuelHooks()

    def new_state(self, rules: Ruleset) -> Duel:
        return Duel(rules, None)

    def install(self, r: RulesetBuilder) -> None:
        manifest = r.manifest(self.meta.key)
        hooks = duel_hooks(r.hooks)
        switch(hooks, r.settings)
        add_cards(hooks, manifest)
        add_moves(hooks)
        self.add_homes(hooks, manifest, r.settings)
        for row in manifest.cards("goals"):
            hooks.add_goal(row.face, design(row.shape, row.mark, row.value), row.count)
        for x, y in manifest.layout("goals"):
            hooks.add_goal_place(x, y)
        r.all_steps([
            ("round", Round()), ("deal", Deal("deal", CARD_BAG, DECK, HAND)), ("turn", Turn(hooks)),
            ("build", Build(hooks)), ("finish", Finish()), ("draw", Draw("draw", CARD_BAG, DECK, HAND)),
            ("join", Join()), ("claim", Claim()), ("choose", Choose()), ("reveal", Reveal("goal", GOAL_BAG, GOAL)),
            ("orient", Orient()), ("bribe", Bribe(hooks)), ("peek", Glimpse("goal", GOAL_BAG, GOAL)),
            ("score", Score()), ("debts", Debts()), ("tribute", Tribute()), ("close", Close()),
        ])  # fmt: skip
        r.all_kinds([
            events.BEGAN, events.LAID, events.COLLAPSED, events.UNLOCKED, events.BRIBED, events.CLAIMED,
            events.CONSULTED, events.TURNED, events.EARNED, events.YIELDED, events.OWED,
            events.PLAYED, events.BROKE, events.MENDED, events.STRUCK, events.SPENT, events.KEPT, events.GAVE,
            events.PUT_ASIDE,
        ])  # fmt: skip
        reserve(hooks, r, manifest)

    def add_homes(self, hooks: DuelHooks, manifest: Manifest, settings: Settings) -> None:
        """An entrance for each colour (D-011)."""
        cells = manifest.layout("entrances")
        for index, row in enumerate(manifest.cards("entrances")):
            add_home(hooks, row, cells[index][0], cells[index][1])

    def lay_out(self, rules: Ruleset) -> None:
        hooks = duel_hooks(rules.hooks)
        layout = rules.layout
        layout.add_pack(CARD_BAG, "card bag", hooks.names, hooks.supply)
        layout.add_place(CARD_BAG, DECK, "deck", False)
        layout.add_place(CARD_BAG, DISCARD, "discard pile", False)
        layout.add_place(CARD_BAG, BOARD, "maze", False)
        layout.add_place(CARD_BAG, CARD_BOX, "box", False)
        layout.add_place(CARD_BAG, ASIDE, "aside", False)
        layout.add_pack(GOAL_BAG, "goal bag", hooks.goal_names, hooks.goal_supply)
        layout.add_place(GOAL_BAG, GOAL_DECK, "goal deck", False)
        layout.add_place(GOAL_BAG, GOAL_BOX, "goal box", False)
        for seat in range(rules.seats):
            layout.add_place(CARD_BAG, HAND + seat, f"hand P{seat + 1}", True)
            layout.add_place(CARD_BAG, FRONT + seat, f"before P{seat + 1}", False)
            layout.add_place(CARD_BAG, WON + seat, f"nuggets P{seat + 1}", False)
            layout.add_place(GOAL_BAG, GOAL_WON + seat, f"gold P{seat + 1}", False)
        for goal in range(hooks.goals):
            layout.add_place(GOAL_BAG, GOAL + goal, f"G{goal + 1}", False)
        layout.start(DECK)
        layout.start(GOAL_DECK)
        hooks.draw_blank()

    def facts(self, rules: Ruleset) -> list[Field]:
        runs = duel_hooks(rules.hooks).runs
        tokens = [fields.cell("token") for _ in range(runs.token_count)]
        keys = [fields.cell("key") for _ in range(runs.key_count)]
        return [fields.number("round"), fields.seats("opened"), *tokens, *keys]

    def open(self, p: Play) -> None:
        p.ask(ROUND, AUTO, 1, 0)

    def returns(self, s: State) -> list[int]:
        """Nuggets of each seat (D-092)."""
        t = duel(s)
        return [int(t.nuggets(seat)) for seat in range(t.seats)]

    def not_asked(self, s: State, seat: Seat, action: Action) -> Refusal:
        return Refusal("NOT_YOUR_TURN", "D-015") if s.depth else Refusal("NOT_ASKED", "D-092")


def add_home(hooks: DuelHooks, row: CardRow, x: int, y: int) -> None:
    """An entrance, joined to itself as a ladder is."""
    hooks.homes.append((int(hooks.maze.add_card(design(row.shape, row.mark, 0), 0, 0)), x, y))


def add_cards(hooks: DuelHooks, manifest: Manifest) -> None:
    """Tunnels and actions."""
    for row in manifest.commonest_first(["tunnels", "actions"]):
        if row.shape:
            hooks.add_tunnel(row.face, design(row.shape, row.mark, row.value), row.count)
        else:
            add_action(hooks, row)


def add_moves(hooks: DuelHooks) -> None:
    """All that can be done in a turn; cards that are the only ones of their verb are not named in words."""
    hooks.moves += moves()
    hooks.mended = hooks.moves[3].fields[0]
    hooks.cleared = hooks.moves[7].fields[0]
    for form in hooks.moves:
        if form.card >= 0 and form.verb in hooks.names:
            form.named(form.verb, hooks.names.index(form.verb) + 1)


def add_action(hooks: DuelHooks, row: CardRow) -> None:
    """What an action card does is told by its name: break-lamp, mend-lamp+pick, key, rockfall, map."""
    verb = row.face.partition("-")[0]
    tools = tools_on(row.face)
    if verb == "break":
        face = hooks.add_face(row.face, BREAK, tools, row.count)
        for tool in range(len(TOOLS)):
            if tools >> tool & 1:
                hooks.breaks[tool] = face
    elif verb == "mend":
        hooks.add_face(row.face, MEND, tools, row.count)
    elif verb == "key":
        hooks.key = hooks.add_face(row.face, KEY, tools, row.count)
    elif verb == "rockfall":
        hooks.rockfall = hooks.add_face(row.face, ROCKFALL, tools, row.count)
    else:
        hooks.map = hooks.add_face(row.face, MAP, tools, row.count)


def reserve(hooks: DuelHooks, r: RulesetBuilder, manifest: Manifest) -> None:
    """Sizes, and room for tokens and results."""
    seats = int(r.seats)
    hooks.hand_size = manifest.table("hand", seats)
    hooks.rounds = manifest.table("rounds", seats)
    hooks.runs.token_count = manifest.table("tokens", seats)
    hooks.runs.key_count = manifest.table("keys", seats)
    hooks.runs.tokens = r.numbers(hooks.runs.token_count, "tokens")
    hooks.runs.keys = r.numbers(hooks.runs.key_count, "keys")
    hooks.runs.earned = r.numbers(hooks.rounds * r.seats, "earned")
    hooks.runs.paid = r.numbers(hooks.rounds * r.seats, "paid")
    hooks.runs.bribes = r.numbers(r.seats, "bribes")
    hooks.runs.debts = r.numbers(r.seats, "debts")


def switch(hooks: DuelHooks, settings: Settings) -> None:
    """Every point on which tables differ."""
    hooks.switches.free_bribe = settings.flag("troll.freeBribe")
    hooks.switches.debt_negative = settings.flag("troll.debtNegative")
    hooks.switches.own_ladder = settings.flag("ladder.ownOnly")
    hooks.switches.reachable_key = settings.flag("key.reachableOnly")
    hooks.switches.optional_claim = settings.flag("gold.optionalClaim")
    hooks.maze.any_opening = settings.flag("gold.anyOpening")


class TwoPlayers(DuelGame):
    """The game for two, with the switches that only two players need."""

    def install(self, r: RulesetBuilder) -> None:
        super().install(r)
        hooks = duel_hooks(r.hooks)
        hooks.switches.four_each = r.settings.flag("tokens.perPlayer4")
        hooks.switches.gross_starter = r.settings.flag("starter.gross")
        hooks.switches.fewer_trolls = r.settings.flag("tie.fewerTrolls")


DUEL: Final = TwoPlayers(Meta("duel"))
