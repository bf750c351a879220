"""The mutants that are kept: small changes of the source, each of which one named check must notice."""

from __future__ import annotations

import re
import tomllib
from functools import cache
from pathlib import Path
from typing import Final

import msgspec

from undermine.registry import MODULES

HERE: Final = Path(__file__).resolve().parent
ROOT: Final = HERE.parents[1]
SOURCE: Final = "src/undermine"
SCENARIOS: Final = ROOT / "tests/scenarios"


@cache
def scenarios() -> dict[str, str]:
    """Where each scenario lies, by the name of its file."""
    return {path.stem: path.relative_to(ROOT).as_posix() for path in SCENARIOS.rglob("*.yaml")}


class Mutant(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One change that breaks one thing.

    `breaks` is a rule's id, or one of "redaction", "put/take", "print/parse" and "refusal"; `touches` names the refusals and
    switches that it changes; `caught_by` is a scenario by the name of its file, or a test as pytest names it.
    """

    id: str
    breaks: str
    file: str  # below SOURCE
    old: str  # occurs once in the file
    new: str
    caught_by: str
    touches: tuple[str, ...] = ()
    quick: bool = False

    def source(self, root: Path) -> Path:
        return root / SOURCE / self.file

    def is_scenario(self) -> bool:
        return "::" not in self.caught_by

    def check(self) -> str:
        """The check as a path below the project's root, for a test with its name; scenarios lie in any folder."""
        if not self.is_scenario():
            return self.caught_by
        found = scenarios().get(self.caught_by)
        return found or f"tests/scenarios/{self.caught_by}.yaml"

    def applied(self, text: str) -> str:
        """The changed text; raises ValueError if the change does not fit there."""
        found = text.count(self.old)
        if found != 1:
            raise ValueError(f"{self.id}: its old text occurs {found} times in {self.file}; it must occur once.")
        return text.replace(self.old, self.new)


class Kept(msgspec.Struct, forbid_unknown_fields=True):
    """One file of them."""

    mutant: list[Mutant]


def load() -> list[Mutant]:
    """Every mutant, file by file, except those whose scenario is played with an extra that has been taken out."""
    found: list[Mutant] = []
    for path in sorted(HERE.glob("*.toml")):
        with path.open("rb") as file:
            found += msgspec.convert(tomllib.load(file), Kept).mutant
    return [mutant for mutant in found if extras_of(mutant) <= set(MODULES)]


def extras_of(mutant: Mutant) -> set[str]:
    """The extras that a mutant's scenario is played with."""
    file = ROOT / mutant.check()
    return played_with(file) if mutant.is_scenario() and file.exists() else set()


def played_with(scenario: Path) -> set[str]:
    """The extras that a scenario names in its options."""
    lists = re.findall(r"\bextras: *\[([^]]*)\]", scenario.read_text(encoding="utf-8"))
    return {name.strip() for names in lists for name in names.split(",")} - {""}
