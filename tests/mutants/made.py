"""Makes mutants of the rules with mutmut's operators, and names each by its function and its change.

Only operators that keep types, but for `//` that becomes `/`, are used: numbers, comparisons, arithmetic, `and`, `not`,
`True`, the branches of a conditional expression. Two are added: drop a call whose result is not used, and negate a condition
that is not a comparison. A zero passed to `emit`, `ask` or `then` is left alone: it usually pads a row of four numbers.
"""

from __future__ import annotations

import hashlib
import random
import tomllib
from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path
from threading import Lock
from typing import Final

import libcst as cst
import msgspec
from libcst.metadata import MetadataWrapper, PositionProvider
from mutmut.mutation import mutators
from mutmut.mutation.file_mutation import Mutation, MutationVisitor
from mutmut.mutation.pragma_handling import IgnoredCode

from hatch_build import compiled_sources
from tests.mutants.anchors import SOURCE, fits
from tests.mutants.kept import HERE, ROOT

BOTS: Final = {"judge", "mind", "standing"}
PACKAGES: Final = ("games", "tunnels")
BETWEEN: Final = ("games", "rules")  # left out of the name of a place
BARE: Final = (cst.Name, cst.Attribute, cst.Call, cst.Subscript, cst.BinaryOperation)
ROWS: Final = ("emit", "ask", "then")  # called with rows of numbers
LOCK: Final = Lock()


# What is changed


def drop_call(node: cst.Expr) -> Iterable[cst.CSTNode]:
    """Drop `p.emit(...)`."""
    if isinstance(node.value, cst.Call) and not is_super(node.value):
        yield node.with_changes(value=cst.Name("None"))


def is_super(call: cst.Call) -> bool:
    """Is this `super().…`? Without it everything fails at once, which proves nothing."""
    target = call.func.value if isinstance(call.func, cst.Attribute) else None
    return isinstance(target, cst.Call) and isinstance(target.func, cst.Name) and target.func.value == "super"


def negate(node: cst.If) -> Iterable[cst.CSTNode]:
    """`if seen:` becomes `if not seen:`; mutmut itself changes comparisons and removes `not`."""
    if isinstance(node.test, BARE) and not (isinstance(node.test, cst.Name) and node.test.value == "TYPE_CHECKING"):
        inner = node.test.with_changes(lpar=[cst.LeftParen()], rpar=[cst.RightParen()])
        yield node.with_changes(
            test=cst.UnaryOperation(cst.Not(), inner), whitespace_before_test=cst.SimpleWhitespace(" ")
        )


OPERATORS: Final[mutators.OPERATORS_TYPE] = [
    (cst.BaseNumber, mutators.operator_number),
    (cst.Name, mutators.operator_name),
    (cst.AugAssign, mutators.operator_augmented_assignment),
    (cst.UnaryOperation, mutators.operator_remove_unary_ops),
    (cst.CSTNode, mutators.operator_keywords),
    (cst.CSTNode, mutators.operator_swap_op),
    (cst.Match, mutators.operator_match),
    (cst.IfExp, mutators.operator_if_exp),
    (cst.Expr, drop_call),
    (cst.If, negate),
]


class Visitor(MutationVisitor):
    """Notes the function, class or constant that each mutation is in, and its lines."""

    def __init__(self) -> None:
        super().__init__(OPERATORS, IgnoredCode(set(), set(), set()))
        self.names: list[str] = []
        self.zeros: set[cst.CSTNode] = set()
        self.found: list[tuple[Mutation, str, bool, range]] = []

    def on_visit(self, node: cst.CSTNode) -> bool:
        if node in self.zeros:
            return False
        if isinstance(node, cst.Call) and isinstance(node.func, cst.Attribute) and node.func.attr.value in ROWS:
            self.zeros.update(arg.value for arg in node.args if is_zero(arg.value))
        if name := name_of(node):
            self.names.append(name)
        before = len(self.mutations)
        deeper = super().on_visit(node)
        inside = any(name.endswith("()") for name in self.names)
        place = self.get_metadata(PositionProvider, node, None)
        last = 0 if place is None else place.start.line if isinstance(node, cst.If) else place.end.line
        for mutation in self.mutations[before:]:
            lines = range(place.start.line, last + 1) if place else range(0)
            self.found.append((mutation, ".".join(self.names).replace("()", ""), inside, lines))
        return deeper

    def on_leave(self, original_node: cst.CSTNode) -> None:
        super().on_leave(original_node)
        if name_of(original_node):
            self.names.pop()


def is_zero(node: cst.CSTNode) -> bool:
    return isinstance(node, cst.Integer) and node.value == "0"


def name_of(node: cst.CSTNode) -> str:
    """The name that a node gives to what is inside it; that of a function ends with parentheses here."""
    if isinstance(node, cst.FunctionDef):
        return f"{node.name.value}()"
    if isinstance(node, cst.ClassDef):
        return node.name.value
    target = node.target if isinstance(node, cst.AnnAssign) else None
    if isinstance(node, cst.Assign):
        target = node.targets[0].target
    return target.value if isinstance(target, cst.Name) and target.value.isupper() else ""


# Mutants


class Made(msgspec.Struct, frozen=True):
    """One mutant; `nth` tells equal changes in one function apart, counted from 1."""

    file: str  # below the project's root
    where: str
    change: str
    nth: int
    lines: tuple[int, ...]
    inside: bool  # a function; otherwise it takes effect when its module is imported
    index: int  # among all of its file

    @property
    def id(self) -> str:
        return f"{self.where}  {self.change}" + (f"  ({self.nth})" if self.nth > 1 else "")

    def module(self) -> tuple[str, ...]:
        return Path(self.file).relative_to(SOURCE).with_suffix("").parts

    def applied(self) -> str:
        """The text of its file with the change."""
        with LOCK:
            module, visitor = visited(self.file)
            mutation = visitor.found[self.index][0]
            changed = module.deep_replace(mutation.original_node, mutation.mutated_node)
            assert isinstance(changed, cst.Module)
            return changed.code


@lru_cache(maxsize=4)
def visited(file: str) -> tuple[cst.Module, Visitor]:
    wrapper = MetadataWrapper(cst.parse_module((ROOT / file).read_text(encoding="utf-8")))
    visitor = Visitor()
    wrapper.visit(visitor)
    return wrapper.module, visitor


def files() -> list[str]:
    """The sources of the rules; how bots judge is no rule, though it is compiled with them."""
    package = ROOT / SOURCE
    found = [Path(path).relative_to(ROOT).as_posix() for path in compiled_sources(package)]
    parts = {file: Path(file).relative_to(SOURCE).parts for file in found}
    return sorted(
        file for file in found if parts[file][0] in PACKAGES and not BOTS & {Path(part).stem for part in parts[file]}
    )


def mutants_of(file: str) -> list[Made]:
    """All mutants of one file."""
    with LOCK:
        module, visitor = visited(file)
    parts = [part for part in Path(file).relative_to(SOURCE).with_suffix("").parts if part not in BETWEEN]
    seen: Counter[tuple[str, str]] = Counter()
    made: list[Made] = []
    for index, (mutation, name, inside, lines) in enumerate(visitor.found):
        change = f"{shown(module, mutation.original_node)} -> {shown(module, mutation.mutated_node)}"
        seen[name, change] += 1
        where = f"{'.'.join(parts)}:{name}"
        made.append(Made(file, where, change, seen[name, change], tuple(lines), inside, index))
    return made


def shown(module: cst.Module, node: cst.CSTNode) -> str:
    """A node on one line; of an `if` only the condition."""
    if isinstance(node, cst.If):
        return f"if {' '.join(module.code_for_node(node.test).split())}"
    text = " ".join(module.code_for_node(node).split())
    return "no call" if isinstance(node, cst.Expr) and text == "None" else text


def sample(number: int, seed: int) -> list[Made]:
    """A number of mutants from as many files as possible; the choice changes only where the code does."""

    def rank(name: str) -> bytes:
        return hashlib.sha256(f"{seed} {name}".encode()).digest()

    order = files()
    random.Random(seed).shuffle(order)
    share = -(-number // len(order))
    found: list[Made] = []
    for file in order[:number]:
        found += sorted(mutants_of(file), key=lambda made: rank(made.id))[:share]
    found.sort(key=lambda made: rank(made.file + made.id))
    return sorted(found[:number], key=lambda made: (made.file, made.index))


# Survivors


class Survivor(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A mutant that no scenario can notice, and why. Without `change` it stands for every mutant in that place."""

    where: str
    reason: str
    change: str = ""
    nth: int = 1

    def means(self, made: Made) -> bool:
        if self.change and (self.change, self.nth) != (made.change, made.nth):
            return False
        name = made.where.partition(":")[2]
        return fits(self.where, made.module(), name) and (not self.change or self.where.endswith(f":{name}"))


class Survivors(msgspec.Struct, forbid_unknown_fields=True):
    """One file of them."""

    survivor: list[Survivor]


def survivors() -> list[Survivor]:
    """Every listed survivor; those of an extra are in a file of their own."""
    found: list[Survivor] = []
    for path in sorted((HERE / "survivors").glob("*.toml")):
        with path.open("rb") as file:
            found += msgspec.convert(tomllib.load(file), Survivors).survivor
    return found
