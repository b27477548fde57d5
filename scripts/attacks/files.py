"""Endgame tables, weights and records of training that are damaged, or that cannot be opened for a while.

Three in ten get their checksum put right, as no accident would: then anything may be said of them but no crash.
Otherwise a damaged file must be named, and what is still answered must be the truth.
"""

import contextlib
import fcntl
import signal
import time
from pathlib import Path

from .common import expect, mutated, run

CRATES = Path(__file__).resolve().parent.parent.parent / "crates"
SQUARES = {"english": 32, "giveaway": 32, "international": 50, "losing": 50}
GAMES = "train games --variant english --games 12 --nodes 30 --quiet --out".split()


def checksum(data):
    """FNV-1a with 64 bits."""
    value = 0xCBF29CE484222325
    for byte in data:
        value = (value ^ byte) * 0x100000001B3 % 2**64
    return value


def flipped(generator, data):
    """One bit is the other."""
    data = bytearray(data)
    data[generator.randrange(len(data))] ^= 1 << generator.randrange(8)
    return bytes(data)


def damaged(generator, data):
    """A flipped bit or more than that; always something else than before."""
    while (changed := generator.choice([flipped, mutated])(generator, data)) == data:
        pass
    return changed


def positions(generator, variant):
    """Lone pieces against lone pieces, where any square will do: kings."""
    fens = []
    for _ in range(200):
        white, *others = generator.sample(range(1, SQUARES[variant] + 1), generator.choice([2, 3]))
        fens.append(f"{generator.choice('WB')}:WK{white}:B" + ",".join(f"K{square}" for square in others))
    return "\n".join(fens).encode()


def play(binary, folder, settings, variant, codes):
    """A session with these settings: it answers, or says at the start what is wrong with them."""
    (folder / "engine.toml").write_text(settings)
    lines = f"init\nset-param name=variant value={variant}\nping\npos fen=W:WK1:BK5,K30\nlevel depth=4\ngo\nquit\n"
    done = run(binary, ["hub", "--config", "engine.toml"], folder, lines.encode(), codes)
    answers = sum(line.startswith(b"done") for line in done.stdout.splitlines())
    expect(answers == (done.returncode == 0), f"{answers} answers, exit code {done.returncode}")
    expect(done.returncode != 0 or not done.stderr, f"on standard error: {done.stderr[-2000:]}")


def tables(binary, generator, folder, figures):
    """What a damaged table says is true, and the tables in the program serve instead of one that is refused."""
    variant, pieces = generator.choice(list(SQUARES)), generator.choice([2, 3])
    name = f"{variant}-{pieces}.endgame"
    [path] = CRATES.glob(f"tables-*/data/{name}")
    intact = path.read_bytes()
    is_sealed = generator.random() < 0.3
    if is_sealed:
        # A header is two lines, then the line of its checksum.
        first, second, _, blocks = intact.split(b"\n", 3)
        header = first + b"\n" + damaged(generator, second) + b"\n"
        changed = header + b"%016x\n" % checksum(header) + blocks
    else:
        changed = damaged(generator, intact)
    (folder / name).write_bytes(changed)
    fens = positions(generator, variant)
    probe = ["endgame", "probe", "--variant", variant, "--fen", "-"]
    truth = run(binary, probe, folder, fens, codes=(0,)).stdout
    found = run(binary, [*probe, "--dir", "."], folder, fens, codes=(0, 1))
    if not is_sealed:
        expect(truth.startswith(found.stdout), f"{name} is damaged, and something else is said: {found.stdout[-2000:]}")
        expect(found.returncode == 1 or found.stdout == truth, f"{name} is damaged, and lines are missing")
    # Every twentieth position, which lie in all blocks.
    verify = f"endgame verify --variant {variant} --dir . --pieces {pieces} --every 20 --search 3 --depth 4 --quiet"
    verified = run(binary, verify.split(), folder, codes=(0, 1))
    if not is_sealed:
        expect(name.encode() in verified.stderr, f"{name} is damaged, which is not said: {verified.stderr[-2000:]}")
    play(binary, folder, '[endgame]\ndir = "."\n', variant, codes=(0,))
    figures["tables"] += 1


def weights(binary, generator, folder, figures):
    """Damaged weights are an error, for a command and for a session."""
    path = generator.choice(sorted((CRATES / "engine" / "data" / "eval").glob("*.weights")))
    variant = path.stem.split("-")[0]
    intact = path.read_bytes()
    is_sealed = generator.random() < 0.3
    if is_sealed:
        # Python takes some tenths of a second for the checksum of a file.
        first, header, packed = intact[:-8].split(b"\n", 2)
        part = generator.choice(["header", "packed"])
        header = damaged(generator, header) if part == "header" else header
        packed = packed[:4] + flipped(generator, packed[4:]) if part == "packed" else packed
        contents = first + b"\n" + header + b"\n" + packed
        changed = contents + checksum(contents).to_bytes(8, "little")
    else:
        changed = damaged(generator, intact)
    (folder / path.name).write_bytes(changed)
    done = run(binary, ["eval", "--variant", variant, "--file", path.name], folder, codes=(0, 1))
    expect(is_sealed or done.returncode == 1, f"{path.name} is damaged, and is used")
    expect(done.returncode == 0 or path.name.encode() in done.stderr, f"{path.name} is not named: {done.stderr[-2000:]}")
    play(binary, folder, f'[eval]\nfile = "{path.name}"\n', variant, codes=(0, 1, 2) if is_sealed else (1, 2))
    figures["weights"] += 1


def games(binary, generator, folder, figures):
    """A record of training games that was cut off is completed; one that was changed is an error, and stays as it is."""
    path = folder / "a.games"
    run(binary, [*GAMES, path.name], folder, codes=(0,))
    intact = path.read_bytes()
    # A record gets its name when its header is whole, so a cut lies behind the header, which is two lines.
    header = len(intact) - len(intact.split(b"\n", 2)[2])
    path.write_bytes(intact[: generator.randint(header, len(intact))])
    run(binary, [*GAMES, path.name], folder, codes=(0,))
    expect(path.read_bytes() == intact, "the completed record of training games differs")
    changed = damaged(generator, intact)
    path.write_bytes(changed)
    done = run(binary, [*GAMES, path.name], folder, codes=(0, 1))
    if done.returncode == 1:
        expect(path.read_bytes() == changed, "a record of training games that was rejected has been changed")
        expect(path.name.encode() in done.stderr, f"{path.name} is not named: {done.stderr[-2000:]}")
    else:
        # The damage was a cut, or it lies in what had to be played again.
        expect(path.read_bytes() == intact, "a damaged record of training games was accepted")
    figures["records of training"] += 1


def stalled(binary, generator, folder, figures):
    """Files that nobody can open for a while, as on a network that does not answer: a session answers all the same, with
    the weights, the book and the tables in the program."""
    if not hasattr(fcntl, "F_SETLEASE"):
        return
    tables = folder / "tables"
    tables.mkdir()
    files = [folder / "a.weights", folder / "a.book", tables / "english-2.endgame"]
    chosen = generator.choice([files, *([file] for file in files)])
    names = {files[0]: f"eval-file value={files[0]}", files[1]: f"book-file value={files[1]}"}
    lines = [f"set-param name={names.get(file, f'bb-dir value={tables}')}" for file in chosen]
    lines = ["set-param name=variant value=english", *lines, "init", "pos", "level depth=3", "go", "ping", "quit"]
    # The process that has the lease of a file is told that another one wants to open it.
    before = signal.signal(signal.SIGIO, signal.SIG_IGN)
    with contextlib.ExitStack() as leases:
        for file in files:
            file.write_bytes(b"")
            leased = leases.enter_context(file.open("r+b"))
            fcntl.fcntl(leased, fcntl.F_SETLEASE, fcntl.F_WRLCK)
        start = time.monotonic()
        done = run(binary, ["hub"], folder, "\n".join([*lines, ""]).encode(), codes=(0,))
        waited = time.monotonic() - start
    signal.signal(signal.SIGIO, before)
    answers = done.stdout.splitlines()
    for head in [b"ready", b"done move=", b"pong"]:
        expect(sum(line.startswith(head) for line in answers) == 1, f"{chosen} cannot be opened: {answers}")
    # Weights and tables are waited for in turn, five seconds each.
    expect(waited < 15, f"{chosen} cannot be opened: the session took {waited:.0f} s")
    figures["files that cannot be opened"] += len(chosen)


def attack(binary, generator, folder, figures):
    """One damaged file of each kind, and one that cannot be opened."""
    stalled(binary, generator, folder, figures)
    tables(binary, generator, folder, figures)
    weights(binary, generator, folder, figures)
    games(binary, generator, folder, figures)
