"""What the steady bot makes of a position of The Lost Mines."""

from __future__ import annotations

import pytest

from tests.lost_mines.table import rules_for
from undermine.bots import make
from undermine.games.lost_mines.mind import MinesMind
from undermine.games.lost_mines.rules.hooks import GREEDY, SABOTEUR
from undermine.games.lost_mines.rules.state import MINE, Mines, mines
from undermine.games.lost_mines.standing import CARD, FAR, STEP, Road, behind, digs_for, hope, outlook, standing
from undermine.kernel.chance import Seeded
from undermine.kernel.engine import legal, open_game, step, waiting
from undermine.kernel.event import Event
from undermine.kernel.ids import UNKNOWN, lowest
from undermine.kernel.visibility import fold, stream


def begun(seed: int = 3) -> tuple[Mines, int]:
    rules = rules_for(4)
    log: list[Event] = []
    t = open_game(rules, Seeded(seed), log).state
    seat = lowest(waiting(t))
    view = rules.game.new_state(rules)
    for row in stream(log, seat):
        fold(view, row)
    return mines(view), seat


def test_ways_to_mines_cost_cards_and_steps() -> None:
    t, seat = begun()
    road = Road(t, seat)
    costs = [int(road.best[t.grid.cell(t.hooks.goal_x[mine], t.hooks.goal_y[mine])]) for mine in range(t.hooks.goals)]
    assert all(CARD + STEP < cost <= FAR for cost in costs)
    assert min(costs) < FAR
    assert hope(t, seat) > 0


def test_a_mine_is_worth_what_may_be_in_it() -> None:
    t, _ = begun()
    unseen = behind(t, 0)
    kinds = list(range(1, len(t.hooks.mine_kind)))
    known = []
    for face in kinds:
        other = t.copy()
        other.cards.learn(MINE, face, 1)
        known.append((int(t.hooks.mine_kind[face]), behind(other, 0)))
    assert min(worth for kind, worth in known if kind >= 0) >= 0 > max(worth for kind, worth in known if kind < 0)
    assert min(worth for _, worth in known) < unseen < max(worth for _, worth in known)


def test_roles_that_are_known_say_for_whom_a_dwarf_digs() -> None:
    t, seat = begun()
    other = next(at for at in range(4) if at != seat and t.cards.number(t.role(at), UNKNOWN))
    clan = int(t.clan[other])
    assert 0.5 < digs_for(t, other, clan) < 1
    for role, digs in ((SABOTEUR, 0.0), (GREEDY, 0.0)):
        known = t.copy()
        bag = known.cards.layout.bag[known.role(other)]
        if known.cards.number(bag, role):
            known.cards.learn(known.role(other), role, 1)
            assert digs_for(known, other, clan) == digs


def test_whoever_digs_for_it_and_has_treasure_is_good_for_a_seat() -> None:
    t, seat = begun()
    clan = int(1 - t.clan[seat] if t.cards.number(t.role(seat), SABOTEUR) else t.clan[seat])
    mate = next((at for at in range(4) if at != seat and t.clan[at] == clan), None)
    foe = next(at for at in range(4) if at != seat and t.clan[at] != clan)
    number = next(at for at in range(len(t.holder)) if t.on_display(at))
    worths = {}
    for holder in (seat, mate, foe):
        if holder is not None:
            other = t.copy()
            other.holder[number] = holder
            worths[holder] = standing(other, seat) - standing(t, seat)
    assert worths[seat] == max(worths.values())
    assert worths[foe] == min(worths.values())


@pytest.mark.parametrize("bot", ["steady", "sharp@6"])
def test_a_game_is_begun_legally_and_the_same_again(bot: str) -> None:
    rules = rules_for(3)
    games = []
    for _ in range(2):
        play = open_game(rules, Seeded(5), None)
        bots = [make(bot, seat) for seat in range(3)]
        done = []
        for turn in range(5):
            seat = lowest(waiting(play.state))
            done.append(bots[seat].choose(play.state, seat, turn))
            assert done[-1] in legal(play.state, seat)
            step(play, seat, done[-1], Seeded(turn))
        games.append(done)
    assert games[0] == games[1]


def test_looking_ahead_leaves_the_table_alone() -> None:
    t, seat = begun()
    before = t.ints()
    actions = legal(t, seat)
    scores = MinesMind().judge(t, seat, actions)
    assert outlook(t, seat, actions[0]) == pytest.approx(outlook(t.copy(), seat, actions[0]))
    assert max(scores) > min(scores)
    assert t.ints() == before
