//! Fitting a network: the gradient of its parameters by backpropagation.

use rand::RngExt;
use rand_chacha::ChaCha8Rng;

use super::data::{Example, Examples};
use super::epochs::Adam;
use super::{LearnedModel, Learner, chance};
use crownhead_engine::eval::network::{BUCKETS, NetworkShape, ONE, READ, WIDTH};
use crownhead_engine::eval::{Family, Network, Pair, WeightsFile};
use crownhead_rules::Variant;

/// The number of steps until they have their full length.
const WARM_UP: f32 = 500.0;

#[derive(Debug)]
pub(super) struct NetworkLearner {
    parameters: Parameters,
    adam: Adam,
    occurred: [bool; BUCKETS],
}

impl NetworkLearner {
    pub(super) fn new(parameters: Parameters, trained: &Examples) -> NetworkLearner {
        let mut occurred = [false; BUCKETS];
        // Each piece is an input.
        trained.iter().for_each(|(_, inputs)| occurred[parameters.shape.bucket(inputs.len())] = true);
        NetworkLearner { adam: Adam::new(parameters.all.len()), parameters, occurred }
    }
}

impl Learner for NetworkLearner {
    const RUN: usize = 8;

    fn logit(&self, _: &Example, inputs: &[u32]) -> f32 {
        self.parameters.logit(inputs)
    }

    fn gradient_len(&self) -> usize {
        self.parameters.all.len()
    }

    fn add_gradient(&self, _: &Example, kept: f32, inputs: &[u32], target: f32, gradient: &mut [f32]) -> f32 {
        let (sums, logit) = self.parameters.forward(inputs);
        let chance = chance(kept + logit);
        self.parameters.backward(inputs, &sums, chance - target, gradient);
        chance
    }

    fn step(&mut self, gradient: &[f32], positions: u64, rate: f32) {
        let share = 1.0 / positions as f32;
        let gradient: Vec<f32> = gradient.iter().map(|sum| sum * share).collect();
        let part = (self.adam.steps() as f32 / WARM_UP).min(1.0);
        self.adam.step(&mut self.parameters.all, &gradient, part * rate);
    }

    fn model(&self) -> LearnedModel {
        LearnedModel::Network(self.parameters.clone().with_output_of_nearest(&self.occurred))
    }
}

/// The parameters of a network as real numbers.
#[derive(Clone, Debug)]
pub(super) struct Parameters {
    /// Their places.
    shape: NetworkShape,
    /// All of them in the order of [`NetworkShape`]; the output is in logits.
    all: Vec<f32>,
}

impl Parameters {
    /// Small numbers to begin with. The output weights of all buckets begin alike.
    pub(super) fn random(variant: Variant, random: &mut ChaCha8Rng) -> Parameters {
        let shape = NetworkShape::of(variant);
        let mut all = vec![0.0; shape.parameters()];
        let (inputs, rest) = all.split_at_mut(shape.input_bias());
        let mut within = |most: f32| most * (2.0 * random.random::<f32>() - 1.0);
        inputs.fill_with(|| within(0.15));
        rest[..WIDTH].fill(0.3);
        let output: Vec<f32> = (0..READ).map(|_| within(1.7 / (READ as f32).sqrt())).collect();
        for of_bucket in rest[WIDTH..].chunks_exact_mut(READ).take(BUCKETS) {
            of_bucket.copy_from_slice(&output);
        }
        Parameters { shape, all }
    }

    /// Those of a file, with this number of logits for a man of its values; `None` if it has no network of the variant.
    pub(super) fn of(variant: Variant, file: &WeightsFile, logits_per_man: f32) -> Option<Parameters> {
        let shape = NetworkShape::of(variant);
        let all = file.part(variant, Family::Network).ok()?.as_flattened();
        let unit = logits_per_man / Network::UNITS_PER_MAN as f32;
        let parameter = |(place, &whole): (usize, &i16)| {
            let unit = if place < shape.output() { 1.0 / f32::from(ONE) } else { unit };
            f32::from(whole) * unit
        };
        Some(Parameters { shape, all: all.iter().enumerate().map(parameter).collect() })
    }

    /// The same in which a bucket that did not occur has the output weights of the nearest that did: games end where
    /// the endgame tables begin, so nothing is learned of the fewest pieces. Its own weights from before are of no use,
    /// since the sums that they weigh have changed.
    fn with_output_of_nearest(mut self, occurred: &[bool; BUCKETS]) -> Parameters {
        for bucket in (0..BUCKETS).filter(|&bucket| !occurred[bucket]) {
            let others = (0..BUCKETS).filter(|&other| occurred[other]);
            let Some(nearest) = others.min_by_key(|&other| other.abs_diff(bucket)) else { break };
            let weights = |bucket| self.shape.output() + bucket * READ;
            self.all.copy_within(weights(nearest)..weights(nearest) + READ, weights(bucket));
            let bias = self.shape.output_bias();
            self.all[bias + bucket] = self.all[bias + nearest];
        }
        self
    }

    /// The parameters in the units of the evaluation, cut to 16 bits, in pairs.
    pub(super) fn pairs(&self, logits_per_man: f32) -> Box<[Pair]> {
        let unit = Network::UNITS_PER_MAN as f32 / logits_per_man;
        let whole = |(place, parameter): (usize, &f32)| {
            let units = if place < self.shape.output() { f32::from(ONE) } else { unit };
            (parameter * units).round().clamp(-32767.0, 32767.0) as i16
        };
        let all: Vec<i16> = self.all.iter().enumerate().map(whole).collect();
        all.as_chunks().0.into()
    }

    /// The value of a position with these inputs, in logits.
    pub(super) fn logit(&self, inputs: &[u32]) -> f32 {
        self.forward(inputs).1
    }

    /// Both accumulators of a position with these inputs, that of the side to move first, before they are clamped, and
    /// the output in logits.
    fn forward(&self, inputs: &[u32]) -> ([f32; READ], f32) {
        let bias: &[f32; WIDTH] = row(&self.all, self.shape.input_bias());
        let (mut own, mut other) = (*bias, *bias);
        for &input in inputs {
            add(&mut own, row(&self.all, place(input)));
            add(&mut other, row(&self.all, self.opposite_place(input)));
        }
        let mut sums = [0.0; READ];
        sums[..WIDTH].copy_from_slice(&own);
        sums[WIDTH..].copy_from_slice(&other);
        let (weights, bias) = self.output_places(inputs);
        let logit = self.all[bias] + product(&sums.map(activation), row(&self.all, weights));
        (sums, logit)
    }

    /// Adds to `gradient` the effect of each parameter on an output that is too high by `error`.
    fn backward(&self, inputs: &[u32], sums: &[f32; READ], error: f32, gradient: &mut [f32]) {
        let (weights, bias) = self.output_places(inputs);
        gradient[bias] += error;
        let of_weights: &mut [f32; READ] = row_mut(gradient, weights);
        let weights: &[f32; READ] = row(&self.all, weights);
        let mut of_sums = [0.0; READ];
        for place in 0..READ {
            let sum = sums[place];
            of_weights[place] += error * activation(sum);
            // Where a sum is clamped, small changes have no effect.
            let is_clamped = sum <= 0.0 || sum >= 1.0;
            of_sums[place] = if is_clamped { 0.0 } else { 2.0 * sum * error * weights[place] };
        }
        let (own, other) = (row(&of_sums, 0), row(&of_sums, WIDTH));
        let bias = row_mut(gradient, self.shape.input_bias());
        add(bias, own);
        add(bias, other);
        for &input in inputs {
            add(row_mut(gradient, place(input)), own);
            add(row_mut(gradient, self.opposite_place(input)), other);
        }
    }

    /// The places of the output weights and of the output bias of a position with these inputs.
    const fn output_places(&self, inputs: &[u32]) -> (usize, usize) {
        let bucket = self.shape.bucket(inputs.len());
        (self.shape.output() + bucket * READ, self.shape.output_bias() + bucket)
    }

    /// The place of the row that an input adds for the other side.
    fn opposite_place(&self, input: u32) -> usize {
        self.shape.opposite(input as usize) * WIDTH
    }
}

/// The place of the row that an input adds.
#[inline(always)] // Into loops that the compiler vectorizes; so are the functions below.
const fn place(input: u32) -> usize {
    input as usize * WIDTH
}

#[inline(always)]
fn row<const LEN: usize>(parameters: &[f32], place: usize) -> &[f32; LEN] {
    parameters[place..].first_chunk().expect("the list of parameters is whole")
}

#[inline(always)]
fn row_mut<const LEN: usize>(parameters: &mut [f32], place: usize) -> &mut [f32; LEN] {
    parameters[place..].first_chunk_mut().expect("the list of parameters is whole")
}

/// The squared clipped ReLU of a sum.
#[inline(always)]
fn activation(sum: f32) -> f32 {
    let value = sum.clamp(0.0, 1.0);
    value * value
}

#[inline(always)]
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
