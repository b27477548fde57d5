//! English checkers, with the linear evaluation.

use super::LabGame;
use crate::eval::{Evaluation, EvaluationOptions, Grain};
use crate::rules::{English, Game, Rules};
use crate::search::{Draughts, DraughtsNode};

impl LabGame for Draughts<English> {
    const NAME: &'static str = English::NAME;
    const UNIT: &'static str = "men";
    const GRAIN: f64 = 0.01;
    const ASPIRATION: f64 = 0.25;
    const BALANCED: f64 = 1.5;

    fn at_grain(grain: Grain) -> Self {
        Draughts::new(Evaluation::new(&EvaluationOptions { grain, ..EvaluationOptions::linear() }))
    }

    fn start() -> DraughtsNode<English> {
        DraughtsNode::of(&Game::start())
    }
}
