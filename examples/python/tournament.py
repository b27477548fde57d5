"""A tournament of random moves, a skill level and a player of your own: each plays each with both sides.

    python examples/python/tournament.py [VARIANT] [ROUNDS]
"""

import itertools
import random
import sys
from collections.abc import Callable

from crownhead import Board, Engine, Move

Player = Callable[[Board], Move]


def random_moves(board: Board) -> Move:
    return random.choice(board.legal_moves)


def greedy(board: Board) -> Move:
    """Your own player: it captures as much as it can, and likes kings."""
    return max(board.legal_moves, key=lambda move: (len(move.captured), move.is_crowning, random.random()))


def level(engine: Engine, number: int) -> Player:
    def play(board: Board) -> Move:
        move = engine.play(board, level=number).move
        assert move, "the game goes on"
        return move

    return play


def points(white: Player, black: Player, variant: str) -> float:
    """The points of White: 1 for a win, a half for a draw. A game of 300 plies is a draw."""
    board = Board(variant)
    while not board.is_game_over() and board.ply < 300:
        board.push((white if board.turn else black)(board))
    outcome = board.outcome()
    if outcome is None or outcome.winner is None:
        return 0.5
    return 1.0 if outcome.winner else 0.0


def main() -> None:
    variant = sys.argv[1] if len(sys.argv) > 1 else "english"
    rounds = int(sys.argv[2]) if len(sys.argv) > 2 else 2
    random.seed(1)
    with Engine(variant, table=4) as engine:
        players = {"random": random_moves, "greedy": greedy, "level 3": level(engine, 3)}
        totals = dict.fromkeys(players, 0.0)
        for (white, one), (black, other) in itertools.permutations(players.items(), 2):
            score = sum(points(one, other, variant) for _ in range(rounds))
            totals[white] += score
            totals[black] += rounds - score
            print(f"{white} - {black}: {score} of {rounds}")
    for name, total in sorted(totals.items(), key=lambda item: -item[1]):
        print(f"{total:5.1f}  {name}")


if __name__ == "__main__":
    main()
