"""The library for CheckerBoard, loaded and called as a C program does, in a process of its own."""

import ctypes
import random
import shutil
import subprocess
import sys

from .common import PATIENCE, expect, mutated

COMMANDS = [
    *[b"name", b"about", b"help", b"get movelist B:W21:B11", b"get movelist B:W1:B", b"set gametype giveaway"],
    *[b"set gametype english", b"get hashsize", b"set hashsize 1", b"set searchthreads 2", b"set allscores 1"],
    *[b"set gamehist B:W18,K20:BK1,9 9-13 18-14", b"staticevaluation W:W31,32:B1", b"set driver mtd-f", b"get driver"],
]
WHITE, BLACK, MAN, KING = 1, 2, 4, 8


def attack(binary, generator, folder, figures):
    """Calls in a process of its own, which must end in peace."""
    name = next((name for name in ("libcrownhead.so", "libcrownhead.dylib") if (binary.parent / name).exists()), None)
    if name is None:
        figures["skipped: no library beside the binary"] += 1
        return
    shutil.copy(binary.parent / name, folder / name)
    command = [sys.executable, "-m", "attacks.library", str(folder / name), str(generator.getrandbits(32))]
    scripts = __file__.rsplit("/", 2)[0]
    done = subprocess.run(command, cwd=scripts, capture_output=True, text=True, timeout=2 * PATIENCE)
    expect(done.returncode == 0, f"the host ended with {done.returncode}: {done.stderr[-2000:]}")
    figures["calls"] += int(done.stdout)


def any_board(generator):
    """A board in the terms of CheckerBoard: often legal, sometimes nothing of the kind."""
    board = ((ctypes.c_int * 8) * 8)()
    wild = generator.random() < 0.2
    for x in range(8):
        for y in range(8):
            if wild and generator.random() < 0.1:
                board[x][y] = generator.randint(-(2**31), 2**31 - 1)
            elif (x + y) % 2 == 0 and generator.random() < 0.4:
                board[x][y] = generator.choice([WHITE, BLACK]) | generator.choice([MAN, MAN, KING])
    return board


def call(path, seed):
    """Calls that C allows, with arguments that make sense and others: how many were made."""
    generator = random.Random(seed)
    library = ctypes.CDLL(path)
    library.getmove.argtypes = [
        *[ctypes.c_void_p, ctypes.c_int, ctypes.c_double, ctypes.c_void_p],
        *[ctypes.c_void_p, ctypes.c_int, ctypes.c_int, ctypes.c_void_p],
    ]
    made = 0
    for _ in range(60):
        reply = ctypes.create_string_buffer(b"\xa5" * 1100)
        command = generator.choice(COMMANDS)
        command = command if generator.random() < 0.5 else mutated(generator, command).replace(b"\0", b"")
        returned = library.enginecommand(ctypes.c_char_p(command), reply)
        assert returned in (0, 1) and b"\0" in reply.raw[:1024], command
        assert reply.raw[1024:1100] == b"\xa5" * 76, f"written beyond the room: {command}"
        status, move = ctypes.create_string_buffer(1024), ctypes.create_string_buffer(1024)
        now = ctypes.c_int(generator.randint(0, 1))
        seconds = generator.choice([0.0, 0.005, -1.0, float("nan")])
        colour = generator.choice([WHITE, BLACK, 0, 7])
        board = any_board(generator)
        result = library.getmove(
            *(board, colour, seconds, status),
            *(ctypes.byref(now), generator.randrange(16), generator.randrange(65536), move),
        )
        assert result in (0, 1, 2, 3), result
        made += 2
    return made


if __name__ == "__main__":
    print(call(sys.argv[1], int(sys.argv[2])))
