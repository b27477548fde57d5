"""Sessions of Hub and UCI: lines by grammar and by mutation, and storms of searches and stops."""

import subprocess
import threading
import time

from .common import CRASH, PATIENCE, expect, mutated

VARIANTS = ["english", "giveaway", "international", "losing", "frisian", "russian", "italian", "thai", "chess"]
FENS = ["W:W28:B23", "B:W18,24,27:B12,K16", "W:WK1:BK50", "B:W18:B", "W:W31-50:B1-20", "W:W99:B1", ""]
MOVES = ["11-15", "23-19", "32-28", "19-23", "28x19", "14x23", "1-2", "x"]


def hub_line(generator):
    """A line of Hub; none ends the session."""
    pick = generator.choice
    number = generator.choice(["0", "1", "3", "0.01", "-1", "1e300", "nan", "x", ""])
    moves = " ".join(generator.choices(MOVES, k=generator.randint(0, 6)))
    return pick(
        [
            *["go think", "go ponder", "go analyze", "go", "stop", "stop", "ponder-hit"],
            *["ping", "hub", "init", "new-game"],
            f'pos start moves="{moves}"',
            f'pos fen={pick(FENS)} moves="{moves}"',
            f"pos pos={pick('WB')}{'wbe' * generator.randint(0, 20)}",
            f"level {pick(['depth', 'nodes', 'move-time', 'time', 'inc', 'moves'])}={number}",
            "level depth=2",
            f"set-param name=variant value={pick(VARIANTS)}",
            f"set-param name={pick(['threads', 'bb-size', 'driver', 'line-gap', 'multipv', 'epsilon'])} value={number}",
        ]
    )


def uci_line(generator):
    """A line of UCI; none ends the session."""
    pick = generator.choice
    number = generator.choice(["0", "1", "3", "100", "-1", "1e300", "nan", "x", ""])
    moves = " ".join(generator.choices(MOVES, k=generator.randint(0, 6)))
    return pick(
        [
            *["go depth 2", "go infinite", "go ponder", "go", "stop", "stop", "ponderhit"],
            *["isready", "uci", "ucinewgame"],
            f"position startpos moves {moves}",
            f"position fen {pick(FENS)} moves {moves}",
            f"go {pick(['depth', 'nodes', 'movetime', 'wtime', 'movestogo', 'mate'])} {number}",
            f"setoption name UCI_Variant value {pick(VARIANTS)}",
            f"setoption name {pick(['Hash', 'Driver', 'MultiPV', 'Clear Hash'])} value {number}",
            # A hundred threads on two processors take a second for each answer.
            f"setoption name Threads value {pick(['1', '2', '3', '-1', 'x', ''])}",
        ]
    )


class Session:
    """An engine at the other end of pipes. Its answers are counted as they come."""

    def __init__(self, binary, protocol, answer):
        pipe = subprocess.PIPE
        self.process = subprocess.Popen([binary, protocol], stdin=pipe, stdout=pipe, stderr=pipe, bufsize=0)
        self.answer, self.answers, self.pongs = answer, 0, 0
        self.errors = b""
        self.readers = [threading.Thread(target=read, daemon=True) for read in (self.read, self.read_errors)]
        for reader in self.readers:
            reader.start()

    def read(self):
        with self.process.stdout as lines:
            for line in lines:
                self.answers += line.startswith(self.answer)
                self.pongs += line.split() in ([b"pong"], [b"readyok"])

    def read_errors(self):
        self.errors = self.process.stderr.read()

    def send(self, line):
        try:
            self.process.stdin.write(line + b"\n")
        except BrokenPipeError:
            # Why it has ended is found out by `leave`.
            pass

    def await_answers(self, count):
        """Every search has been answered once, and no search that was not asked for."""
        end = time.monotonic() + PATIENCE
        while self.answers < count and time.monotonic() < end and self.process.poll() is None:
            time.sleep(0.002)
        expect(self.answers == count, f"{self.answers} answers to {count} searches")

    def leave(self):
        """The end of the input ends the engine in peace, with nothing on standard error."""
        try:
            self.process.stdin.close()
            code = self.process.wait(PATIENCE)
        finally:
            self.process.kill()
            for reader in self.readers:
                reader.join(PATIENCE)
        errors = self.errors.decode(errors="replace")
        expect(code == 0 and not errors, f"exit code {code}: {errors[-2000:]}")


def fuzz(binary, generator, protocol, line, answer, figures):
    session = Session(binary, protocol, answer)
    session.send(b"set-param name=tt-size value=16" if protocol == "hub" else b"setoption name Hash value 1")
    searches, sent = 0, []
    for _ in range(generator.randint(50, 400)):
        text = line(generator).encode()
        if generator.random() < 0.3:
            text = mutated(generator, text).replace(b"\n", b" ")
            # What a mutated line asks for is not known, so it must ask for no search and no end.
            if text.split()[:1] in ([], [b"go"], [b"quit"]) or b"go" in text[:4]:
                continue
        searches += text.split()[:1] == [b"go"]
        sent.append(text)
        # A search without end must be stopped before the next command is read.
        session.send(text)
        if text.startswith(b"go"):
            session.send(b"stop")
    try:
        session.await_answers(searches)
    except Exception as error:
        session.process.kill()
        raise type(error)(f"{error}; the last lines: {sent[-5:]}") from None
    session.leave()
    figures["lines"] += len(sent)
    figures["searches"] += searches


def hub(binary, generator, folder, figures):
    """Lines of Hub."""
    fuzz(binary, generator, "hub", hub_line, b"done", figures)


def uci(binary, generator, folder, figures):
    """Lines of UCI."""
    fuzz(binary, generator, "uci", uci_line, b"bestmove", figures)


def storm(binary, generator, folder, figures):
    """Searches and stops as fast as they can be written."""
    session = Session(binary, "uci", b"bestmove")
    count = generator.randint(200, 1500)
    go = generator.choice([b"go infinite", b"go movetime 1", b"go depth 1", b"go wtime 1 btime 1"])
    for _ in range(count):
        session.send(go)
        session.send(generator.choice([b"stop", b"stop\nstop", b"isready\nstop", b"ponderhit\nstop"]))
    session.await_answers(count)
    session.leave()
    figures["searches"] += count
