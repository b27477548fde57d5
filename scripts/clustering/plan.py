"""What is to be done, and what of it is done: the folder of a run."""

import json
import subprocess
from dataclasses import dataclass
from pathlib import Path

# For each kind: the command of crownhead before the arguments, and the flags that a shard gets.
COMMANDS = {
    "match": (["match"], ["--quiet", "--concurrency", "1", "--record"]),
    "train-games": (["train", "games"], ["--quiet", "--threads", "1", "--out"]),
    "lab": (["lab"], ["--quiet", "--threads", "1", "--record"]),
    "book": (["book", "build"], ["--quiet", "--threads", "1", "--out"]),
}
MERGES = {
    "match": ["match", "merge"],
    "train-games": ["train", "merge"],
    "lab": ["lab", "merge"],
    "book": ["book", "merge"],
}


class Fault(Exception):
    """What the user has to know; no traceback helps."""


def crownhead(binary, words):
    """Runs the program; returns what it prints, as bytes."""
    done = subprocess.run([binary, *map(str, words)], capture_output=True)
    if done.returncode != 0:
        raise Fault(done.stderr.decode(errors="replace").strip())
    return done.stdout


@dataclass
class Plan:
    """A run. `plan.json` in its folder identifies it; `I-of-N.record` is the record of a finished shard."""

    kind: str
    words: list
    shards: int
    folder: Path
    binary: Path
    version: str

    @classmethod
    def open(cls, kind, words, shards, folder, binary):
        """Begins a run, or continues the one in the folder, if it is the same."""
        plan = cls(kind, words, shards, folder, binary, crownhead(binary, ["--version"]).decode().strip())
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / "plan.json"
        if not path.exists():
            plan.write("plan.json", json.dumps(plan.identity()).encode())
        found = json.loads(path.read_text())
        for name, value in plan.identity().items():
            if found.get(name) != value:
                raise Fault(f"{folder} is of another run: {name} was {found.get(name)}, now it is {value}")
        return plan

    def identity(self):
        return {"kind": self.kind, "arguments": self.words, "shards": self.shards, "version": self.version}

    def command(self, number):
        """The arguments of crownhead for a shard, from 1, but for the file of the record, which comes last."""
        first, last = COMMANDS[self.kind]
        return [*first, *self.words, "--shard", f"{number}/{self.shards}", *last]

    def write(self, name, content):
        """Writes a file that has its name only when it is whole."""
        part = self.folder / f"{name}.part"
        part.write_bytes(content)
        part.rename(self.folder / name)
        return self.folder / name

    def name(self, number):
        return f"{number}-of-{self.shards}.record"

    def keep(self, number, record):
        """Keeps the record of a finished shard."""
        self.write(self.name(number), record)

    def left(self):
        """The numbers of the shards that are not finished."""
        return [number for number in range(1, self.shards + 1) if not (self.folder / self.name(number)).exists()]

    def records(self):
        """The records of the finished shards, in their order."""
        paths = [self.folder / self.name(number) for number in range(1, self.shards + 1)]
        return [path for path in paths if path.exists()]

    def merge(self):
        """Merges the records of the finished shards; returns the file."""
        return self.write("merged.record", crownhead(self.binary, [*MERGES[self.kind], *self.records()]))

    def summary(self, *flags):
        """The summary of a match so far, as text."""
        return crownhead(self.binary, ["match", "summary", *flags, *self.records()]).decode()
