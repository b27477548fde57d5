"""Trains a small network on the values of positions, and lets it play against random moves. It needs NumPy alone.

    python examples/python/train_values.py [VARIANT] [POSITIONS]    random positions, searched here
    python examples/python/train_values.py VARIANT FOLDER           those of `crownhead train export --numpy FOLDER`
"""

import pathlib
import sys

import numpy as np
from numpy.typing import NDArray

from crownhead import Positions

Floats = NDArray[np.float32]


def random_step(games: Positions, chance: np.random.Generator) -> None:
    """Plays a random move in each game that goes on."""
    offsets, actions = games.legal_moves()
    over, _ = games.results()
    chosen = offsets[:-1] + (chance.random(len(games)) * np.diff(offsets)).astype(np.int64)
    games.play(np.where(over, -1, actions[np.minimum(chosen, len(actions) - 1)]))


def inputs(games: Positions) -> Floats:
    """The planes of each game in one row, as the side to move sees them: its own men first, and up the board."""
    planes = games.planes()[:, :4]
    turned = planes[:, [2, 3, 0, 1], ::-1, ::-1]
    own = np.where(games.turns()[:, None, None, None], planes, turned)
    return own.reshape(len(games), -1).astype(np.float32)


def scored(variant: str, count: int, chance: np.random.Generator) -> tuple[Floats, Floats]:
    """Positions of random games, and what searches of 100 nodes find, squashed to -1 to 1."""
    games = Positions(variant, count)
    for _ in range(40):
        random_step(games, chance)
        # Games that are over have no value.
        over = games.results()[0]
        games = games.take(np.flatnonzero(~over))
    _, values = games.search(nodes=100)
    return inputs(games), np.tanh(values / 2)


def exported(variant: str, folder: pathlib.Path) -> tuple[Floats, Floats]:
    """The positions of a folder whose values are known, but for those with captures, which change much at once."""
    value, capture = np.load(folder / "value.npy"), np.load(folder / "capture.npy")
    rows = np.flatnonzero(np.isfinite(value) & ~capture)[:100_000]
    bitboards, turns = (np.load(folder / f"{name}.npy", mmap_mode="r")[rows] for name in ("bitboards", "turns"))
    return inputs(Positions.from_bitboards(variant, bitboards, turns)), np.tanh(value[rows] / 2)


class Network:
    """One hidden layer."""

    def __init__(self, width: int, hidden: int, chance: np.random.Generator) -> None:
        self.first = (chance.standard_normal((width, hidden)) / np.sqrt(width)).astype(np.float32)
        self.second = (chance.standard_normal(hidden) / np.sqrt(hidden)).astype(np.float32)

    def values(self, rows: Floats) -> Floats:
        values: Floats = np.tanh(np.maximum(rows @ self.first, 0) @ self.second)
        return values

    def fit(self, rows: Floats, targets: Floats, rate: float) -> None:
        hidden = np.maximum(rows @ self.first, 0)
        value = np.tanh(hidden @ self.second)
        slope = (value - targets) * (1 - value**2) / len(rows)
        back = np.outer(slope, self.second) * (hidden > 0)
        self.second -= rate * (hidden.T @ slope)
        self.first -= rate * (rows.T @ back)


def points(network: Network, variant: str, count: int, chance: np.random.Generator) -> float:
    """The share of the points that the network wins as the side that begins, looking one move ahead."""
    games = Positions(variant, count)
    begins = games.turns()[0]
    for _ in range(200):
        over = games.results()[0]
        if over.all():
            break
        if (games.turns()[~over] == begins).all():
            children, parents = games.children()
            _, actions = games.legal_moves()
            # The next side to move sees what it gets; a side that cannot move has lost.
            replies = -network.values(inputs(children))
            ended, winners = children.results()
            replies[ended] = winners[ended] * (1 if begins else -1)
            order = np.lexsort((replies, parents))
            last = np.append(np.flatnonzero(np.diff(parents[order])), len(order) - 1)
            best = np.full(count, -1)
            best[parents[order[last]]] = actions[order[last]]
            games.play(np.where(over, -1, best))
        else:
            random_step(games, chance)
    _, winners = games.results()
    won = winners * (1 if begins else -1)
    return float((won + 1).mean() / 2)


def main() -> None:
    variant = sys.argv[1] if len(sys.argv) > 1 else "english"
    source = sys.argv[2] if len(sys.argv) > 2 else "4000"
    chance = np.random.default_rng(1)
    if source.isdigit():
        rows, targets = scored(variant, int(source), chance)
    else:
        rows, targets = exported(variant, pathlib.Path(source))
    network = Network(rows.shape[1], 64, chance)
    print(f"untrained: {points(network, variant, 100, chance):.2f} of the points against random moves")
    for epoch in range(300):
        network.fit(rows, targets, 0.5)
        if epoch % 100 == 99:
            error = float(np.mean((network.values(rows) - targets) ** 2))
            print(f"epoch {epoch + 1}: mean squared error {error:.3f} on {len(rows)} positions")
    print(f"trained: {points(network, variant, 100, chance):.2f} of the points against random moves")


if __name__ == "__main__":
    main()
