"""What signs say, by how often each side makes them."""

from __future__ import annotations

from undermine.sim.learn import weighed


def test_a_sign_speaks_for_the_side_that_makes_it_more_often() -> None:
    found = weighed({"lay:near": [90.0, 10.0], "lay:dead": [10.0, 90.0]})
    assert found["lay:dead"] > 1
    assert found["lay:near"] < -1


def test_what_only_one_side_was_seen_in_says_nothing() -> None:
    assert weighed({"break:early": [12.0, 0.0], "map:lie": [0.0, 3.0]}) == {"break:early": 0.0, "map:lie": 0.0}
