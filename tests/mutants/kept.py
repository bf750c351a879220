"""The mutants that are kept by hand: small changes that no tool makes, each of which one named check must notice.

Secrets and who may see them, cards put and taken, words printed and read, tables of numbers in data files, and rules that are
broken only by more than one operator. All others are made by a tool, see made.py.
"""

from __future__ import annotations

import re
import tomllib
from functools import cache
from pathlib import Path
from typing import Final

import msgspec

from tests.mutants.anchors import SOURCE, AnchorError, changed, file_of
from undermine.registry import MODULES

HERE: Final = Path(__file__).resolve().parent
ROOT: Final = HERE.parents[1]
SCENARIOS: Final = ROOT / "tests/scenarios"


@cache
def scenarios() -> dict[str, str]:
    """Where each scenario lies, by the name of its file."""
    return {path.stem: path.relative_to(ROOT).as_posix() for path in SCENARIOS.rglob("*.yaml")}


class Mutant(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One change that breaks one thing.

    `breaks` is a rule's id, or one of "redaction", "put/take", "print/parse" and "refusal". `where` names a function (see
    anchors.py), in which `old` is an expression or some statements; or `file` is how the path of a data file ends, in which
    `old` is a text. Either occurs there once. `caught_by` is a scenario by the name of its file, or a test as pytest names it.
    """

    id: str
    breaks: str
    old: str
    new: str
    caught_by: str
    where: str = ""
    file: str = ""
    quick: bool = False

    def source(self) -> Path:
        """The file that it changes, below the project's root."""
        if self.where:
            return file_of(self.where, ROOT).relative_to(ROOT)
        found = [path for path in (ROOT / SOURCE).rglob("*.toml") if path.as_posix().endswith(f"/{self.file}")]
        if len(found) != 1:
            raise AnchorError(f"{self.id}: {len(found)} files are called {self.file}; there must be one.")
        return found[0].relative_to(ROOT)

    def is_scenario(self) -> bool:
        return "::" not in self.caught_by

    def check(self) -> str:
        """The check as a path below the project's root, for a test with its name; scenarios lie in any folder."""
        if not self.is_scenario():
            return self.caught_by
        found = scenarios().get(self.caught_by)
        return found or f"tests/scenarios/{self.caught_by}.yaml"

    def applied(self, text: str) -> str:
        """The changed text; raises AnchorError if the change does not fit there."""
        if self.where:
            return changed(text, self.where.partition(":")[2], self.old, self.new)
        old = re.compile(r"\s+".join(map(re.escape, self.old.split())))
        found = len(old.findall(text))
        if found != 1:
            raise AnchorError(f"{self.id}: its old text occurs {found} times in {self.file}; it must occur once.")
        return old.sub(lambda _: self.new.strip(), text)


class Kept(msgspec.Struct, forbid_unknown_fields=True):
    """One file of them."""

    mutant: list[Mutant]


def load() -> list[Mutant]:
    """Every mutant, file by file, except those whose scenario is played with an extra that has been taken out."""
    found: list[Mutant] = []
    for path in sorted((HERE / "kept").glob("*.toml")):
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
