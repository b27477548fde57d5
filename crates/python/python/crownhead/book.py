"""Opening books.

>>> import crownhead, crownhead.book
>>> board = crownhead.Board("english")
>>> crownhead.book.moves(board)[0].move in board.legal_moves
True
"""

from functools import cache

from crownhead._native import Board, Book, BookMove

__all__ = ["Book", "BookMove", "moves"]


@cache
def _built_in(variant: str) -> Book:
    return Book(variant)


def moves(board: Board) -> list[BookMove]:
    """The moves that the book in the package knows in a position, the best first. `Book` reads a file."""
    return _built_in(board.variant).moves(board)
