"""What bots say and hear: the same in every match, and nothing that cannot be said."""

from __future__ import annotations

from typing import ClassVar

import msgspec
import pytest

from tests.bots.test_steady import broke, heard, laid
from tests.bots.view import SEAT, Scene
from undermine import bots
from undermine.bots import Bot, Claim, Seated, make
from undermine.bots.steady import Steady
from undermine.bots.uniform import Uniform
from undermine.errors import NotationError
from undermine.games.classic.rules.events import PLAYED
from undermine.games.classic.rules.state import CARD_BAG
from undermine.kernel.event import Event
from undermine.kernel.ids import ALL
from undermine.kernel.state import State
from undermine.notation.claims import claims_of
from undermine.registry import Options, ruleset
from undermine.sim.match import play_match
from undermine.sim.tally import Tally

RULES = ruleset(Options(players=3, edition="deluxe"))


class Talker(Uniform):
    """Says something each time it is asked, as another seat if it can, and keeps what it hears."""

    name = "talker"
    ears: ClassVar[list[Claim]] = []

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.rows = 0

    def hear(self, view: State, row: Event) -> None:
        self.rows += 1

    def heard(self, view: State, claim: Claim) -> None:
        self.ears.append(claim)

    def say(self, view: State, seat: int, seed: int) -> Claim | None:
        return Claim(99, "goal", {"goal": self.rows % 3, "card": "gold"}) if self.rows % 2 else None


@pytest.fixture
def talkers(monkeypatch: pytest.MonkeyPatch) -> list[Claim]:
    monkeypatch.setitem(bots.BOTS, "talker", Talker)
    monkeypatch.setattr(Talker, "ears", [])
    return Talker.ears


def test_everybody_hears_in_every_match_the_same(talkers: list[Claim]) -> None:
    play_match(RULES, ("talker",) * 3, 4, Tally())
    first = list(Talker.ears)
    Talker.ears.clear()
    play_match(RULES, ("talker",) * 3, 4, Tally())
    assert Talker.ears == first
    assert len(first) > 30
    assert first[0::3] == first[1::3] == first[2::3]  # all three hear each of them
    assert {claim.seat for claim in first} == {0, 1, 2}  # nobody speaks for another


def test_what_cannot_be_said_is_an_error_of_the_bot(monkeypatch: pytest.MonkeyPatch) -> None:
    class Liar(Uniform):
        def say(self, view: State, seat: int, seed: int) -> Claim | None:
            return Claim(seat, "rumour")

    monkeypatch.setitem(bots.BOTS, "liar", Liar)
    with pytest.raises(msgspec.ValidationError):
        play_match(RULES, ("liar",) * 3, 1, Tally())


def test_most_bots_say_nothing() -> None:
    bot = Seated(make("greedy", 1), RULES, 0)
    bot.listen(Claim(1, "trust", {"target": 0}))
    assert bot.bot.say(bot.view, 0, 1) is None
    assert type(bot.bot).say is Bot.say


def test_the_steady_bot_asks_for_its_tools_once_each_time(monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[Claim] = []
    plain = Steady.heard

    def heard(self: Steady, view: State, claim: Claim) -> None:
        said.append(claim)
        plain(self, view, claim)

    monkeypatch.setattr(Steady, "heard", heard)
    play_match(RULES, ("steady",) * 3, 2, Tally())
    asked = [claim for claim in said[::3] if claim.kind == "ask-mend"]
    assert asked
    assert len(asked) < 20


def looked(scene: Scene, seat: int, goal: int) -> Event:
    card = scene.view.hooks.cards[scene.face(CARD_BAG, "map")]
    return Event(PLAYED, ALL, card.base + card.form.fields[0].put(goal), seat, 0, 0)


def free(role: str, hand: str) -> Scene:
    return Scene(role, hand, switches={"mapTalk": "free"})


def test_a_digger_tells_what_its_map_has_shown_and_a_saboteur_the_contrary() -> None:
    for role, gold, card in (("digger", 1, "gold"), ("digger", 0, "stone"), ("saboteur", 1, "stone")):
        scene = free(role, "EW").knows(1, "gold" if gold else "stone-NE")
        said = heard(scene).say(scene.view, SEAT, 1)
        assert said == Claim(SEAT, "goal", {"goal": 1, "card": card})
        bot = heard(scene)
        bot.heard(scene.view, said)
        assert bot.say(scene.view, SEAT, 1) is None  # once
    silent = Scene("digger", "EW").knows(1, "gold")
    assert heard(silent).say(silent.view, SEAT, 1) is None  # where the table forbids it


def test_a_map_is_believed_by_whom_it_comes_from() -> None:
    scene = free("digger", "EW").road(5)
    said = Claim(1, "goal", {"goal": 2, "card": "gold"})
    bot = heard(scene, looked(scene, 1, 2))
    before = bot.explain(scene.view, SEAT).gold[2]
    bot.heard(scene.view, said)
    believed = bot.explain(scene.view, SEAT).gold[2]
    assert believed > before + 0.1
    doubting = heard(scene, looked(scene, 1, 2), laid(scene, 1, "E|W", 6, 0), broke(scene, 1, 3))
    doubting.heard(scene.view, said)
    assert doubting.explain(scene.view, SEAT).gold[2] < believed
    deaf = heard(scene)
    deaf.heard(scene.view, said)  # nobody has seen that seat look
    assert deaf.explain(scene.view, SEAT).gold[2] == pytest.approx(before)


def test_who_is_caught_lying_is_suspected() -> None:
    scene = free("digger", "EW").road(5).knows(2, "stone-NE")
    bot = heard(scene, looked(scene, 1, 2))
    before = bot.explain(scene.view, SEAT).suspicion[1]
    bot.heard(scene.view, Claim(1, "goal", {"goal": 2, "card": "gold"}))
    assert bot.explain(scene.view, SEAT).suspicion[1] > max(0.8, before)


def test_whom_a_digger_is_sure_of_it_accuses_once() -> None:
    scene = Scene("digger", "EW").road(5)
    bot = heard(scene, laid(scene, 2, "E|W", 6, 0), broke(scene, 2, 1), laid(scene, 2, "E|W", 6, 0))
    said = bot.say(scene.view, SEAT, 1)
    assert said == Claim(SEAT, "accuse", {"target": 2})
    bot.heard(scene.view, said)
    assert bot.say(scene.view, SEAT, 1) is None


def test_an_accusation_counts_as_much_as_its_speaker_is_trusted() -> None:
    scene = Scene("digger", "EW").road(5)

    def suspected(*rows: Event, said: int = 1) -> list[float]:
        bot = heard(scene, *rows)
        before = bot.explain(scene.view, SEAT).suspicion
        for _ in range(said):
            bot.heard(scene.view, Claim(1, "accuse", {"target": 3}))
        return [now - then for now, then in zip(bot.explain(scene.view, SEAT).suspicion, before, strict=True)]

    friend, foe = laid(scene, 1, "NESW", 6, 0), laid(scene, 1, "E|W", 6, 0)
    trusted, doubted = suspected(friend), suspected(foe)
    assert trusted[3] > 0.03
    assert doubted[3] < -0.03
    assert suspected()[3] < trusted[3]
    assert suspected(friend, said=3) == pytest.approx(trusted)  # said again, it says nothing new


def test_who_accuses_somebody_trusted_or_oneself_is_suspected() -> None:
    scene = Scene("digger", "EW").road(5)
    for target, row in ((3, laid(scene, 3, "NESW", 6, 0)), (SEAT, laid(scene, 3, "NESW", 6, 0))):
        bot = heard(scene, row)
        before = bot.explain(scene.view, SEAT).suspicion[1]
        bot.heard(scene.view, Claim(1, "accuse", {"target": target}))
        assert bot.explain(scene.view, SEAT).suspicion[1] > before + 0.03
    bot = heard(scene)
    alone = bot.explain(scene.view, SEAT).suspicion
    bot.heard(scene.view, Claim(SEAT, "accuse", {"target": 3}))  # the own words prove nothing
    assert bot.explain(scene.view, SEAT).suspicion == pytest.approx(alone)


def test_claims_are_read_by_their_forms() -> None:
    claims = claims_of(RULES)
    assert claims.read(0, b'{"kind":"goal","goal":1,"card":"stone"}').words() == "goal goal=1 card=stone"
    assert (
        claims.read(0, b'{"kind":"promise-mend","target":2,"tool":"lamp"}').words()
        == "promise-mend target=P3 tool=lamp"
    )
    wrong = (
        '{"kind":"rumour"}',
        '{"kind":"goal","goal":1}',
        '{"kind":"goal","goal":1,"card":"cheese"}',
        '{"kind":"trust","target":9}',
    )
    for text in (*wrong, '{"kind":"trust","target":0}', "[]", '{"kind":"trust","target":1,"why":"so"}'):
        with pytest.raises((msgspec.DecodeError, NotationError)):
            claims.read(0, text)


def test_editions_and_games_say_what_they_have_words_for() -> None:
    def kinds(**options: object) -> set[str]:
        return {form.verb for form in claims_of(ruleset(Options(**options))).forms}  # type: ignore[arg-type]

    assert "goal" in kinds(players=4, edition="ukrainian")
    assert "goal" not in kinds(players=4, edition="anniversary")  # it forbids telling what a map has shown
    assert "goal" in kinds(players=4, edition="anniversary", switches={"mapTalk": "free"})
    assert kinds(game="duel-solo", players=1) == set()
    assert kinds(game="lost-mines", players=4) >= {"goal", "role", "accuse"}
    with pytest.raises(NotationError):
        claims_of(ruleset(Options(game="duel-solo", players=1))).read(0, b'{"kind":"goal"}')
