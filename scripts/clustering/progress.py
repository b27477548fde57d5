"""How far a run is: on standard error, a line for each change."""

import json
import sys
import time

# The share of the time that summaries of a match may take.
SHARE = 0.1


def clock(seconds):
    minutes, seconds = divmod(round(seconds), 60)
    return f"{minutes // 60}:{minutes % 60:02}:{seconds:02}"


class Progress:
    def __init__(self, plan, out=sys.stderr):
        self.plan, self.out = plan, out
        self.start = self.free_from = time.monotonic()
        self.earlier = self.done = plan.shards - len(plan.left())
        self.standing = None

    def advance(self, shards):
        self.done += shards
        self.show()

    def show(self):
        self.sum_up()
        parts = [f"{self.done} of {self.plan.shards} shards"]
        fresh, seconds = self.done - self.earlier, time.monotonic() - self.start
        if fresh and self.done < self.plan.shards:
            parts.append(f"{clock(seconds / fresh * (self.plan.shards - self.done))} to go")
        print(", ".join(parts + self.figures()), file=self.out, flush=True)

    def sum_up(self):
        """Reads the standing of a match from its records, unless that would take too much of the time."""
        now = time.monotonic()
        if self.plan.kind != "match" or self.done == 0 or now < self.free_from:
            return
        self.standing = json.loads(self.plan.summary("--json"))
        took = time.monotonic() - now
        self.free_from = time.monotonic() + took / SHARE

    def figures(self):
        """The games, the Elo and the test so far."""
        if self.standing is None:
            return []
        parts = [f"{self.standing['finished']} games"]
        if len(self.standing["pairings"]) == 1 and (elo := self.standing["pairings"][0]["elo"]):
            low, high = (elo[end] for end in ["low", "high"])
            interval = "" if None in (low, high) else f" [{low:+.1f}, {high:+.1f}]"
            parts.append(f"Elo {elo['value']:+.1f}{interval}" if elo["value"] is not None else "Elo infinite")
        if test := self.standing.get("sprt"):
            parts.append(f"LLR {test['llr']:.2f} ({test['lower']:.2f}, {test['upper']:.2f})")
        return parts

    def is_decided(self):
        """Whether the test of a match has a verdict."""
        test = (self.standing or {}).get("sprt")
        return test is not None and test["verdict"] != "undecided"
