"""The build hook decides rightly what to build."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import ROOT

hatch_build = pytest.importorskip("hatch_build", reason="hatchling is missing: run `make test`", exc_type=ImportError)


@pytest.fixture(autouse=True)
def fresh_probe() -> Iterator[None]:
    hatch_build.compiler_works.cache_clear()
    yield
    hatch_build.compiler_works.cache_clear()


def make_hook(root: Path, target: str = "wheel") -> Any:
    return hatch_build.CustomBuildHook(str(root), {}, None, None, str(root / "dist"), target)


def build_data() -> dict[str, Any]:
    return {"artifacts": [], "force_include": {}, "pure_python": True, "infer_tag": False}


@pytest.fixture
def project(tmp_path: Path) -> Path:
    package = tmp_path / "src/undermine"
    for name in ("kernel/engine.py", "kernel/__init__.py", "bots/playout.py", "bots/greedy.py", "server/app.py"):
        (package / name).parent.mkdir(parents=True, exist_ok=True)
        (package / name).write_text("x: int = 1\n")
    return tmp_path


def test_without_a_compiler_the_engine_stays_plain(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CC", str(project / "no-such-compiler"))
    monkeypatch.setenv("UNDERMINE_MYPYC", "auto")
    hook, data = make_hook(project), build_data()
    hook.initialize("standard", data)
    assert hook.dependencies() == []
    assert data == build_data() | {"artifacts": ["src/undermine/web/dist/"]}


def test_a_compiled_engine_that_cannot_be_had_is_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CC", "no-such-compiler")
    monkeypatch.setenv("UNDERMINE_MYPYC", "1")
    with pytest.raises(SystemExit, match=r"needs a C compiler and Python\.h"):
        hatch_build.wants_compiled()


@pytest.mark.needs("compiled")
def test_only_a_compiler_that_can_works_on_parts_side_by_side(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Clang takes the option without a number, or not at all."""
    clang = tmp_path / "clang"
    clang.write_text('#!/bin/sh\ncase "$*" in *-flto=[0-9]*) exit 1;; esac\nexec cc "$@"\n')
    clang.chmod(0o755)
    monkeypatch.setenv("CC", str(clang))
    assert hatch_build.compiler_works()
    assert "-flto" not in hatch_build.c_flags()


def test_a_switch_that_means_nothing_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("UNDERMINE_MYPYC", "yes")
    with pytest.raises(SystemExit, match="must be 0, 1 or auto"):
        hatch_build.wants_compiled()


def get_requires_for_build_editable(hook: Any) -> Any:
    """Named like the function of hatchling from which the hook learns what is asked for."""
    return hook.dependencies()


def test_an_editable_install_compiles_nothing(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hatch_build, "compiler_works", lambda: True)
    monkeypatch.setenv("UNDERMINE_MYPYC", "auto")
    monkeypatch.setattr(hatch_build, "compile_engine", lambda package, place: pytest.fail("compiled"))
    hook, data = make_hook(project), build_data()
    assert hook.dependencies() == hatch_build.MYPYC
    assert get_requires_for_build_editable(hook) == []
    hook.initialize("editable", data)
    assert data["force_include"] == {}


def test_the_engine_is_compiled_once_for_the_same_sources(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    compiled: list[Path] = []

    def pretend(package: Path, place: Path) -> None:
        compiled.append(place)
        (place / "undermine/kernel").mkdir(parents=True)
        (place / "undermine/kernel/engine.so").write_text("")

    monkeypatch.setattr(hatch_build, "compile_engine", pretend)
    monkeypatch.setattr(hatch_build, "wants_compiled", lambda: True)
    package = project / "src/undermine"
    for changed, times in (("server/app.py", 1), ("bots/greedy.py", 1), ("kernel/engine.py", 2), ("", 2)):
        data = build_data()
        make_hook(project).initialize("standard", data)
        assert list(data["force_include"].values()) == ["undermine/kernel/engine.so"]
        assert (data["pure_python"], data["infer_tag"]) == (False, True)
        assert [place.name for place in (project / "build/engine").iterdir()] == [compiled[-1].name]
        if changed:
            (package / changed).write_text("x: int = 2\n")
            make_hook(project).initialize("standard", build_data())
        assert len(compiled) == times


def test_a_compiler_that_fails_leaves_the_engine_plain(
    project: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    def broken(package: Path, place: Path) -> None:
        raise RuntimeError("internal compiler error")

    monkeypatch.setattr(hatch_build, "compile_engine", broken)
    monkeypatch.setattr(hatch_build, "wants_compiled", lambda: True)
    monkeypatch.setenv("UNDERMINE_MYPYC", "auto")
    data = build_data()
    make_hook(project).initialize("standard", data)
    assert data["pure_python"] is True
    assert "internal compiler error" in capfd.readouterr().err
    assert (project / "build/mypyc.log").read_text() == "internal compiler error"
    monkeypatch.setenv("UNDERMINE_MYPYC", "1")
    with pytest.raises(SystemExit, match="could not compile the engine"):
        make_hook(project).initialize("standard", data)


def test_exactly_the_engine_is_compiled() -> None:
    package = ROOT / "src/undermine"
    names = {path.relative_to(package).as_posix() for path in hatch_build.compiled_sources(package)}
    assert "kernel/engine.py" in names
    beside = {name for name in names if not name.startswith(("kernel/", "tunnels/", "games/"))}
    assert beside == {"bots/guide.py", "bots/playout.py", "gym/encoding.py", "gym/lanes.py"}
    assert {name for name in names if "/judge/" in name} == {
        f"games/classic/judge/{name}.py" for name in hatch_build.JUDGES
    }
    assert not [name for name in names if name.endswith(("/kit.py", "/view.py", "/scenes.py", "/position.py"))]
    assert not [name for name in names if name.endswith("__init__.py")]


@pytest.fixture
def web(project: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project with a browser game, and an npm that writes the page and leaves a line for each call."""
    monkeypatch.setattr(hatch_build, "wants_compiled", lambda: False)
    monkeypatch.delenv("UNDERMINE_SKIP_WEB", raising=False)
    (project / "web").mkdir()
    (project / "web/package.json").write_text("{}")
    script = project / "npm.py"
    script.write_text(
        "import pathlib, sys\n"
        "page = pathlib.Path('../src/undermine/web/dist/index.html')\n"
        "page.parent.mkdir(parents=True, exist_ok=True)\n"
        "if 'build' in sys.argv: page.write_text('')\n"
        "with open('../calls', 'a') as calls: print(*sys.argv[1:], file=calls)\n"
        "sys.exit(pathlib.Path('../offline').exists())\n"
    )
    monkeypatch.setattr(hatch_build, "npm_command", lambda: ([sys.executable, str(script)], {}))
    return project


def test_the_browser_game_is_built_again_only_when_it_changed(web: Path) -> None:
    for expected in (2, 2):
        make_hook(web).initialize("standard", build_data())
        assert len((web / "calls").read_text().splitlines()) == expected
    (web / "web/main.ts").write_text("")
    make_hook(web).initialize("standard", build_data())
    assert (web / "calls").read_text().splitlines() == ["ci", "run build"] * 2


def test_an_sdist_that_carries_the_browser_game_needs_no_node(web: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hatch_build, "system_npm", lambda: None)
    assert make_hook(web).dependencies() == [hatch_build.NODE_WHEEL]
    make_hook(web).initialize("standard", build_data())
    shutil.rmtree(web / "build")
    (web / "PKG-INFO").write_text("")
    assert make_hook(web).dependencies() == []


def test_an_npm_that_fails_is_one_sentence(web: Path) -> None:
    (web / "offline").write_text("")
    with pytest.raises(SystemExit, match="`npm ci` failed in web/: check the network"):
        make_hook(web).initialize("standard", build_data())


def test_without_a_browser_game_nothing_is_asked_for(web: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hatch_build, "system_npm", lambda: None)
    monkeypatch.setenv("UNDERMINE_SKIP_WEB", "1")
    assert make_hook(web).dependencies() == []
    monkeypatch.delenv("UNDERMINE_SKIP_WEB")
    (web / "web/package.json").unlink()
    assert make_hook(web).dependencies() == []
