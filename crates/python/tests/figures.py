"""Measures the package: leaves a second, beside those of dame and of OpenSpiel where they are installed, the time of an
import, and memory over many calls. One line for each figure."""

import importlib.util
import resource
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from crownhead import Board, Positions


def perft(board: Any, depth: int) -> int:
    """Counts the leaves with a board of this package, or of dame, which has the same names."""
    if depth == 1:
        return len(board.legal_moves)
    count = 0
    for move in board.legal_moves:
        board.push(move)
        count += perft(board, depth - 1)
        board.pop()
    return count


def by_batches(variant: str, depth: int) -> int:
    """Counts the leaves of each position two plies below the start by its own tree, so that batches stay small."""
    roots, _ = Positions(variant).children()
    roots, _ = roots.children()
    count = 0
    for row in range(len(roots)):
        batch = roots.take([row])
        for _ in range(depth - 3):
            batch, _ = batch.children()
        count += int(batch.move_counts().sum())
    return count


def by_states(state: Any, depth: int) -> int:
    """Counts the leaves with states of OpenSpiel."""
    actions = state.legal_actions()
    return len(actions) if depth == 1 else sum(by_states(state.child(action), depth - 1) for action in actions)


def measure(name: str, count: Callable[[], int]) -> float:
    """Prints and returns the leaves a second of the best of three runs."""
    best = 0.0
    for _ in range(3):
        start = time.process_time()
        leaves = count()
        best = max(best, leaves / (time.process_time() - start))
    print(f"{name}: {best / 1e6:.2f} M leaves a second ({leaves} leaves)", flush=True)
    return best


def compare(objects: dict[str, float], counted: dict[str, float]) -> None:
    """Measures the others, in the same run."""
    if importlib.util.find_spec("dame"):
        import dame

        other = measure("dame, objects, international, depth 7", lambda: perft(dame.Board(), 7))
        print(f"objects, international: {objects['international'] / other:.1f} times dame")
        other = measure("dame, perft(), international, depth 8", lambda: dame.perft(dame.Board(), 8))
        print(f"perft(), international: {counted['international'] / other:.1f} times dame")
    else:
        print("NOT CHECKED: dame is not installed")
    if importlib.util.find_spec("pyspiel"):
        import pyspiel

        # Each jump of a capture is an action there.
        start = pyspiel.load_game("checkers").new_initial_state()
        other = measure("OpenSpiel, states, checkers, depth 7", lambda: by_states(start, 7))
        print(f"objects, english: {objects['english'] / other:.1f} times OpenSpiel's checkers")
    else:
        print("NOT CHECKED: OpenSpiel is not installed")


def kept_memory() -> int:
    """The most memory so far, in KiB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def use_board(board: Board) -> None:
    """Ten calls."""
    move = board.legal_moves[0]
    board.push(move)
    board.fen()
    str(move)
    board.outcome()
    hash(board)
    board.copy()
    len(board.legal_moves)
    board.pop()
    board.key


def use_batch(games: Positions) -> None:
    """Ten calls."""
    copy = games.copy()
    offsets, actions = copy.legal_moves()
    copy.play(actions[offsets[:-1]])
    copy.planes()
    copy.masks()
    copy.results()
    copy.children()
    copy.bitboards()
    copy.fens()
    copy.take(np.arange(len(copy)))


def leak(name: str, use: Callable[[], None], calls: int) -> None:
    """Says by how much memory grows after the first tenth of the calls, ten of which `use` makes. A MiB is too much."""

    def some() -> None:
        for _ in range(calls // 100):
            use()

    some()
    before = kept_memory()
    for _ in range(9):
        some()
    more = kept_memory() - before
    print(f"memory over {calls} calls of {name}: {more} KiB more", flush=True)
    assert more < 1024, "memory grows"


def main() -> None:
    # First: what is measured is the most memory, and what follows takes more.
    board, games = Board("international"), Positions("english", 8)
    leak("a board", lambda: use_board(board), 10_000_000)
    leak("a batch", lambda: use_batch(games), 100_000)
    objects, counted = {}, {}
    for variant, depth in [("international", 7), ("russian", 8), ("english", 8), ("frisian", 6)]:
        name = f"objects, {variant}, depth {depth}"
        objects[variant] = measure(name, lambda: perft(Board(variant), depth))
    for variant, depth in [("international", 8), ("russian", 9), ("english", 9), ("frisian", 7)]:
        measure(f"batches, {variant}, depth {depth}", lambda: by_batches(variant, depth))
    for variant, depth in [("international", 9), ("russian", 10)]:
        counted[variant] = measure(f"perft(), {variant}, depth {depth}", lambda: Board(variant).perft(depth))
    compare(objects, counted)
    program = "import time; start = time.perf_counter(); import crownhead; print(time.perf_counter() - start)"
    times = [float(subprocess.run([sys.executable, "-c", program], capture_output=True, check=True).stdout) for _ in range(9)]
    print(f"import: {1000 * min(times):.1f} ms")


if __name__ == "__main__":
    main()
