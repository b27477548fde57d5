"""The code in README.md runs, each block by itself, and shows what it says."""

import contextlib
import doctest
import io
import os
import re
import tempfile
import unittest
import unittest.mock
from pathlib import Path
from typing import Any

README = Path(__file__).parents[1] / "README.md"

GAMES = """[GameType "20"]

1. 32-28 {a comment} 19-23 $2 (1... 18-23) 2. 28x19 14x23 *

[GameType "25"]

1. c3-d4 d6-c6 *

[GameType "none"]

1. 11-15 *
"""

# Packages that need not be installed.
OTHERS = {"gymnasium", "open_spiel", "pettingzoo", "pyspiel"}


class Readme(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.addCleanup(os.chdir, os.getcwd())
        os.chdir(folder.name)
        Path("games.pdn").write_text(GAMES, encoding="utf-8")

    def run_code(self, code: str) -> None:
        names: dict[str, Any] = {}
        # The reader is asked for moves.
        answer = unittest.mock.patch("builtins.input", lambda _: str(names["board"].legal_moves[0]))
        with answer, contextlib.redirect_stdout(io.StringIO()):
            try:
                exec(compile(code, README, "exec"), names)
            except ModuleNotFoundError as error:
                if error.name in OTHERS:
                    self.skipTest(f"{error.name} is not installed")
                raise

    def run_session(self, code: str, line: int) -> None:
        session = doctest.DocTestParser().get_doctest(code, {}, README.name, str(README), line)
        output = io.StringIO()
        failed, _ = doctest.DocTestRunner().run(session, out=output.write)
        self.assertFalse(failed, output.getvalue())

    def test_every_block_runs(self) -> None:
        text = README.read_text(encoding="utf-8")
        blocks = list(re.finditer(r"^```python\n(.*?)^```$", text, re.DOTALL | re.MULTILINE))
        self.assertGreater(len(blocks), 5)
        for block in blocks:
            line = text.count("\n", 0, block.start(1))
            with self.subTest(line=line + 1):
                if block[1].startswith(">>> "):
                    self.run_session(block[1], line)
                else:
                    self.run_code("\n" * line + block[1])

    def test_every_example_is_named(self) -> None:
        text = README.read_text(encoding="utf-8")
        for path in (README.parents[2] / "examples" / "python").glob("*.py"):
            self.assertIn(f"`examples/python/{path.name}`", text)


if __name__ == "__main__":
    unittest.main()
