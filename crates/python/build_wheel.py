"""Builds packages as maturin does, with the program `crownhead` in them beside the module.

maturin packs a module or a program. Here cargo builds the program first, and maturin packs it among the data of the
wheel, from where pip puts it on the PATH.
"""

import os
import shutil
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path

import maturin
from maturin import (  # noqa: F401 (pip asks for these)
    get_requires_for_build_editable,
    get_requires_for_build_sdist,
    get_requires_for_build_wheel,
)

ROOT = Path(__file__).resolve().parents[2]
# What pyproject.toml names as the data of the wheel.
SCRIPTS = ROOT / "crates" / "python" / "data" / "scripts"


def program():
    """The path of the program: the one that CROWNHEAD_PROGRAM names, or the one that cargo builds."""
    made = os.environ.get("CROWNHEAD_PROGRAM")
    if made:
        return Path(made)
    subprocess.run(["cargo", "build", "--locked", "--release", "--bin", "crownhead"], cwd=ROOT, check=True)
    target = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
    return target / "release" / ("crownhead.exe" if sys.platform == "win32" else "crownhead")


@contextmanager
def data():
    """The folder of the data, which maturin wants to see whatever it is asked for."""
    shutil.rmtree(SCRIPTS, ignore_errors=True)
    SCRIPTS.mkdir(parents=True)
    try:
        yield
    finally:
        shutil.rmtree(SCRIPTS.parent)


def build_sdist(sdist_directory, config_settings=None):
    with data():
        return maturin.build_sdist(sdist_directory, config_settings)


def prepare_metadata_for_build_wheel(metadata_directory, config_settings=None):
    with data():
        return maturin.prepare_metadata_for_build_wheel(metadata_directory, config_settings)


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    with data():
        shutil.copy(program(), SCRIPTS)
        return maturin.build_wheel(wheel_directory, config_settings, metadata_directory)


def build_editable(wheel_directory, config_settings=None, metadata_directory=None):
    with data():
        shutil.copy(program(), SCRIPTS)
        return maturin.build_editable(wheel_directory, config_settings, metadata_directory)
