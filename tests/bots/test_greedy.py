"""The greedy bot, one situation at a time."""

from __future__ import annotations

import pytest

from tests.bots.view import SEAT, Scene
from undermine.bots import make
from undermine.games.classic.rules.state import CHOOSE, GOLD_BAG, GOLD_DECK, OFFER, ORIENT, TAKE
from undermine.kernel.dealing import MOVED
from undermine.kernel.forms import fields_of


def chosen(scene: Scene, seed: int = 1) -> str:
    return scene.text(make("greedy", 0).choose(scene.view, SEAT, seed))


# A gold-digger


@pytest.mark.parametrize("seed", range(5))
def test_a_digger_goes_on_with_the_tunnel(seed: int) -> None:
    assert chosen(Scene("digger", "EW E|W NS mend-lamp").road(3).knows(1, "gold"), seed) == "lay EW 4,0"


def test_a_digger_finishes_the_tunnel() -> None:
    assert chosen(Scene("digger", "NESW NS map break-lamp rockfall").road(6).knows(1, "gold")) == "lay NESW 7,0"


def test_a_digger_turns_towards_the_gold_that_it_has_seen() -> None:
    north = Scene("digger", "NW NE").road(6).knows(0, "gold")
    south = Scene("digger", "NW NE").road(6).knows(2, "gold")
    assert (chosen(north), chosen(south)) == ("lay NW 7,0", "lay NE@180 7,0")


def test_a_digger_fills_a_gap_that_a_rockfall_left() -> None:
    scene = Scene("digger", "EW NESW NS").lay("NEW 1,0; NEW 3,0; NEW 4,0; NEW 5,0").knows(1, "gold")
    assert chosen(scene).endswith(" 2,0")


def test_a_digger_lays_no_blind_end_and_throws_it_away_first() -> None:
    assert chosen(Scene("digger", "E|W NESW").broken(SEAT, "lamp").knows(1, "gold")) == "pass E|W"
    assert chosen(Scene("digger", "E|W N").road(3).knows(1, "gold")).startswith("pass ")


def test_a_digger_mends_its_own_tools_before_anything_else() -> None:
    scene = Scene("digger", "mend-lamp map EW").broken(SEAT, "lamp").broken(2, "lamp")
    assert chosen(scene) == "mend lamp P1"


def test_a_digger_mends_others_when_it_cannot_dig() -> None:
    scene = Scene("digger", "mend-cart N break-pick").broken(SEAT, "pick").broken(3, "cart").knows(1, "gold")
    assert chosen(scene) == "mend cart P4"


def test_a_digger_looks_at_goals_until_it_knows_where_the_gold_is() -> None:
    assert chosen(Scene("digger", "map EW NESW")) in {"map G1", "map G2", "map G3"}
    assert chosen(Scene("digger", "map EW NESW").knows(0, "stone-NE")) in {"map G2", "map G3"}
    assert chosen(Scene("digger", "map NESW").knows(0, "stone-NE").knows(2, "stone-NW")).startswith("lay NESW ")


def test_a_digger_clears_a_blind_end_out_of_the_way() -> None:
    scene = Scene("digger", "rockfall N E").road(5).lay("E|W 6,0").knows(1, "gold")
    assert chosen(scene) == "rockfall 6,0"


def test_a_digger_breaks_the_tools_of_whoever_has_been_spared() -> None:
    scene = Scene("digger", "break-pick N E", players=7).knows(1, "gold").broken(SEAT, "lamp")
    for seat in (1, 2, 3, 4, 5):
        scene.broken(seat, *("lamp", "cart", "cart", "lamp", "pick")[seat - 1 : seat])
    assert chosen(scene) == "break pick P7"


# A saboteur


def test_a_saboteur_ends_the_tunnel_when_it_comes_near() -> None:
    scene = Scene("saboteur", "E|W NESW EW").road(6).knows(1, "gold")
    assert chosen(scene) == "lay E|W 7,0"


def test_a_saboteur_breaks_tools_when_the_tunnel_comes_near() -> None:
    scene = Scene("saboteur", "break-lamp NESW map").road(5).knows(1, "gold").broken(1, "cart")
    assert chosen(scene) in {"break lamp P3", "break lamp P4", "break lamp P5"}


def test_a_saboteur_brings_the_tunnel_down_when_it_comes_near() -> None:
    far = Scene("saboteur", "rockfall NESW").road(1).knows(1, "gold")
    near = Scene("saboteur", "rockfall NESW").road(6).knows(1, "gold")
    assert not chosen(far).startswith("rockfall")
    assert chosen(near).startswith("rockfall ")


def test_a_saboteur_helps_nobody_and_throws_good_cards_away() -> None:
    scene = Scene("saboteur", "mend-lamp NESW N").broken(SEAT, "cart").broken(2, "lamp").knows(1, "gold")
    assert chosen(scene) == "pass NESW"


# Other questions


def test_the_highest_gold_card_is_taken() -> None:
    scene = Scene("digger", "EW").ask(TAKE, SEAT)
    for name in ("gold-1", "gold-3", "gold-2"):
        MOVED.apply(scene.view, scene.face(GOLD_BAG, name), GOLD_DECK, OFFER, 0)
    assert chosen(scene) == "take gold-3"


@pytest.mark.parametrize(("role", "goal"), [("digger", "turn G2"), ("saboteur", "turn G1")])
def test_the_goal_turned_first_is_the_one_that_suits(role: str, goal: str) -> None:
    scene = Scene(role, "EW").road(6).lay("NESW 7,0; NESW 7,-1; NESW 7,-2").knows(1, "gold").ask(CHOOSE, SEAT)
    assert chosen(scene) == goal


@pytest.mark.parametrize(("role", "turned"), [("digger", 0), ("saboteur", 1)])
def test_a_stone_is_laid_the_way_that_suits(role: str, turned: int) -> None:
    """G2 is a curve that fits in neither way; as it stands, it leads the tunnel from the West on to the gold."""
    scene = Scene(role, "EW").road(6).lay("EW 7,0; N|S 8,1").knows(1, "stone-NW").knows(0, "gold").ask(ORIENT, 1)
    assert (fields_of(make("greedy", 0).choose(scene.view, SEAT, 1)) > 0) == bool(turned)
