"""What the packages say of Crownhead, each value in one place, and how the templates are filled with it."""

import email.utils
import os
import re
import subprocess
import tomllib
from datetime import datetime, timezone
from pathlib import Path
from urllib.parse import urlsplit

ROOT = Path(__file__).resolve().parent.parent
TEMPLATES = ROOT / "packaging" / "templates"
WORKSPACE = tomllib.loads((ROOT / "Cargo.toml").read_text())["workspace"]["package"]

# The address of the repository. While Cargo.toml names none, it is one that nobody can have, and `scripts/publish tag`
# refuses to publish.
PLACEHOLDER = "https://example.org/crownhead"
REPOSITORY = WORKSPACE.get("repository", PLACEHOLDER).rstrip("/")
VERSION = WORKSPACE["version"]
HOST, OWNER = urlsplit(REPOSITORY).netloc, urlsplit(REPOSITORY).path.split("/")[1]

# The names under which AppStream and package managers know it: the address from its end, io.github.OWNER.crownhead.
ID = ".".join([*reversed(HOST.replace("github.com", "github.io").split(".")), OWNER, "crownhead"]).lower()
ID = ID.replace("-", "_").replace(".crownhead.crownhead", ".crownhead")
MAINTAINER = f"The Crownhead contributors <{OWNER}@users.noreply.{HOST}>"


def moment():
    """The time that all files of a package have: of the commit, so that two packages of it are the same bytes."""
    seconds = os.environ.get("SOURCE_DATE_EPOCH")
    seconds = seconds or subprocess.check_output(["git", "log", "-1", "--format=%ct"], cwd=ROOT, text=True)
    return datetime.fromtimestamp(int(seconds), timezone.utc)


def filled(template, sums=None, version=VERSION):
    """A template with the values for its @NAMES@, and the checksums for its @SHA256 FILE@."""
    values = {
        "VERSION": version,
        "DEBIAN": version.replace("-", "~"),  # it orders 1.0~rc1 before 1.0
        "REPOSITORY": REPOSITORY,
        "FILES": f"{REPOSITORY}/releases/download/v{version}",
        "ID": ID,
        "MAINTAINER": MAINTAINER,
        "YEAR": str(moment().year),
        "DATE": moment().date().isoformat(),
        "TIME": email.utils.format_datetime(moment()),
    }
    text = re.sub(r"@([A-Z]+)@", lambda found: values[found[1]], (TEMPLATES / template).read_text())
    return re.sub(r"@SHA256 (\S+)@", lambda found: (sums or {})[found[1]], text)
