"""Runs the checks that PettingZoo, Gymnasium and, where it is installed, OpenSpiel have for environments."""

import argparse
import importlib.util
import warnings

import numpy as np
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test

import crownhead
from crownhead.env.aec import aec
from crownhead.env.gym import DraughtsEnv, vector


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=100_000)
    steps = parser.parse_args().steps
    api_test(aec("english"), num_cycles=steps, verbose_progress=False)
    for variant in crownhead.VARIANTS:
        api_test(aec(variant, max_plies=60), num_cycles=200, verbose_progress=False)
    print(f"PettingZoo's api_test: passed, {steps} steps of english and 200 of every variant")
    for level in [0, 3]:
        with warnings.catch_warnings():
            # It warns that the environment was made without a specification.
            warnings.simplefilter("ignore")
            check_env(DraughtsEnv("english", level), skip_render_check=True)
    print("Gymnasium's check_env: passed against random moves and level 3")
    games = vector("english", 1, count=4)
    observations, _ = games.reset(seed=1)
    chance = np.random.default_rng(1)
    ended = 0
    for _ in range(300):
        masks = observations["action_mask"]
        actions = [int(chance.choice(np.flatnonzero(mask))) if mask.any() else 0 for mask in masks]
        observations, _, terminated, truncated, _ = games.step(np.array(actions))
        ended += int(terminated.sum() + truncated.sum())
    assert ended > 0, "games come to an end"
    print(f"Gymnasium, 4 games at a time against level 1: {ended} games ended")
    if importlib.util.find_spec("pyspiel"):
        import pyspiel

        import crownhead.env.openspiel

        for variant in crownhead.VARIANTS:
            pyspiel.random_sim_test(pyspiel.load_game(f"crownhead(variant={variant})"), 2, False, False)
        print("OpenSpiel's random_sim_test: passed for every variant")


if __name__ == "__main__":
    main()
