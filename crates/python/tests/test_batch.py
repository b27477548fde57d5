"""Many games at a time."""

import _thread
import copy
import pickle
import random
import signal
import threading
import unittest
from collections.abc import Callable

import numpy as np

import crownhead
from crownhead import Board, Positions


def some_boards(variant: str, count: int) -> list[Board]:
    """Boards of random games, each a ply longer."""
    chance = random.Random(7)
    boards = []
    board = Board(variant)
    for _ in range(count):
        boards.append(board.copy())
        if board.is_game_over():
            board.reset()
        board.push(chance.choice(board.legal_moves))
    return boards


class Batches(unittest.TestCase):
    def test_a_mask_takes_the_rows_where_it_is_true(self) -> None:
        batch = Positions.from_boards(some_boards("english", 4))
        mask = np.array([True, False, True, True])
        self.assertEqual(batch.take(mask).fens(), batch.take([0, 2, 3]).fens())
        self.assertEqual(batch.take(~mask).fens(), batch.take([-3]).fens())
        self.assertEqual((len(batch.take([])), len(batch.take(mask & False))), (0, 0))
        with self.assertRaisesRegex(IndexError, "a mask of 3 for 4 rows"):
            batch.take([True, False, True])
        with self.assertRaisesRegex(IndexError, "row 4 of 4"):
            batch.take([4])

    def test_numbers_of_another_kind_are_refused(self) -> None:
        batch = Positions("english", 2)
        sets, turns = batch.bitboards(), batch.turns()
        calls: list[Callable[[], object]] = [
            lambda: batch.take([0.5]),
            lambda: batch.take(["0"]),
            lambda: batch.play([1.0, 2.0]),
            lambda: batch.play([True, False]),
            lambda: Positions.from_bitboards("english", sets.astype(float), turns),
            lambda: Positions.from_bitboards("english", sets, np.array([np.nan, 1.0])),
        ]
        for call in calls:
            with self.assertRaisesRegex(TypeError, "an array of .*: expected"):
                call()
        for variant in ["russian", "canadian"]:
            with self.assertRaisesRegex(ValueError, f"a move of {variant} for positions of english"):
                batch.encode(Board(variant).legal_moves[0])

    def test_more_rows_than_there_is_memory_for_are_an_error(self) -> None:
        for rows in [10**15, 10**18]:
            with self.assertRaises(MemoryError):
                Positions("english", rows)

    def test_ctrl_c_ends_long_work(self) -> None:
        # What is started in the background by a shell ignores Ctrl-C otherwise.
        before = signal.signal(signal.SIGINT, signal.default_int_handler)
        self.addCleanup(signal.signal, signal.SIGINT, before)
        many = Positions("english", 100_000)
        long: list[Callable[[], object]] = [
            lambda: many.search(nodes=1_000),
            lambda: many.take([0]).search(depth=100),
            lambda: many.take(np.zeros(10**6, int)).random_playouts(),
            lambda: Board("english").perft(30),
        ]
        for work in long:
            timer = threading.Timer(0.2, _thread.interrupt_main)
            timer.start()
            with self.assertRaises(KeyboardInterrupt):
                work()
            timer.join()

    def test_arrays_say_what_boards_say(self) -> None:
        for variant in crownhead.VARIANTS:
            boards = some_boards(variant, 90)
            batch = Positions.from_boards(boards)
            self.assertEqual((len(batch), batch.fens()), (90, [board.fen() for board in boards]))
            self.assertEqual(batch.keys().tolist(), [board.key for board in boards])
            self.assertEqual(batch.turns().tolist(), [board.turn for board in boards])
            self.assertEqual(batch.plies().tolist(), [board.ply for board in boards])
            self.assertEqual(batch.move_counts().tolist(), [len(board.legal_moves) for board in boards])
            over, winners = batch.results()
            for row, board in enumerate(boards):
                outcome = board.outcome()
                self.assertEqual(over[row], outcome is not None)
                if outcome is None or outcome.winner is None:
                    self.assertEqual(winners[row], 0)
                else:
                    self.assertEqual(winners[row], 1 if outcome.winner else -1)
            values = batch.evaluate(threads=2)
            self.assertTrue(np.allclose(values, [crownhead.evaluate(board) for board in boards], atol=1e-5))

    def test_actions_are_moves(self) -> None:
        for variant in crownhead.VARIANTS:
            boards = some_boards(variant, 90)
            batch = Positions.from_boards(boards)
            offsets, actions = batch.legal_moves()
            masks = batch.masks()
            self.assertEqual(masks.shape, (90, batch.action_size))
            self.assertEqual((offsets[0], offsets[-1], len(offsets)), (0, len(actions), 91))
            for row, board in enumerate(boards):
                own = actions[offsets[row] : offsets[row + 1]]
                self.assertEqual([batch.decode(row, int(action)) for action in own], list(board.legal_moves))
                self.assertEqual([batch.encode(move) for move in board.legal_moves], own.tolist())
                self.assertEqual(np.flatnonzero(masks[row]).tolist(), sorted(own.tolist()))
            batch.play([int(actions[start]) if start < end else -1 for start, end in zip(offsets, offsets[1:])])
            for row, board in enumerate(boards):
                if board.legal_moves:
                    board.push(board.legal_moves[0])
                self.assertEqual(batch.board(row).move_stack, board.move_stack)

    def test_batches_survive_pickle_and_copy(self) -> None:
        batch = Positions.from_boards(some_boards("czech", 50))
        for again in [pickle.loads(pickle.dumps(batch)), copy.deepcopy(batch), copy.copy(batch), batch.copy()]:
            self.assertEqual((again.fens(), again.plies().tolist()), (batch.fens(), batch.plies().tolist()))
        self.assertEqual(len(pickle.loads(pickle.dumps(Positions("czech", 0)))), 0)

    def test_an_illegal_action_changes_nothing(self) -> None:
        batch = Positions("english", 3)
        _, actions = batch.legal_moves()
        before = batch.fens()
        with self.assertRaisesRegex(crownhead.IllegalMoveError, "row 2: action 5 "):
            batch.play([actions[0], -1, 5])
        self.assertEqual(batch.fens(), before)
        with self.assertRaisesRegex(ValueError, "2 actions for 3 rows"):
            batch.play([0, 0])

    def test_children_are_the_positions_after_all_moves(self) -> None:
        batch = Positions("russian")
        for count in [7, 49, 302, 1469]:
            batch, parents = batch.children()
            self.assertEqual((len(batch), len(parents)), (count, count))
        self.assertEqual(batch.move_counts().sum(), 7482)
        self.assertEqual(batch.take(parents[:2]).fens(), [batch.fens()[row] for row in parents[:2]])
        with self.assertRaises(IndexError):
            batch.take([len(batch)])

    def test_bitboards_make_the_same_positions(self) -> None:
        for variant in crownhead.VARIANTS:
            batch = Positions.from_boards([board.copy(stack=False) for board in some_boards(variant, 60)])
            again = Positions.from_bitboards(variant, batch.bitboards(), batch.turns())
            # The moves of a king that count in Frisian draughts are no part of them.
            self.assertEqual([fen.split(":+")[0] for fen in batch.fens()], again.fens())
        wrong = np.zeros((1, 4), dtype=np.uint64)
        wrong[0, 0] = 1 << 40
        with self.assertRaisesRegex(ValueError, "row 0: a square beyond 32"):
            Positions.from_bitboards("english", wrong, [True])
        with self.assertRaisesRegex(ValueError, "expected \\[2, 4\\]"):
            Positions.from_bitboards("english", wrong, [True, False])

    def test_planes_show_the_pieces(self) -> None:
        batch = Positions.from_fens("english", ["W:WK4,29:BK5,27", "B:W32:B1"])
        planes = batch.planes()
        self.assertEqual((planes.shape, planes.dtype), ((2, 5, 8, 8), np.dtype("float32")))
        self.assertTrue((planes == batch.bool_planes()).all())
        board = Board("english")
        for plane, square in [(0, 29), (1, 4), (2, 27), (3, 5)]:
            self.assertEqual(np.argwhere(planes[0, plane]).tolist(), [list(board.square_place(square))])
        self.assertEqual((planes[0, 4].sum(), planes[1, 4].sum()), (64, 0))

    def test_playouts_are_reproducible(self) -> None:
        batch = Positions("english", 64)
        first = batch.random_playouts(seed=3)
        self.assertTrue((first == batch.random_playouts(seed=3, threads=3)).all())
        self.assertEqual(set(first.tolist()) | {0}, {-1, 0, 1})
        self.assertFalse((first == batch.random_playouts(seed=4)).all())

    def test_searches_find_what_the_engine_finds(self) -> None:
        batch = Positions.from_fens("international", ["W:W28,32:B5,23,14", "W:W28:B", "B:W11:B"])
        actions, values = batch.search(nodes=500, threads=2)
        alone, _ = batch.search(nodes=500)
        self.assertEqual((actions.tolist(), actions[2]), (alone.tolist(), -1))
        self.assertTrue(batch.decode(0, int(actions[0])).is_capture)
        self.assertTrue(np.isnan(values[2]))
        with self.assertRaisesRegex(ValueError, "no limit"):
            batch.search()


if __name__ == "__main__":
    unittest.main()
