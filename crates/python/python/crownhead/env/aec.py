"""An environment of PettingZoo for two players, "white" and "black"."""

from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from crownhead import Positions

__all__ = ["DraughtsAEC", "aec"]


class DraughtsAEC(AECEnv):  # type: ignore[misc]
    """A game of a variant. An observation has the planes and the mask of the legal actions."""

    metadata = {"name": "crownhead_v0", "render_modes": ["ansi"], "is_parallelizable": False}

    def __init__(self, variant: str = "international", *, max_plies: int = 400, render_mode: str | None = None) -> None:
        super().__init__()
        self.render_mode = render_mode
        self._variant = variant
        self._max_plies = max_plies
        self._games = Positions(variant)
        self.possible_agents = ["white", "black"]
        planes = spaces.Box(0.0, 1.0, self._games.planes().shape[1:], np.float32)
        mask = spaces.Box(0, 1, (self._games.action_size,), np.int8)
        space = spaces.Dict({"observation": planes, "action_mask": mask})
        self.observation_spaces = dict.fromkeys(self.possible_agents, space)
        self.action_spaces = {agent: spaces.Discrete(self._games.action_size) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def observe(self, agent: str) -> dict[str, Any]:
        mask = self._games.masks()[0].astype(np.int8)
        if agent != self._mover():
            mask[:] = 0
        return {"observation": self._games.planes()[0], "action_mask": mask}

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self._games = Positions(self._variant)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self._mover()

    def step(self, action: int | None) -> None:
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError("the game goes on: expected an action")
        self._cumulative_rewards[self.agent_selection] = 0.0
        self._games.play([action])
        over, winners = self._games.results()
        self.rewards = {"white": float(winners[0]), "black": -float(winners[0])}
        if over[0]:
            self.terminations = dict.fromkeys(self.agents, True)
        elif self._games.plies()[0] >= self._max_plies:
            self.truncations = dict.fromkeys(self.agents, True)
        self.agent_selection = self._mover()
        self._accumulate_rewards()

    def render(self) -> str | None:
        return str(self._games.board(0)) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Nothing is open."""

    def _mover(self) -> str:
        return "white" if self._games.turns()[0] else "black"


def aec(variant: str = "international", *, max_plies: int = 400, render_mode: str | None = None) -> AECEnv:
    """The environment in PettingZoo's usual wrapper, which ends a game with an illegal move as a loss."""
    environment = DraughtsAEC(variant, max_plies=max_plies, render_mode=render_mode)
    return wrappers.OrderEnforcingWrapper(wrappers.TerminateIllegalWrapper(environment, illegal_reward=-1))
