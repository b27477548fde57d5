"""Commands with wrong files and arguments."""

from .common import mutated, run

FEN = b"W:W28,32,K40:B9,19,K5\nB:W18,24,27:B12,K16\nW:W31-50:B1-20:H0:F1\n"
PDN = b"""[Event "x"]
[White "A"]
[Black "B"]
[Result "1-0"]
[GameType "21"]

{first} 1. 11-15 23-18 $4 2. 8-11 (2. 4-8) 27-23 {[%eval 0.07]} 1-0

[GameType "20"]
[FEN "W:W28,32:B19,23"]
1. 32-27 23x32 2. 27x38 *
"""
TOML = b"""[engine]
table = 1
threads = 1
[search]
driver = "mtd-f"
[hub]
variant = "english"
line-gap = 0
"""
MATCH = b"""variant = "english"
games = 2
[each]
nodes = 20
[[engine]]
name = "a"
[[engine]]
name = "b"
option = { table = 1 }
"""
COMMANDS = {
    "moves": [],
    "perft": ["--depth", "3"],
    "openings": ["--plies", "2"],
    "settings": [],
    "match": [],
    "selfplay": ["--games", "1", "--nodes", "20"],
    "analyze": ["--depth", "3"],
}
WORDS = "--depth 3 --variant english chess --fen W:W1:B2 - --nodes 0 -1 --pdn x --json".split()


def attack(binary, generator, folder, figures):
    """Each kind of file once, mutated, and some random arguments."""

    def tried(what, arguments, text=b"", codes=(0, 1, 2)):
        run(binary, arguments, folder, text, codes)
        figures[what] += 1

    variant = generator.choice(["english", "international"])
    tried("positions", ["moves", "--variant", variant, "--fen", "-"], mutated(generator, FEN))
    tried("game files", ["analyze", "--pdn", "-", "--nodes", "50", "--quiet"], mutated(generator, PDN))
    for what, name, text in [("settings", "engine.toml", TOML), ("match files", "match.toml", MATCH)]:
        (folder / name).write_bytes(mutated(generator, text))
        arguments = ["settings", "--config", name] if what == "settings" else ["match", "--file", name, "--quiet"]
        # A mutation can leave a number of games that takes too long.
        if what == "settings" or b"games = 2\n" in (folder / name).read_bytes():
            tried(what, arguments)
    command, bounds = generator.choice(list(COMMANDS.items()))
    tried("arguments", [command, *bounds, *generator.choices(WORDS, k=generator.randint(1, 4))])
