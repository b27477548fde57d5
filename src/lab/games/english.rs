//! English checkers, with the linear evaluation.

use super::LabGame;
use crate::eval::{Evaluation, EvaluationOptions, Grain};
use crate::rules::{English, Game, Rules, Variant};
use crate::search::{AnyNode, Draughts, DraughtsNode};

impl LabGame for Draughts<English> {
    const NAME: &'static str = English::ARTICLES.name;
    const UNIT: &'static str = "men";
    const GRAIN: f64 = 0.01;
    const ASPIRATION: f64 = 0.25;
    const BALANCED: f64 = 1.5;

    fn at_grain(grain: Grain) -> Self {
        let options = EvaluationOptions { grain, ..EvaluationOptions::linear() };
        Draughts::new(Evaluation::new(Variant::ENGLISH, &options))
    }

    fn start() -> DraughtsNode<English> {
        AnyNode::of(&Game::start(Variant::ENGLISH)).typed()
    }
}
