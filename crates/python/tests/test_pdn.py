"""Games of PDN."""

import io
import tempfile
import unittest
from pathlib import Path
from typing import Any

import crownhead
from crownhead import pdn

GAMES = Path(__file__).parents[2] / "rules" / "tests" / "fixtures" / "pdn"

TEXT = """[White "Ann"]
[Black "Bob"]
[GameType "20"]

{before} 1. 32-28! {[%clk 0:01:02] [%eval 0.25] first} 19-23 $2 (1... 18-23 2. 38-32) 2. 28x19 14x23 2-0

[White "Cid"]
[GameType "21"]

1. 11-15 *
"""


class Games(unittest.TestCase):
    def test_what_stands_among_the_moves_is_there(self) -> None:
        first, second = pdn.parse(TEXT)
        self.assertEqual((first.tags["White"], first.tags["Black"], first.number, first.line), ("Ann", "Bob", 1, 1))
        self.assertEqual((first.comments, first.result, first.winner), (["before"], "2-0", crownhead.WHITE))
        opening, reply = first.moves[:2]
        self.assertEqual((opening.marks, opening.clock, opening.score), (["!"], 62.0, 0.25))
        self.assertEqual((reply.nags, [node.text for node in reply.variations[0]]), ([2], ["18-23", "38-32"]))
        self.assertIsNone(reply.variations[0][0].move)
        self.assertEqual([str(move) for move in first.board().move_stack], ["32-28", "19-23", "28x19", "14x23"])
        self.assertEqual((second.variant, second.result, second.winner), ("english", "*", None))

    def test_files_and_streams_are_read_alike(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "games.pdn"
            path.write_text(TEXT, encoding="utf-8")
            texts = [str(game) for game in pdn.parse(TEXT)]
            with open(path, encoding="utf-8") as text, open(path, "rb") as binary:
                sources: list[Any] = [path, str(path), text, binary, io.StringIO(TEXT), io.BytesIO(TEXT.encode())]
                for source in sources:
                    self.assertEqual([str(game) for game in pdn.read(source)], texts)
            with self.assertRaises(FileNotFoundError):
                pdn.read(Path(folder) / "none.pdn")

    def test_a_stream_that_fails_raises_its_own_error(self) -> None:
        class Broken(io.RawIOBase):
            def read(self, size: int = -1) -> bytes:
                raise OSError("the disk is gone")

        with self.assertRaisesRegex(OSError, "the disk is gone"):
            list(pdn.read(Broken()))  # type: ignore[arg-type]

    def test_real_files_are_read(self) -> None:
        paths = sorted(GAMES.glob("*.pdn"))
        self.assertGreater(len(paths), 5)
        for path in paths:
            for game in pdn.read(path):
                self.assertTrue(game.error or game.board().ply == len(game.moves), f"{path}: {game}")

    def test_what_is_written_is_read(self) -> None:
        board = crownhead.Board("frisian")
        for _ in range(20):
            board.push(board.legal_moves[0])
        text = pdn.write(board, {"Event": 'A "club"', "Round": 3})
        [game] = pdn.parse(text)
        self.assertEqual((game.tags["Event"], game.tags["Round"], game.error), ('A "club"', "3", None))
        self.assertEqual((game.board(), game.board().move_stack), (board, board.move_stack))
        with self.assertRaises(ValueError):
            pdn.write(board, {"not a name": 1})

    def test_tags_that_were_read_and_comments_are_written(self) -> None:
        text = '[White "A"]\n[Result "0-2"]\n[GameType "25"]\n[SetUp "1"]\n[FEN "W:Wc3:Bf6,h8"]\n\n1. c3-b4 f6-e5 0-2'
        [game] = pdn.parse(text)
        board = game.board()
        self.assertEqual(game.winner, False)
        again = pdn.write(board, {**game.tags, "Date": None}, comments={1: "[%eval -1.5]", 2: "far ahead"})
        [read] = pdn.parse(again)
        self.assertEqual((read.error, read.board().move_stack, read.result), (None, board.move_stack, game.result))
        self.assertEqual((read.tags["White"], "Date" in read.tags), ("A", False))
        self.assertEqual((read.moves[0].score, read.moves[1].comments), (-1.5, ["far ahead"]))
        # The tags of another game do not make this one wrong.
        [other] = pdn.parse(pdn.write(crownhead.Board("english"), game.tags))
        self.assertEqual((other.error, other.variant), (None, "english"))
        for ply in [0, 3]:
            with self.assertRaisesRegex(ValueError, f"a comment on ply {ply}: expected 1 to 2"):
                pdn.write(board, comments={ply: "no such move"})
        with self.assertRaisesRegex(FileNotFoundError, "nowhere.pdn"):
            pdn.read("nowhere.pdn")


if __name__ == "__main__":
    unittest.main()
