"""What the steady bot makes of a position of The Duel."""

from __future__ import annotations

import pytest

from tests.duel.table import GAMES, rules_for
from undermine.bots import make
from undermine.bots.sharp import Sharp
from undermine.games.duel.mind import DuelMind
from undermine.games.duel.rules.actions import TO_BRIBE, TO_PASS
from undermine.games.duel.rules.state import FRONT, Duel, duel
from undermine.games.duel.standing import FAR, Reach, nearness, outlook, standing
from undermine.kernel.chance import Seeded
from undermine.kernel.engine import act, legal, open_game, waiting
from undermine.kernel.event import Play
from undermine.kernel.ids import lowest


def begun(game: str = "duel", seed: int = 3) -> tuple[Duel, int]:
    t = duel(open_game(rules_for(game), Seeded(seed), None).state)
    return t, lowest(waiting(t))


def to_goals(t: Duel, seat: int) -> int:
    reach = Reach(t, t.colour(seat))
    return sum(int(reach.far[t.grid.cell(t.hooks.goal_x[goal], t.hooks.goal_y[goal])]) for goal in range(t.hooks.goals))


def test_goals_are_cards_away_before_the_first_move() -> None:
    t, _ = begun()
    assert 3 * t.hooks.goals < to_goals(t, 0) < FAR * t.hooks.goals


def test_what_is_near_is_worth_more() -> None:
    worths = [nearness(cards) for cards in range(FAR + 1)]
    assert worths == sorted(worths, reverse=True)
    assert (worths[0], worths[-1]) == (1.0, 0.0)


def test_a_tunnel_towards_the_goals_is_laid_rather_than_cards_thrown_away() -> None:
    t, seat = begun()
    actions = legal(t, seat)
    before, now = to_goals(t, seat), t.ints()
    scores = DuelMind().judge(t, seat, actions)
    assert t.ints() == now
    chosen = actions[scores.index(max(scores))]
    assert chosen < TO_BRIBE
    beyond = t.copy()
    act(Play(beyond, None), seat, chosen)
    assert to_goals(beyond, seat) < before
    assert max(scores) > max(score for score, action in zip(scores, actions, strict=True) if action >= TO_PASS)


def test_broken_tools_are_bad_for_whom_they_belong_to() -> None:
    t, _ = begun()
    broken = t.copy()
    broken.cards.put(FRONT, t.hooks.breaks[0])
    assert standing(broken, 0) < standing(t, 0)
    assert standing(broken, 1) > standing(t, 1)


def test_an_outlook_is_that_of_the_position_behind_it() -> None:
    t, seat = begun()
    action = legal(t, seat)[0]
    assert outlook(t, seat, action) == pytest.approx(outlook(t.copy(), seat, action))


@pytest.mark.parametrize("game", GAMES)
def test_the_sharp_bot_plays_legally_and_the_same_again(game: str) -> None:
    t, seat = begun(game)
    chosen = {make("sharp@12", 0).choose(t, seat, 5) for _ in range(2)}
    assert len(chosen) == 1
    assert chosen <= set(legal(t, seat))
    assert isinstance(make("sharp@12", 0), Sharp)
