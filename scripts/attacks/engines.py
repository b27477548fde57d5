"""Engines that misbehave in a match."""

import json

from .common import expect, run

# What an engine does when it is to think, and the fault that it loses by; none if it loses by none.
DEEDS = {
    "exit 3": "disconnect",
    "sleep 300 & exit 3": "disconnect",
    "exec >&-": "disconnect",
    "kill -9 $$": "disconnect",
    "kill -STOP $$": "stall",
    ":": "stall",
    "echo done move=99-100": "illegal move",
    "echo done": "illegal move",
    "echo 'done move=hello'": "illegal move",
    "head -c 100000 /dev/urandom; echo; echo done move=1-2": "illegal move",
    "head -c 5000000 /dev/zero; echo; echo done move=1-2": "illegal move",
    "echo 'error message=x'": "protocol error",
    "yes ready": "protocol error",
    "while :; do echo wait; done": "protocol error",
}

SCRIPT = """while read -r line; do case "$line" in
hub) echo 'id name=x'; echo wait;;
init) echo ready;;
'go '*) DEED;;
quit) exit 0;;
esac; done
"""


def attack(binary, generator, folder, figures):
    """The engine loses by its fault, the match goes on to its end."""
    deed, fault = generator.choice(list(DEEDS.items()))
    (folder / "engine").write_text(SCRIPT.replace("DEED", deed))
    arguments = (
        "match --engine name=bad cmd=sh args=engine proto=hub nodes=1 patience=4 "
        "--engine name=good proto=local nodes=20 --variant international --openings start --games 2 --json"
    )
    done = run(binary, arguments.split(), folder, codes=(0,))
    summary = json.loads(done.stdout)
    faults = summary["players"][0]["faults"]
    expect(summary["finished"] == 2 and faults == {fault: 2}, f"{deed}: {faults}, not {fault}")
    expect(summary["players"][1]["faults"] == {}, f"{deed}: the other engine is blamed: {summary}")
    figures["matches"] += 1
