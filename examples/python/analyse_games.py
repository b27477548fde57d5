"""Analyses the games of a PDN file and plots their values: a drawing in SVG for each game, White up.

    python examples/python/analyse_games.py GAMES.pdn FOLDER [NODES] [VARIANT]

Games that name no variant are of VARIANT, or else international draughts.
"""

import sys
from pathlib import Path

import crownhead
from crownhead import Board, Engine
from crownhead.pdn import Game, read


def values(game: Game, engine: Engine, nodes: int) -> list[float]:
    """The value of each position for White, within two men."""
    board = game.board()
    moves = board.move_stack
    replay = Board(board.variant, moves_start(board))
    found = []
    for move in [*moves, None]:
        if not replay.is_game_over():
            *_, info = engine.analyse(replay, nodes=nodes)
            value = info.score if replay.turn == crownhead.WHITE else -info.score
            found.append(max(-2.0, min(2.0, value)))
        if move:
            replay.push(move)
    return found


def moves_start(board: Board) -> str:
    """The position that the game began with."""
    first = board.copy()
    while first.ply:
        first.pop()
    return first.fen()


def plot(found: list[float]) -> str:
    points = " ".join(f"{8 * ply},{100 - 50 * value:.1f}" for ply, value in enumerate(found))
    width = 8 * max(1, len(found) - 1)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} 200"><path d="M0 100H{width}" stroke="#999"/>'
        f'<polyline points="{points}" fill="none" stroke="#0072b2" stroke-width="2"/></svg>'
    )


def main() -> None:
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    folder = Path(sys.argv[2])
    nodes = int(sys.argv[3]) if len(sys.argv) > 3 else 2000
    variant = sys.argv[4] if len(sys.argv) > 4 else None
    folder.mkdir(parents=True, exist_ok=True)
    for game in read(sys.argv[1], variant):
        if game.variant is None:
            print(game.error)
            continue
        with Engine(game.variant, table=4) as engine:
            found = values(game, engine, nodes)
        path = folder / f"game-{game.number}.svg"
        path.write_text(plot(found), encoding="utf-8")
        print(f"{game!r}: {len(found)} values in {path}" + (f"; {game.error}" if game.error else ""))


if __name__ == "__main__":
    main()
