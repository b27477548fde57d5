"""What the attacks share."""

import subprocess

# Seconds after which something that has no answer is a finding.
PATIENCE = 60

# What no output on standard error may contain.
CRASH = ("panicked", "RUST_BACKTRACE", "overflow", "Sanitizer")


class Finding(Exception):
    """Something that must not happen."""


def expect(condition, what):
    """A finding unless the condition holds."""
    if not condition:
        raise Finding(what)


def run(binary, arguments, folder, text=b"", codes=(0, 1, 2)):
    """Runs a command to its end. It may fail, but only with one of these codes, in time, and without a crash."""
    command = [str(binary), *map(str, arguments)]
    try:
        done = subprocess.run(command, input=text, capture_output=True, cwd=folder, timeout=PATIENCE)
    except subprocess.TimeoutExpired:
        raise Finding(f"no end within {PATIENCE} s: {arguments}") from None
    errors = done.stderr.decode(errors="replace")
    expect(done.returncode in codes, f"exit code {done.returncode}: {arguments}: {errors[-2000:]}")
    expect(not any(word in errors for word in CRASH), f"a crash: {arguments}: {errors[-2000:]}")
    return done


def mutated(generator, data):
    """Bytes with some of them changed, lost, doubled or moved."""
    data = bytearray(data)
    for _ in range(generator.randint(1, 4)):
        place = generator.randint(0, len(data))
        match generator.randrange(5):
            case 0:
                data[place : place + 1] = bytes([generator.randrange(256)])
            case 1:
                del data[place : place + generator.randint(1, 8)]
            case 2:
                data[place:place] = data[place : place + generator.randint(1, 64)]
            case 3:
                pieces = [b"-1", b"99999999999999999999", b"\x00", b"\xff\xfe", b'"', b"\n"]
                data[place:place] = generator.choice(pieces)
            case 4:
                del data[place:]
    return bytes(data)
