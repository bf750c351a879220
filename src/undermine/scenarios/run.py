"""Reads scenario files and plays them."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final

from undermine.data.catalogue import rules, rulings
from undermine.errors import OptionError, ScenarioError, UndermineError
from undermine.kernel.chance import ChanceError
from undermine.kernel.engine import advance
from undermine.kernel.event import Play
from undermine.registry import GAMES, Options, kit, ruleset
from undermine.scenarios.compare import same
from undermine.scenarios.contents import check_contents
from undermine.scenarios.luck import Luck
from undermine.scenarios.options import OPTIONS, read_options
from undermine.scenarios.play import Table, play_step
from undermine.scenarios.reader import Part, read

CASE: Final = ("title", "options", "given", "chance", "play", "contents", "refused")
TOP: Final = ("id", "title", "rules", "game", "options", "given", "chance", "play", "contents", "refused", "cases")
SUFFIXES: Final = (".yaml", ".yml")


@dataclass(frozen=True)
class Result:
    """How one case of a file went."""

    file: str
    id: str
    title: str
    rules: tuple[str, ...]
    passed: bool
    line: int = 0
    cause: str = ""


@dataclass
class Head:
    """What is said of a scenario as a whole."""

    id: str
    title: str
    rules: tuple[str, ...]
    game: str


def files_in(path: Path) -> list[Path]:
    """A scenario file, or all of a folder."""
    return sorted(file for file in path.rglob("*") if file.suffix in SUFFIXES) if path.is_dir() else [path]


def run(path: Path) -> list[Result]:
    """Play every scenario of a file or folder: a result for each case."""
    return [result for file in files_in(Path(path)) for result in run_file(file)]


def run_file(path: Path) -> list[Result]:
    """Play the cases of one file."""
    head = Head(path.stem, "", (), "")
    try:
        top = read(path)
        head = read_head(top)
        cases = _cases(top)
    except ScenarioError as error:
        return [_failed(str(path), head, head.title, error)]
    results = [_run_case(str(path), head, case) for case in cases]
    left = top.leftovers()
    if left and all(result.passed for result in results):
        unread = left[0].error(f"{left[0].node.value!r} was never compared with anything; take it out.")
        return [_failed(str(path), head, head.title, unread)]
    return results


def read_head(top: Part) -> Head:
    """Id, title, rules and game of a scenario."""
    parts = top.table(TOP)
    for name in ("id", "title", "rules"):
        if name not in parts:
            raise top.error(f"{name!r} is missing; add it.")
    ids = tuple(part.text() for part in parts["rules"].entries())
    if not ids:
        raise parts["rules"].error("Name the rules that it is about, such as B-056.")
    for part, name in zip(parts["rules"].entries(), ids, strict=True):
        if name not in {one.id for one in rules()} | {one.id for one in rulings()}:
            raise part.error(f"There is no rule or ruling {name!r}; correct the id.")
    game = parts["game"].text() if "game" in parts else "classic"
    if game not in GAMES:
        raise parts["game"].error(f"There is no game {game!r}; use one of {', '.join(GAMES)}.")
    return Head(parts["id"].text(), parts["title"].text(), ids, game)


def _cases(top: Part) -> list[dict[str, Part]]:
    """The cases of a file, each with what the file says for all of them."""
    shared = {name: part for name, part in top.names.items() if name in CASE and name != "title"}
    if "cases" not in top.names:
        return [shared | {"top": top}]
    found = []
    for part in top.names["cases"].entries():
        case = {"top": part} | shared | part.table(CASE)
        for name in ("options", "given"):
            if name in shared and name in part.names:
                case[f"shared {name}"] = shared[name]
        found.append(case)
    if not found:
        raise top.names["cases"].error("There are no cases; add some or write play instead.")
    return found


def _parts(case: dict[str, Part], name: str, known: tuple[str, ...]) -> dict[str, Part]:
    """A table of the case on top of the same table of the file."""
    merged: dict[str, Part] = {}
    for key in (f"shared {name}", name):
        if key in case:
            merged |= case[key].table(known)
    return merged


def _run_case(file: str, head: Head, case: dict[str, Part]) -> Result:
    title = head.title
    try:
        if "title" in case:
            title = f"{head.title}: {case['title'].text()}"
        _play_case(head, case)
    except ScenarioError as error:
        return _failed(file, head, title, error)
    return Result(file, head.id, title, head.rules, passed=True)


def _play_case(head: Head, case: dict[str, Part]) -> None:
    if not {"play", "contents", "refused"} & set(case):
        raise case["top"].error("Nothing is expected here; add play, contents or refused.")
    options = read_options(head.game, _parts(case, "options", OPTIONS))
    if "contents" in case:
        check_contents(head.game, case["contents"])
    if "refused" in case:
        _refused(options, case["refused"])
    if "play" in case:
        _play(options, case)


def _refused(options: Options, part: Part) -> None:
    found = "accepted"
    try:
        ruleset(options)
    except OptionError as error:
        found = error.code
    same(part, "table", part.text(), found)


def _play(options: Options, case: dict[str, Part]) -> None:
    luck = Luck(case.get("chance"))
    try:
        ruleset(options)
        scenes = kit(options.game).scenes
        given = _parts(case, "given", scenes.given())
        play = scenes.build(options, given) if given else _opened(options, luck)
    except ChanceError as error:
        raise case.get("chance", case["top"]).error(f"At the beginning {error}.") from error
    except ScenarioError:
        raise
    except UndermineError as error:
        raise case.get("options", case["top"]).error(error.message) from error
    table = Table(play, luck)
    steps = case["play"].entries()
    if not steps:
        raise case["play"].error("Nothing is played here; add steps.")
    for step in steps:
        play_step(table, step)
    luck.finish(case["top"])


def _opened(options: Options, luck: Luck) -> Play:
    rules = ruleset(options)
    play = Play(rules.game.new_state(rules), [])
    rules.game.open(play)
    advance(play, luck)
    return play


def _failed(file: str, head: Head, title: str, error: ScenarioError) -> Result:
    cause = f"column {error.column}: {error.message}" if error.column else error.message
    return Result(file, head.id, title, head.rules, passed=False, line=error.line, cause=cause)
