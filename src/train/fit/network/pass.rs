//! The way through a network: forward to a value, and backward to what each parameter has to do with the error.

use super::parameters::{Parameters, place_of, row, row_mut};
use crate::eval::network::{NetworkShape, READ, WIDTH};

/// What goes on in a network while it values a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Activity {
    /// Both accumulators, that of the side to move first, before they are cut.
    sums: [f32; READ],
    /// The output.
    pub(super) logit: f32,
}

impl Parameters {
    /// What the network makes of a position with these inputs, in logits.
    pub(in crate::train::fit) fn logit(&self, inputs: &[u32]) -> f32 {
        self.forward(inputs).logit
    }

    /// Values a position with these inputs.
    pub(super) fn forward(&self, inputs: &[u32]) -> Activity {
        let (shape, all) = (self.shape(), self.all());
        let bias: &[f32; WIDTH] = row(all, shape.input_bias());
        let (mut own, mut other) = (*bias, *bias);
        for &input in inputs {
            add(&mut own, row(all, place_of(input)));
            add(&mut other, row(all, place_of(opposite(shape, input))));
        }
        let mut sums = [0.0; READ];
        sums[..WIDTH].copy_from_slice(&own);
        sums[WIDTH..].copy_from_slice(&other);
        let (weights, bias) = places(shape, inputs);
        let logit = all[bias] + product(&sums.map(squared), row(all, weights));
        Activity { sums, logit }
    }

    /// Adds to `slopes` what an output that is too high by `error` makes of each parameter.
    pub(super) fn backward(&self, inputs: &[u32], activity: &Activity, error: f32, slopes: &mut [f32]) {
        let shape = self.shape();
        let (weights, bias) = places(shape, inputs);
        slopes[bias] += error;
        let of_weights: &mut [f32; READ] = row_mut(slopes, weights);
        let weights: &[f32; READ] = row(self.all(), weights);
        let mut of_sums = [0.0; READ];
        for place in 0..READ {
            let sum = activity.sums[place];
            of_weights[place] += error * squared(sum);
            of_sums[place] = if is_cut(sum) { 0.0 } else { 2.0 * sum * error * weights[place] };
        }
        let (own, other) = (row(&of_sums, 0), row(&of_sums, WIDTH));
        let bias = row_mut(slopes, shape.input_bias());
        add(bias, own);
        add(bias, other);
        for &input in inputs {
            add(row_mut(slopes, place_of(input)), own);
            add(row_mut(slopes, place_of(opposite(shape, input))), other);
        }
    }
}

/// Where the output weights and the output bias of a position with these inputs lie.
const fn places(shape: NetworkShape, inputs: &[u32]) -> (usize, usize) {
    let bucket = shape.bucket(inputs.len());
    (shape.output() + bucket * READ, shape.output_bias() + bucket)
}

/// What the output reads of a sum.
#[inline(always)] // Into loops that the compiler makes wide.
fn squared(sum: f32) -> f32 {
    let value = sum.clamp(0.0, 1.0);
    value * value
}

/// Does a value lie where it is cut, so that small changes are lost?
fn is_cut(value: f32) -> bool {
    value <= 0.0 || value >= 1.0
}

fn opposite(shape: NetworkShape, input: u32) -> u32 {
    shape.opposite(input as usize) as u32
}

#[inline(always)] // A few instructions of the widest kind.
fn add(sums: &mut [f32; WIDTH], row: &[f32; WIDTH]) {
    sums.iter_mut().zip(row).for_each(|(sum, weight)| *sum += weight);
}

/// The sum of the products, in lanes: the compiler may not change the order of the additions by itself.
#[inline(always)]
fn product(values: &[f32; READ], weights: &[f32; READ]) -> f32 {
    const LANES: usize = 16;
    let mut sums = [0.0; LANES];
    for (values, weights) in values.as_chunks::<LANES>().0.iter().zip(weights.as_chunks::<LANES>().0) {
        for lane in 0..LANES {
            sums[lane] += values[lane] * weights[lane];
        }
    }
    sums.iter().sum()
}
