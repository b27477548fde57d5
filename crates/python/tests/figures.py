"""Measures the package: leaves a second, the time of an import, and memory over many calls. One line for each figure."""

import resource
import subprocess
import sys
import time
from collections.abc import Callable

from crownhead import Board, Positions


def perft(board: Board, depth: int) -> int:
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


def measure(name: str, count: Callable[[], int]) -> None:
    """The best of three runs."""
    best = 0.0
    for _ in range(3):
        start = time.process_time()
        leaves = count()
        best = max(best, leaves / (time.process_time() - start))
    print(f"{name}: {best / 1e6:.2f} M leaves a second ({leaves} leaves)", flush=True)


def kept_memory() -> int:
    """The most memory so far, in KiB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def leak(calls: int) -> None:
    """Calls everything that makes objects, and says by how much memory grows after the first tenth."""
    board = Board("international")
    steps = calls // 10

    def some() -> None:
        for _ in range(steps // 10):
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

    some()
    before = kept_memory()
    for _ in range(9):
        some()
    print(f"memory over {calls} calls: {kept_memory() - before} KiB more")


def main() -> None:
    for variant, depth in [("international", 7), ("russian", 8), ("english", 8), ("frisian", 6)]:
        measure(f"objects, {variant}, depth {depth}", lambda: perft(Board(variant), depth))
    for variant, depth in [("international", 8), ("russian", 9), ("english", 9), ("frisian", 7)]:
        measure(f"batches, {variant}, depth {depth}", lambda: by_batches(variant, depth))
    for variant, depth in [("international", 9), ("russian", 10)]:
        measure(f"perft(), {variant}, depth {depth}", lambda: Board(variant).perft(depth))
    program = "import time; start = time.perf_counter(); import crownhead; print(time.perf_counter() - start)"
    times = [float(subprocess.run([sys.executable, "-c", program], capture_output=True, check=True).stdout) for _ in range(5)]
    print(f"import: {1000 * min(times):.1f} ms")
    leak(10_000_000)


if __name__ == "__main__":
    main()
