"""Environments of Gymnasium for one player against a skill level of the engine."""

from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import SyncVectorEnv

from crownhead import Engine, Positions

__all__ = ["DraughtsEnv", "vector"]


class DraughtsEnv(gymnasium.Env[dict[str, Any], np.int64]):
    """A game of a variant against a skill level from 1 to 10, or against random moves with level 0.

    Chance gives the player a side in each game. The reward is 1 for a win, -1 for a loss and 0 otherwise. An action that is
    not legal loses; `action_mask` says which ones are.
    """

    metadata = {"render_modes": ["ansi"], "render_fps": 1}

    def __init__(
        self,
        variant: str = "international",
        level: int = 0,
        *,
        max_plies: int = 400,
        engine: Engine | None = None,
        render_mode: str | None = None,
    ) -> None:
        self.render_mode = render_mode
        self._variant = variant
        self._level = level
        self._max_plies = max_plies
        self._engine = engine if engine or level == 0 else Engine(variant, table=1)
        self._games = Positions(variant)
        self._plays_white = True
        self.observation_space = spaces.Dict({
            "observation": spaces.Box(0.0, 1.0, self._games.planes().shape[1:], np.float32),
            "action_mask": spaces.MultiBinary(self._games.action_size),
        })
        self.action_space = spaces.Discrete(self._games.action_size)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        super().reset(seed=seed)
        self._games = Positions(self._variant)
        self._plays_white = bool(self.np_random.integers(2))
        self._let_opponent_move()
        return self._observation(), {}

    def step(self, action: np.int64) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        if not self._games.masks()[0, int(action)]:
            return self._observation(), -1.0, True, False, {"illegal": True}
        self._games.play([int(action)])
        self._let_opponent_move()
        over, winners = self._games.results()
        reward = float(winners[0] if self._plays_white else -winners[0])
        is_cut_off = not over[0] and self._games.plies()[0] >= self._max_plies
        return self._observation(), reward, bool(over[0]), bool(is_cut_off), {}

    def render(self) -> Any:
        return str(self._games.board(0)) if self.render_mode == "ansi" else None

    def _let_opponent_move(self) -> None:
        if self._games.results()[0][0] or self._games.turns()[0] == self._plays_white:
            return
        if self._engine is None:
            _, actions = self._games.legal_moves()
            self._games.play([self.np_random.choice(actions)])
            return
        move = self._engine.play(self._games.board(0), level=self._level, nodes=1_000_000).move
        assert move, "the game goes on"
        action = self._games.encode(move)
        # A move without an action is one of many captures with the same ends, in a composed position.
        self._games.play([self._games.legal_moves()[1][0] if action is None else action])

    def _observation(self) -> dict[str, Any]:
        return {"observation": self._games.planes()[0], "action_mask": self._games.masks()[0].astype(np.int8)}


def vector(variant: str = "international", level: int = 0, *, count: int = 8, max_plies: int = 400) -> SyncVectorEnv:
    """Many games at a time against one engine."""
    engine = Engine(variant, table=1) if level else None
    make = lambda: DraughtsEnv(variant, level, max_plies=max_plies, engine=engine)  # noqa: E731
    return SyncVectorEnv([make] * count)
