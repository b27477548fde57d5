"""Endgame tables: who wins, and in how many plies.

>>> import crownhead, crownhead.endgame
>>> board = crownhead.Board("english", "W:WK14,K15:BK1")
>>> crownhead.endgame.probe(board)
<Known win in 17 plies>
"""

from functools import cache

from crownhead._native import Board, Known, Tables

__all__ = ["Known", "Tables", "probe"]


@cache
def _built_in(variant: str) -> Tables:
    return Tables(variant)


def probe(board: Board) -> Known | None:
    """What the tables in the package know of a position: those of up to four pieces, in some variants three. `Tables` opens a folder of others."""
    return _built_in(board.variant).probe(board)
