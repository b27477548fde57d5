"""Environments for learning: `pip install crownhead[env]`.

`crownhead.env.aec.DraughtsAEC` is for two players, as PettingZoo has it. `crownhead.env.gym.DraughtsEnv` is for one player
against a skill level, as Gymnasium has it, and `crownhead.env.gym.vector` many of them. `crownhead.env.openspiel` registers
the games with OpenSpiel.

Observations are those of `Positions.planes()`, actions those of `Positions`. A game of `max_plies` is cut off.
"""
