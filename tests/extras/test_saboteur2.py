"""Whole games of Saboteur 2 under the laws of every game, its secrets, and its payment beside a naive reckoning."""

# ruff: noqa: RUF001 - Cyrillic letters are meant

from __future__ import annotations

import random
from pathlib import Path

import pytest

from tests.cli.shown import cell, faces
from tests.cli.shown import classic as table
from tests.conftest import ROOT
from tests.engine import pairs
from tests.engine.worlds import Catalogue, hidden_draw
from tests.laws.laws import Table, check_game, question
from tests.present.watching import seen_by
from undermine.cli.terminal.board import board, picture
from undermine.cli.terminal.facts import legend
from undermine.cli.terminal.signs import signs
from undermine.cli.terminal.tale import Names, sentence
from undermine.cli.terminal.words import Words
from undermine.data import manifest
from undermine.data.table import LANGUAGES
from undermine.games.classic.rules.actions import is_pass
from undermine.games.classic.rules.events import GIVEN, PASSED, PLAYED, WON
from undermine.games.classic.rules.state import CARD_BAG, DISCARD, DRAW_ALSO, FRONT, HAND, ROLE, TURN, classic
from undermine.kernel import dealing
from undermine.kernel.chance import Seeded
from undermine.kernel.engine import legal, open_game
from undermine.kernel.event import Event
from undermine.kernel.forms import aim_of, card_of, form_of
from undermine.kernel.ids import NOBODY, SPECTATOR
from undermine.kernel.ruleset import Ruleset
from undermine.kernel.state import Frame, State
from undermine.kernel.visibility import redact
from undermine.notation.actions import parse, words
from undermine.notation.events import event_words, parse_event
from undermine.notation.moves import cards_of
from undermine.present import ask_of, told
from undermine.present.view import Told
from undermine.registry import Options, ruleset
from undermine.scenarios.run import run

BASE_ACTIONS = sorted(
    path for number in range(27, 38) for path in (ROOT / "tests/scenarios/classic").glob(f"GB-{number}*.yaml")
)
PASSES = {  # what those scenarios say of passes is otherwise here: up to three cards
    "refused: MUST_DISCARD B-111": "refused: BAD_DISCARD_COUNT X-101",
    "          pass: EW; NE; map; break-cart\n        legal_count: 9\n": "",
    "    legal_count: 6\n": "",
}
PRIZES = {1: 5, 2: 4, 3: 3, 4: 2}
LESS = {"boss": 1, "profiteer": 2}


def rules_for(players: int, edition: str = "anniversary", **switches: str) -> Ruleset:
    return ruleset(Options(players=players, edition=edition, extras=("saboteur2",), switches=switches))


class Lively(Table):
    """Likes action cards and the two-card discard, and lays tunnels rather than pass."""

    def choose(self, seat: int, actions: list[int]) -> int:
        return self.wish(self.state, actions)[0]

    def wish(self, s: State, actions: list[int]) -> list[int]:
        """The actions in the order in which this table would like to see them."""
        wishes = self.random.sample(actions, len(actions))
        if question(s) == "turn" and self.random.random() < 0.8:
            first = self.random.random() < 0.3
            deeds = classic(s).hooks.deed_of
            wishes.sort(key=lambda action: (not first) if deeds[form_of(action)] >= 0 else thrown(action) > 0)
        return wishes


def thrown(action: int) -> int:
    """How many cards a pass throws away; 0 for anything else."""
    return len(cards_of(action & 0xFFFFFFFF)) if is_pass(action) else 0


def test_tunnels_are_named_by_their_shape() -> None:
    assert all(row.face == row.shape for row in manifest.load("saboteur2").cards("tunnels"))


@pytest.mark.parametrize(
    ("players", "edition", "switches"),
    [
        (2, "anniversary", {}),
        (3, "deluxe", {"extraActionCard": "inspection", "swapHandsDraw": "both"}),
        (6, "ukrainian", {"ladderMustTouchReached": "true", "crystalsReachedOnly": "true"}),
        (12, "deluxe", {"profiteerMustFinish": "true", "trappedGeologistShare": "full"}),
    ],
)
def test_whole_games(players: int, edition: str, switches: dict[str, str]) -> None:
    check_game(Lively(rules_for(players, edition, **switches), players))


# Secrets


class Pair(pairs.Pair):
    """Two worlds of Saboteur 2 that one observer cannot tell apart."""

    def __init__(self, t: Lively, observer: int, seed: int) -> None:
        self.table = t
        super().__init__(t, observer, seed)

    def hidden_draw(self, s: State, f: Frame, observer: int) -> bool:
        if f.step == DRAW_ALSO or s.rules.step_names[f.step] == "new-role":
            return f.a != observer
        return hidden_draw(s, f, observer)

    def twins(self, f: Frame, seat: int, action: int, choices: list[int]) -> list[int]:
        if f.step == TURN and seat != self.observer:
            if thrown(action):  # which cards are thrown away is hidden, their number is not: X-185
                return [choice for choice in choices if thrown(choice) == thrown(action)]
            if self.rules.forms[form_of(action)].tag == "clear":
                return [choice for choice in choices if choice >> 16 == action >> 16]
        return [action] if action in choices else []

    def rightful(self, row: Event, other: Event) -> bool:
        shown = Catalogue(classic(self.real.view), self.observer, self.past)
        return shown.rightful(row, other) or self.looked(row, other) or self.looked(other, row)

    def looked(self, row: Event, other: Event) -> bool:
        """A role seen by Inspection (X-182), or the hand got by Swap hands (X-184)."""
        played = next(past for past in reversed(self.past) if past.kind is PLAYED)
        name = self.rules.layout.face_names[CARD_BAG][card_of(played.a)]
        target = int(aim_of(played.a))
        if not isinstance(row.kind, dealing.Shown):
            return False
        if name == "inspection":
            return (played.b, ROLE + target) == (self.observer, row.b) and isinstance(other.kind, dealing.Shown)
        return name == "swap-hands" and self.observer in (played.b, target) and row.b == HAND + self.observer

    def wish(self, s: State, actions: list[int]) -> list[int]:
        return self.table.wish(s, actions)

    def kept(self, view: State) -> list[int]:
        return [*range(ROLE, ROLE + self.rules.seats)] if self.random.random() < 0.6 else []


@pytest.mark.parametrize("seed", range(4))
def test_two_worlds_that_a_seat_cannot_tell_apart(seed: int) -> None:
    rnd = random.Random(seed)
    t = Lively(rules_for(rnd.choice((2, 3, 5)), rnd.choice(("anniversary", "deluxe"))), seed)
    moves = 0
    while not t.state.over():
        pair = Pair(t, rnd.choice([*range(t.rules.seats), SPECTATOR]), rnd.randrange(2**31))
        moves += pair.go_on(rnd.choice((3, 40)))
        t.play_on(rnd.randrange(1, 20))
    assert moves > 50


# Payment


def naive_pay(t: Table, teams: int, found: bool) -> dict[int, int]:
    """What the table of prizes gives everybody, from the roles and the cards on the table alone."""
    s = classic(t.state)
    names = t.rules.layout.face_names
    roles = [names[0][s.cards.any(ROLE + seat)] for seat in range(s.seats)]
    trap = names[CARD_BAG].index("trap")
    wins = {"profiteer", *(["boss"] if found else ["saboteur"])}
    wins |= {colour for bit, colour in ((1, "green-digger"), (2, "blue-digger")) if teams & bit}
    free = [seat for seat in range(s.seats) if not s.cards.number(FRONT + seat, trap)]
    winners = [seat for seat in free if roles[seat] in wins]
    paid = {seat: max(0, PRIZES.get(len(winners), 1) - LESS.get(roles[seat], 0)) for seat in winners}
    crystals = sum(
        s.hooks.tiles.text(tile).count("^1") for _, tile in zip(*[iter(s.grid.ints())] * 2, strict=True) if tile > 1
    )
    for seat in free:
        if roles[seat] == "geologist":
            paid[seat] = crystals // roles.count("geologist")
    return {seat: nuggets for seat, nuggets in paid.items() if nuggets}


@pytest.mark.parametrize("players", [2, 5, 9])
def test_payment_is_what_a_naive_reckoning_says(players: int) -> None:
    compared = 0
    for seed in range(4):
        t = Lively(rules_for(players), seed)
        decided = t.rules.kinds[t.rules.kind_names.index("decided")]
        seen = 0
        while not t.state.over():
            t.move()
            rows = t.log[seen:]
            seen = len(t.log)
            ends = [index for index, row in enumerate(rows) if row.kind is decided]
            if not ends or any(row.kind is dealing.GATHERED for row in rows):
                continue  # the table is cleared at once unless a Thief is asked, or this was the last round
            won = next(row for row in rows if row.kind is WON)
            paid = {int(row.b): int(row.c) for row in rows[ends[0] :] if row.kind is GIVEN and row.a == NOBODY}
            assert paid == naive_pay(t, int(rows[ends[0]].b), won.a == 1)
            compared += 1
    assert compared >= 4


def test_the_first_player_stands_in_for_the_last_digger() -> None:
    """Until a tunnel is laid (Q-25a)."""
    options = Options(players=4, edition="deluxe", extras=("saboteur2",), switches={"firstPlayer": "host"}, first=2)
    rules = ruleset(options)
    play = open_game(rules, Seeded(1), None)
    assert play.state.numbers[rules.runs["last digger"][0]] == 2


# Screens


def test_screens_show_whether_others_have_gold_and_not_how_much() -> None:
    """X-151, X-188: in every view of a whole game; and every question and event has words."""
    t = Lively(rules_for(3, "deluxe"), 3)
    some = False
    while not t.state.over():
        before = [view.copy() for view in t.views]
        seen = len(t.log)
        t.move()
        for seat, view, earlier in zip(t.watchers, t.views, before, strict=True):
            rows = [row for event in t.log[seen:] if (row := redact(event, seat)) is not None]
            assert all(news.kind for news in told(earlier, rows))
            screen = seen_by(view, seat)
            ask = ask_of(view, seat)
            assert t.state.over() or (ask is not None and len(ask.options) == len(legal(view, seat)))
            for other, player in enumerate(screen.players):
                tokens = int(classic(t.state).tokens(other))
                assert player.has_tokens == (tokens > 0)
                assert player.nuggets == (tokens if t.state.over() else None)
                some = some or tokens > 0
            if seat < 3:
                assert screen.mine is not None
                assert screen.mine.nuggets == classic(t.state).tokens(seat)
    assert some


def heard(t: Lively) -> dict[int, list[Told]]:
    """What each watcher is told of one more move."""
    before = [view.copy() for view in t.views]
    seen = len(t.log)
    t.move()
    return {
        seat: told(view, [row for event in t.log[seen:] if (row := redact(event, seat)) is not None])
        for seat, view in zip(t.watchers, before, strict=True)
    }


def test_a_role_that_was_seen_is_told_and_shown_to_who_saw_it_alone() -> None:
    """X-072, X-074, X-182: by Inspection, or one's own after Swap roles; shown until roles are swapped or the round ends."""
    t = Lively(rules_for(4), 2)
    names = t.rules.layout.face_names
    known: dict[int, dict[int, str]] = {seat: {} for seat in t.watchers}
    kinds = set()
    while not t.state.over():
        seen = len(t.log)
        news = heard(t)
        roles = [names[0][classic(t.state).cards.any(ROLE + seat)] for seat in range(4)]
        due: dict[int, list[tuple[int, str]]] = {}
        for event in t.log[seen:]:
            name = names[CARD_BAG][card_of(event.a)] if event.kind is PLAYED else ""
            at = int(aim_of(event.a))
            if name == "inspection":
                known[event.b][at] = roles[at]
                due[event.b] = [(at, roles[at])]
            elif name == "swap-roles":
                known = {seat: {of: role for of, role in row.items() if of != at} for seat, row in known.items()}
                due[at] = [(at, roles[at])]
            elif event.kind is WON:
                known = {seat: {} for seat in t.watchers}
            kinds.add(name)
        for seat, view in zip(t.watchers, t.views, strict=True):
            assert [(row.seat, row.card) for row in news[seat] if row.kind == "role"] == due.get(seat, [])
            mine = seen_by(view, seat).mine
            assert (mine.roles if mine is not None else {}) == known[seat]
    assert {"inspection", "swap-roles"} <= kinds


def test_a_pass_is_told_with_all_its_cards() -> None:
    """X-100, X-185: everybody is told how many they are, the passer which."""
    t = Lively(rules_for(3), 1)
    names = t.rules.layout.face_names[CARD_BAG]
    numbers = set()
    while not t.state.over():
        seen = len(t.log)
        news = heard(t)
        rows = [e for e in t.log[seen:] if e.kind is PASSED or (e.kind is dealing.THREW and e.c == DISCARD)]
        for seat, row in [(seat, row) for seat, told_ in news.items() for row in told_ if row.kind == "passed"]:
            thrown_ = [names[e.a] for e in rows if e.a]
            mine = thrown_ if seat == row.seat else []
            assert (row.number, row.card, row.cards) == (
                len(thrown_),
                mine[0] if mine else None,
                mine if len(mine) > 1 else None,
            )
            numbers.add(row.number)
    assert {1, 2, 3} <= numbers


@pytest.mark.parametrize(
    ("event", "said"),
    [
        (
            Told(kind="role", seat=2, card="boss"),
            [
                "You see the role of P3: boss. Only you know.",
                "Вы видите роль игрока P3: босс. Знаете только вы.",
                "Ви бачите роль гравця P3: бос. Знаєте лише ви.",
            ],
        ),
        (
            Told(kind="passed", seat=0, number=3),
            ["P1 discarded 3 cards", "P1 сбрасывает 3 карты", "P1 скидає 3 карти"],
        ),
        (
            Told(kind="passed", seat=0, number=2, card="thief", cards=["thief", "trap"]),
            [
                "You discarded: thief, trap",
                "Вы сбрасываете: вор, ловушка",
                "Ви скидаєте: злодій, пастка",
            ],
        ),
    ],
)
def test_what_is_seen_and_thrown_away_in_words(event: Told, said: list[str]) -> None:
    me = 0 if event.cards else -1
    assert [sentence(event, Words(lang), Names([""] * 3), me) for lang in LANGUAGES] == said


def test_ladders_and_crystals_are_seen_on_the_board() -> None:
    """X-187: a ladder is no dead end, whatever its openings."""
    cells = [
        cell(0, 0, "entrance", "NESW", "entrance", lit="NESW"),
        cell(1, 0, "tunnel", "ESW", "NEW^1", quarter=2, lit="ESW"),
        cell(1, 1, "tunnel", "N", "L:N", lit="N"),
    ]
    view, known = table(cells), faces("classic", ("saboteur2",))
    assert [line.rstrip() for line in board(view, known, {}).plain.splitlines()][2:] == [
        "  0 ╺━H━━━┳━╸",
        "      ╹   ┃*",
        "  1   ·   H",
    ]
    assert [picture(known["L:N"]), picture(known["L:NE"]), legend(signs(view, known), Words("en"))] == [
        "H",
        "H",
        "* crystal · H ladder",
    ]


def test_a_round_that_nobody_wins_is_told_in_words() -> None:
    """X-123: the gold is reached, and every way passes a door of the other colour."""
    rules = rules_for(3)
    state = rules.game.new_state(rules)
    rows = ["began 1 P1", "won diggers P3 boss boss boss", "decided nobody", "won saboteurs nobody boss boss boss"]
    news = [
        event for event in told(state, [parse_event(rules, row) for row in rows]) if event.kind in ("won", "decided")
    ]
    assert [[sentence(event, Words(lang), Names([""] * 3)) for event in news] for lang in LANGUAGES] == [
        ["The gold has been found", "Winners of the round: nobody", "The gold has not been found"],
        ["Золото найдено", "Победители раунда: никто", "Золото не найдено"],
        ["Золото знайдено", "Переможці раунду: ніхто", "Золота не знайдено"],
    ]
    assert [(result.gold, result.wage) for result in seen_by(state, 0).results] == [("buried", 0)]


def test_answers_and_events_in_words_mean_the_same() -> None:
    t = Lively(rules_for(4), 5)
    spoken = set()
    while not t.state.over():
        seat = t.asked()
        for action in legal(t.state, seat):
            text = words(t.rules, t.state, seat, action)
            assert parse(t.rules, t.state, seat, text) == action
            spoken.add(text.split()[0])
        t.move()
    assert {"lay", "pass", "clear", "steal", "decline", "thief", "trap", "swap-roles", "swap-hands"} <= spoken
    for event in t.log:
        text = event_words(t.rules, event)
        again = parse_event(t.rules, text)
        assert event_words(t.rules, again) == text


@pytest.mark.parametrize("path", BASE_ACTIONS, ids=lambda path: path.stem)
def test_action_cards_of_the_base_game_do_what_they_did(path: Path, tmp_path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    with_extra = text.replace("\noptions: {players: 3}\n", "\noptions: {players: 3, extras: [saboteur2]}\n")
    assert with_extra != text
    for before, after in PASSES.items():
        with_extra = with_extra.replace(before, after)
    copy = tmp_path / path.name
    copy.write_text(with_extra, encoding="utf-8")
    results = run(copy)
    assert results
    assert [result.cause for result in results if not result.passed] == []
