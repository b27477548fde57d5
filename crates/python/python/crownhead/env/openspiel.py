"""The games as games of OpenSpiel: importing this registers `crownhead(variant=...)`."""

from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.observation import IIGObserverForPublicInfoGame

from crownhead import Positions

__all__ = ["DraughtsGame", "DraughtsState"]

_MAX_PLIES = 400

_TYPE = pyspiel.GameType(
    short_name="crownhead",
    long_name="Checkers and draughts by Crownhead",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
    information=pyspiel.GameType.Information.PERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=2,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification={"variant": "international", "max_plies": _MAX_PLIES},
)


class DraughtsGame(pyspiel.Game):  # type: ignore[misc]
    """A variant. Player 0 is the side that begins. A game of `max_plies` is a draw."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        params = params or {}
        self.variant = params.get("variant", "international")
        self.max_plies = params.get("max_plies", _MAX_PLIES)
        start = Positions(self.variant)
        self.first_is_white = bool(start.turns()[0])
        self.shape = start.planes().shape[1:]
        info = pyspiel.GameInfo(
            num_distinct_actions=start.action_size,
            max_chance_outcomes=0,
            num_players=2,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=self.max_plies,
        )
        super().__init__(_TYPE, info, params)

    def new_initial_state(self) -> "DraughtsState":
        return DraughtsState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:
        # What is asked with perfect recall is the moves, not the board.
        if iig_obs_type and (iig_obs_type.perfect_recall or not iig_obs_type.public_info):
            return IIGObserverForPublicInfoGame(iig_obs_type, params)
        return _Observer(self.shape)


class DraughtsState(pyspiel.State):  # type: ignore[misc]
    """A position of a game."""

    def __init__(self, game: DraughtsGame) -> None:
        super().__init__(game)
        self._first_is_white = game.first_is_white
        self._max_plies = game.max_plies
        self.positions = Positions(game.variant)

    def current_player(self) -> int:
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        return 0 if bool(self.positions.turns()[0]) == self._first_is_white else 1

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self.positions.legal_moves()[1].tolist())

    def _apply_action(self, action: int) -> None:
        self.positions.play([action])

    def _action_to_string(self, player: int, action: int) -> str:
        return str(self.positions.decode(0, action))

    def is_terminal(self) -> bool:
        return bool(self.positions.results()[0][0]) or int(self.positions.plies()[0]) >= self._max_plies

    def returns(self) -> list[float]:
        winner = int(self.positions.results()[1][0])
        first = winner if self._first_is_white else -winner
        return [float(first), float(-first)]

    def __str__(self) -> str:
        return str(self.positions.board(0))


class _Observer:
    """The planes, and the board as a text."""

    def __init__(self, shape: tuple[int, ...]) -> None:
        self.tensor = np.zeros(int(np.prod(shape)), np.float32)
        self.dict = {"observation": self.tensor.reshape(shape)}

    def set_from(self, state: DraughtsState, player: int) -> None:
        self.dict["observation"][:] = state.positions.planes()[0]

    def string_from(self, state: DraughtsState, player: int) -> str:
        return str(state)


pyspiel.register_game(_TYPE, DraughtsGame)
