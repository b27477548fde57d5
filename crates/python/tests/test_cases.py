"""The table of cases that every library reads: data/cases/cases.json."""

import json
import unittest
from pathlib import Path
from typing import Any

import crownhead
import crownhead.pdn

TABLE = json.loads((Path(__file__).parents[3] / "data" / "cases" / "cases.json").read_text(encoding="utf-8"))

ERRORS = {
    "illegal": crownhead.IllegalMoveError,
    "ambiguous": crownhead.AmbiguousMoveError,
    "invalid": crownhead.InvalidMoveError,
}

SIDES = {"White": crownhead.WHITE, "Black": crownhead.BLACK, None: None}


def board_of(case: dict[str, Any]) -> crownhead.Board:
    return crownhead.Board(case["variant"], case.get("fen"))


def perft(board: crownhead.Board, depth: int) -> int:
    """The count as a user writes it, with a board, its moves and nothing else."""
    if depth == 1:
        return len(board.legal_moves)
    count = 0
    for move in board.legal_moves:
        board.push(move)
        count += perft(board, depth - 1)
        board.pop()
    return count


class Cases(unittest.TestCase):
    def each(self, kind: str) -> Any:
        self.assertTrue(TABLE[kind], kind)
        for case in TABLE[kind]:
            with self.subTest(kind=kind, case=case):
                yield case

    def test_every_variant_is_in_the_table(self) -> None:
        self.assertEqual({case["variant"] for case in TABLE["perft"]}, set(crownhead.VARIANTS))

    def test_perft(self) -> None:
        for case in self.each("perft"):
            board = board_of(case)
            for depth, count in enumerate(case["counts"], 1):
                self.assertEqual(board.perft(depth), count)
                if count < 10_000:
                    self.assertEqual(perft(board, depth), count)

    def test_legal_moves(self) -> None:
        for case in self.each("moves"):
            self.assertEqual(sorted(move.hub for move in board_of(case).legal_moves), case["moves"])

    def test_texts_of_moves(self) -> None:
        for case in self.each("texts"):
            board = board_of(case)
            if "error" in case:
                with self.assertRaises(ERRORS[case["error"]]) as raised:
                    board.push_str(case["text"])
                self.assertEqual(str(raised.exception), case["message"])
                self.assertEqual(board, board_of(case))
            else:
                move = board.parse_move(case["text"])
                self.assertEqual((move.hub, move.pdn, list(move.route)), (case["hub"], case["pdn"], case["route"]))

    def test_fens(self) -> None:
        for case in self.each("fens"):
            if "message" in case:
                with self.assertRaises(ValueError) as raised:
                    crownhead.Board(case["variant"], case["text"])
                self.assertEqual(str(raised.exception), case["message"])
            else:
                self.assertEqual(crownhead.Board(case["variant"], case["text"]).fen(), case["fen"])

    def test_ends_of_games(self) -> None:
        for case in self.each("ends"):
            board = board_of(case)
            for text in case["moves"]:
                board.push_str(text)
            outcome = board.outcome()
            self.assertEqual(board.is_game_over(), outcome is not None)
            if outcome is None:
                self.assertIsNone(case["termination"])
                continue
            self.assertEqual(outcome.winner, SIDES[case["winner"]])
            self.assertEqual(outcome.termination, case["termination"])
            self.assertEqual(outcome.article, case["article"])
            self.assertEqual(outcome.result(), case["result"])

    def test_games_of_pdn(self) -> None:
        for case in self.each("pdn"):
            [game] = crownhead.pdn.parse(case["text"])
            self.assertEqual((game.variant, game.result), (case["variant"], case["result"]))
            self.assertEqual(game.error is None, "error" not in case)
            self.assertTrue((game.error or "").startswith(case.get("error", "")), game.error)
            moves = [node.move.hub for node in game.moves if node.move] if game.variant else []
            self.assertEqual(moves, case["moves"])


if __name__ == "__main__":
    unittest.main()
