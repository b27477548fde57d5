//! All settings.

use std::num::NonZeroUsize;
use std::path::Path;
use std::time::Duration;

use super::{Access, CheckerBoardOptions, Coordinates, Setting};
use crate::endgame::MAX_PIECES;
use crate::engine::SkillLevel;
use crate::eval::{Grain, LearnedWeights};
use crate::rules::{MAX_MOVES, Variant};
use crate::search::{
    BestMoveRule, Consistency, Depth, DriverKind, FirstGuess, ForcedExtension, ModeKind, Policy, Scheme, TableMoveRule,
    TableSize, Threads, Unfinished, Width,
};

/// The access to a Boolean field.
macro_rules! switch {
    ($($field:ident).+) => {
        Access::Switch { get: |config| config.$($field).+, set: |config, on| config.$($field).+ = on }
    };
}

/// The access to a field of a type with the values `ALL` and their names `name`.
macro_rules! choice {
    ($kind:ty, $($field:ident).+) => {
        Access::Choice {
            choices: || <$kind>::ALL.iter().map(|choice| choice.name()).collect(),
            get: |config| config.$($field).+.name(),
            set: |config, name| name.parse().map(|choice| config.$($field).+ = choice).is_ok(),
        }
    };
}

/// The access to a duration in whole milliseconds.
macro_rules! milliseconds {
    ($range:expr, $($field:ident).+) => {
        Access::Integer {
            range: $range,
            get: |config| config.$($field).+.as_millis() as i64,
            set: |config, number| config.$($field).+ = Duration::from_millis(number.unsigned_abs()),
        }
    };
}

/// The access to a [`Width`], in men.
macro_rules! width {
    ($($field:ident).+) => {
        Access::Real {
            range: 0.000001..=100.0,
            get: |config| config.$($field).+.men(),
            set: |config, men| config.$($field).+ = Width::from_men(men).unwrap_or(Width::LEAST),
        }
    };
}

/// The weights in a file.
fn read_weights(path: &Path) -> Result<LearnedWeights, String> {
    let bytes = std::fs::read(path).map_err(|error| error.to_string())?;
    LearnedWeights::parse(&path.display().to_string(), &bytes).map_err(|error| error.to_string())
}

/// All settings, in the order of `engine.toml`, of the Hub parameters and of the UCI options. Hub requires `variant` to
/// come first.
pub const SETTINGS: &[Setting] = &[
    Setting {
        key: "hub.variant",
        doc: "The variant until the client sets another. Most Hub clients play international draughts and never set \
              it.",
        access: choice!(Variant, hub.variant),
    },
    Setting {
        key: "hub.ponder",
        doc: "Whether `done` includes the expected reply, so that the client can let the engine ponder on it.",
        access: switch!(hub.ponder),
    },
    Setting {
        key: "hub.coordinates",
        doc: "How the squares of 8x8 position strings are numbered: as in PDN (native), rotated by 180 degrees with \
              the colours swapped (pydraughts), or detected from the start positions of the session (auto).",
        access: choice!(Coordinates, hub.coordinates),
    },
    Setting {
        key: "hub.move-time",
        doc: "The time per move, in seconds, if the client has set no level.",
        access: Access::Real {
            range: 0.001..=86_400.0,
            get: |config| config.hub.move_time.as_secs_f64(),
            set: |config, seconds| config.hub.move_time = Duration::from_secs_f64(seconds),
        },
    },
    Setting {
        key: "hub.line-gap",
        doc: "The minimum time between two lines of output, in milliseconds. Some clients lose a line that arrives \
              together with another.",
        access: milliseconds!(0..=100, hub.line_gap),
    },
    Setting {
        key: "uci.variant",
        doc: "The variant until the client sets another.",
        access: choice!(Variant, uci.variant),
    },
    Setting {
        key: "uci.ponder",
        doc: "Whether `bestmove` includes the expected reply, so that the client can let the engine ponder on it.",
        access: switch!(uci.ponder),
    },
    Setting {
        key: "uci.limit-strength",
        doc: "Whether `UCI_Elo` sets the skill level, instead of `Skill Level`.",
        access: switch!(uci.limit_strength),
    },
    Setting {
        key: "uci.elo",
        doc: "With `UCI_LimitStrength`, the skill level is the one whose estimated rating is nearest to this. The scale \
              is that of docs/levels.md, not of people.",
        access: Access::Integer {
            range: SkillLevel::MIN.rating() as i64..=SkillLevel::MAX.rating() as i64,
            get: |config| i64::from(config.uci.elo),
            set: |config, rating| config.uci.elo = rating.unsigned_abs() as u32,
        },
    },
    Setting {
        key: "dxp.variant",
        doc: "The variant, unless `crownhead dxp` gets the option --variant. DXP messages do not contain it: set \
              both programs to the same one.",
        access: choice!(Variant, dxp.variant),
    },
    Setting {
        key: "dxp.move-time",
        doc: "The time per move, in seconds, in a game of 000 minutes.",
        access: Access::Real {
            range: 0.001..=86_400.0,
            get: |config| config.dxp.move_time.as_secs_f64(),
            set: |config, seconds| config.dxp.move_time = Duration::from_secs_f64(seconds),
        },
    },
    Setting {
        key: "checkerboard.variant",
        doc: "The variant in CheckerBoard until the user selects another there.",
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
        key: "checkerboard.endgame-tables",
        doc: "Whether endgame tables are asked in CheckerBoard, of as many pieces as endgame.pieces says: its option \
              enable_wld.",
        access: switch!(checkerboard.endgame_tables),
    },
    Setting {
        key: "terminal.variant",
        doc: "The variant on a terminal until the user sets another.",
        access: choice!(Variant, terminal.variant),
    },
    Setting {
        key: "analysis.multipv",
        doc: "The number of lines to search and report: the best line, the best line without the first move of that, \
              and so on. Over Hub it applies to `go analyze`, over UCI to every search. Each additional line takes \
              search time from the best one. In mode `play` a later line can sometimes score above an earlier one. \
              Set it to 1 for Hub clients that show only the last `info`: that is the last line of the set.",
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
        doc: "The replacement policy of the transposition table: the one-slot policies of the papers, or buckets of \
              four entries.",
        access: choice!(Policy, engine.table_policy),
    },
    Setting {
        key: "engine.overhead",
        doc: "The time lost per move between the engine and the clock, in milliseconds.",
        access: milliseconds!(0..=10_000, engine.overhead),
    },
    Setting {
        key: "engine.threads",
        doc: "The number of search threads. With one thread, results are reproducible. More threads search faster \
              but are not reproducible.",
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
        doc: "What all threads but the first search: the same as the first (identical), later iterations \
              (depth-staggered), or other bounds of the same iteration (gamma-staggered).",
        access: choice!(Scheme, engine.search.scheme),
    },
    Setting {
        key: "engine.skill-level",
        doc: "The skill level, from 1 for beginners to 10 for full strength. A lower level searches fewer nodes, on \
              one thread, and draws some moves at random; docs/levels.md lists the numbers. It applies to games, not \
              to analysis.",
        access: Access::Integer {
            range: SkillLevel::MIN.number() as i64..=SkillLevel::MAX.number() as i64,
            get: |config| i64::from(config.engine.skill.level.number()),
            set: |config, number| {
                let level = u8::try_from(number).ok().and_then(SkillLevel::new);
                config.engine.skill.level = level.unwrap_or(SkillLevel::MAX);
            },
        },
    },
    Setting {
        key: "engine.skill-seed",
        doc: "The seed of the random moves of lower skill levels. The same seed gives the same moves in the same game.",
        access: Access::Integer {
            range: 0..=u32::MAX as i64,
            get: |config| config.engine.skill.seed as i64,
            set: |config, seed| config.engine.skill.seed = seed.unsigned_abs(),
        },
    },
    Setting {
        key: "search.mode",
        doc: "The search mode: for playing (play), for the papers' experiments (paper), or for proofs (strict).",
        access: choice!(ModeKind, engine.search.mode),
    },
    Setting {
        key: "search.driver",
        doc: "The driver, which finds the value of the root by searches with different windows. mtd-best proves only \
              which move is best: its score is a lower bound of the value.",
        access: choice!(DriverKind, engine.search.driver),
    },
    Setting {
        key: "search.epsilon",
        doc: "The width of an epsilon window, in men. 0.000001 makes it a null window.",
        access: width!(engine.search.driver_options.epsilon),
    },
    Setting {
        key: "search.aspiration",
        doc: "The distance of the first window of aspiration-negascout from the guess, on either side, in men.",
        access: width!(engine.search.driver_options.aspiration),
    },
    Setting {
        key: "search.first-step",
        doc: "The first step of mtd-step, mtd-gallop and mtd-best, in men.",
        access: width!(engine.search.driver_options.first_step),
    },
    Setting {
        key: "search.close-real",
        doc: "Whether real-mtd-f ends with a search over the remaining bounds. The published form, without it, stops \
              when the bounds are closer than epsilon, so its value can be wrong by up to epsilon. Only the answers of \
              other threads, in scheme gamma-staggered, leave such bounds.",
        access: switch!(engine.search.driver_options.close_real),
    },
    Setting {
        key: "search.first-guess",
        doc: "Which earlier iteration gives a driver its first guess: the previous one, or the one before that.",
        access: choice!(FirstGuess, engine.search.first_guess),
    },
    Setting {
        key: "search.best-move",
        doc: "When a probe changes the best move: only when it returns more than its alpha (safe), or always \
              (last).",
        access: choice!(BestMoveRule, engine.search.best_move),
    },
    Setting {
        key: "search.unfinished",
        doc: "What the answer takes from the iteration that a limit of time or nodes interrupts: nothing, or the move \
              that it has proven to be better than that of the last completed iteration (proven-move). Always \
              nothing in an analysis, with several lines, with the driver mtd-best, with the rule last, without \
              order-table-move, with helpers that are gamma-staggered and answer, and where the client's stop \
              interrupts it.",
        access: choice!(Unfinished, engine.search.unfinished),
    },
    Setting {
        key: "search.table-move",
        doc: "Which move the table stores for a node that failed low: the first of the best (old), none (new), or \
              the move that it held before (high).",
        access: choice!(TableMoveRule, engine.search.table_move),
    },
    Setting {
        key: "search.consistency",
        doc: "What a node makes of the bounds of its table entry: they settle it or are ignored (published), it \
              searches within them and returns no value beyond them (returned), or, but for the root, it stores none \
              beyond them either (stored). It matters most where the depth of a search depends on its window, as in \
              mode play.",
        access: choice!(Consistency, engine.search.consistency),
    },
    Setting {
        key: "search.order-table-move",
        doc: "Whether the table move is searched first.",
        access: switch!(engine.search.ordering.table_move),
    },
    Setting {
        key: "search.order-killers",
        doc: "Whether killer moves, which caused a cutoff at the same ply, are searched early.",
        access: switch!(engine.search.ordering.killers),
    },
    Setting {
        key: "search.order-history",
        doc: "Whether moves are ordered by the history heuristic: by how often they caused a cutoff.",
        access: switch!(engine.search.ordering.history),
    },
    Setting {
        key: "search.transposition-cutoffs",
        doc: "Whether a node first checks if the table entry of a child causes a cutoff (enhanced transposition \
              cutoffs).",
        access: switch!(engine.search.transposition_cutoffs),
    },
    Setting {
        key: "search.research-near-leaves",
        doc: "For drivers that scout: whether a scout search whose value is inside the window just above the horizon \
              is searched again.",
        access: switch!(engine.search.research_near_leaves),
    },
    Setting {
        key: "search.extend-forced",
        doc: "In mode play: whether a forced move costs no depth. The choices are by-variant (not in english, where \
              this was found to lose games, but in all others), always and never.",
        access: choice!(ForcedExtension, engine.search.extend_forced),
    },
    Setting {
        key: "search.reduce-late",
        doc: "In mode play: whether late moves are searched with reduced depth first.",
        access: switch!(engine.search.reduce_late),
    },
    Setting {
        key: "search.reduce-root",
        doc: "With reduce-late: whether late moves of the root are reduced as well.",
        access: switch!(engine.search.reduce_root),
    },
    Setting {
        key: "search.unreduced-moves",
        doc: "The number of moves of a node that are searched to full depth before reductions begin.",
        access: Access::Integer {
            range: 1..=100,
            get: |config| config.engine.search.unreduced_moves as i64,
            set: |config, moves| config.engine.search.unreduced_moves = moves.unsigned_abs() as usize,
        },
    },
    Setting {
        key: "search.reduction-base",
        doc: "The constant part of the reduction of late moves, in plies.",
        access: Access::Real {
            range: -10.0..=10.0,
            get: |config| config.engine.search.reduction_base,
            set: |config, plies| config.engine.search.reduction_base = plies,
        },
    },
    Setting {
        key: "search.reduction-scale",
        doc: "The part of the reduction that grows with the depth and the move's place in the order: a multiple of the \
              slope that was measured with the evaluation (`crownhead train tuning`).",
        access: Access::Real {
            range: 0.0..=10.0,
            get: |config| config.engine.search.reduction_scale,
            set: |config, factor| config.engine.search.reduction_scale = factor,
        },
    },
    Setting {
        key: "search.prob-cut",
        doc: "In mode play: whether a shallow search that fails by a wide margin replaces the deep one (ProbCut). \
              Never with an evaluation that has no margin for it, as the linear one of giveaway and losing.",
        access: switch!(engine.search.prob_cut),
    },
    Setting {
        key: "search.prob-cut-margin",
        doc: "The margin of ProbCut, in standard deviations of the change of a value over four more plies.",
        access: Access::Real {
            range: 0.1..=10.0,
            get: |config| config.engine.search.prob_cut_margin,
            set: |config, spreads| config.engine.search.prob_cut_margin = spreads,
        },
    },
    Setting {
        key: "search.prob-cut-lead",
        doc: "How far beyond the window the static value must lie for a shallow search of ProbCut on that side, in its \
              margins; -100 tries both sides all but everywhere.",
        access: Access::Real {
            range: -100.0..=10.0,
            get: |config| config.engine.search.prob_cut_lead,
            set: |config, margins| config.engine.search.prob_cut_lead = margins,
        },
    },
    Setting {
        key: "endgame.pieces",
        doc: "In mode play: the most pieces of the endgame tables that are asked; 0 for no tables. The tables of 2 to 4 \
              pieces are in the program.",
        access: Access::Integer {
            range: 0..=MAX_PIECES as i64,
            get: |config| config.engine.endgame.pieces as i64,
            set: |config, pieces| config.engine.endgame.pieces = pieces.unsigned_abs() as usize,
        },
    },
    Setting {
        key: "endgame.dir",
        doc: "A folder of more tables, which `crownhead endgame build` makes. They go before those in the program. In \
              a settings file a relative path begins at the folder of that file.",
        access: Access::Folder {
            get: |config| match &config.engine.endgame.dir {
                Some(dir) => dir.display().to_string(),
                None => String::new(),
            },
            set: |config, dir| config.engine.endgame.dir = dir.map(Path::to_owned),
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
        key: "endgame.probe-depth",
        doc: "The search asks the tables at nodes with at least so many plies left, and always at the root and right \
              below it; 0 for all nodes.",
        access: Access::Integer {
            range: 0..=99,
            get: |config| i64::from(config.engine.probe_depth.get()),
            set: |config, plies| config.engine.probe_depth = Depth::new(plies.unsigned_abs() as u32),
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
              `crownhead train fit` writes it. In a settings file a relative path begins at the folder of that file.",
        access: Access::File {
            what: "a file of weights",
            get: |config| config.engine.evaluation.weights.as_ref().map_or("", LearnedWeights::source),
            set: |config, path| {
                config.engine.evaluation.weights = path.map(read_weights).transpose()?;
                Ok(())
            },
        },
    },
];
