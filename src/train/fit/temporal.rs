//! Temporal differences: a position is to be worth what the positions after it turn out to be worth.
//!
//! CITE: Sutton, Learning to predict by the methods of temporal differences (1988). With all positions of a game at hand
//! TD(lambda) is a regression to the returns below, which are computed anew from the weights before each epoch (the
//! forward view: Sutton and Barto, Reinforcement Learning, second edition, section 12.1).

use super::examples::Examples;

/// The target of each position, as the side to move sees it, when the current weights give it these chances.
///
/// Backward through each game, the target is `1 - decay` of the chance of the next position and `decay` of its target;
/// that of the last position is the result. Sidelines are left as they are.
/// With a decay of 1 all targets are results; with 0 each position learns from
/// the next one alone.
pub(super) fn returns(examples: &Examples, chances: &[f32], decay: f32) -> Vec<f32> {
    let mut targets = vec![0.0; examples.len()];
    for game in examples.games() {
        let mut next: Option<usize> = None;
        for number in game.rev() {
            let example = examples.example(number);
            let Some(points) = example.points else {
                targets[number] = chances[number];
                continue;
            };
            targets[number] = match next {
                None => points,
                Some(next) => {
                    let mixed = (1.0 - decay) * chances[next] + decay * targets[next];
                    let same_side = examples.example(next).side == example.side;
                    if same_side { mixed } else { 1.0 - mixed }
                }
            };
            next = Some(number);
        }
    }
    targets
}

#[cfg(test)]
mod tests {
    use super::super::examples::Example;
    use super::*;
    use crate::rules::Side;

    /// Games as lists of sides to move; White wins all of them.
    fn examples(games: &[&[Side]]) -> Examples {
        let mut examples = Examples::default();
        for game in games {
            examples.begin_game();
            for &side in *game {
                let points = Some(if side == Side::White { 1.0 } else { 0.0 });
                let example =
                    Example { side, opening: 1.0, points, searched: 0.0, kept: 0.0, linear: 0.0, men_more: None };
                examples.push([].into_iter(), example);
            }
        }
        examples
    }

    #[test]
    fn targets_run_back_from_the_result_of_each_game() {
        use Side::{Black, White};
        // The second game has two positions of one side in a row, as where one between them was left out.
        let examples = examples(&[&[White, Black], &[], &[Black, White, White]]);
        let chances = [0.5, 0.4, 0.3, 0.6, 0.8];
        assert_eq!(returns(&examples, &chances, 1.0), [1.0, 0.0, 0.0, 1.0, 1.0]);
        let next = returns(&examples, &chances, 0.0);
        let is_near = |(found, expected): (&f32, f32)| (found - expected).abs() < 1e-6;
        assert!(next.iter().zip([0.6, 0.0, 0.4, 0.8, 1.0]).all(is_near), "{next:?}");
        let half = returns(&examples, &chances, 0.5);
        let expected = [1.0 - 0.5 * 0.4, 0.0, 1.0 - (0.5 * 0.6 + 0.5 * 0.9), 0.5 * 0.8 + 0.5, 1.0];
        assert!(half.iter().zip(expected).all(|(found, expected)| (found - expected).abs() < 1e-6), "{half:?}");
    }
}
