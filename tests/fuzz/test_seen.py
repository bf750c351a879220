"""Every card is played, every question put, every kind of event happens, and chests, goals and roles have their effects."""

from __future__ import annotations

import pytest

from tests.fuzz.effects import NO_MAPS, PROOFS, Change, effects_of
from tests.fuzz.seen import Seen, curious_game, look_at_all, report, things
from undermine.kernel.chance import Seeded
from undermine.kernel.engine import legal, open_game, step
from undermine.registry import MODULES, Options, extra_manifest, ruleset

GAMES = 60  # the most with each extra; a few are enough for nearly all


@pytest.mark.needs("compiled")
def test_everything_is_seen() -> None:
    seen = look_at_all(GAMES)
    assert report(seen) == []
    assert len(seen.wanted) > 300


def test_what_was_never_seen_is_named() -> None:
    options = Options(players=3)
    seen = Seen()
    seen.want(things(ruleset(options)) | {("classic", "card bag", "unicorn")})
    before = len(seen.missing)
    curious_game(options, 1, seen)
    assert len(seen.missing) < before / 2
    assert "never seen: card bag unicorn (classic)" in report(seen)


def test_a_turn_like_any_other_proves_no_effect() -> None:
    rules = ruleset(Options(players=4))
    chance = Seeded(4)
    play = open_game(rules, chance, [])
    seat = int(play.state.top().a)
    turn = Change(play.state.copy(), seat)
    assert not [name for name, proof in PROOFS.items() if proof(turn)]  # nothing has happened
    step(play, seat, legal(play.state, seat)[0], chance)
    turn.after = play.state
    assert not [name for name, proof in PROOFS.items() if proof(turn)]  # a card was laid, and one drawn


@pytest.mark.parametrize(("extra", "deck"), [("treasure-chests", "chests"), ("new-goals", "goals")])
def test_every_chest_and_goal_that_does_something_has_a_proof(extra: str, deck: str) -> None:
    """Stones do nothing; whatever else is printed on such a card must be proved."""
    if extra in MODULES:
        cards = {row.face for row in extra_manifest(extra).cards(deck) if not row.face.startswith("stone")}
        assert len(cards) > 4
        assert cards <= {*PROOFS, NO_MAPS}
        assert cards <= effects_of(ruleset(Options(players=4, extras=(extra,))))
