"""Work on a cluster: what is lost is done again, what fails is told. A real cluster is tried by `make ray`."""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any

import pytest
from click.testing import CliRunner

from undermine.cli.main import main
from undermine.errors import UndermineError
from undermine.sim.checking import Broken
from undermine.sim.cluster import CLUSTER, TRIES, on_cluster
from undermine.sim.simulate import results


class RayError(Exception):
    pass


class NodeDiedError(RayError):
    pass


class RayTaskError(RayError):
    def __init__(self, cause: Exception) -> None:
        self.cause = cause


class FakeRay:
    """A cluster of three cores that finishes tasks in any order, and loses some of them."""

    exceptions = SimpleNamespace(RayError=RayError, RayTaskError=RayTaskError)

    def __init__(self, losses: int = 0) -> None:
        self.dice = random.Random(1)
        self.losses = losses
        self.most = 0
        self.waiting: dict[int, Callable[[], Any]] = {}
        self.begun = 0
        self.up = False

    def init(self, address: str, **_: Any) -> None:
        if address == "nowhere":
            raise ConnectionError
        self.up = True

    def shutdown(self) -> None:
        self.up = False

    def cluster_resources(self) -> dict[str, float]:
        return {"CPU": 3.0}

    def remote(self, **_: Any) -> Callable[[Callable[[Any], Any]], Any]:
        return lambda work: SimpleNamespace(remote=lambda job: self.begin(work, job))

    def begin(self, work: Callable[[Any], Any], job: Any) -> int:
        self.begun += 1
        self.waiting[self.begun] = lambda: work(job)
        self.most = max(self.most, len(self.waiting))
        return self.begun

    def wait(self, references: list[int], num_returns: int) -> tuple[list[int], list[int]]:
        done = self.dice.choice(references)
        return [done], [each for each in references if each != done]

    def get(self, reference: int) -> Any:
        work = self.waiting.pop(reference)
        if self.losses:
            self.losses -= 1
            raise NodeDiedError
        try:
            return work()
        except Exception as error:
            raise RayTaskError(error) from error


@pytest.fixture
def ray(monkeypatch: pytest.MonkeyPatch) -> FakeRay:
    fake = FakeRay()
    monkeypatch.setitem(sys.modules, "ray", fake)
    return fake


def doubled(number: int) -> int:
    return 2 * number


def refuses(number: int) -> int:
    raise Broken("BROKEN_PROPERTY", f"{number} is broken.")


def numbers() -> Iterator[int]:
    yield from range(50)


def test_every_task_is_done_once_though_some_are_lost(ray: FakeRay) -> None:
    ray.losses = TRIES - 1
    with on_cluster("auto"):
        assert sorted(results(doubled, numbers(), 1)) == [2 * number for number in range(50)]
    assert ray.begun == 50 + TRIES - 1
    assert ray.most <= 9  # few are handed out at a time
    assert not ray.up
    assert CLUSTER.get() is None


def test_a_task_that_is_always_lost_is_told(ray: FakeRay) -> None:
    ray.losses = 1000
    with (
        on_cluster("auto"),
        pytest.raises(UndermineError, match=f"lost {TRIES} times with its machine .NodeDiedError."),
    ):
        list(results(doubled, iter([1]), 1))


def test_an_error_of_the_work_itself_is_the_same_as_on_one_machine(ray: FakeRay) -> None:
    with on_cluster("auto"), pytest.raises(Broken, match="is broken"):
        list(results(refuses, numbers(), 1))


@pytest.mark.parametrize(
    "command",
    [
        ["simulate", "--players", "3", "--games", "50", "--json"],
        ["tournament", "--game", "duel", "--levels", "random,greedy", "--deals", "6", "--json"],
    ],
)
def test_a_command_reports_the_same_from_one_machine_and_from_a_cluster(ray: FakeRay, command: list[str]) -> None:
    alone = CliRunner().invoke(main, command)
    ray.losses = 3
    together = CliRunner().invoke(main, [*command, "--ray", "auto"])
    assert together.exit_code == 0, together.output
    assert json.loads(alone.output) == json.loads(together.output)
    assert ray.begun > 3


def test_a_cluster_that_is_not_there_is_a_sentence(ray: FakeRay, monkeypatch: pytest.MonkeyPatch) -> None:
    done = CliRunner().invoke(main, ["simulate", "--games", "1", "--ray", "nowhere"])
    assert done.exit_code == 1
    assert "No Ray cluster answers at 'nowhere': start one with ray start --head" in done.output
    monkeypatch.setitem(sys.modules, "ray", None)
    done = CliRunner().invoke(main, ["simulate", "--games", "1", "--ray", "auto"])
    assert "pip install 'undermine[ray]'" in done.output
