"""Breaks the rules on purpose, one thing at a time, and demands that a check fails each time.

    python -m tests.mutants.run [--kept] [--made] [--rules] [--sample N [--seed N]] [--only PLACE] [--jobs N]

Without any of them all is tried: mutants kept by hand, those that are made, and whether each rule is proved. Everything happens in copies of the project. Outcomes of
made mutants are stored in build/mutants until a source or a scenario changes, so a run that was stopped can be resumed.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import sys
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path
from typing import Final

import msgspec

from tests.mutants.anchors import SOURCE, fits
from tests.mutants.kept import ROOT, SCENARIOS, Mutant, load
from tests.mutants.made import Made, Survivor, files, mutants_of, sample, survivors
from tests.mutants.reach import Reach, measured
from tests.mutants.rules import prove
from tests.mutants.workshop import (
    FAILED,
    HUNG,
    LIMIT,
    PASSED,
    UNFIT,
    WHOLE_LIMIT,
    borrowed,
    execute,
    pytest_command,
    reason,
    replaced,
    scenario_command,
    workshops,
)

CAUGHT: Final = "caught"
STOPPED: Final = "caught (it hung)"
FELL: Final = "caught (it does not start)"
ALIVE: Final = "ALIVE"
UNREACHED: Final = "ALIVE (no scenario reaches it)"
BROKEN: Final = "CANNOT BE TRIED"  # the old text is not there, or the check fails anyway or does not run at all
LISTED: Final = "listed"
STALE: Final = "LISTED, BUT CAUGHT"
GONE: Final = "LISTED, BUT NOT MADE"

Tell = Callable[[str], None]


class Outcome(msgspec.Struct, frozen=True):
    """What became of a mutant."""

    id: str
    verdict: str
    cause: str  # what the check said, or why the mutant is listed
    seconds: float = 0.0

    def fine(self) -> bool:
        return self.verdict in (CAUGHT, STOPPED, FELL, LISTED)

    def line(self) -> str:
        return f"{self.verdict}  {self.id}  {self.seconds:.1f} s  {self.cause}"


# Kept mutants


def checks_that_fail(mutants: list[Mutant], where: Path) -> dict[str, str]:
    """Which checks fail although nothing was changed, and why: one that always fails would prove nothing."""
    files = sorted({mutant.check() for mutant in mutants if mutant.is_scenario()})
    nodes = sorted({mutant.check() for mutant in mutants if not mutant.is_scenario()})
    wrong: dict[str, str] = {}
    while files:
        code, said = execute(scenario_command(files), where, WHOLE_LIMIT)
        if code == PASSED:
            break
        bad = [file for file in files if said.startswith(f"{file}:")] or list(files)
        wrong |= dict.fromkeys(bad, reason(said))
        files = [file for file in files if file not in bad]
    if nodes:
        code, said = execute(pytest_command(nodes), where, WHOLE_LIMIT)
        if code != PASSED:
            named = [node for node in nodes if f"FAILED {node}" in said] or nodes
            wrong |= dict.fromkeys(named, reason(said))
    return wrong


def attempt(mutant: Mutant, where: Path) -> Outcome:
    """Change the copy, run the check, and change it back."""
    started = time.monotonic()
    try:
        file = mutant.source().as_posix()
        text = mutant.applied((where / file).read_text(encoding="utf-8"))
        command = scenario_command([mutant.check()]) if mutant.is_scenario() else pytest_command([mutant.check()])
        with replaced(where, file, text):
            code, said = execute(command, where, LIMIT)
    except (OSError, ValueError, SyntaxError) as error:
        return Outcome(mutant.id, BROKEN, str(error))
    verdict = {PASSED: ALIVE, FAILED: CAUGHT, HUNG: STOPPED}.get(code, BROKEN)
    return Outcome(mutant.id, verdict, reason(said), time.monotonic() - started)


def try_kept(mutants: list[Mutant], jobs: int, tell: Tell) -> list[Outcome]:
    """Every mutant's outcome."""
    outcomes: list[Outcome] = []
    with workshops(jobs) as free, ThreadPoolExecutor(jobs) as pool:
        with borrowed(free) as where:
            wrong = checks_that_fail(mutants, where)

        def one(mutant: Mutant) -> Outcome:
            if mutant.check() in wrong:
                return Outcome(mutant.id, BROKEN, f"its check fails without it: {wrong[mutant.check()]}")
            with borrowed(free) as where:
                return attempt(mutant, where)

        for done in as_completed([pool.submit(one, mutant) for mutant in mutants]):
            outcomes.append(done.result())
            tell(f"[{len(outcomes)}/{len(mutants)}] {outcomes[-1].line()}")
    return outcomes


# Made mutants


def listing(made: Made, listed: list[Survivor]) -> Survivor | None:
    return next((survivor for survivor in listed if survivor.means(made)), None)


def outcome_of(made: Made, reach: Reach, where: Path) -> Outcome:
    """Change the copy, play the scenarios until one fails, and change it back."""
    started = time.monotonic()
    try:
        with replaced(where, made.file, made.applied()):
            code, said = execute(scenario_command(reach.of(made)), where, LIMIT)
    except SyntaxError as error:
        return Outcome(made.id, BROKEN, str(error))
    alive = ALIVE if reach.reaching(made) else UNREACHED
    verdict = {PASSED: alive, FAILED: CAUGHT, HUNG: STOPPED, UNFIT: FELL}.get(code, CAUGHT)
    return Outcome(made.id, verdict, reason(said), time.monotonic() - started)


def try_made(mutants: list[Made], reach: Reach, jobs: int, tell: Tell, known: Path | None = None) -> list[Outcome]:
    """Every mutant's outcome; what is known already is not tried again."""
    listed = survivors()
    before = known_outcomes(known)
    outcomes: list[Outcome] = []

    def one(made: Made) -> Outcome:
        if made.id in before:
            return before[made.id]
        entry = listing(made, listed)
        if entry and not entry.change:
            return Outcome(made.id, LISTED, entry.reason)
        with borrowed(free) as where:
            return outcome_of(made, reach, where)

    with workshops(jobs) as free, ThreadPoolExecutor(jobs) as pool:
        running = {pool.submit(one, made): made for made in mutants}
        for done in as_completed(running):
            outcome, entry = done.result(), listing(running[done], listed)
            if known and outcome.id not in before:
                with known.open("ab") as file:
                    file.write(msgspec.json.encode(outcome) + b"\n")
            if entry and entry.change:
                lives = outcome.verdict in (ALIVE, UNREACHED)
                outcome = Outcome(outcome.id, LISTED if lives else STALE, entry.reason, outcome.seconds)
            outcomes.append(outcome)
            tell(f"[{len(outcomes)}/{len(mutants)}] {outcome.line()}")
    return outcomes


def digest() -> str:
    """One name for all that decides what becomes of a mutant."""
    found = hashlib.sha256()
    here = [*(ROOT / SOURCE).rglob("*.py"), *(ROOT / SOURCE).rglob("*.toml"), *SCENARIOS.rglob("*.yaml")]
    for path in sorted([*here, *(Path(__file__).with_name(name) for name in ("made.py", "check.py", "reach.py"))]):
        found.update(path.relative_to(ROOT).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return found.hexdigest()[:16]


def known_outcomes(known: Path | None) -> dict[str, Outcome]:
    if known is None or not known.exists():
        return {}
    rows = [msgspec.json.decode(line, type=Outcome) for line in known.read_bytes().splitlines()]
    return {row.id: row for row in rows}


# All of it


def main(words: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.mutants.run")
    parser.add_argument("--kept", action="store_true", help="try those kept by hand")
    parser.add_argument("--made", action="store_true", help="try those made by the tool")
    parser.add_argument(
        "--rules", action="store_true", help="see whether each rule has a scenario that notices a mutant"
    )
    parser.add_argument("--sample", type=int, default=0, metavar="N", help="so many made mutants (or rules), no more")
    parser.add_argument("--seed", type=int, default=1, help="another sample")
    parser.add_argument("--only", metavar="PLACE", help="what is made there alone: classic.gold, or duel:Maze.add_card")
    parser.add_argument("--jobs", type=int, default=min(4, os.cpu_count() or 1), help="how many at a time")
    chosen = parser.parse_args(words)
    part = bool(chosen.sample or chosen.only)
    everything = not (chosen.kept or chosen.made or chosen.rules or part)
    outcomes: list[Outcome] = []
    unproved: list[str] = []

    def tell(text: str) -> None:
        print(text, flush=True)

    if chosen.kept or everything:
        outcomes += try_kept(load(), chosen.jobs, tell)
    if not chosen.kept or chosen.made or chosen.rules or part:
        tell("making mutants and measuring which scenarios reach them ...")
        if chosen.sample and not chosen.rules:
            mutants = sample(chosen.sample, chosen.seed)
        else:
            mutants = [made for file in files() for made in mutants_of(file)]
        if chosen.only:
            mutants = [made for made in mutants if fits(chosen.only, made.module(), made.where.partition(":")[2])]
        reach = measured(sorted({made.file for made in mutants}), chosen.jobs)
        known = ROOT / f"build/mutants/{digest()}.jsonl"
        known.parent.mkdir(parents=True, exist_ok=True)
        if chosen.made or not chosen.rules:
            outcomes += try_made(mutants, reach, chosen.jobs, tell, known)
        if everything:
            outcomes += no_longer_made(mutants)
        if chosen.rules or everything:
            noticed = [outcome.cause for outcome in known_outcomes(known).values() if outcome.verdict == CAUGHT]
            unproved = prove(mutants, reach, noticed, chosen.jobs, tell, chosen.sample)
    report(outcomes, tell)
    return 0 if all(outcome.fine() for outcome in outcomes) and not unproved else 1


def no_longer_made(mutants: list[Made]) -> list[Outcome]:
    """What is listed and fits no mutant any more."""
    gone = [entry for entry in survivors() if not any(entry.means(made) for made in mutants)]
    return [Outcome(f"{entry.where}  {entry.change}", GONE, entry.reason) for entry in gone]


def report(outcomes: list[Outcome], tell: Tell) -> None:
    """Those that are not as they should be, and how many of each."""
    for outcome in sorted(outcomes, key=lambda outcome: outcome.id):
        if not outcome.fine():
            tell(outcome.line())
    kinds = Counter("listed" if o.verdict == LISTED else "caught" if o.fine() else "alive" for o in outcomes)
    tell(f"{kinds['caught']} caught, {kinds['alive']} alive, {kinds['listed']} listed")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
