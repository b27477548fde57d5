"""Runs the shards of a plan on a cluster."""

import os
import shutil
import sys
import tempfile
import time
from pathlib import Path

import ray

from clustering import worker
from clustering.plan import Fault
from clustering.progress import Progress

# Shards that wait for a core, for each core: workers never run dry, and the first shards come first.
WAITING = 1
# Seconds between two looks at the cluster.
LOOK = 1.0
# Exit code after Ctrl-C, as of the shell.
INTERRUPTED = 130
# Attempts to start a node.
ATTEMPTS = 4


def start_patiently(start):
    """Starts a node, which Ray gives 30 seconds: a busy machine may exceed them."""
    for _ in range(ATTEMPTS - 1):
        try:
            return start()
        except Exception as error:
            if "timed out" not in str(error):
                raise
    return start()


def connect(address, cores, parcel):
    """Joins the cluster at the address, or starts one on this machine. The files of the parcel go to all workers."""
    # Ray reports its use to its makers unless it is told not to.
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    environment = {"working_dir": str(parcel)}
    options = {"runtime_env": environment, "log_to_driver": False, "logging_level": "error"}
    if address is None:
        options |= {"num_cpus": cores, "include_dashboard": False}
    start_patiently(lambda: ray.init(address=address or "local", **options))


def pack(folder, binary, files):
    """Puts what the workers need into a folder: the program, the modules of this package, and files of the user."""
    names = [path.name for path in files]
    for name in names:
        if names.count(name) > 1 or name in ["crownhead", "clustering"]:
            raise Fault(f"--ship {name}: the name is taken")
    shutil.copy(binary, folder / "crownhead")
    shutil.copytree(Path(__file__).parent, folder / "clustering", ignore=shutil.ignore_patterns("__pycache__"))
    for path in files:
        shutil.copy(path, folder / path.name)


def run(plan, address, cores, files, worker_binary, progress=Progress):
    """Runs what is left of the plan, merges and sums up. Returns the exit code."""
    with tempfile.TemporaryDirectory(prefix="crownhead-parcel-") as folder:
        pack(Path(folder), plan.binary, files)
        connect(address, cores, folder)
        try:
            interrupted = collect(plan, worker_binary or "crownhead", progress(plan))
        finally:
            # This ends what still runs. Cancelling a task that is just finished can bring Ray down:
            # https://github.com/ray-project/ray/pull/54738
            ray.shutdown()
    return finish(plan, interrupted)


def collect(plan, binary, progress):
    """Runs what is left until nothing is, or until the test of a match is decided, and keeps the records. Returns
    whether it was interrupted."""
    # A task is lost with its node, and starts again elsewhere; what it returns is never tried again.
    task = ray.remote(num_cpus=1, max_retries=-1)(worker.run_shard)
    left, running = plan.left(), {}
    progress.show()
    try:
        while (left or running) and not progress.is_decided():
            cores = int(ray.cluster_resources().get("CPU", 0))
            while left and len(running) < cores * (1 + WAITING):
                number = left.pop(0)
                reference = task.remote(str(binary), plan.version, plan.command(number))
                running[reference] = number
            if not running:
                # No machine has joined yet.
                time.sleep(LOOK)
                continue
            ready, _ = ray.wait(list(running), timeout=LOOK)
            for reference in ready:
                record, fault = ray.get(reference)
                if fault:
                    raise Fault(f"shard {running[reference]}/{plan.shards}: {fault}")
                plan.keep(running.pop(reference), record)
            if ready:
                progress.advance(len(ready))
    except KeyboardInterrupt:
        return True
    return False


def finish(plan, interrupted):
    """Merges what there is and sums up. Returns the exit code."""
    done = plan.shards - len(plan.left())
    if interrupted:
        print(f"interrupted: {done} of {plan.shards} shards are in {plan.folder}; the same command continues")
    # Games for training are one record only when no opening is left out.
    if done and (not interrupted or plan.kind != "train-games"):
        if plan.kind == "match":
            sys.stdout.write(plan.summary())
        print(f"merged: {plan.merge()}")
    return INTERRUPTED if interrupted else 0
