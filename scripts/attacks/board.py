"""The board: requests of other pages and of nobody, noise, floods and kills; games that were answered are kept, and the
owner of the token is always answered."""

import json
import socket
import subprocess
import threading
import urllib.error
import urllib.request

from .common import PATIENCE, Finding, expect, mutated

PATHS = ["/", "/main.js", "/api/games", "/api/games/1", "/api/games/1/pdn", "/api/info", "/api/pdn", "/none", "/../etc"]
HEADERS = [
    "Origin: http://evil.example",
    "Host: evil.example",
    "Cookie: crownhead=00",
    "Authorization: Bearer 00",
    "Content-Length: 99999999999",
    "Transfer-Encoding: chunked",
    "Content-Type: application/json",
    "Expect: 100-continue",
]
BODIES = [
    {"variant": "english", "pdn": "1. 11-15 23-19 *"},
    {"variant": "chess"},
    {"pdn": "[" * 5000},
    {"fen": "W:W1:B" + "2," * 5000},
    {"do": "move", "ply": -1, "text": "11-15"},
    {"do": "move", "ply": 0, "text": "\u0000" * 100},
    {"pdn": "1. c3-d4 " + "(" * 3000},
]


class Served:
    """A running board, and its owner."""

    def __init__(self, binary, folder):
        command = [str(binary), "board", "--no-open", "--pace", "0", "--games", str(folder / "games")]
        self.errors = (folder / "errors").open("ab")
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=self.errors, text=True)
        link = self.process.stdout.readline().strip().removeprefix("Board: ")
        self.host, token = link.removeprefix("http://").split("/#token=")
        self.bearer = f"Bearer {token}"

    def ask(self, path, body=None, codes=(200, 201)):
        """What the owner of the token gets."""
        data = None if body is None else json.dumps(body).encode()
        headers = {"Authorization": self.bearer, "Content-Type": "application/json"}
        request = urllib.request.Request(f"http://{self.host}{path}", data, headers)
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
                code, text = answer.status, answer.read()
        except urllib.error.HTTPError as error:
            code, text = error.code, error.read()
        except OSError as error:
            raise Finding(f"the owner is not answered: {path}: {error}") from None
        expect(code in codes, f"status {code}: {path} {str(body)[:200]}: {text[:200]}")
        return text.decode()

    def connect(self):
        host, port = self.host.rsplit(":", 1)
        return socket.create_connection((host, int(port)), timeout=PATIENCE)


def trespass(served, generator, secret, figures):
    """One connection without the token. It gets no word of the games."""
    head = f"{generator.choice(['GET', 'POST', 'PUT', 'DELETE', 'HEAD'])} {generator.choice(PATHS)} HTTP/1.1\r\n"
    lines = generator.sample(HEADERS, generator.randrange(4))
    if not any(line.startswith("Host") for line in lines):
        lines.append(f"Host: {served.host}")
    request = (head + "\r\n".join(lines) + "\r\nConnection: close\r\n\r\n").encode()
    if generator.random() < 0.4:
        request = mutated(generator, request)
    answer = b""
    try:
        with served.connect() as stream:
            stream.settimeout(0.2)
            stream.sendall(request)
            while part := stream.recv(65536):
                answer += part
    except OSError:
        # It may be reset, or left waiting for the rest of what it has promised.
        pass
    expect(secret.encode() not in answer, f"a game without the token: {request!r}: {answer[:300]!r}")
    figures["requests without the token"] += 1


def flood(served, is_over):
    """Connections that come and go, as fast as they can."""
    while not is_over.is_set():
        try:
            with served.connect() as stream:
                stream.sendall(f"GET / HTTP/1.1\r\nHost: {served.host}\r\n\r\n".encode())
        except OSError:
            pass


def attack(binary, generator, folder, figures):
    """The board outlives all of them, and its games outlive a kill."""
    served = Served(binary, folder)
    held = []
    try:
        secret = f"Secret {generator.randrange(10**9)}"
        wish = {"variant": "english", "pdn": f'[White "{secret}"]\n1. 11-15 23-19 *'}
        number = json.loads(served.ask("/api/games", wish))["number"]
        is_over = threading.Event()
        thread = threading.Thread(target=flood, args=(served, is_over), daemon=True)
        thread.start()
        try:
            held = [served.connect() for _ in range(generator.randint(0, 120))]
            for _ in range(10):
                trespass(served, generator, secret, figures)
                served.ask("/api/games", generator.choice(BODIES), codes=(200, 201, 400, 413, 422))
                path = f"/api/games/{number}"
                served.ask(path, {"do": "move", "ply": 9, "text": "x"}, codes=(200, 400, 409, 422))
                expect(secret in served.ask(f"{path}/pdn"), "the game is another one")
                figures["requests of the owner"] += 3
        finally:
            is_over.set()
            thread.join(PATIENCE)
        served.process.kill()
        served.process.wait(PATIENCE)
        served = Served(binary, folder)
        expect(secret in served.ask("/api/pdn"), "a game is gone after a kill")
        figures["kills"] += 1
    finally:
        for stream in held:
            stream.close()
        served.process.kill()
        served.process.wait(PATIENCE)
        served.errors.close()
    errors = (folder / "errors").read_text(errors="replace")
    expect(not errors, f"on standard error: {errors[-2000:]}")
