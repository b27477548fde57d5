"""Matches that are killed and resumed, and records that are damaged."""

import json
import subprocess

from .common import PATIENCE, expect, mutated, run

GAMES = 20
MATCH = (
    "match --engine name=a nodes=300 --engine name=b nodes=200 --each proto=local option.table=1 --variant english "
    f"--games {GAMES} --openings plies:3 --concurrency 2 --record r.jsonl --quiet"
).split()


def games(path):
    """The moves of each game by its number; a game that stands there twice is a finding."""
    found = {}
    for line in path.read_text().splitlines()[1:]:
        game = json.loads(line)
        expect(game["game"] not in found, f"game {game['game']} stands twice in the record")
        found[game["game"]] = [move["m"] for move in game["moves"]]
    return found


def whole(binary, folder):
    """The games of a match that nothing disturbs: they depend on nothing but the seed."""
    run(binary, MATCH, folder, codes=(0,))
    found = games(folder / "r.jsonl")
    expect(len(found) == GAMES, f"{len(found)} of {GAMES} games are in the record")
    return found


def kill(binary, generator, folder, figures):
    """A match is killed again and again, and resumed: no game is lost, none is played twice."""
    undisturbed = folder / "undisturbed"
    undisturbed.mkdir()
    expected = whole(binary, undisturbed)
    for _ in range(30):
        command = [binary, *MATCH, "--resume"]
        process = subprocess.Popen(command, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        try:
            process.wait(generator.uniform(0.02, 0.6))
            break
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate(timeout=PATIENCE)
            figures["kills"] += 1
    run(binary, [*MATCH, "--resume"], folder, codes=(0,))
    expect(games(folder / "r.jsonl") == expected, "the games of the resumed match differ")
    figures["matches"] += 1


def damage(binary, generator, folder, figures):
    """A record that was cut off is completed; one that was changed is an error or is completed, and never crashes."""
    expected = whole(binary, folder)
    path = folder / "r.jsonl"
    intact = path.read_bytes()
    for _ in range(3):
        path.write_bytes(intact[: generator.randint(0, len(intact))])
        run(binary, [*MATCH, "--resume"], folder, codes=(0,))
        expect(games(path) == expected, "the games of the completed record differ")
        figures["cut off"] += 1
        damaged = mutated(generator, intact)
        path.write_bytes(damaged)
        done = run(binary, [*MATCH, "--resume"], folder, codes=(0, 1))
        unchanged = path.read_bytes() == damaged
        expect(done.returncode == 0 or unchanged, "a record that was rejected has been changed")
        figures["changed"] += 1
