"""Saboteur 2 (X-001...X-188): two teams and four other dwarfs, doors, ladders, thieves and traps, for 2 to 12 players."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from undermine.games.classic.extras.saboteur2.cards import (
    Inspection,
    NewRole,
    Relief,
    SwapHands,
    SwapRoles,
    Thief,
    Trap,
)
from undermine.games.classic.extras.saboteur2.discarding import Clear
from undermine.games.classic.extras.saboteur2.facts import Cleared, Decided, Dug, Lurked
from undermine.games.classic.extras.saboteur2.gold import Sharing
from undermine.games.classic.extras.saboteur2.ladders import AwayFromGoals
from undermine.games.classic.extras.saboteur2.names import BLUE_WALK, GREEN_WALK, KEY, LAYERS
from undermine.games.classic.extras.saboteur2.thieves import LastDigger, Thieves
from undermine.games.classic.rules.extending import CARD_BAG, Card
from undermine.games.classic.rules.hooks import ClassicHooks, classic_hooks
from undermine.games.classic.rules.state import ROLE_BAG, ROUNDS
from undermine.kernel import fields
from undermine.kernel.agenda import Refusal
from undermine.kernel.forms import Form
from undermine.kernel.ids import BIT
from undermine.kernel.manifest import Manifest, Settings
from undermine.kernel.ruleset import Meta, Module, Ruleset, RulesetBuilder
from undermine.tunnels.shape import parse_shape
from undermine.tunnels.tiles import EVERY_LAYER


class Saboteur2(Module):
    """Everything that the second box adds to the first."""

    def install(self, r: RulesetBuilder) -> None:
        hooks = classic_hooks(r.hooks)
        manifest = r.manifest(KEY)
        hooks.need_tokens(r)
        set_up(hooks, manifest, int(r.seats))
        add_tunnels(hooks, manifest, r.settings)
        lurked = Lurked(r.numbers(1, "thieves played"), r.numbers(r.seats, "thieves"))
        decided = Decided(r.numbers(ROUNDS, "winners"), r.numbers(ROUNDS, "teams"))
        cleared = Cleared()
        r.kind("lurked", lurked)
        r.kind("cleared", cleared)
        r.kind("decided", decided)
        new_role = NewRole()
        r.step("new-role", new_role)
        faces = add_actions(hooks, manifest, r.settings, lurked, new_role)
        hooks.add_deed(Clear(cleared))
        thieves = Thieves(lurked, faces["thief"], faces["trap"])
        r.step("steal", thieves)
        if r.settings.choice("thiefOrder") == "lastTunnelLaid":
            dug = Dug(r.numbers(1, "last digger"))
            r.kind("dug", dug)
            hooks.add_watcher(LastDigger(dug))
            thieves.dug = dug
        sharing = Sharing(hooks.scoring, decided, thieves, faces["trap"])
        sharing.prizes = prizes(manifest)
        sharing.crystals = crystals(hooks)
        sharing.must_finish = r.settings.flag("profiteerMustFinish")
        sharing.reached_only = r.settings.flag("crystalsReachedOnly")
        sharing.free_share_all = r.settings.choice("trappedGeologistShare") == "full"
        hooks.scoring = sharing

    def lay_out(self, rules: Ruleset) -> None:
        for card in classic_hooks(rules.hooks).cards:
            if isinstance(card, SwapRoles):
                rules.layout.add_place(ROLE_BAG, card.aside, "roles laid aside", False)


def set_up(hooks: ClassicHooks, manifest: Manifest, seats: int) -> None:
    """Hands, dwarfs and gold: those of the base game stay in the box (X-011, X-014...X-018, X-020)."""
    hooks.tiles.layers = LAYERS
    hooks.hand_size = manifest.table("hand", seats)
    hooks.aside = manifest.table("aside", seats)
    hooks.discard_most = manifest.table("discards", seats)
    hooks.must_discard = Refusal("BAD_DISCARD_COUNT", "X-101")
    hooks.wrong_number = Refusal("BAD_DISCARD_COUNT", "X-101")
    hooks.roles = [row.face for row in manifest.cards("roles")]
    hooks.role_supply = [row.count for row in manifest.cards("roles")]
    hooks.gold_supply = [0 for _ in hooks.gold_names]
    hooks.show_leftover = False


def add_tunnels(hooks: ClassicHooks, manifest: Manifest, settings: Settings) -> None:
    """Bridges, double curves, doors, ladders and crystals (X-040...X-059)."""
    ladder = vec[i64]([0] * (len(hooks.names) + 1))
    hooks.loose_lit = settings.flag("ladderMustTouchReached")
    for row in manifest.cards("tunnels"):
        shape = parse_shape(row.shape)
        shut: i64 = 0
        if shape.door:
            shut = BIT[GREEN_WALK if shape.door == "b" else BLUE_WALK]
        if shape.ladder:
            loose = "" if hooks.loose_lit and hooks.connection else "X-046"
            hooks.add_tunnel(row.face, shape, row.count, 0, EVERY_LAYER, loose)
        else:
            hooks.add_tunnel(row.face, shape, row.count, shut)
        ladder = append(ladder, 1 if shape.ladder else 0)
    hooks.add_bar(AwayFromGoals(ladder))


def add_actions(
    hooks: ClassicHooks, manifest: Manifest, settings: Settings, lurked: Lurked, new_role: NewRole
) -> dict[str, int]:
    """The action cards; returns the face of each. One kind may have a copy more than is described (Q-03)."""
    faces: dict[str, int] = {}
    extra = settings.choice("extraActionCard")
    for row in manifest.cards("actions"):
        card: Card
        if row.face == "thief":
            card = Thief(lurked)
        elif row.face == "hands-off":
            card = Relief(faces["thief"], "X-067")
        elif row.face == "trap":
            card = Trap(Form("", [fields.seat("target")], CARD_BAG))
        elif row.face == "free":
            card = Relief(faces["trap"], "X-071")
        elif row.face == "inspection":
            card = Inspection()
        elif row.face == "swap-roles":
            card = SwapRoles(hooks.free_places(1), new_role)
        else:
            card = SwapHands(settings.choice("swapHandsDraw") == "both")
        copies = row.count + 1 if row.face == extra else row.count
        faces[row.face] = int(hooks.add_card(row.face, card, copies))
    return faces


def prizes(manifest: Manifest) -> vec[i64]:
    """Nuggets for each winner, by how many there are (X-131)."""
    values = vec[i64]([0])
    for winners in range(1, len(manifest.tables["prize"]) + 1):
        values = append(values, manifest.table("prize", winners))
    return values


def crystals(hooks: ClassicHooks) -> vec[i64]:
    """By face: how many crystals it shows; 0 for whatever another module adds."""
    values = vec[i64]()
    for tile in hooks.tile_of:
        shape = hooks.tiles.shapes[tile]
        values = append(values, i64(0) if shape is None else i64(shape.crystals))
    return values


MODULE: Final = Saboteur2(Meta(KEY, ("classic",), ("greedy-dwarf", "compromised", "tournament")))
