//! What a fit came to, for its report.

use std::io::{self, Write};

use serde_json::{Value, json};

use crate::rules::Variant;
use crate::train::fit::{Data, Examples, FitOptions, Fitted, Losses, Scale};

/// What other values tell of the results of the games held out: logits for a man, and the loss.
#[derive(Clone, Copy, Debug)]
pub(super) struct Yardsticks {
    searched: (f32, Losses),
    linear: (f32, Losses),
}

impl Yardsticks {
    /// The values of the records, and those of the linear evaluation.
    pub(super) fn of(trained: &Examples, held_out: &Examples) -> Yardsticks {
        Yardsticks {
            searched: Losses::of_values(trained, held_out, |example| example.searched),
            linear: Losses::of_values(trained, held_out, |example| example.linear),
        }
    }

    /// Writes a line for each.
    pub(super) fn write(&self, out: &mut impl Write) -> io::Result<()> {
        for (name, (slope, losses)) in [("search", self.searched), ("linear evaluation", self.linear)] {
            let loss = losses.result();
            writeln!(out, "{name}: held out {loss:.5} against results, at {slope:.3} logits a man")?;
        }
        Ok(())
    }
}

/// The report of a fit. Losses are mean cross-entropies in nats.
pub(super) fn report(
    variant: Variant,
    options: &FitOptions,
    data: &Data,
    yardsticks: &Yardsticks,
    fitted: &Fitted,
    scale: Scale,
) -> Value {
    let yardstick = |(slope, losses): (f32, Losses)| json!({"logits_per_man": slope, "loss": losses.result()});
    let losses = |losses: &Losses| json!({"target": losses.target(), "result": losses.result()});
    let epoch = |(trained, held_out)| json!({"trained": losses(trained), "held_out": losses(held_out)});
    let epochs: Vec<_> = fitted.course.iter().map(|(trained, held_out)| epoch((trained, held_out))).collect();
    json!({
        "variant": variant.name(),
        "records": data.identities().collect::<Vec<_>>(),
        "games": data.games,
        "copies": data.copies,
        "positions": {"trained": data.trained.len(), "held_out": data.held_out.len()},
        "options": {
            "family": options.family,
            "start": options.start.as_ref().map(|start| start.source()),
            "over": options.over.as_ref().map(|over| over.source()),
            "lambda": options.lambda,
            "temporal": options.temporal_decay,
            "search_logits_per_man": options.search_slope,
            "epochs": options.epochs,
            "batch": options.batch,
            "rate": options.rate,
            "penalties": options.penalties,
            "seed": options.seed,
            "threads": options.threads,
            "most_men": options.most_men,
            "keeps_decided": options.keeps_decided,
            "most_plies": options.most_plies,
            "ending_pieces": options.ending_pieces,
            "ending_stride": options.ending_stride,
            "without": options.without,
        },
        "yardsticks": {
            "search": yardstick(yardsticks.searched),
            "linear": yardstick(yardsticks.linear),
        },
        "epochs": epochs,
        "held_out": losses(&fitted.losses),
        "occurring": fitted.occurring,
        "logits_per_man": scale.0,
    })
}
