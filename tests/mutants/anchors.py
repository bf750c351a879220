"""Finds a function by its name, wherever its module lies, and changes something in it.

A place is written `classic:Take.resolve`: names of packages or modules, then the name of a function, class or constant. Other
packages may lie between or behind those that are named, so a place outlives a move of its file; it must fit exactly once.
"""

from __future__ import annotations

import ast
import textwrap
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final

SOURCE: Final = "src/undermine"
Scope = ast.FunctionDef | ast.ClassDef | ast.Assign | ast.AnnAssign
SIMPLE: Final = (ast.Name, ast.Constant, ast.Call, ast.Attribute, ast.Subscript, ast.List, ast.Tuple)


class AnchorError(ValueError):
    """A place or what should be changed there is not to be found, or more than once."""


def fits(where: str, module: tuple[str, ...], name: str) -> bool:
    """Is a place meant that is written so? The names of a class or module stand for everything inside."""
    packages, _, wanted = where.partition(":")
    parts = iter(module)
    return all(part in parts for part in packages.split(".") if part) and f"{name}.".startswith(
        f"{wanted}." if wanted else ""
    )


def module_of(path: Path, root: Path) -> tuple[str, ...]:
    """The packages that a file lies in, and its own name."""
    return path.relative_to(root / SOURCE).with_suffix("").parts


@cache
def parsed(text: str) -> ast.Module:
    return ast.parse(text)


def scopes(node: ast.AST, above: str = "") -> Iterator[tuple[str, Scope]]:
    """Functions, classes and what is assigned to in a module or class, with their qualified names."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.FunctionDef | ast.ClassDef):
            name = f"{above}.{child.name}" if above else child.name
            yield name, child
            yield from scopes(child, name)
        elif isinstance(child, ast.Assign | ast.AnnAssign) and not isinstance(node, ast.FunctionDef):
            target = child.targets[0] if isinstance(child, ast.Assign) else child.target
            if isinstance(target, ast.Name):
                yield f"{above}.{target.id}" if above else target.id, child


@cache
def index(root: Path) -> list[tuple[tuple[str, ...], str, Path]]:
    """Everything in the source that a place can name."""
    files = sorted((root / SOURCE).rglob("*.py"))
    texts = ((path, path.read_text(encoding="utf-8")) for path in files)
    return [(module_of(path, root), name, path) for path, text in texts for name, _ in scopes(parsed(text))]


def file_of(where: str, root: Path) -> Path:
    """The one file in which a place lies."""
    wanted = where.partition(":")[2]
    found = [path for module, name, path in index(root) if name == wanted and fits(where, module, name)]
    if len(found) != 1:
        places = ", ".join(str(path.relative_to(root)) for path in found) or "nowhere"
        raise AnchorError(f"{where} must lie in one place, but lies {places}.")
    return found[0]


def normal(node: ast.AST) -> str:
    """The same text for what differs only in layout, or in whether a name is read or written."""
    return ast.dump(node).replace("Store()", "Load()")


def runs(node: ast.AST, wanted: list[str]) -> Iterator[tuple[ast.AST, ast.AST]]:
    """The first and last of statements that follow each other as wanted, or the one expression twice."""
    for each in ast.walk(node):
        if isinstance(each, ast.expr) and [normal(each)] == wanted:
            yield each, each
        for block in ("body", "orelse", "finalbody"):
            rows = getattr(each, block, None)
            if isinstance(rows, list):
                told = [normal(row) for row in rows]
                for at in range(len(rows) - len(wanted) + 1):
                    if told[at : at + len(wanted)] == wanted:
                        yield rows[at], rows[at + len(wanted) - 1]


def as_expression(code: str) -> ast.expr | None:
    """A piece of code, if it is a single expression."""
    body = ast.parse(code).body
    alone = body[0] if len(body) == 1 else None
    return alone.value if isinstance(alone, ast.Expr) else None


def changed(text: str, name: str, old: str, new: str) -> str:
    """The text of a module with an expression, or statements, of a function in it replaced; layout does not matter."""
    scope = next((node for each, node in scopes(parsed(text)) if each == name), None)
    if scope is None:
        raise AnchorError(f"There is no {name}.")
    before, after = textwrap.dedent(old).strip(), textwrap.dedent(new).strip()
    one, other = as_expression(before), as_expression(after)
    wanted = [normal(one)] if one and other else [normal(node) for node in ast.parse(before).body]
    found = list(runs(scope, wanted))
    if len(found) != 1:
        raise AnchorError(f"{before!r} occurs {len(found)} times in {name}; it must occur once.")
    first, last = found[0]
    start, end = offset(text, first, "lineno", "col_offset"), offset(text, last, "end_lineno", "end_col_offset")
    if one and other:
        return text[:start] + (after if isinstance(other, SIMPLE) else f"({after})") + text[end:]
    margin = " " * getattr(first, "col_offset", 0)
    return text[:start] + textwrap.indent(after or "pass", margin).lstrip() + text[end:]


def offset(text: str, node: ast.AST, line: str, column: str) -> int:
    """Where a node begins or ends: Python counts columns in bytes."""
    lines = text.splitlines(keepends=True)
    row = lines[getattr(node, line) - 1].encode()[: getattr(node, column)].decode()
    return sum(len(each) for each in lines[: getattr(node, line) - 1]) + len(row)
