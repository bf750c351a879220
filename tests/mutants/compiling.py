"""Compiles the engine of a copy in place: each module by itself and not optimised, so that only
those that changed are built again."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Final

from hatch_build import compiled_sources
from tests.mutants.kept import Mutant

SETUP: Final = """\
from mypyc.build import mypycify
from setuptools import setup

setup(name="mutants", packages=[], ext_modules=mypycify({arguments!r}, opt_level="0", debug_level="0", separate=True))
"""


def batches(mutants: list[Mutant], size: int) -> list[list[Mutant]]:
    """All of them, so many together and no two of one file."""
    found: list[list[Mutant]] = []
    for mutant in mutants:
        fitting = (group for group in found if len(group) < size and all(mutant.file != other.file for other in group))
        group = next(fitting, None)
        if group is None:
            found.append([mutant])
        else:
            group.append(mutant)
    return found


def build(where: Path) -> str:
    """Compile what has changed; returns what went wrong, or nothing."""
    source = where / "src"
    modules = [str(path.relative_to(source)) for path in compiled_sources(source / "undermine")]
    setup = SETUP.format(arguments=["--follow-imports=silent", "--cache-dir", os.devnull, *modules])
    (source / "setup.py").write_text(setup, encoding="utf-8")
    words = [sys.executable, "setup.py", "-q", "build_ext", "--inplace"]
    env = dict(os.environ, CFLAGS="-O0 -w")
    done = subprocess.run(words, cwd=source, env=env, capture_output=True, text=True, check=False)
    return (done.stdout + done.stderr) or "it does not say why" if done.returncode else ""
