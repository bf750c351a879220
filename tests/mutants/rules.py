"""Whether each rule is proved: a scenario that names it fails for some mutant in the lines that it reaches.

Mutants in lines that the fewest scenarios reach are tried first, since those lines are what the scenario is about. This
shows that the scenario notices when its part of the code is wrong. It does not show that the scenario covers everything
the rule says: only a reader of both can tell. Rules about what is in the box reach no code: their scenarios are compared with
the manifests, which kept mutants change.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, as_completed
from typing import Final

import yaml

from tests.mutants.kept import ROOT, load
from tests.mutants.made import Made
from tests.mutants.reach import Reach, playable
from tests.mutants.workshop import FAILED, HUNG, LIMIT, borrowed, execute, reason, replaced, scenario_command, workshops
from undermine.data.catalogue import rules

TRIES: Final = 20


def named() -> dict[str, list[str]]:
    """The scenarios that name each rule."""
    found: dict[str, list[str]] = {rule.id: [] for rule in rules()}
    for file in playable():
        for rule in yaml.safe_load((ROOT / file).read_text(encoding="utf-8"))["rules"]:
            found.setdefault(rule, []).append(file)
    return {rule.id: found[rule.id] for rule in rules()}


def prove(
    mutants: list[Made], reach: Reach, noticed: list[str], jobs: int, tell: Callable[[str], None], sample: int = 0
) -> list[str]:
    """The rules that are not proved. `noticed` are the causes of what was caught, which begin with a scenario."""
    scenarios = named()
    failed = {cause.partition(":")[0] for cause in noticed}
    left = set(scenarios) - {mutant.breaks for mutant in load()}
    left = {rule for rule in left if not failed.intersection(scenarios[rule])}
    chosen = sorted(random.Random(1).sample(sorted(left), sample) if sample else left)
    reached: dict[str, list[tuple[int, str, Made]]] = defaultdict(list)
    for made in mutants:
        found = reach.reaching(made)
        for name in found:
            reached[name].append((len(found), made.id, made))
    boxed = [rule for rule in chosen if not any(reached[name] for name in scenarios[rule])]
    chosen = [rule for rule in chosen if rule not in boxed]
    unproved: list[str] = []
    with workshops(jobs) as free, ThreadPoolExecutor(jobs) as pool:

        def one(rule: str) -> str:
            tries = sorted({row for name in scenarios[rule] for row in reached[name]}, key=lambda row: row[:2])
            for _, _, made in tries[:TRIES]:
                checks = [name for name in reach.reaching(made) if name in scenarios[rule]]
                with borrowed(free) as where, replaced(where, made.file, made.applied()):
                    code, said = execute(scenario_command(checks), where, LIMIT)
                if code in (FAILED, HUNG):
                    return f"{made.id}: {reason(said)}"
            return ""

        running = {pool.submit(one, rule): rule for rule in chosen}
        for number, done in enumerate(as_completed(running), 1):
            if not done.result():
                unproved.append(running[done])
            tell(f"[{number}/{len(chosen)}] {running[done]} {done.result() or 'IS NOT PROVED'}")
    for rule in sorted(unproved):
        tell(f"NOT PROVED  {rule}: no mutant makes {', '.join(scenarios[rule]) or 'any scenario'} fail")
    if boxed:
        tell(f"only about what is in the box, where no code is: {', '.join(boxed)}")
    tell(f"{len(scenarios) - len(unproved) - len(boxed)} rules proved, {len(unproved)} not, {len(boxed)} without code")
    return unproved
