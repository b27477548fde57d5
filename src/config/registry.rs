//! Every setting, once.

use std::num::NonZeroUsize;
use std::time::Duration;

use super::{Access, CheckerBoardOptions, Coordinates, Setting};
use crate::endgame::MAX_PIECES;
use crate::eval::{Grain, LearnedWeights};
use crate::rules::{MAX_MOVES, Variant};
use crate::search::{
    BestMoveRule, DriverKind, FirstGuess, ForcedExtension, ModeKind, Policy, Scheme, TableMoveRule,
    TableSize, Threads, Width,
};

/// The access to a field that is on or off.
macro_rules! switch {
    ($($field:ident).+) => {
        Access::Switch { get: |config| config.$($field).+, set: |config, on| config.$($field).+ = on }
    };
}

/// The access to a field whose type lists its values in `ALL` and names them by `name`.
macro_rules! choice {
    ($kind:ty, $($field:ident).+) => {
        Access::Choice {
            choices: || <$kind>::ALL.iter().map(|choice| choice.name()).collect(),
            get: |config| config.$($field).+.name(),
            set: |config, name| name.parse().map(|choice| config.$($field).+ = choice).is_ok(),
        }
    };
}

/// The access to a duration that is set in whole milliseconds.
macro_rules! milliseconds {
    ($range:expr, $($field:ident).+) => {
        Access::Integer {
            range: $range,
            get: |config| config.$($field).+.as_millis() as i64,
            set: |config, number| config.$($field).+ = Duration::from_millis(number.unsigned_abs()),
        }
    };
}

/// The access to a [`Width`], set in men.
macro_rules! width {
    ($($field:ident).+) => {
        Access::Real {
            range: 0.000001..=100.0,
            get: |config| config.$($field).+.men(),
            set: |config, men| config.$($field).+ = Width::from_men(men).unwrap_or(Width::LEAST),
        }
    };
}

/// The weights in a file; none for an empty path.
fn read_weights(path: &str) -> Result<Option<LearnedWeights>, String> {
    // UCI clients send this for an empty text.
    if path.is_empty() || path == "<empty>" {
        return Ok(None);
    }
    let bytes = std::fs::read(path).map_err(|error| error.to_string())?;
    LearnedWeights::parse(path, &bytes).map(Some).map_err(|error| error.to_string())
}

/// Every setting, in the order of `engine.toml`, of the Hub parameters, of which `variant` must come first, and of the
/// UCI options.
pub const SETTINGS: &[Setting] = &[
    Setting {
        key: "hub.variant",
        doc: "The variant until the client names another. Most Hub clients play international draughts and never ask.",
        access: choice!(Variant, hub.variant),
    },
    Setting {
        key: "hub.ponder",
        doc: "Does an answer name the expected reply, so that the client can let the engine ponder on it?",
        access: switch!(hub.ponder),
    },
    Setting {
        key: "hub.coordinates",
        doc: "How the squares of 8x8 position strings are numbered: as PDN does (native), turned by half a circle with \
              the colours swapped (pydraughts), or as the start positions of the session show (auto).",
        access: choice!(Coordinates, hub.coordinates),
    },
    Setting {
        key: "hub.move-time",
        doc: "The time for a move, in seconds, when the client has set no level.",
        access: Access::Real {
            range: 0.001..=86_400.0,
            get: |config| config.hub.move_time.as_secs_f64(),
            set: |config, seconds| config.hub.move_time = Duration::from_secs_f64(seconds),
        },
    },
    Setting {
        key: "hub.line-gap",
        doc: "The least time from one line of output to the next, in milliseconds. Some clients lose a line that \
              arrives together with another.",
        access: milliseconds!(0..=100, hub.line_gap),
    },
    Setting {
        key: "uci.variant",
        doc: "The variant until the client names another.",
        access: choice!(Variant, uci.variant),
    },
    Setting {
        key: "uci.ponder",
        doc: "Does an answer name the expected reply, so that the client can let the engine ponder on it?",
        access: switch!(uci.ponder),
    },
    Setting {
        key: "dxp.variant",
        doc: "The variant, unless `crownhead dxp` is given another. No message of DXP names it: both programs have to \
              know.",
        access: choice!(Variant, dxp.variant),
    },
    Setting {
        key: "dxp.move-time",
        doc: "The time for a move, in seconds, when a game is asked for with 000 minutes.",
        access: Access::Real {
            range: 0.001..=86_400.0,
            get: |config| config.dxp.move_time.as_secs_f64(),
            set: |config, seconds| config.dxp.move_time = Duration::from_secs_f64(seconds),
        },
    },
    Setting {
        key: "checkerboard.variant",
        doc: "The game that is played in CheckerBoard, until another is chosen there.",
        access: Access::Choice {
            choices: || CheckerBoardOptions::variants().map(Variant::name).collect(),
            get: |config| config.checkerboard.variant.name(),
            set: |config, name| {
                let variant = CheckerBoardOptions::variants().find(|&variant| name.parse() == Ok(variant));
                variant.map(|variant| config.checkerboard.variant = variant).is_some()
            },
        },
    },
    Setting {
        key: "terminal.variant",
        doc: "The variant when a person types, until another is chosen.",
        access: choice!(Variant, terminal.variant),
    },
    Setting {
        key: "analysis.multipv",
        doc: "How many lines are told: the best, the best without the first move of that, and so on. Over Hub in \
              `go analyze`, over UCI in every search. What more lines take is lost to the best one. In mode `play` a \
              later line can, if seldom, score above an earlier one. Leave it at 1 for a client of Hub that shows only the last \
              `info`: that is the last line.",
        access: Access::Integer {
            range: 1..=MAX_MOVES as i64,
            get: |config| config.analysis.lines.get() as i64,
            set: |config, lines| {
                let lines = usize::try_from(lines).ok().and_then(NonZeroUsize::new);
                config.analysis.lines = lines.unwrap_or(NonZeroUsize::MIN);
            },
        },
    },
    Setting {
        key: "engine.table",
        doc: "The size of the transposition table, in MiB.",
        access: Access::Integer {
            range: TableSize::MIN.mib() as i64..=TableSize::MAX.mib() as i64,
            get: |config| i64::from(config.engine.table_size.mib()),
            set: |config, mib| {
                let size = u32::try_from(mib).ok().and_then(TableSize::from_mib);
                config.engine.table_size = size.unwrap_or(TableSize::MIN);
            },
        },
    },
    Setting {
        key: "engine.replacement",
        doc: "What gives way in the table: the papers' one-slot policies, or our bucket of four.",
        access: choice!(Policy, engine.table_policy),
    },
    Setting {
        key: "engine.overhead",
        doc: "Time lost on each move between the engine and the clock, in milliseconds.",
        access: milliseconds!(0..=10_000, engine.overhead),
    },
    Setting {
        key: "engine.threads",
        doc: "How many threads search. One does the same each time; more are faster, and do not.",
        access: Access::Integer {
            range: Threads::ONE.get() as i64..=Threads::MAX.get() as i64,
            get: |config| config.engine.search.threads.get() as i64,
            set: |config, threads| {
                let threads = usize::try_from(threads).ok().and_then(Threads::new);
                config.engine.search.threads = threads.unwrap_or(Threads::ONE);
            },
        },
    },
    Setting {
        key: "engine.thread-scheme",
        doc: "What all threads but the first do: the same as that (identical), the next iterations (depth-staggered), \
              or other questions of the same iteration (gamma-staggered).",
        access: choice!(Scheme, engine.search.scheme),
    },
    Setting {
        key: "search.mode",
        doc: "For playing (play), for the papers' experiments (paper), or for proofs (strict).",
        access: choice!(ModeKind, engine.search.mode),
    },
    Setting {
        key: "search.driver",
        doc: "How the value of the root is asked for.",
        access: choice!(DriverKind, engine.search.driver),
    },
    Setting {
        key: "search.epsilon",
        doc: "The width of an epsilon window, in men; 0.000001 makes it a null window.",
        access: width!(engine.search.driver_options.epsilon),
    },
    Setting {
        key: "search.aspiration",
        doc: "How far the first window of aspiration-negascout reaches to either side of the guess, in men.",
        access: width!(engine.search.driver_options.aspiration),
    },
    Setting {
        key: "search.first-step",
        doc: "The first step of mtd-step, mtd-gallop and mtd-best, in men.",
        access: width!(engine.search.driver_options.first_step),
    },
    Setting {
        key: "search.close-real",
        doc: "Does real-mtd-f end with a search over the last bounds? The published form, without it, stops at bounds \
              closer than epsilon, and may be off by as much.",
        access: switch!(engine.search.driver_options.close_real),
    },
    Setting {
        key: "search.first-guess",
        doc: "Which earlier iteration gives a driver its first guess: the one before, or the one before that.",
        access: choice!(FirstGuess, engine.search.first_guess),
    },
    Setting {
        key: "search.best-move",
        doc: "When a probe changes the best move: only when it returns more than its alpha (safe), or always (last).",
        access: choice!(BestMoveRule, engine.search.best_move),
    },
    Setting {
        key: "search.table-move",
        doc: "Which move the table remembers for a node that failed low: the first of the best (old), none (new), or \
              the one it had (high).",
        access: choice!(TableMoveRule, engine.search.table_move),
    },
    Setting {
        key: "search.order-table-move",
        doc: "Is the move that the table remembers tried first?",
        access: switch!(engine.search.ordering.table_move),
    },
    Setting {
        key: "search.order-killers",
        doc: "Are moves that cut off at the same ply tried early?",
        access: switch!(engine.search.ordering.killers),
    },
    Setting {
        key: "search.order-history",
        doc: "Are moves ordered by how often they cut off anywhere?",
        access: switch!(engine.search.ordering.history),
    },
    Setting {
        key: "search.transposition-cutoffs",
        doc: "Does a node look whether a child's table entry already cuts it off?",
        access: switch!(engine.search.transposition_cutoffs),
    },
    Setting {
        key: "search.research-near-leaves",
        doc: "For the drivers that scout: is a scout that lands inside the window just above the horizon searched again?",
        access: switch!(engine.search.research_near_leaves),
    },
    Setting {
        key: "search.extend-forced",
        doc: "In mode play, does an only move cost no depth? Not in english, where that has been found to lose games, but \
              in all others (by-variant); or always; or never.",
        access: choice!(ForcedExtension, engine.search.extend_forced),
    },
    Setting {
        key: "search.reduce-late",
        doc: "In mode play: are late moves searched to a smaller depth first?",
        access: switch!(engine.search.reduce_late),
    },
    Setting {
        key: "search.unreduced-moves",
        doc: "How many moves of a node are searched in full before reductions begin.",
        access: Access::Integer {
            range: 0..=100,
            get: |config| config.engine.search.unreduced_moves as i64,
            set: |config, moves| config.engine.search.unreduced_moves = moves.unsigned_abs() as usize,
        },
    },
    Setting {
        key: "search.reduction-base",
        doc: "By how many plies a late move is reduced, apart from what grows with depth and place.",
        access: Access::Real {
            range: -10.0..=10.0,
            get: |config| config.engine.search.reduction_base,
            set: |config, plies| config.engine.search.reduction_base = plies,
        },
    },
    Setting {
        key: "search.reduction-slope",
        doc: "How many plies more for each product of the natural logarithms of depth and place in the order.",
        access: Access::Real {
            range: 0.0..=10.0,
            get: |config| config.engine.search.reduction_slope,
            set: |config, plies| config.engine.search.reduction_slope = plies,
        },
    },
    Setting {
        key: "search.prob-cut",
        doc: "In mode play: does a shallow search that fails by a wide margin stand in for the deep one? In giveaway and \
              losing none does, whatever this says.",
        access: switch!(engine.search.prob_cut),
    },
    Setting {
        key: "search.prob-cut-margin",
        doc: "That margin, in standard deviations of what four more plies change in a value.",
        access: Access::Real {
            range: 0.1..=10.0,
            get: |config| config.engine.search.prob_cut_margin,
            set: |config, spreads| config.engine.search.prob_cut_margin = spreads,
        },
    },
    Setting {
        key: "endgame.pieces",
        doc: "In mode play: endgame tables of up to so many pieces are asked; 0 for none. Those of 2 to 4 pieces are in the \
              program.",
        access: Access::Integer {
            range: 0..=MAX_PIECES as i64,
            get: |config| config.engine.endgame.pieces as i64,
            set: |config, pieces| config.engine.endgame.pieces = pieces.unsigned_abs() as usize,
        },
    },
    Setting {
        key: "endgame.dir",
        doc: "A folder of more tables, which `crownhead endgame build` makes. They go before those in the program.",
        access: Access::Folder {
            get: |config| match &config.engine.endgame.dir {
                Some(dir) => dir.display().to_string(),
                None => String::new(),
            },
            set: |config, dir| {
                config.engine.endgame.dir = (!["", "<empty>"].contains(&dir)).then(|| dir.into())
            },
        },
    },
    Setting {
        key: "endgame.cache",
        doc: "How much of the tables is kept unpacked, in MiB.",
        access: Access::Integer {
            range: 1..=1 << 20,
            get: |config| (config.engine.endgame.cache >> 20) as i64,
            set: |config, mib| config.engine.endgame.cache = mib.unsigned_abs() << 20,
        },
    },
    Setting {
        key: "eval.grain",
        doc: "The evaluation is rounded to a multiple of this, in men. 0.000001 is the real-valued domain.",
        access: Access::Real {
            range: 0.000001..=1.0,
            get: |config| config.engine.evaluation.grain.men(),
            set: |config, men| config.engine.evaluation.grain = Grain::from_men(men).unwrap_or(Grain::REAL),
        },
    },
    Setting {
        key: "eval.learned",
        doc: "Is the evaluation the learned one, in variants that have learned weights? Else it is a weighted sum of \
              twenty features.",
        access: switch!(engine.evaluation.learned),
    },
    Setting {
        key: "eval.file",
        doc: "Learned weights to use instead of the built-in ones, in the variant that they are for: a file as \
              `crownhead train fit` writes it.",
        access: Access::File {
            what: "a file of weights",
            get: |config| config.engine.evaluation.weights.as_ref().map_or("", LearnedWeights::source),
            set: |config, path| {
                config.engine.evaluation.weights = read_weights(path)?;
                Ok(())
            },
        },
    },
];
