"""Pictures of every screen, card and question in one page: `make pictures`, or `python -m tests.e2e.gallery OUT [--design FOLDER]`.

Screens and cards are frozen positions; questions are met in real games, at tables that stand right before them. Beside each
picture stands the one of a visual reference that shows the same state, where a folder with them is given.
"""

from __future__ import annotations

import argparse
import asyncio
import html
import shutil
import tempfile
from pathlib import Path

from tests.e2e.artefacts import picture, portrait, take
from tests.e2e.browsing import DEVICES, Device
from tests.e2e.moments import SETS
from tests.e2e.questions import link_of, look_at_all
from tests.e2e.scenes import SCENES, SHEETS, Scene
from tests.e2e.serving import Served, build_frozen

STYLE = (
    "body{background:#16131b;color:#f3e6cb;font:15px system-ui;margin:24px}h2{margin:40px 0 8px}"
    ".row{display:flex;flex-wrap:wrap;gap:16px;align-items:flex-start}figure{margin:0}figcaption{color:#a3967f;padding:4px 0}"
    "img{max-width:620px;max-height:620px;border:1px solid #3a3341}"
)


def reference(scene: Scene, device: Device, lang: str) -> str:
    if device == "phone":
        return scene.phone
    return scene.laptop_uk if lang == "uk" and scene.laptop_uk else scene.laptop


def figure(source: str, text: str) -> str:
    said = html.escape(text)
    return f'<figure><a href="{source}"><img src="{source}" alt="{said}" loading="lazy"></a><figcaption>{said}</figcaption></figure>'


def page_of(out: Path, scenes: list[Scene], langs: list[str], design: Path | None) -> str:
    parts = [
        f"<!doctype html><meta charset=utf-8><title>Undermine: every screen</title><style>{STYLE}</style><h1>Every screen</h1>"
    ]
    for scene in scenes:
        parts.append(f'<h2 id="{scene.name}">{html.escape(scene.what)}</h2>')
        for device in DEVICES:
            figures: list[str] = []
            for lang in langs:
                wanted = reference(scene, device, lang)
                if design and wanted and not any(wanted in f for f in figures):
                    (out / "reference").mkdir(exist_ok=True)
                    shutil.copyfile(design / wanted, out / "reference" / wanted)
                    figures.append(figure(f"reference/{wanted}", f"reference: {wanted}"))
                name = picture(scene, device, lang)
                if (out / name).exists():
                    figures.append(figure(name, f"{device}, {lang}"))
            parts.append(f'<div class="row">{"".join(figures)}</div>')
    return "\n".join(parts)


def questions(out: Path, langs: list[str], games: int) -> list[Scene]:
    """Every question that comes up in so many games of each set of extras, on every screen."""
    found: dict[str, Scene] = {}
    for name in SETS:
        with tempfile.TemporaryDirectory(prefix="undermine-") as folder:
            served = Served(Path(folder))
            links = {
                question: link
                for question, link in link_of(served.database, name, games, ()).items()
                if question.slug not in found
            }
            found |= {question.slug: Scene(question.slug, f"{name}: {question}") for question in links}
            screens = tuple((device, lang) for device in DEVICES for lang in langs)
            with served:
                asyncio.run(look_at_all(served, links, screens, "", out=out))
    return list(found.values())


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.e2e.gallery", description=__doc__)
    parser.add_argument(
        "out", type=Path, nargs="?", default=Path("build/screens"), help="folder for the page and its pictures"
    )
    parser.add_argument("--design", type=Path, help="folder with the reference's pictures")
    parser.add_argument("--table", type=Path, help="take only one picture: of a table in a real game")
    parser.add_argument("--only", nargs="*", default=[], help="names of scenes")
    parser.add_argument("--langs", nargs="*", default=["en", "uk"])
    parser.add_argument(
        "--games", type=int, default=12, help="games of each set of extras that are looked through; 0: none"
    )
    asked = parser.parse_args()
    if asked.table:
        asyncio.run(portrait(asked.table))
        return
    asked.out.mkdir(parents=True, exist_ok=True)
    build_frozen()
    asyncio.run(take(asked.out, set(asked.only), asked.langs))
    scenes = [*SCENES, *SHEETS, *questions(asked.out, asked.langs, 0 if asked.only else asked.games)]
    (asked.out / "index.html").write_text(page_of(asked.out, scenes, asked.langs, asked.design), encoding="utf-8")
    print(f"{len(list(asked.out.glob('*.png')))} pictures in {asked.out / 'index.html'}")


if __name__ == "__main__":
    main()
