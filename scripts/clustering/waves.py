"""Endgame tables: a pair of slices begins when all that its moves lead to are complete, in a common folder."""

import json
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import ray

from clustering import worker
from clustering.plan import Fault, crownhead
from clustering.progress import clock
from clustering.run import INTERRUPTED, LOOK, connect, pack

# What the user may choose.
FLAGS = {"--variant", "--pieces", "--memory"}
# Seconds until a file of one machine is seen by the others.
SHARING = 60
# Attempts to build a slice: a process may be killed where there is too little memory, a file may come late.
ATTEMPTS = 3


@dataclass
class Waves:
    """A build of endgame tables. `folder` is the same directory on all machines."""

    flags: dict
    folder: Path
    binary: Path
    version: str

    @classmethod
    def open(cls, words, folder, binary):
        words = [part for word in words for part in word.split("=", 1)]
        flags = dict(zip(words[::2], words[1::2]))
        if len(words) % 2 or not {"--variant", "--pieces"} <= flags.keys() <= FLAGS:
            raise Fault(f"expected --variant NAME --pieces N, and perhaps --memory MIB: {' '.join(words)}")
        folder.mkdir(parents=True, exist_ok=True)
        return cls(flags, folder.absolute(), binary, crownhead(binary, ["--version"]).decode().strip())

    def command(self, command, *names):
        """The arguments of a command of `crownhead endgame`, with those of the flags that it knows."""
        flags = [word for name in names if name in self.flags for word in (name, self.flags[name])]
        return ["endgame", command, "--dir", str(self.folder), *flags]

    def steps(self):
        """The pairs of slices, as `endgame plan` lists them."""
        listed = crownhead(self.binary, [*self.command("plan", "--variant", "--pieces"), "--json"])
        return [json.loads(line) for line in listed.splitlines()]

    def build_command(self, name):
        """The arguments of crownhead that build a pair of slices."""
        return [*self.command("build", "--variant", "--memory"), "--threads", "1", "--quiet", "--slice", name]

    def assemble(self):
        """Makes tables of the slices."""
        words = self.command("build", "--variant", "--pieces", "--memory")
        return crownhead(self.binary, [*words, "--quiet"]).decode()

    def has(self, name):
        """Whether a pair of slices is in the folder."""
        end = time.monotonic() + SHARING
        while not (found := any(self.folder.glob(f"*.partial/{name}.part"))) and time.monotonic() < end:
            time.sleep(LOOK)
        return found


class Progress:
    """How much is built: on standard error, a line for each slice."""

    def __init__(self, steps, out=sys.stderr):
        self.all = sum(step["positions"] for step in steps)
        self.earlier = self.done = sum(step["positions"] for step in steps if step["done"])
        self.out, self.start = out, time.monotonic()

    def advance(self, step):
        self.done += step["positions"]
        parts = [step["slice"], f"{100 * self.done / self.all:.1f} % of {self.all} positions"]
        seconds = time.monotonic() - self.start
        if self.done < self.all:
            parts.append(f"{clock(seconds / (self.done - self.earlier) * (self.all - self.done))} to go")
        print(", ".join(parts), file=self.out, flush=True)


def build(waves, address, cores, worker_binary, progress=Progress):
    """Builds what is left and makes tables of it. Returns the exit code."""
    try:
        with tempfile.TemporaryDirectory(prefix="crownhead-parcel-") as folder:
            pack(Path(folder), waves.binary, [])
            connect(address, cores, folder)
            try:
                collect(waves, worker_binary or "crownhead", progress)
            finally:
                ray.shutdown()
        sys.stdout.write(waves.assemble())
    except KeyboardInterrupt:
        print("interrupted; the same command continues")
        return INTERRUPTED
    return 0


def collect(waves, binary, progress):
    """Builds all pairs of slices."""
    # A task that is lost with its node starts again elsewhere.
    task = ray.remote(num_cpus=1, max_retries=-1)(worker.run_slice)
    steps = waves.steps()
    done = {step["slice"] for step in steps if step["done"]}
    left, running = [step for step in steps if not step["done"]], {}
    shown, failures = progress(steps), Counter()
    while left or running:
        for step in [step for step in left if done.issuperset(step["needs"])]:
            left.remove(step)
            words = waves.build_command(step["slice"])
            running[task.remote(str(binary), waves.version, words, str(waves.folder))] = step
        finished, _ = ray.wait(list(running), timeout=LOOK)
        for reference in finished:
            step, fault = running.pop(reference), ray.get(reference)
            name = step["slice"]
            if not fault and waves.has(name):
                done.add(name)
                shown.advance(step)
                continue
            failures[name] += 1
            if failures[name] == ATTEMPTS:
                raise Fault(f"slice {name}: {fault or f'a worker has left nothing in {waves.folder} of this machine'}")
            left.append(step)
