"""`make ray`: a Ray cluster of two nodes on this machine; one of them is killed in mid-run, and the JSON is the same.

Each command is run alone, on the cluster, and on the cluster while its second node dies. A node is a raylet with workers of its
own: killing it is as hard as pulling the plug, nothing is told to the other one.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import Any

COMMANDS = {
    "simulate": ["simulate", "--players", "5", "--bots", "greedy", "--games", "{games}", "--json"],
    "tournament": ["tournament", "--players", "3", "--levels", "random,greedy", "--deals", "{deals}", "--json"],
    "learn": ["learn", "--players", "5,7", "--levels", "greedy", "--games", "{games}", "--to", "{file}"],
}
PATIENCE = 300  # seconds until a cluster must have begun to work


def command(name: str, games: int, place: Path, address: str) -> list[str]:
    filled = [
        part.format(games=games, deals=max(10, games // 10), file=place / f"{name}.json") for part in COMMANDS[name]
    ]
    words = [sys.executable, "-m", "undermine", *filled]
    return [*words, "--ray", address] if address else words


def report(name: str, games: int, address: str = "") -> str:
    """What a command prints, or writes."""
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        done = subprocess.run(
            command(name, games, place, address), capture_output=True, text=True, check=False, timeout=1500
        )
        if done.returncode:
            raise SystemExit(f"{name} failed{' on the cluster' if address else ''}:\n{done.stdout}{done.stderr}")
        file = place / f"{name}.json"
        return file.read_text("utf-8") if file.exists() else done.stdout


def busy(node: str) -> bool:
    """Is a task running on this node, so that its one core is taken?"""
    from ray._private.state import available_resources_per_node  # without Ray's dashboard nobody else tells

    free = available_resources_per_node().get(node)
    return free is not None and free.get("CPU", 0.0) < 1


def with_a_death(cluster: Any, name: str, games: int) -> str:
    """The same report, while a node that has begun to work is killed; another one joins for the next command."""
    node = cluster.add_node(num_cpus=1)
    cluster.wait_for_nodes()
    killed = threading.Event()

    def kill() -> None:
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            if busy(node.node_id):
                cluster.remove_node(node, allow_graceful=False)
                killed.set()
                return
            time.sleep(0.1)

    watcher = threading.Thread(target=kill, daemon=True)
    watcher.start()
    found = report(name, games, cluster.address)
    watcher.join(5)
    if not killed.is_set():
        raise SystemExit(f"{name} was over before a node could be killed: ask for more --games.")
    return found


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--games", type=int, default=1000)
    asked.add_argument("--commands", default=",".join(COMMANDS))
    given = asked.parse_args()
    import ray
    from ray.cluster_utils import Cluster

    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1})
    try:
        ray.init(address=cluster.address, log_to_driver=False)
        for name in given.commands.split(","):
            alone = report(name, given.games)
            together = report(name, given.games, cluster.address)
            broken = with_a_death(cluster, name, given.games)
            same = [json.loads(text) == json.loads(alone) for text in (together, broken)]
            if not all(same):
                raise SystemExit(f"{name}: the cluster's report is another one ({same}).")
            print(f"{name}: the same JSON from one machine, from the cluster, and with a node killed.", flush=True)
    finally:
        ray.shutdown()
        cluster.shutdown()


if __name__ == "__main__":
    main()
