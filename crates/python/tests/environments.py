"""Runs the checks that PettingZoo, Gymnasium and, where it is installed, OpenSpiel have for environments."""

import argparse
import contextlib
import importlib.util
import io
import re
import warnings

import gymnasium
import numpy as np
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test
from pettingzoo.utils import BaseWrapper

import crownhead
from crownhead.env.aec import aec
from crownhead.env.gym import vector

# What PettingZoo thinks unusual, and is meant: observations with a mask, and the names of the players. All other warnings
# are errors.
MEANT = [
    "Observation space for each agent probably should be gymnasium.spaces.box",
    "We recommend agents to be named",
    "Observation is not a NumPy array",
    # Of a player who has lost because there is none, or whose opponent has won.
    "Action mask numpy array is all zeros (no legal actions).",
]


class Counted(BaseWrapper):  # type: ignore[misc]
    """Counts the moves and the games that are cut off."""

    steps = 0
    cut_off = 0

    def step(self, action: int | None) -> None:
        if action is not None:
            self.steps += 1
        super().step(action)
        if action is not None and any(self.truncations.values()):
            self.cut_off += 1


def check_aec(steps: int) -> None:
    """One of PettingZoo's tests plays one game, so there are as many as the steps take."""
    cut_off = games = 0
    for variant in crownhead.VARIANTS:
        # Random games of some variants end soon, so some are cut off sooner.
        environments = [Counted(aec(variant, max_plies=max_plies)) for max_plies in [400, 30]]
        for environment in environments:
            for seed, player in enumerate(environment.possible_agents):
                environment.action_space(player).seed(seed)
        while sum(environment.steps for environment in environments) < steps:
            for environment in environments:
                with contextlib.redirect_stdout(io.StringIO()):
                    api_test(environment)
                games += 1
        cut_off += sum(environment.cut_off for environment in environments)
    assert cut_off > 0, "games are cut off"
    variants = len(crownhead.VARIANTS)
    print(f"PettingZoo's api_test: passed {games} times, with {steps} moves or more of each of {variants} variants")


def check_gymnasium() -> None:
    # check_env renders only what gymnasium.make can make again.
    gymnasium.register("Draughts-v0", "crownhead.env.gym:DraughtsEnv")
    for variant in crownhead.VARIANTS:
        check_env(gymnasium.make("Draughts-v0", variant=variant, render_mode="ansi").unwrapped)
    for level in [1, 3]:
        check_env(gymnasium.make("Draughts-v0", variant="english", level=level).unwrapped)
    print("Gymnasium's check_env: passed for every variant, and against levels 1 and 3")
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


def check_openspiel() -> None:
    if not importlib.util.find_spec("pyspiel"):
        print("NOT CHECKED: OpenSpiel is not installed")
        return
    import pyspiel

    from crownhead.env import openspiel  # noqa: F401 (it registers the games)

    for variant in crownhead.VARIANTS:
        game = pyspiel.load_game("crownhead", {"variant": variant})
        pyspiel.random_sim_test(game, num_sims=2, serialize=True, verbose=False)
        state = game.new_initial_state()
        state.apply_action(state.legal_actions()[0])
        assert state.observation_string(0) == str(state)
        assert state.information_state_string(0) == state.history_str()
        assert np.array_equal(state.observation_tensor(0), state.positions.planes().ravel())
    print("OpenSpiel's random_sim_test: passed for every variant")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=100_000, help="moves in PettingZoo's tests, over all variants")
    steps = parser.parse_args().steps
    warnings.simplefilter("error")
    for text in MEANT:
        warnings.filterwarnings("ignore", re.escape(text))
    check_aec(-(-steps // len(crownhead.VARIANTS)))
    check_gymnasium()
    check_openspiel()


if __name__ == "__main__":
    main()
