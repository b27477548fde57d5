"""What the scripts that need a Python package share."""

import os
import subprocess
import sys
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
CROWNHEAD = ROOT / "target" / "release" / "crownhead"

# Both install a module named `draughts`, so each has an environment of its own.
PYDRAUGHTS = "pydraughts==0.6.7"
PY_DRAUGHTS = "py-draughts==1.10.1"
RAY = "ray==2.60.0"
# The versions of what Ray needs.
RAY_PINS = Path(__file__).resolve().parent / "clustering" / "pins.txt"


def enter(requirement, pins=None):
    """Starts the running script anew inside the virtual environment of a package, which is made if need be. `pins` is a
    file with the versions of what the package needs."""
    environment = ROOT / f".venv-{requirement.split('==')[0]}"
    if Path(sys.prefix) == environment:
        return
    python = environment / "bin" / "python"
    # Made last, so that an environment that was left half made is made again.
    ready = environment / requirement
    if not ready.exists():
        venv.create(environment, clear=True, with_pip=True)
        install = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", requirement]
        install += ["--constraint", pins] if pins else []
        subprocess.run(install, check=True)
        ready.touch()
    os.execv(python, [str(python), *sys.argv])


def mend_pydraughts():
    """In Frisian draughts a king is worth a little less than two men; pydraughts 0.6.7 has 1.501 for it. Sums of this
    number are exact, and compare as those of 1.99."""
    from draughts.core.game import Game

    code = Game.legal_moves.__code__
    assert 1.501 in code.co_consts, "another pydraughts"
    mended = tuple(2 - 1 / 128 if value == 1.501 else value for value in code.co_consts)
    Game.legal_moves.__code__ = code.replace(co_consts=mended)


def add_binary_argument(parser):
    """Adds the argument that names the binary."""
    parser.add_argument("--crownhead", default=CROWNHEAD, help="the binary (default: target/release/crownhead)")


def check_binary(parser, path):
    """Ends the script with advice if there is no binary."""
    if not Path(path).exists():
        parser.error(f"{path} is missing: build it with cargo build --release")
