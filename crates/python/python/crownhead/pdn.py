"""Games in PDN.

>>> import crownhead.pdn
>>> text = '[Event "Club"]\\n[GameType "21"]\\n\\n1. 11-15 {the Old Faithful} 23-19 8-11 22-17 *'
>>> [game] = crownhead.pdn.parse(text)
>>> game.tags["Event"], game.variant, game.error
('Club', 'english', None)
>>> [node.text for node in game.moves], game.moves[0].comments
(['11-15', '23-19', '8-11', '22-17'], ['the Old Faithful'])
>>> game.board().fen()
'B:W17,19,21,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,9,10,11,12,15'

What is wrong with a game does not end the reading of the others. `error` says it, and the moves before it are there:

>>> for game in crownhead.pdn.parse('1. 32-28 19-23 2. 28x17 *\\n\\n[Event "next"]\\n\\n1. 31-26 *'):
...     print(len(game.moves), game.error)
2 game 1, line 1: ply 3: 28x17 is not a legal move of White in international: expected 28x19
1 None
"""

import os
from collections.abc import Mapping
from typing import IO

from crownhead._native import Board, Game, GameReader, Node
from crownhead._native import write as _write

__all__ = ["Game", "GameReader", "Node", "parse", "read", "write"]


def read(source: str | os.PathLike[str] | IO[str] | IO[bytes], variant: str | None = None) -> GameReader:
    """Reads the games of a file one by one: of a path, or of an open file. A file can be of any length.

    A game that names no variant is of `variant`, or else international draughts.
    """
    if isinstance(source, (str, os.PathLike)):
        os.stat(source)  # Its error names the file.
        return GameReader.of_path(source, variant)
    return GameReader.of_file(source, variant)


def parse(text: str, variant: str | None = None) -> GameReader:
    """Reads the games of a text one by one, as `read` does."""
    return GameReader.of_text(text, variant)


def write(
    board: Board,
    tags: Mapping[str, object] | None = None,
    result: str | None = None,
    comments: Mapping[int, str] | None = None,
) -> str:
    """Writes the game that led to a board, with these tags and with comments behind the moves of these plies, from 1.

    The tags can be those of a game that was read. The result is that of the rules, or else that of the tags, unless it is
    given; the board says its variant and its position itself.

    >>> board = Board("international")
    >>> board.push_str("32-28")
    Move('32-28')
    >>> print(write(board, {"White": "Ann", "Black": "Bob"}), end="")
    [White "Ann"]
    [Black "Bob"]
    [Result "*"]
    [GameType "20,W,10,10,N2,0"]
    [PlyCount "1"]
    <BLANKLINE>
    1. 32-28 *
    <BLANKLINE>
    """
    return _write(board, None if tags is None else dict(tags), result, None if comments is None else dict(comments))
