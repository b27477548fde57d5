"""Connections over DXP that send noise, nothing, or too much; a game can be played after each."""

import socket
import subprocess

from .common import PATIENCE, expect, mutated

REQUEST = b"R01Campaign                        Z.10075A\0"
OTHERS = b"M0001322800 M000028190123 E00 E30 B001W K1 Chello A".split()
MESSAGES = [REQUEST, *(message + b"\0" for message in OTHERS), b"\0"]


def connect(port):
    stream = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)
    stream.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return stream


def receive(stream):
    """The next message, or none at the end of the connection."""
    message = b""
    while (byte := stream.recv(1)) not in (b"", b"\0"):
        message += byte
    return message


def play(port):
    """A game is accepted and begun."""
    with connect(port) as stream:
        stream.sendall(REQUEST)
        expect(receive(stream).startswith(b"ACrownhead"), "no answer to a request")
        stream.sendall(b"M0001322800\0")
        expect(receive(stream).startswith(b"M"), "no move")
        stream.sendall(b"E11\0")
        expect(receive(stream)[:2] == b"E0", "the end is not acknowledged")


def harass(port, generator, figures, kept):
    """One connection that behaves in no way."""
    stream = connect(port)
    try:
        for _ in range(generator.randint(0, 30)):
            message = generator.choice(MESSAGES)
            stream.sendall(message if generator.random() < 0.5 else mutated(generator, message))
            figures["messages"] += 1
        if generator.random() < 0.1:
            stream.sendall(b"Chello\0" * 2000 + b"x" * 100_000)
    except OSError:
        # It may close the connection of a program that sends too much.
        pass
    figures["connections"] += 1
    if generator.random() < 0.3 and len(kept) < 20:
        # Without a game it stays; in one it would keep all others waiting, as it may.
        stream.close()
        stream = connect(port)
        kept.append(stream)
    else:
        stream.close()


def attack(binary, generator, folder, figures):
    """A listener outlives all of them."""
    process = subprocess.Popen([binary, "dxp", "--listen", "0"], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    kept = []
    try:
        port = int(process.stdout.readline().rsplit(b":", 1)[1])
        # Nobody else reads what it shows, and it must not wait for that.
        drain = subprocess.Popen(["cat"], stdin=process.stdout, stdout=subprocess.DEVNULL)
        for _ in range(15):
            harass(port, generator, figures, kept)
        play(port)
        figures["games"] += 1
        expect(process.poll() is None, "the listener has ended")
    finally:
        process.terminate()
        errors = process.stderr.read().decode(errors="replace")
        code = process.wait(PATIENCE)
        drain.wait(PATIENCE)
        for stream in kept:
            stream.close()
    expect(code == 0 and not errors, f"exit code {code}: {errors[-2000:]}")
