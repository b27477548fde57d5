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


def run_shard(binary, version, words):
    """Runs a shard. `words` are the arguments but for the file of the record. Returns the record and a fault: one of
    them is empty. A fault would be the same on every machine, so it is no reason to try again."""
    host = socket.gethostname()
    path = Path(binary).resolve()
    if not path.is_file():
        return b"", f"worker {host} has no program {path}"
    if not os.access(path, os.X_OK):
        path.chmod(0o755)
    try:
        found = subprocess.run([path, "--version"], capture_output=True, text=True).stdout.strip()
    except OSError as error:
        return b"", f"worker {host} cannot run {path}: {error}"
    if found != version:
        return b"", f"worker {host} has {found or 'an unknown program'} at {path}: expected {version}"
    with tempfile.TemporaryDirectory(prefix="crownhead-") as folder:
        record = Path(folder) / "record"
        process = subprocess.Popen(
            [path, *words, record], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, preexec_fn=end_with_parent
        )
        try:
            _, errors = process.communicate()
        finally:
            process.kill()
        if process.returncode != 0:
            errors = errors.decode(errors="replace").strip()
            return b"", f"worker {host}: exit code {process.returncode}: {errors}"
        return record.read_bytes(), ""
