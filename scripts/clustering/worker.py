"""What runs on the workers: a shard in a process of its own."""

import ctypes
import os
import signal
import socket
import subprocess
import tempfile
from pathlib import Path

# prctl(2): the signal that a process gets when its parent ends.
PR_SET_PDEATHSIG = 1


def end_with_parent():
    """Lets the process end with its worker, so that no shard goes on that is played again elsewhere."""
    if os.uname().sysname == "Linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


def fault_of(path, version, host):
    """What is wrong with the program at the path, if anything."""
    if not path.is_file():
        return f"worker {host} has no program {path}"
    if not os.access(path, os.X_OK):
        path.chmod(0o755)
    try:
        found = subprocess.run([path, "--version"], capture_output=True, text=True).stdout.strip()
    except OSError as error:
        return f"worker {host} cannot run {path}: {error}"
    return f"worker {host} has {found or 'an unknown program'} at {path}: expected {version}" if found != version else ""


def run_program(binary, version, words):
    """Runs the program. Returns what is wrong, if anything."""
    host, path = socket.gethostname(), Path(binary).resolve()
    if fault := fault_of(path, version, host):
        return fault
    process = subprocess.Popen(
        [path, *words], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, preexec_fn=end_with_parent
    )
    try:
        _, errors = process.communicate()
    finally:
        process.kill()
    if process.returncode != 0:
        return f"worker {host}: exit code {process.returncode}: {errors.decode(errors='replace').strip()}"
    return ""


def run_shard(binary, version, words):
    """Runs a shard. `words` are the arguments but for the file of the record. Returns the record and a fault: one of
    them is empty. A fault would be the same on every machine, so it is no reason to try again."""
    with tempfile.TemporaryDirectory(prefix="crownhead-") as folder:
        record = Path(folder) / "record"
        fault = run_program(binary, version, [*words, record])
        return (b"", fault) if fault else (record.read_bytes(), "")


def run_slice(binary, version, words, folder):
    """Builds a slice of an endgame table in the common folder. Returns what is wrong, if anything."""
    if not Path(folder).is_dir():
        return f"worker {socket.gethostname()} has no folder {folder}"
    return run_program(binary, version, words)
