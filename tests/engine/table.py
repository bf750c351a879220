"""A table at which random games are played and watched, and what must hold there at any moment."""

from __future__ import annotations

import random
from collections.abc import Sequence

from hypothesis import strategies as st

from undermine.games.classic.rules.actions import PASS, lays_tunnel
from undermine.games.classic.rules.state import CARD_BAG, CHOOSE, GOLD_BAG, ORIENT, TAKE, TURN, Classic, classic
from undermine.kernel import engine
from undermine.kernel.chance import Chance, Seeded
from undermine.kernel.engine import act, advance, explain, legal, open_game, waiting
from undermine.kernel.event import Event
from undermine.kernel.forms import CARD, aim_of, card_of, fields_of
from undermine.kernel.ids import SPECTATOR, UNKNOWN
from undermine.kernel.piles import WORD, Cards
from undermine.kernel.ruleset import Ruleset
from undermine.kernel.state import Frame, State
from undermine.kernel.visibility import fold, redact
from undermine.registry import Options, game_manifest, ruleset

COMPILED = not str(engine.__file__).endswith(".py")
EDITIONS = tuple(game_manifest("classic").editions)
LONGEST = 3 * 10 * 40  # moves of a game: each takes a card of 67 or passes empty-handed, at most once a seat in a row
TOOLS = ("lamp", "cart", "pick")

Row = tuple[int, int, int, int]
Word = tuple[str | int, ...]

switches = st.fixed_dictionaries(
    {},
    optional={name: st.sampled_from(switch.values) for name, switch in game_manifest("classic").switches.items()},
)
options = st.builds(
    Options,
    players=st.integers(3, 10),
    edition=st.sampled_from(EDITIONS),
    switches=switches,
    first=st.integers(0, 2),
)
seeds = st.integers(0, 2**31 - 1)


def rules_for(players: int, edition: str = "", **chosen: str) -> Ruleset:
    return ruleset(Options(players=players, edition=edition, switches=chosen))


def random_rules(rnd: random.Random) -> Ruleset:
    """What `options` draws, for loops that run without hypothesis."""
    manifest = game_manifest("classic")
    chosen = {
        name: rnd.choice(switch.values) for name, switch in manifest.switches.items() if rnd.random() < 0.5
    }  # fmt: skip
    return ruleset(Options(players=rnd.randint(3, 10), edition=rnd.choice(EDITIONS), switches=chosen))


def frames(s: State) -> list[Row]:
    return [frame_row(f) for f in s.frames()]


def frame_row(f: Frame) -> Row:
    return int(f.step), int(f.seats), int(f.a), int(f.b)


class Table:
    """The true state, its log, and a view for each watcher (all seats and a spectator, unless they are named)."""

    def __init__(self, rules: Ruleset, seed: int, watchers: Sequence[int] | None = None) -> None:
        self.rules = rules
        self.random = random.Random(seed)
        self.eager = self.random.choice((0.0, 0.7, 0.95))  # how often a move towards the goals is preferred
        self.chance: Chance = Seeded(seed)
        self.log: list[Event] = []
        self.play = open_game(rules, self.chance, self.log)
        self.watchers = [*range(rules.seats), SPECTATOR] if watchers is None else list(watchers)
        self.views = [rules.game.new_state(rules) for _ in self.watchers]
        self.seen = 0
        self.watch()

    @property
    def state(self) -> State:
        return self.play.state

    def watch(self) -> None:
        for event in self.log[self.seen :]:
            for seat, view in zip(self.watchers, self.views, strict=True):
                row = redact(event, seat)
                if row is not None:
                    fold(view, row)
        self.seen = len(self.log)

    def asked(self) -> int:
        return asked(self.state)

    def move(self) -> None:
        """Who is asked does something."""
        seat = self.asked()
        act(self.play, seat, self.wish(self.state, legal(self.state, seat))[0])
        advance(self.play, self.chance)
        self.watch()

    def wish(self, s: State, actions: list[int]) -> list[int]:
        """The actions in the order in which this table would like to see them."""
        wishes = self.random.sample(actions, len(actions))
        if self.random.random() < self.eager and s.top().step == TURN:
            wishes.sort(key=lambda action: progress(classic(s), action), reverse=True)
        return wishes

    def play_on(self, moves: int) -> Table:
        while moves and not self.state.over():
            self.move()
            moves -= 1
        return self


def asked(s: State) -> int:
    """The seat that is asked; in the base game it is always one."""
    mask = int(waiting(s))
    assert mask.bit_count() == 1
    return mask.bit_length() - 1


def progress(t: Classic, action: int) -> int:
    """How near a tunnel would come to a goal that is face down; dead ends and all other cards least."""
    if not lays_tunnel(action):
        return -200
    name = card_name(t.rules, card_of(action))
    x, y = cell_of(aim_of(action) >> 2)
    ways: list[int] = [
        abs(int(t.goal_x[goal]) - x) + abs(int(t.goal_y[goal]) - y)
        for goal in range(t.hooks.goals)
        if not t.opened >> goal & 1
    ]
    return -min(ways) - (100 if "|" in name or len(name) == 1 else 0)


def card_name(rules: Ruleset, face: int) -> str:
    return rules.layout.face_names[CARD_BAG][face]


def cell_of(spot: int) -> tuple[int, int]:
    return (spot & 255) - 128, (spot >> 8) - 128


def words(s: State, action: int) -> Word:
    """An action in words: what the number means, written down here a second time."""
    step = s.top().step
    if step == TURN:
        return turn_words(s.rules, action)
    if step == CHOOSE:
        return ("turn", int(fields_of(action)))
    if step == ORIENT:
        return ("orient", action)
    assert step == TAKE
    return ("take", s.rules.layout.face_names[GOLD_BAG][action])


def turn_words(rules: Ruleset, action: int) -> Word:
    if action == PASS:
        return ("pass",)
    if action >> 32 == 1:
        return ("pass", card_name(rules, action & 255))
    name, aim = card_name(rules, card_of(action)), int(aim_of(action))
    if name.startswith("break-"):
        return ("break", name, aim)
    if name.startswith("mend-"):
        return ("mend", name, aim // 8, TOOLS[aim % 8])
    if name == "rockfall":
        return ("rockfall", *cell_of(aim))
    if name == "map":
        return ("map", aim)
    return ("lay", name, aim & 3, *cell_of(aim >> 2))


def some_action(rnd: random.Random, rules: Ruleset, known: list[int]) -> int:
    """Any number a client may send: seldom legal, and often near something that is."""
    kind = rnd.randrange(6)
    faces = len(rules.layout.face_names[CARD_BAG])
    if kind == 0 and known:
        return rnd.choice(known) + rnd.choice((-1, 1, 2, 8, 1024, PASS, -PASS, CARD))
    if kind == 1:
        return rnd.randrange(-(2**40), 2**40)
    if kind == 2:
        return rnd.randrange(-40, 40)
    face = rnd.randrange(-2, faces + 3)
    if kind == 3:
        return PASS + rnd.randrange(1024) * 256 + rnd.randrange(256)
    if kind == 4:
        cell = (rnd.randrange(-5, 6) + 128) * 256 + rnd.randrange(-3, 12) + 128
        return face * CARD + rnd.randrange(4) * PASS + (cell * 4 + rnd.randrange(4) if rnd.random() < 0.7 else cell)
    form = rnd.choice(rules.forms)
    return int(form.head) + int(form.face or face) * CARD + rnd.randrange(16)


def refusal(s: State, seat: int, action: int) -> tuple[str, str] | None:
    why = explain(s, seat, action)
    return None if why is None else (why.code, why.rule)


# What must hold


def counts(cards: Cards) -> dict[int, dict[int, list[int]]]:
    """By bag and place: how many cards are unnamed, and how many of each face; the bag itself comes first.

    Read in one go, and beside the methods of `Cards`: this is looked at very often.
    """
    flat = [int(number) for number in cards.count]
    layout = cards.layout
    found: dict[int, dict[int, list[int]]] = {}
    for bag, places in layout.packs.items():
        found[bag] = {}
        for place in (bag, *places):
            row = layout.row[place]
            found[bag][place] = flat[row : row + layout.faces[place] + 1]
            assert sum(found[bag][place]) == flat[row - 1], "a total is wrong"
    assert min(flat) >= 0
    return found


def check_cards(cards: Cards) -> None:
    """A bag holds exactly the faces of the unnamed cards, and no count is negative."""
    for bag, places in counts(cards).items():
        assert sum(row[UNKNOWN] for place, row in places.items() if place != bag) == sum(places[bag])
        assert not places[bag][UNKNOWN]
    layout = cards.layout
    for place, at in enumerate(layout.set_at):
        if at:
            faces = range(layout.faces[place] + 1)
            listed = [face for face in faces if cards.sets[at + face // WORD] >> face % WORD & 1]
            assert listed == [face for face in faces if cards.number(place, face)]


def inventory(cards: Cards) -> list[list[int]]:
    """How many there are of each face of each pack, wherever they are."""
    return [[sum(column) for column in zip(*places.values(), strict=True)][1:] for places in counts(cards).values()]


def check_claims(view: State, truth: State) -> None:
    """Whatever a view says about a card is so; how many cards lie where, everybody knows."""
    check_cards(view.cards)
    true_counts = counts(truth.cards)
    for bag, places in counts(view.cards).items():
        for place, row in places.items():
            if place != bag:
                true_row = true_counts[bag][place]
                assert sum(row) == sum(true_row)
                assert all(known <= there for known, there in zip(row[1:], true_row[1:], strict=True))
    mine, true = classic(view), classic(truth)
    assert (mine.round, mine.last, mine.opened) == (true.round, true.last, true.opened)
    assert mine.grid.ints() == true.grid.ints()
    assert list(view.numbers) == list(truth.numbers)


def check_views(t: Table, actions: int = 4) -> None:
    for seat, view in zip(t.watchers, t.views, strict=True):
        check_claims(view, t.state)
        assert frames(view) == frames(t.state), "a view's agenda differs from the true one"
        may = legal(t.state, seat)
        assert legal(view, seat) == may, "legal for the state, not for the view, or the reverse"
        for _ in range(actions):
            action = some_action(t.random, t.rules, may)
            assert refusal(view, seat, action) == refusal(t.state, seat, action), f"explained otherwise: {action}"
        for action in may[:2]:
            assert refusal(t.state, seat, action) is None
