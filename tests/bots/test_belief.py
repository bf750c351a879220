"""What a bot may think of goals, of the others, and of the way that is left."""

from __future__ import annotations

import pytest

from tests.bots.view import SEAT, Scene
from undermine.games.classic.judge.belief import SURE, chances_of_gold, chances_of_sabotage
from undermine.games.classic.judge.digging import FAR, Ways
from undermine.games.classic.judge.look import CARD, Look


def test_unseen_goals_are_equally_likely() -> None:
    assert list(chances_of_gold(Scene("digger", "EW").view)) == [SURE // 3] * 3


def test_what_a_seat_has_seen_decides() -> None:
    assert list(chances_of_gold(Scene("digger", "EW").knows(0, "stone-NE").view)) == [0, SURE // 2, SURE // 2]
    assert list(chances_of_gold(Scene("digger", "EW").knows(0, "gold").view)) == [SURE, 0, 0]
    both = Scene("digger", "EW").knows(0, "stone-NE").knows(2, "stone-NW")
    assert list(chances_of_gold(both.view)) == [0, SURE, 0]


def test_a_digger_counts_the_saboteurs_that_are_left() -> None:
    """Five players: two saboteurs and three more gold-diggers lie before four others and in the middle."""
    assert list(chances_of_sabotage(Scene("digger", "EW").view)) == [0, *[SURE * 2 // 5] * 4]
    assert list(chances_of_sabotage(Scene("saboteur", "EW").view)) == [SURE, *[SURE // 5] * 4]


def test_whoever_suffers_is_believed_more() -> None:
    chances = chances_of_sabotage(Scene("digger", "EW").broken(2, "lamp", "cart").broken(3, "pick").view)
    assert chances[2] < chances[3] < chances[1] == chances[4] <= SURE


@pytest.mark.parametrize(("goal", "cards"), [(0, 9), (1, 7), (2, 9)])
def test_the_way_from_the_entrance(goal: int, cards: int) -> None:
    view = Scene("digger", "EW").view
    assert Ways(view.grid, view.goal_x[goal], view.goal_y[goal]).best == cards


def test_every_card_of_the_tunnel_shortens_the_way() -> None:
    for cells in range(1, 7):
        assert Look(Scene("digger", "EW").road(cells).knows(1, "gold").view, SEAT).left == (7 - cells) * CARD


def test_cards_that_are_cut_off_cost_nothing_to_pass() -> None:
    scene = Scene("digger", "EW").lay("EW 1,0; EW 3,0; NEW 4,0; NEW 5,0; NEW 6,0; NEW 7,0").knows(1, "gold")
    assert Look(scene.view, SEAT).left == CARD


def test_a_wall_lengthens_the_way() -> None:
    """A card with a wall to the East ends the tunnel at (6,0): the next opening is one cell back, to the South."""
    scene = Scene("digger", "EW").road(5).lay("NW 6,0").knows(1, "gold")
    assert Look(scene.view, SEAT).left == 3 * CARD


def test_no_way_at_all() -> None:
    scene = Scene("digger", "EW").lay("N 0,-1; N@180 0,1; E 1,0; E|W -1,0").knows(1, "gold")
    view = scene.view
    assert Ways(view.grid, view.goal_x[1], view.goal_y[1]).best == FAR


def test_what_is_expected_of_a_card_is_what_comes_of_it() -> None:
    """The quick estimate against the way measured anew, for every card that can be laid."""
    from undermine.games.classic.rules.actions import is_pass
    from undermine.games.classic.rules.events import LAID
    from undermine.kernel.engine import legal
    from undermine.kernel.forms import aim_of, card_of

    for cells in (1, 3, 5):
        view = Scene("digger", "NESW NES NS NW E|W").road(cells).knows(1, "gold").view
        look = Look(view, SEAT)
        for action in legal(view, SEAT):
            if not is_pass(action):
                copy = view.copy()
                LAID.apply(copy, card_of(action), SEAT, aim_of(action), 0)
                assert look.after(card_of(action), aim_of(action)) == Look(copy, SEAT).left
