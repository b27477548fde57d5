"""The engine, the tables and the books."""

import _thread
import signal
import threading
import time
import unittest

import crownhead
import crownhead.book
import crownhead.endgame
from crownhead import Board, Engine


class Engines(unittest.TestCase):
    def test_moves_are_found_by_every_limit(self) -> None:
        for variant in crownhead.VARIANTS:
            with Engine(variant, table=4, book=False) as engine:
                board = Board(variant)
                for result in [
                    engine.play(board, nodes=500),
                    engine.play(board, depth=3),
                    engine.play(board, time=0.01),
                    engine.play(board, level=3),
                ]:
                    self.assertIn(result.move, board.legal_moves)
                    self.assertIsNotNone(result.info)

    def test_nodes_give_the_same_move_again(self) -> None:
        def line() -> list[str]:
            with Engine("russian", table=4) as engine:
                board = Board("russian")
                for _ in range(6):
                    move = engine.play(board, nodes=2000).move
                    assert move
                    board.push(move)
                return [str(move) for move in board.move_stack]

        self.assertEqual(line(), line())

    def test_an_analysis_is_an_iterator_of_infos(self) -> None:
        with Engine("english", table=4) as engine:
            board = Board("english")
            infos = list(engine.analyse(board, depth=7, multipv=3))
            self.assertEqual(infos[-1].depth, 7)
            lines = infos[-1].lines
            self.assertEqual(len(lines), 3)
            self.assertEqual((lines[0][0], lines[0][1]), (infos[-1].score, infos[-1].pv))
            self.assertGreaterEqual(lines[0][0], lines[1][0])
            for move in infos[-1].pv:
                board.push(move)

    def test_an_analysis_without_a_limit_stops_when_it_is_left(self) -> None:
        with Engine("international", table=4) as engine:
            for info in engine.analyse(Board("international")):
                if info.depth >= 3:
                    break
            # The engine is free at once.
            self.assertIsNotNone(engine.play(Board("international", "W:W28,32:B5,9"), nodes=100).move)
            first = engine.analyse(Board("international"))
            next(first)
            first.stop()
            self.assertEqual(list(first), [])

    def test_a_search_ends_an_analysis_that_goes_on(self) -> None:
        with Engine("international", table=4, book=False) as engine:
            first = engine.analyse(Board("international"))
            next(first)
            self.assertIsNotNone(engine.play(Board("international"), nodes=100).move)
            self.assertEqual(list(first), [])

    def test_ctrl_c_ends_a_search(self) -> None:
        # What is started in the background by a shell ignores Ctrl-C otherwise.
        before = signal.signal(signal.SIGINT, signal.default_int_handler)
        self.addCleanup(signal.signal, signal.SIGINT, before)
        with Engine("international", table=4, book=False) as engine:
            timer = threading.Timer(0.2, _thread.interrupt_main)
            timer.start()
            with self.assertRaises(KeyboardInterrupt):
                engine.play(Board("international"), depth=200)
            timer.join()
            self.assertIsNotNone(engine.play(Board("international"), nodes=100).move)

    def test_other_threads_run_during_a_search(self) -> None:
        with Engine("international", table=4, book=False) as engine:
            searches = threading.Thread(target=lambda: engine.play(Board("international"), time=0.5))
            searches.start()
            count = 0
            while searches.is_alive():
                count += 1
                time.sleep(0)
            self.assertGreater(count, 100)

    def test_a_second_thread_is_told_that_the_engine_is_in_use(self) -> None:
        with Engine("international", table=4, book=False) as engine:
            begun = threading.Thread(target=lambda: list(engine.analyse(Board("international"), time=5.0)))
            begun.start()
            deadline = time.monotonic() + 10
            refused = False
            while not refused and time.monotonic() < deadline:
                try:
                    engine.new_game()
                except RuntimeError:
                    refused = True
            self.assertTrue(refused)
            begun.join()

    def test_another_thread_ends_an_analysis_that_this_one_waits_for(self) -> None:
        engine = Engine("international", table=4, book=False)
        for end in ["stop", "close"]:
            analysis = engine.analyse(Board("international"))
            timer = threading.Timer(0.2, analysis.stop if end == "stop" else engine.close)
            timer.start()
            self.assertGreater(len(list(analysis)), 0, end)
            timer.join()
        with self.assertRaisesRegex(ValueError, "closed"):
            engine.play(Board("international"), nodes=1)

    def test_a_board_is_free_during_a_search(self) -> None:
        board = Board("english")
        with Engine("english", table=4, book=False) as engine:
            searches = threading.Thread(target=lambda: engine.play(board, time=0.3))
            searches.start()
            while searches.is_alive():
                board.push(board.legal_moves[0])
                board.pop()

    def test_what_is_wrong_is_named(self) -> None:
        engine = Engine("english", table=1)
        board = Board("english")
        for arguments, message in [
            ({}, "no limit"),
            ({"level": 11}, "level 11: expected 1 to 10"),
            ({"level": 10}, "no limit"),
            ({"depth": 0}, "depth 0: expected 1 to 200"),
            ({"time": -1.0}, "time -1: expected seconds"),
            ({"time": float("nan")}, "time NaN: expected seconds"),
        ]:
            with self.assertRaisesRegex(ValueError, message):
                engine.play(board, **arguments)  # type: ignore[arg-type]
        with self.assertRaisesRegex(ValueError, "a board of russian for an engine of english"):
            engine.play(Board("russian"), nodes=1)
        with self.assertRaisesRegex(ValueError, "nowhere"):
            Engine("english", tables="/nowhere")
        engine.close()
        with self.assertRaisesRegex(ValueError, "the engine is closed"):
            engine.play(board, nodes=1)
        with self.assertRaisesRegex(ValueError, "threads 0"):
            Engine("english", threads=0)

    def test_a_game_that_is_over_has_no_move(self) -> None:
        with Engine("english", table=1) as engine:
            self.assertIsNone(engine.play(Board("english", "B:W9,14:B5"), nodes=10).move)

    def test_a_game_against_a_level_comes_to_an_end(self) -> None:
        with Engine("russian", table=4) as engine:
            board = Board("russian")
            while not board.is_game_over():
                move = engine.play(board, level=3 if board.turn else 1).move
                assert move
                board.push(move)
            self.assertIsNotNone(board.outcome())


class Knowledge(unittest.TestCase):
    def test_tables_know_the_value_of_every_move(self) -> None:
        board = Board("english", "W:WK14,K15:BK1")
        tables = crownhead.endgame.Tables("english")
        known = crownhead.endgame.probe(board)
        assert known
        self.assertEqual((tables.max_pieces, known.outcome), (4, "win"))
        moves = tables.moves(board)
        assert moves
        self.assertEqual(len(moves), len(board.legal_moves))
        best = min((after.plies or 0 for _, after in moves if after.outcome == "win"), default=None)
        self.assertEqual(best, known.plies)
        self.assertIsNone(crownhead.endgame.probe(Board("english")))
        for variant in ["russian", "international", "turkish"]:
            for ask in [crownhead.endgame.Tables(variant).probe, crownhead.endgame.Tables(variant).moves]:
                with self.assertRaisesRegex(ValueError, f"a board of english for tables of {variant}"):
                    ask(board)
        with self.assertRaisesRegex(ValueError, "a board of english for a book of russian"):
            crownhead.book.Book("russian").moves(Board("english"))

    def test_books_know_moves(self) -> None:
        for variant in crownhead.VARIANTS:
            board = Board(variant)
            for known in crownhead.book.moves(board):
                self.assertIn(known.move, board.legal_moves)
        self.assertGreater(len(crownhead.book.Book("english")), 100)
        with self.assertRaises(ValueError):
            crownhead.book.Book("english", __file__)

    def test_values_are_of_the_side_to_move(self) -> None:
        self.assertGreater(crownhead.evaluate(Board("english", "W:W32,31,30:B1")), 0.5)
        self.assertLess(crownhead.evaluate(Board("english", "B:W32,31,30:B1")), -0.5)


if __name__ == "__main__":
    unittest.main()
