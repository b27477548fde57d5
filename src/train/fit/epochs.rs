//! The epochs of a fit: batches of positions in random order, gradients summed by several threads, and the steps of
//! Adam.

use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;

use super::data::{Data, Example, Examples};
use super::{FitOptions, Learner, Losses, chance};

pub(super) struct Epochs<'a> {
    pub(super) data: &'a Data,
    pub(super) options: &'a FitOptions,
    /// Logits for a man in the search values.
    pub(super) search_logits_per_man: f32,
    /// Decides the order of the positions.
    pub(super) random: ChaCha8Rng,
}

impl Epochs<'_> {
    /// Goes once through all positions, in the epoch with this number, from 0. Returns the mean losses on the way.
    /// After each step `progress` can end it.
    pub(super) fn run<L: Learner, E>(
        &mut self,
        learner: &mut L,
        epoch: usize,
        mut progress: impl FnMut(u64) -> Result<(), E>,
    ) -> Result<Losses, E> {
        let targets = self.targets(learner, epoch);
        let mut runs: Vec<usize> = (0..self.data.trained.len().div_ceil(L::RUN)).collect();
        runs.shuffle(&mut self.random);
        let mut losses = Losses::default();
        let in_batch = (self.options.schedule.batch / L::RUN).max(1);
        let batches = runs.len().div_ceil(in_batch);
        for (batch, runs) in runs.chunks(in_batch).enumerate() {
            let (gradient, of_batch) = self.gradient(learner, &targets, runs);
            losses.add(&of_batch);
            let rate = self.options.schedule.rate_at(epoch as f32 + batch as f32 / batches as f32);
            learner.step(&gradient, of_batch.positions, rate);
            progress(of_batch.positions)?;
        }
        learner.complete();
        Ok(losses)
    }

    pub(super) fn held_out(&self, learner: &impl Learner) -> Losses {
        let mut losses = Losses::default();
        for (example, indices) in self.data.held_out.iter() {
            losses.add_position(self.chance(learner, example, indices), self.target(example), example.points);
        }
        losses
    }

    /// The target of each position: with temporal differences, from the second epoch on, by the current weights.
    fn targets(&self, learner: &impl Learner, epoch: usize) -> Vec<f32> {
        let examples = self.data.trained.iter();
        match self.options.td_lambda {
            Some(lambda) if epoch > 0 => {
                let chances = examples.map(|(example, indices)| self.chance(learner, example, indices));
                returns(&self.data.trained, &chances.collect::<Vec<_>>(), lambda)
            }
            _ => examples.map(|(example, _)| self.target(example)).collect(),
        }
    }

    /// The expected points of a position as long as nothing is known of the positions after it.
    fn target(&self, example: &Example) -> f32 {
        let searched = chance(self.search_logits_per_man * example.searched);
        let lambda = if self.options.td_lambda.is_some() { 1.0 } else { self.options.lambda };
        example.points.map_or(searched, |points| lambda * points + (1.0 - lambda) * searched)
    }

    /// The expected points of a position by the current weights.
    fn chance(&self, learner: &impl Learner, example: &Example, indices: &[u32]) -> f32 {
        chance(self.kept_logits(example) + learner.logit(example, indices))
    }

    /// The value of a position by the part that is not learned, in logits. A man of it counts as much as one of the
    /// search values.
    fn kept_logits(&self, example: &Example) -> f32 {
        self.search_logits_per_man * example.kept
    }

    /// The sum of the gradients of the positions of these runs. The threads' sums are added in order, so the result is
    /// the same for the same number of threads.
    fn gradient<L: Learner>(&self, learner: &L, targets: &[f32], runs: &[usize]) -> (Vec<f32>, Losses) {
        let share = runs.len().div_ceil(self.options.threads).max(1);
        let (of_this_thread, of_others) = runs.split_at(share.min(runs.len()));
        std::thread::scope(|scope| {
            let start = |runs| scope.spawn(move || self.gradient_of_part(learner, targets, runs));
            let threads: Vec<_> = of_others.chunks(share).map(start).collect();
            let (mut gradient, mut losses) = self.gradient_of_part(learner, targets, of_this_thread);
            for thread in threads {
                let (part, of_part) = thread.join().expect("the sum does not panic");
                losses.add(&of_part);
                gradient.iter_mut().zip(part).for_each(|(sum, part)| *sum += part);
            }
            (gradient, losses)
        })
    }

    fn gradient_of_part<L: Learner>(&self, learner: &L, targets: &[f32], runs: &[usize]) -> (Vec<f32>, Losses) {
        let mut gradient = vec![0.0; learner.gradient_len()];
        let mut losses = Losses::default();
        let examples = &self.data.trained;
        for number in runs.iter().flat_map(|run| run * L::RUN..((run + 1) * L::RUN).min(examples.len())) {
            let ((example, indices), target) = (examples.get(number), targets[number]);
            let chance = learner.add_gradient(example, self.kept_logits(example), indices, target, &mut gradient);
            losses.add_position(chance, target, example.points);
        }
        (gradient, losses)
    }
}

/// The returns of TD(lambda): the target of each position, for the side to move, if the current weights give it these
/// chances.
///
/// Backward through each game, the target is `1 - lambda` of the chance of the next position and `lambda` of its
/// target; that of the last position is the result. Sidelines keep their chances. With a lambda of 1 all targets are
/// results; with 0 each position learns from the next one alone.
///
/// CITE: Sutton, Learning to predict by the methods of temporal differences (1988). With all positions of a game at
/// hand TD(lambda) is a regression to these returns, which are computed anew from the weights before each epoch (the
/// forward view: Sutton and Barto, Reinforcement Learning, second edition, section 12.1).
fn returns(examples: &Examples, chances: &[f32], lambda: f32) -> Vec<f32> {
    let mut targets = chances.to_vec();
    for game in examples.games() {
        let mut next: Option<usize> = None;
        for number in game.rev() {
            let (example, _) = examples.get(number);
            let Some(points) = example.points else { continue };
            targets[number] = match next {
                None => points,
                Some(next) => {
                    let mixed = (1.0 - lambda) * chances[next] + lambda * targets[next];
                    let same_side = examples.get(next).0.side == example.side;
                    if same_side { mixed } else { 1.0 - mixed }
                }
            };
            next = Some(number);
        }
    }
    targets
}

/// The optimizer: steps against the gradient, that of each parameter with a length that depends on its recent
/// gradients.
///
/// CITE: Kingma and Ba, Adam: a method for stochastic optimization (2015).
#[derive(Clone, Debug)]
pub(super) struct Adam {
    mean: Vec<f32>,
    square: Vec<f32>,
    steps: i32,
}

const BETA1: f32 = 0.9;
const BETA2: f32 = 0.999;
const EPSILON: f32 = 1e-8;

impl Adam {
    pub(super) fn new(parameters: usize) -> Adam {
        Adam { mean: vec![0.0; parameters], square: vec![0.0; parameters], steps: 0 }
    }

    pub(super) const fn steps(&self) -> i32 {
        self.steps
    }

    /// Moves all parameters against their gradient.
    pub(super) fn step(&mut self, parameters: &mut [f32], gradient: &[f32], rate: f32) {
        self.steps += 1;
        let mean_part = 1.0 / (1.0 - BETA1.powi(self.steps));
        let square_part = 1.0 / (1.0 - BETA2.powi(self.steps));
        let memory = self.mean.iter_mut().zip(&mut self.square);
        for ((parameter, gradient), (mean, square)) in parameters.iter_mut().zip(gradient).zip(memory) {
            *mean = BETA1 * *mean + (1.0 - BETA1) * gradient;
            *square = BETA2 * *square + (1.0 - BETA2) * gradient * gradient;
            *parameter -= rate * (*mean * mean_part) / ((*square * square_part).sqrt() + EPSILON);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crownhead_rules::Side;

    /// Games as lists of sides to move; White wins all of them.
    fn examples(games: &[&[Side]]) -> Examples {
        let mut examples = Examples::default();
        for game in games {
            examples.begin_game();
            for &side in *game {
                let points = Some(if side == Side::White { 1.0 } else { 0.0 });
                let example =
                    Example { side, opening: 1.0, points, searched: 0.0, kept: 0.0, linear: 0.0, men_more: None };
                examples.push(&[], example);
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
