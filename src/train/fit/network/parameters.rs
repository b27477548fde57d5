//! The parameters of a network as real numbers.

use rand::RngExt;
use rand_chacha::ChaCha8Rng;

use crate::eval::network::{BUCKETS, NetworkShape, ONE, READ, WIDTH};
use crate::eval::{Family, Network, Pair, WeightsFile};
use crate::rules::Variant;
use crate::train::fit::Scale;

/// All parameters in the order of [`NetworkShape`]; the output is in logits.
#[derive(Clone, Debug)]
pub struct Parameters {
    shape: NetworkShape,
    all: Vec<f32>,
}

impl Parameters {
    /// Small numbers to begin with. The output weights of all buckets begin alike.
    pub(in crate::train::fit) fn random(variant: Variant, random: &mut ChaCha8Rng) -> Parameters {
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

    /// Those of a file, whose values are in men of so many logits; `None` if it has no network of the variant.
    pub(in crate::train::fit) fn of(variant: Variant, file: &WeightsFile, logits_per_man: f32) -> Option<Parameters> {
        let shape = NetworkShape::of(variant);
        let all = file.part(variant, Family::Network).ok()?.as_flattened();
        let unit = logits_per_man / Network::UNITS_PER_MAN as f32;
        let parameter = |(place, &whole): (usize, &i16)| {
            let unit = if place < shape.output() { 1.0 / f32::from(ONE) } else { unit };
            f32::from(whole) * unit
        };
        Some(Parameters { shape, all: all.iter().enumerate().map(parameter).collect() })
    }

    /// The same in which a bucket that did not occur has the output weights of the nearest that did: games end where the
    /// endgame tables begin, so nothing is learned of the fewest pieces. What it may have had before is of no use, since
    /// the sums that it weighs have changed.
    pub(super) fn with_output_of_nearest(mut self, occurred: &[bool; BUCKETS]) -> Parameters {
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

    /// Where they lie.
    pub(super) const fn shape(&self) -> NetworkShape {
        self.shape
    }

    /// All of them.
    pub(super) fn all(&self) -> &[f32] {
        &self.all
    }

    pub(super) fn all_mut(&mut self) -> &mut [f32] {
        &mut self.all
    }

    /// The parameters in the units of the evaluation, cut to what 16 bits hold, two by two.
    pub(in crate::train::fit) fn pairs(&self, scale: Scale) -> Box<[Pair]> {
        let one = f32::from(ONE);
        let unit = Network::UNITS_PER_MAN as f32 / scale.0;
        let whole = |(place, parameter): (usize, &f32)| {
            let units = if place < self.shape.output() { one } else { unit };
            (parameter * units).round().clamp(-32767.0, 32767.0) as i16
        };
        let all: Vec<i16> = self.all.iter().enumerate().map(whole).collect();
        all.as_chunks().0.into()
    }
}

/// The parameters from a place on, as many as a row of the layer has.
#[inline(always)] // Into loops that the compiler makes wide.
pub(super) fn row<const LEN: usize>(parameters: &[f32], place: usize) -> &[f32; LEN] {
    parameters[place..].first_chunk().expect("the list of parameters is whole")
}

/// The same, to be changed.
#[inline(always)]
pub(super) fn row_mut<const LEN: usize>(parameters: &mut [f32], place: usize) -> &mut [f32; LEN] {
    parameters[place..].first_chunk_mut().expect("the list of parameters is whole")
}

/// The row that an input adds.
#[inline(always)]
pub(super) const fn place_of(input: u32) -> usize {
    input as usize * WIDTH
}
