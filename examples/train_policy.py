"""Trains a small policy with PyTorch on the vectorised simulator, and keeps it as numbers that NumPy plays.

    python -m pip install 'undermine[gym]' torch==2.13.0
    python examples/train_policy.py --table duel-2 --minutes 8 --to examples/duel-2.npz

It learns by playing itself: actor and critic share a body, and every seat's answers are judged by what that seat wins in the
round (advantage actor-critic with a bonus for entropy). A legal action is not one of some ten thousand outputs: the network
scores each action that is legal by its features, which are read off its words (form, card, cell, turn, target), so that a
tunnel that was good in one cell is known in the next. Every few hundred steps the policy plays against a bot of the package.
"""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path
from typing import Any

import numpy as np
import torch
from policy import Features, Policy, against
from torch import nn

import undermine.gym

LENGTH = 32  # answers of each game between two steps of the optimiser
DISCOUNT = 0.995
MOST = 64  # legal actions that are looked at, at most


class Net(nn.Module):  # type: ignore[misc]  # where PyTorch is not installed
    """Scores actions, and foretells what the seat will win."""

    def __init__(self, seen: int, done: int, wide: int = 96) -> None:
        super().__init__()
        self.body = nn.Sequential(nn.Linear(seen, wide), nn.Tanh())
        self.action = nn.Linear(done, wide)
        self.both = nn.Linear(2 * wide, wide)
        self.score = nn.Linear(wide, 1)
        self.value = nn.Linear(wide, 1)

    def forward(self, seen: torch.Tensor, done: torch.Tensor, legal: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Logits of the actions (rows: games), and the value of each game to whoever is asked."""
        body = self.body(seen)
        moves = torch.tanh(self.action(done))
        joined = torch.cat([body[:, None].expand(-1, moves.shape[1], -1), moves], 2)
        scores = self.score(torch.tanh(self.both(joined)))[:, :, 0]
        return scores.masked_fill(~legal, -1e9), self.value(body)[:, 0]


def legal_rows(vector: Any, features: Features) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """For each game: numbers of its legal actions, their features, and which of the places are taken."""
    numbers = np.zeros((vector.n, MOST), np.int64)
    taken = np.zeros((vector.n, MOST), bool)
    for lane in range(vector.n):
        found = np.flatnonzero(vector.masks[lane])[:MOST]
        numbers[lane, : len(found)] = found
        taken[lane, : len(found)] = True
    return numbers, features.actions(numbers), taken


def keep(net: Net, table: str, place: Path, about: dict[str, Any]) -> None:
    """As plain arrays, with what they were made with beside them."""
    arrays = {name: value.detach().numpy().astype(np.float16) for name, value in net.state_dict().items()}
    np.savez_compressed(place, table=np.array(table), about=np.array(json.dumps(about)), **arrays)


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--table", default="duel-2")
    asked.add_argument("--minutes", type=float, default=8.0)
    asked.add_argument("--games", type=int, default=64, help="side by side")
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--to", type=Path, default=Path("examples/duel-2.npz"))
    given = asked.parse_args()
    torch.manual_seed(given.seed)
    torch.set_num_threads(2)
    vector = undermine.gym.Vector(given.table, given.games, seed=given.seed)
    features = Features(vector.schema)
    net = Net(features.seen, features.done)
    optimiser = torch.optim.Adam(net.parameters(), lr=1e-3)
    curve: list[dict[str, float]] = []
    begun, steps, updates = time.monotonic(), 0, 0
    while time.monotonic() - begun < 60 * given.minutes:
        batch: dict[str, list[Any]] = {"seen": [], "done": [], "legal": [], "pick": [], "owner": []}
        wins: list[np.ndarray] = []
        ends: list[np.ndarray] = []
        for _ in range(LENGTH):
            numbers, done, legal = legal_rows(vector, features)
            seen = features.observations(vector.observations)
            with torch.no_grad():
                logits, _ = net(torch.from_numpy(seen), torch.from_numpy(done), torch.from_numpy(legal))
                pick = torch.distributions.Categorical(logits=logits).sample().numpy()
            for name, value in zip(batch, (seen, done, legal, pick, vector.turns.copy()), strict=True):
                batch[name].append(value)
            _, rewards, over = vector.step(numbers[np.arange(vector.n), pick])
            wins.append(rewards.copy())
            ends.append(over.astype(bool))
            steps += vector.n
        loss_of(net, optimiser, batch, wins, ends, vector)
        updates += 1
        if updates % 100 == 1:
            keep(net, given.table, given.to, {"steps": steps})
            share = against(Policy(given.to), "greedy", games=60, seed=given.seed)
            curve.append({"minutes": round((time.monotonic() - begun) / 60, 2), "steps": steps, "greedy": share})
            print(curve[-1], flush=True)
    about = {"steps": steps, "minutes": given.minutes, "seed": given.seed, "curve": curve, "torch": torch.__version__}
    keep(net, given.table, given.to, about)


def above(rewards: np.ndarray) -> np.ndarray:
    """What each seat won more than the table did on average: a game is about that."""
    found: np.ndarray = rewards - rewards.mean(1, keepdims=True)
    return found


def loss_of(
    net: Net,
    optimiser: torch.optim.Optimizer,
    batch: dict[str, list[Any]],
    wins: list[np.ndarray],
    ends: list[np.ndarray],
    vector: Any,
) -> None:
    """One step of the optimiser. What a seat will win is counted backwards from the end of the batch, seat by seat."""
    stacked = {name: torch.from_numpy(np.concatenate(batch[name])) for name in ("seen", "done", "legal", "pick")}
    logits, values = net(stacked["seen"], stacked["done"], stacked["legal"])
    guess = values.detach().numpy().reshape(LENGTH, vector.n)
    owner = np.stack(batch["owner"])
    # Each seat's own value where its batch ends: what the last answer of that seat was worth.
    ahead = np.zeros((vector.n, vector.seats), np.float32)
    for step in range(LENGTH):
        ahead[np.arange(vector.n), owner[step]] = guess[step]
    returns = np.zeros((LENGTH, vector.n), np.float32)
    for step in reversed(range(LENGTH)):
        ahead = np.where(ends[step][:, None], 0.0, ahead) * DISCOUNT + above(wins[step])
        returns[step] = ahead[np.arange(vector.n), owner[step]]
    target = torch.from_numpy(returns.reshape(-1).astype(np.float32))
    gain = target - values.detach()
    gain = (gain - gain.mean()) / (gain.std() + 1e-6)
    spread = torch.distributions.Categorical(logits=logits)
    loss = -(spread.log_prob(stacked["pick"]) * gain).mean() + 0.5 * (target - values).pow(2).mean()
    loss = loss - 0.01 * spread.entropy().mean()
    optimiser.zero_grad()
    loss.backward()
    nn.utils.clip_grad_norm_(net.parameters(), 1.0)
    optimiser.step()


if __name__ == "__main__":
    main()
