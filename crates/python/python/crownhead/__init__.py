"""Checkers and draughts: the rules of twenty games, games in PDN, batches of positions for learning, and an engine.

>>> import crownhead
>>> board = crownhead.Board("russian")
>>> board.push_str("c3-d4")
Move('c3-d4')
>>> len(board.legal_moves)
7
>>> with crownhead.Engine("russian") as engine:
...     result = engine.play(board, nodes=1000)
>>> result.move in board.legal_moves
True

`Board` and `Move` have the names that python-chess has. `Engine` plays and analyses. `crownhead.pdn` reads and writes games,
`crownhead.endgame` and `crownhead.book` ask the tables and the opening books, and `Positions` has many games at a time, as
NumPy arrays.
"""

from __future__ import annotations

from crownhead._native import (
    VARIANTS,
    AmbiguousMoveError,
    Analysis,
    Board,
    Engine,
    IllegalMoveError,
    Info,
    InvalidMoveError,
    LegalMoves,
    Move,
    Outcome,
    PlayResult,
    Positions,
    __version__,
    evaluate,
)

# The module typing would take four times as long to import as all of this package.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

WHITE: Final = True
"""The side that moves up the board, towards square 1."""

BLACK: Final = False
"""The side that moves down the board."""

__all__ = [
    "BLACK",
    "VARIANTS",
    "WHITE",
    "AmbiguousMoveError",
    "Analysis",
    "Board",
    "Engine",
    "IllegalMoveError",
    "Info",
    "InvalidMoveError",
    "LegalMoves",
    "Move",
    "Outcome",
    "PlayResult",
    "Positions",
    "__version__",
    "evaluate",
]
