"""What the scripts that need a Python package share."""

import os
import shutil
import subprocess
import sys
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
CROWNHEAD = ROOT / "target" / "release" / "crownhead"

# The packages, each with a file in scripts/requirements that has the versions and the hashes of all that it needs. The
# first two install a module named `draughts`, so each has an environment of its own.
PYDRAUGHTS = "pydraughts"
PY_DRAUGHTS = "py-draughts"
RAY = "ray"
# What the checks of our own package need.
PYTHON = "python"
# What reads the workflows, the forms for issues and CITATION.cff as their host does.
PACKAGING = "packaging"


def enter(package):
    """Starts the running script anew inside the virtual environment of a package, which is made if need be."""
    environment = ROOT / f".venv-{package}"
    if Path(sys.prefix) == environment:
        return
    requirements = ROOT / "scripts" / "requirements" / f"{package}.txt"
    python = environment / "bin" / "python"
    # Written last, so that an environment that was left half made, or that has other versions, is made again.
    ready = environment / requirements.name
    if not ready.exists() or ready.read_bytes() != requirements.read_bytes():
        venv.create(environment, clear=True, with_pip=True)
        install = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        # Nothing but what was there when the file was made, and nothing that builds itself.
        install += ["--require-hashes", "--only-binary", ":all:", "--requirement", requirements]
        subprocess.run(install, check=True)
        shutil.copy(requirements, ready)
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
