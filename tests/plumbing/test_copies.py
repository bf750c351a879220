"""No code stands twice in the three games: what they share lives in kernel and tunnels."""

from __future__ import annotations

import ast
import io
import tokenize
from collections import defaultdict
from itertools import combinations
from pathlib import Path

GAMES = Path(__file__).parents[2] / "src" / "undermine" / "games"
FOLDERS = ("classic", "duel", "lost_mines")
RUN = 6  # so many lines in a row make a copy
STATEMENTS = 3  # so many make a function worth comparing


def sources() -> dict[str, str]:
    """The text of every file of the three games, by its name below `games`."""
    return {
        path.relative_to(GAMES).as_posix(): path.read_text(encoding="utf-8")
        for folder in FOLDERS
        for path in sorted((GAMES / folder).rglob("*.py"))
    }


# The same lines


def passed_over(tree: ast.Module) -> set[int]:
    """The lines of imports and docstrings."""
    lines: set[int] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import | ast.ImportFrom) or (isinstance(node, ast.Expr) and is_docstring(node)):
            lines.update(range(node.lineno, (node.end_lineno or node.lineno) + 1))
    return lines


def is_docstring(node: ast.AST) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)


def code_lines(text: str) -> list[tuple[int, str]]:
    """Number and text of each line that says something, with its white space folded and its comment cut off."""
    skipped = passed_over(ast.parse(text))
    words: dict[int, list[str]] = defaultdict(list)
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type != tokenize.COMMENT and token.string.strip() and token.start[0] not in skipped:
            words[token.start[0]].append(token.string)
    lines = [(number, " ".join(found)) for number, found in sorted(words.items())]
    return [(number, line) for number, line in lines if any(sign.isalnum() for sign in line)]


def same_lines(files: dict[str, str]) -> list[str]:
    """The places of two different files where RUN lines are the same to the letter, once for each run."""
    where: dict[tuple[str, ...], list[tuple[str, int]]] = defaultdict(list)
    lines = {name: code_lines(text) for name, text in files.items()}
    for name, code in lines.items():
        for start in range(len(code) - RUN + 1):
            where[tuple(line for _, line in code[start : start + RUN])].append((name, start))
    runs = {pair for places in where.values() for pair in combinations(sorted(places), 2)}
    first = [
        (one, other)
        for one, other in runs
        if ((one[0], one[1] - 1), (other[0], other[1] - 1)) not in runs  # else the run begins further up
    ]
    return [
        f"{one[0]}:{lines[one[0]][one[1]][0]} = {other[0]}:{lines[other[0]][other[1]][0]}"
        for one, other in sorted(first)
    ]


# The same functions, with other names


class Renamed(ast.NodeTransformer):
    """Names of one's own are numbered in the order in which they come; annotations are taken away."""

    def __init__(self, own: set[str]) -> None:
        self.own = own
        self.number: dict[str, str] = {}

    def name(self, name: str) -> str:
        return self.number.setdefault(name, f"_{len(self.number)}") if name in self.own else name

    def visit_arg(self, node: ast.arg) -> ast.AST:
        return ast.arg(self.name(node.arg), None)

    def visit_Name(self, node: ast.Name) -> ast.AST:
        return ast.Name(self.name(node.id), node.ctx)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST:
        value = self.visit(node.value) if node.value else ast.Constant(None)
        return ast.Assign([self.visit(node.target)], value)


def meaning(function: ast.FunctionDef) -> tuple[int, str]:
    """How many statements a function has, and what they do whatever its own names are."""
    body = [node for node in function.body if not is_docstring(node)]
    own = {node.arg for node in ast.walk(function.args) if isinstance(node, ast.arg)}
    for statement in body:
        own |= {
            node.id for node in ast.walk(statement) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
        }
    number = sum(isinstance(node, ast.stmt) for statement in body for node in ast.walk(statement))
    renamed = Renamed(own)
    arguments = ast.dump(renamed.visit(function.args))
    return number, "\n".join([arguments, *[ast.dump(renamed.visit(statement)) for statement in body]])


def same_functions(files: dict[str, str]) -> list[str]:
    """The functions and methods that do the same to the letter but for the names of their arguments and locals."""
    where: dict[str, list[str]] = defaultdict(list)
    for name, text in files.items():
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.FunctionDef):
                number, what = meaning(node)
                if number >= STATEMENTS:
                    where[what].append(f"{name}:{node.lineno} {node.name}")
    return [" = ".join(places) for places in where.values() if len(places) > 1]


def test_no_lines_stand_twice() -> None:
    assert same_lines(sources()) == []


def test_no_function_stands_twice() -> None:
    assert same_functions(sources()) == []


# Can these fail?

ROUNDS = """
from undermine.kernel.event import Play

def gather(p: Play, t: Classic) -> None:
    '''The goals go to the box.'''
    for goal in range(t.hooks.goals):  # all of them
        if t.cards.size(GOAL + goal):
            p.emit(POURED, ALL, GOAL + goal, BOX, 0, 0)

    pour(p, t, BOARD)
    pour(p, t, DISCARD)
"""
RENAMED = (
    ROUNDS.replace("goal in", "each in").replace("+ goal", "+ each").replace("Classic", "Duel").replace("t.", "s.")
)


def test_copied_lines_are_found_whatever_stands_between_them() -> None:
    moved = "import this\n" + ROUNDS.replace("'''The goals go to the box.'''", "# another game").replace(
        "p, t,", "p,  t,"
    )
    assert same_lines({"one.py": ROUNDS, "other.py": moved}) == ["one.py:4 = other.py:5"]
    assert same_lines({"one.py": ROUNDS, "other.py": "\n".join(moved.splitlines()[:9])}) == []


def test_copied_functions_are_found_under_other_names() -> None:
    renamed = RENAMED.replace("p, t,", "p, s,").replace("t: Duel", "s: Duel")
    assert same_lines({"one.py": ROUNDS, "other.py": renamed}) == []
    assert same_functions({"one.py": ROUNDS, "other.py": renamed}) == ["one.py:4 gather = other.py:4 gather"]
    assert same_functions({"one.py": ROUNDS, "other.py": renamed.replace("BOX", "GOAL_BOX")}) == []
