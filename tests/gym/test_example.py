"""The trained policy that lies in examples/: it was made for the tables as they are now, and has learned something."""

from __future__ import annotations

import importlib
import json
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from tests.conftest import ROOT
from undermine.gym import Vector
from undermine.kernel import engine

COMPILED = not str(engine.__file__).endswith(".py")
FILE = ROOT / "examples/duel-2.npz"


@pytest.fixture
def policy(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(str(ROOT / "examples"))
    return importlib.import_module("policy")


def test_it_wins_against_chance(policy: ModuleType) -> None:
    trained = policy.Policy(FILE)
    share = policy.against(trained.choose, trained.table, "random", 40 if COMPILED else 6, 1)
    assert share > 0.75  # where chance plays itself, one in three thousand such matches comes that far


def test_both_seats_see_the_table_as_if_they_sat_first(policy: ModuleType) -> None:
    vector = Vector("duel-2", 2, seed=1)
    features = policy.Features(vector.schema)
    while vector.turns[0] == vector.turns[1]:
        vector.step(vector.sample())
    assert features.turned("break lamp P2", 1) == "break lamp P1"
    assert features.turned("hand P1: EW", 1) == "hand P2: EW"
    assert features.turned("break lamp P16", 1) == "break lamp P16"  # nobody
    seen = features.look(vector.observations, vector.masks)
    about = [name for part in ("cards", "question") for name in vector.schema.section(part).about]
    places = {int(at): number for number, at in enumerate(features.counts[0])}
    section = vector.schema.section("question")
    looks = seen.state[:, [places[section.first + seat] for seat in range(2)]]
    assert (looks > 0).tolist() == [[True, False]] * 2
    assert len(about) <= features.counts.shape[1]


def test_every_legal_action_is_told_in_words_and_by_where_it_aims(policy: ModuleType) -> None:
    vector = Vector("classic-3", 3, seed=1)
    features = policy.Features(vector.schema)
    for _ in range(10):
        seen = features.look(vector.observations, vector.masks)
        assert [sorted(seen.numbers[seen.lanes == lane]) for lane in range(3)] == [
            list(np.flatnonzero(mask)) for mask in vector.masks
        ]
        assert (seen.words[:, 0] > 0).all()
        words = [vector.schema.words(int(number)) for number in seen.numbers]
        assert [spot > 0 for spot in seen.spots] == [text.split()[0] in ("lay", "rockfall") for text in words]
        vector.step(policy.best(seen, np.zeros(len(seen.numbers), np.float32)))


def test_a_file_for_another_encoding_is_refused(policy: ModuleType, tmp_path: Path) -> None:
    with np.load(FILE) as kept:
        arrays = {name: kept[name] for name in kept.files}
    about = json.loads(str(arrays["about"]))
    arrays["about"] = np.array(json.dumps(about | {"encoding": "0" * 16}))
    other = tmp_path / "other.npz"
    np.savez_compressed(other, **arrays)
    with pytest.raises(SystemExit, match="with another encoding of duel-2: train it anew"):
        policy.Policy(other)


def test_the_file_is_small() -> None:
    assert FILE.stat().st_size < 2_000_000
