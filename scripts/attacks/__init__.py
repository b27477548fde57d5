"""The attacks of scripts/campaign. Each is a function of the binary, a random generator, a folder of its own and the
counts of what it has tried; it raises Finding."""

from . import board, commands, dxp, engines, files, library, records, sessions

ATTACKS = {
    "hub": sessions.hub,
    "uci": sessions.uci,
    "storm": sessions.storm,
    "commands": commands.attack,
    "files": files.attack,
    "records": records.damage,
    "kills": records.kill,
    "engines": engines.attack,
    "dxp": dxp.attack,
    "library": library.attack,
    "board": board.attack,
}
