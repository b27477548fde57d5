//! Steps against the slope, each parameter's as long as its slopes of late suggest.
//!
//! CITE: Kingma and Ba, Adam: a method for stochastic optimization (2015).

const MEAN_DECAY: f32 = 0.9;
const SQUARE_DECAY: f32 = 0.999;
/// Against a division by zero.
const LEAST: f32 = 1e-8;

/// What is remembered of the slopes of all parameters.
#[derive(Clone, Debug)]
pub(super) struct Adam {
    mean: Vec<f32>,
    square: Vec<f32>,
    steps: i32,
}

impl Adam {
    /// For so many parameters.
    pub(super) fn new(parameters: usize) -> Adam {
        Adam { mean: vec![0.0; parameters], square: vec![0.0; parameters], steps: 0 }
    }

    /// Steps so far.
    pub(super) const fn steps(&self) -> i32 {
        self.steps
    }

    /// Moves all parameters against their slopes.
    pub(super) fn step(&mut self, parameters: &mut [f32], slopes: &[f32], rate: f32) {
        self.steps += 1;
        let mean_part = 1.0 / (1.0 - MEAN_DECAY.powi(self.steps));
        let square_part = 1.0 / (1.0 - SQUARE_DECAY.powi(self.steps));
        let memory = self.mean.iter_mut().zip(&mut self.square);
        for ((parameter, slope), (mean, square)) in parameters.iter_mut().zip(slopes).zip(memory) {
            *mean = MEAN_DECAY * *mean + (1.0 - MEAN_DECAY) * slope;
            *square = SQUARE_DECAY * *square + (1.0 - SQUARE_DECAY) * slope * slope;
            *parameter -= rate * (*mean * mean_part) / ((*square * square_part).sqrt() + LEAST);
        }
    }
}
