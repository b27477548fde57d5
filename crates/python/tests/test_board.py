"""Boards and moves."""

import copy
import pickle
import random
import unittest

import crownhead
from crownhead import BLACK, WHITE, Board


class Boards(unittest.TestCase):
    def test_squares_have_names(self) -> None:
        for variant in crownhead.VARIANTS:
            board = Board(variant)
            for square in range(1, board.rows * board.columns // (1 if variant == "turkish" else 2) + 1):
                self.assertEqual(board.parse_square(board.square_name(square)), square)
        for name in ["", "0", "33", "i9", "c"]:
            with self.assertRaises(ValueError):
                Board("russian").parse_square(name)

    def test_a_text_is_no_move_or_no_legal_one(self) -> None:
        for text in ["99-1", "0-5", "51-46", "", "x", "32", "32-28-", "a3-b4"]:
            with self.assertRaises((crownhead.InvalidMoveError, crownhead.IllegalMoveError), msg=text):
                Board("international").push_str(text)

    def test_moves_are_played_and_taken_back(self) -> None:
        board = Board("international")
        start = board.copy()
        move = board.push_str("32-28")
        self.assertEqual((board.turn, board.ply, board.peek()), (BLACK, 1, move))
        self.assertNotEqual(board, start)
        self.assertEqual(board.pop(), move)
        self.assertEqual((board, board.turn, board.ply), (start, WHITE, 0))
        with self.assertRaises(IndexError):
            board.pop()

    def test_a_move_of_another_position_or_variant_is_not_played(self) -> None:
        board, other = Board("international"), Board("english")
        capture = Board("international", "W:W28:B23,14").legal_moves[0]
        for move in [capture, other.legal_moves[0]]:
            self.assertFalse(board.is_legal(move))
            self.assertNotIn(move, board.legal_moves)
            with self.assertRaises(crownhead.IllegalMoveError):
                board.push(move)
        self.assertEqual(board.ply, 0)

    def test_legal_moves_are_a_sequence(self) -> None:
        moves = Board("english").legal_moves
        self.assertEqual((len(moves), len(list(moves)), bool(moves)), (7, 7, True))
        self.assertEqual(moves[-1], list(moves)[6])
        self.assertIn(moves[0], moves)
        self.assertNotIn("11-15", moves)
        for index in [7, -8]:
            with self.assertRaises(IndexError):
                moves[index]
        self.assertFalse(Board("english", "B:W9,14:B5").legal_moves)

    def test_a_capture_names_what_it_takes(self) -> None:
        [move] = Board("international", "W:W28:B23,14").legal_moves
        self.assertEqual((move.origin, move.destination, move.captured), (28, 10, (14, 23)))
        self.assertEqual((move.route, move.is_capture, move.is_crowning), ((28, 19, 10), True, False))
        [crowned] = Board("russian", "W:Wa7:Bh8").legal_moves
        self.assertTrue(crowned.is_crowning)

    def test_random_games_survive_pickle_and_copy(self) -> None:
        chance = random.Random(1)
        for variant in crownhead.VARIANTS:
            board = Board(variant)
            for _ in range(60):
                if board.is_game_over():
                    break
                board.push(chance.choice(board.legal_moves))
            for again in [pickle.loads(pickle.dumps(board)), copy.copy(board), copy.deepcopy(board), board.copy()]:
                self.assertEqual((again, hash(again), again.fen()), (board, hash(board), board.fen()))
                self.assertEqual(again.move_stack, board.move_stack)
                self.assertEqual(again.outcome(), board.outcome())
            for move in board.move_stack:
                self.assertEqual((pickle.loads(pickle.dumps(move)), hash(move)), (move, hash(move)))
            self.assertEqual(Board(variant, board.fen()), board.copy(stack=False))
            while board.ply:
                board.pop()
            self.assertEqual(board, Board(variant))

    def test_pieces_have_squares(self) -> None:
        board = Board("english", "W:WK4,29:BK5,27")
        self.assertEqual((board.men(WHITE), board.kings(WHITE), board.kings(BLACK)), ((29,), (4,), (5,)))
        self.assertEqual([board.piece_at(square) for square in [4, 29, 5, 27, 1]], ["W", "w", "B", "b", None])
        self.assertEqual((board.squares, board.rows, board.columns), (32, 8, 8))
        self.assertEqual((board.square_place(1), board.square_place(32)), ((0, 1), (7, 6)))
        self.assertEqual(Board("russian").square_name(22), "c3")
        for square in [0, 33]:
            with self.assertRaises(ValueError):
                board.piece_at(square)

    def test_a_board_is_shown_as_a_board(self) -> None:
        board = Board("english")
        self.assertIn("b   b   b   b", repr(board))
        self.assertTrue(repr(board).endswith("Black to move"))
        board.push_str("11-15")
        svg = board._repr_svg_()
        self.assertTrue(svg.startswith("<svg ") and svg.endswith("</svg>"))
        self.assertEqual(svg.count("<polygon"), 1, "the last move")
        drawn = board.svg(arrows=[(22, 18, "red"), board.legal_moves[0]], marks=[1, (2, 3, "green")], size=100)
        self.assertEqual(drawn.count("<polygon"), 2)
        self.assertEqual((drawn.count("#d55e00"), drawn.count('"#009e73"')), (2, 2))
        with self.assertRaises(ValueError):
            board.svg(arrows=[(22, 18, '"/><script>')])
        with self.assertRaises(ValueError):
            board.svg(marks=[33])

    def test_what_is_wrong_is_named(self) -> None:
        with self.assertRaisesRegex(ValueError, 'unknown variant "chess": expected english, '):
            Board("chess")
        with self.assertRaises(TypeError):
            Board("english").push("11-15")  # type: ignore[arg-type]


if __name__ == "__main__":
    unittest.main()
