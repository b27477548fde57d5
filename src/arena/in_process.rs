//! A match player that runs the engine in this process.

use super::player::{FaultKind, Halt, Player, Thought, Turn};
use crate::config::{BadValue, Config, SETTINGS};
use crate::engine::{EngineOptions, Limit, LocalPlayer, TimeLimit};
use crate::eval::{Evaluation, WeightsError};
use crate::interrupt::Interrupt;
use crate::notation::SpelledMove;
use crate::rules::{Side, Variant};
use crate::search::TableError;

/// A player of this process.
#[derive(Debug)]
pub(super) struct InProcess {
    player: LocalPlayer,
    interrupt: Interrupt,
}

/// Why the engine of this process cannot play.
#[derive(Debug, thiserror::Error)]
pub enum LocalError {
    /// It does not have exactly one limit.
    #[error("proto=local supports exactly one limit: nodes, depth, or st or tc in seconds of CPU time")]
    Limit,
    /// The setting is unknown.
    #[error("unknown option {name:?}: expected one of {}", names().collect::<Vec<_>>().join(", "))]
    UnknownOption {
        /// Its name.
        name: String,
    },
    /// The value of a setting is invalid.
    #[error(transparent)]
    Value(#[from] BadValue),
    /// Its weights are for another variant.
    #[error(transparent)]
    Weights(#[from] WeightsError),
    /// Its table cannot be allocated.
    #[error(transparent)]
    Table(#[from] TableError),
}

fn names() -> impl Iterator<Item = &'static str> {
    SETTINGS.iter().filter(|setting| setting.concerns("local")).map(|setting| setting.name())
}

impl InProcess {
    /// Starts it.
    ///
    /// # Errors
    /// [`LocalError`].
    pub(super) fn start(
        variant: Variant,
        limit: &Limit,
        options: &[(String, String)],
        interrupt: Interrupt,
    ) -> Result<InProcess, LocalError> {
        check_limit(limit)?;
        let player = LocalPlayer::new(variant, &engine_options(options)?, *limit)?;
        let player = player.until(interrupt.clone());
        Ok(InProcess { player, interrupt })
    }

    /// The fingerprint of its evaluation, if its weights come from a file.
    ///
    /// # Errors
    /// [`LocalError`].
    pub(super) fn evaluation(variant: Variant, options: &[(String, String)]) -> Result<Option<String>, LocalError> {
        let options = engine_options(options)?.evaluation;
        let Some(weights) = &options.weights else { return Ok(None) };
        weights.check(variant)?;
        Ok(Some(Evaluation::new(variant, &options).fingerprint().to_string()))
    }

    /// Checks its description, without allocating the table.
    ///
    /// # Errors
    /// [`LocalError`].
    pub(super) fn check(limit: &Limit, options: &[(String, String)]) -> Result<(), LocalError> {
        check_limit(limit)?;
        engine_options(options)?;
        Ok(())
    }
}

/// Fails unless there is exactly one limit.
fn check_limit(limit: &Limit) -> Result<(), LocalError> {
    let limits = [limit.time != TimeLimit::Unlimited, limit.nodes.is_some(), limit.depth.is_some()];
    if limits.iter().filter(|&&is_set| is_set).count() == 1 { Ok(()) } else { Err(LocalError::Limit) }
}

fn engine_options(options: &[(String, String)]) -> Result<EngineOptions, LocalError> {
    let mut config = Config::default();
    for (name, value) in options {
        let setting = SETTINGS
            .iter()
            .find(|setting| setting.concerns("local") && setting.name().eq_ignore_ascii_case(name))
            .ok_or_else(|| LocalError::UnknownOption { name: name.clone() })?;
        setting.set_text(&mut config, value)?;
    }
    Ok(config.engine)
}

impl Player for InProcess {
    fn new_game(&mut self, _: &Turn<'_>, _: Side) -> Result<(), Halt> {
        self.player.new_game();
        Ok(())
    }

    fn think(&mut self, turn: &Turn<'_>) -> Result<Thought, Halt> {
        if let Some(face) = turn.own_clock() {
            self.player.set_limit(Limit::of_time(TimeLimit::Clock(face)));
        }
        let choice = self.player.choose(turn.game);
        if self.interrupt.is_raised() {
            return Err(Halt::Interrupted);
        }
        let choice = choice.ok_or_else(|| FaultKind::IllegalMove.because("it finds no move"))?;
        Ok(Thought {
            mv: SpelledMove::new(turn.game.position(), &choice.mv).hub(),
            expected: None,
            score: choice.score,
            depth: Some(choice.depth.get()),
            nodes: Some(choice.nodes),
            elapsed: choice.cpu_time,
            pondered: false,
            warning: None,
        })
    }

    fn ponder(&mut self, _: &Turn<'_>) -> Result<(), Halt> {
        Ok(())
    }

    /// It has no thread to ponder on.
    fn can_ponder(&self) -> bool {
        false
    }

    fn end_game(&mut self, _: &Turn<'_>) -> Result<(), Halt> {
        Ok(())
    }
}
