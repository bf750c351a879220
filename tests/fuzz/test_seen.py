"""Every card is played, every question put, and every kind of event happens."""

from __future__ import annotations

import pytest

from tests.fuzz.seen import Seen, curious_game, look_at_all, report, things
from undermine.registry import Options, ruleset

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
