//! All settings.

use std::num::NonZeroUsize;
use std::path::Path;
use std::time::Duration;

use std::borrow::Cow;

use super::{Access, CheckerBoardOptions, Config, Coordinates, PathKind, Setting, SettingError};
use crate::endgame::MAX_PIECES;
use crate::engine::SkillLevel;
use crate::eval::{Grain, LearnedWeights};
use crate::search::{
    BestMoveRule, Consistency, Depth, DriverKind, FirstGuess, ForcedExtension, ModeKind, PROB_CUT_PLIES, Scheme,
    TableMoveRule, TableSize, Threads, Unfinished, Width,
};
use crownhead_rules::text::quoted;
use crownhead_rules::{MAX_MOVES, Variant};

/// A setting that clients offer to people.
const fn setting(key: &'static str, access: Access, doc: &'static str) -> Setting {
    Setting { key, access, doc, is_expert: false }
}

const fn expert(key: &'static str, access: Access, doc: &'static str) -> Setting {
    Setting { key, access, doc, is_expert: true }
}

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

/// The access to a field that is a number in this range: its number, and its value for a number.
macro_rules! number {
    ($kind:ident, $range:expr, $($field:ident).+, $value:ident => $get:expr, $number:ident => $set:expr) => {
        Access::$kind {
            range: $range,
            get: |config| {
                let $value = &config.$($field).+;
                $get
            },
            set: |config, $number| config.$($field).+ = $set,
        }
    };
}

/// The access to a decimal field.
macro_rules! real {
    ($range:expr, $($field:ident).+) => {
        number!(Real, $range, $($field).+, value => *value, number => number)
    };
}

/// The access to a duration in whole milliseconds.
macro_rules! milliseconds {
    ($range:expr, $($field:ident).+) => {
        number!(Integer, $range, $($field).+,
            time => time.as_millis() as i64, number => Duration::from_millis(number.unsigned_abs()))
    };
}

/// The access to a depth, in plies.
macro_rules! depth {
    ($range:expr, $($field:ident).+) => {
        number!(Integer, $range, $($field).+,
            depth => i64::from(depth.get()), plies => Depth::new(plies.unsigned_abs() as u32))
    };
}

/// The access to the time per move, in seconds.
macro_rules! move_time {
    ($($field:ident).+) => {
        number!(Real, 0.001..=86_400.0, $($field).+,
            time => time.as_secs_f64(), seconds => Duration::from_secs_f64(seconds))
    };
}

/// The access to a [`Width`], in men.
macro_rules! width {
    ($($field:ident).+) => {
        number!(Real, 0.000001..=100.0, $($field).+,
            width => width.men(), men => Width::from_men(men).unwrap_or(Width::LEAST))
    };
}

/// The file of weights that has been set last.
fn weights_file(config: &Config) -> String {
    match (&config.unread_weights, &config.engine.evaluation.weights) {
        (Some(path), _) => path.display().to_string(),
        (None, weights) => weights.as_ref().map_or("", LearnedWeights::source).to_owned(),
    }
}

/// Stores the path for [`Config::begin_weights`].
fn set_weights_file(config: &mut Config, path: Option<&Path>) {
    config.unread_weights = path.map(Path::to_owned);
    if path.is_none() {
        config.engine.evaluation.weights = None;
    }
}

/// All settings, in the order of `engine.toml`, of the Hub parameters and of the UCI options. Hub requires `variant` to
/// come first.
pub const SETTINGS: &[Setting] = &[
    setting(
        "hub.variant",
        choice!(Variant, hub.variant),
        "The variant until the client sets another. Most Hub clients play international draughts and never set it.",
    ),
    setting(
        "hub.ponder",
        switch!(hub.ponder),
        "Whether `done` includes the expected reply, so that the client can let the engine ponder on it.",
    ),
    setting(
        "hub.coordinates",
        choice!(Coordinates, hub.coordinates),
        "How the squares of 8x8 games are numbered: as in all commands (native), as in pydraughts, which rotates position \
         strings by 180 degrees with the colours swapped where Black begins, and counts moves from a1 where PDN has \
         letters (pydraughts), or detected from the start positions of the session (auto).",
    ),
    setting(
        "hub.move-time",
        move_time!(hub.move_time),
        "The time per move, in seconds, if the client has set no level.",
    ),
    setting(
        "hub.line-gap",
        milliseconds!(0..=100, hub.line_gap),
        "The minimum time between two lines of output, in milliseconds. Some clients lose a line that arrives together \
         with another. On Linux, a line also waits until the client has read the one before; 0 turns both off.",
    ),
    setting("uci.variant", choice!(Variant, uci.variant), "The variant until the client sets another."),
    setting(
        "uci.ponder",
        switch!(uci.ponder),
        "Whether `bestmove` includes the expected reply, so that the client can let the engine ponder on it.",
    ),
    setting(
        "uci.limit-strength",
        switch!(uci.limit_strength),
        "Whether `UCI_Elo` sets the skill level, instead of `Skill Level`.",
    ),
    setting(
        "uci.elo",
        number!(
            Integer, SkillLevel::MIN.rating() as i64..=SkillLevel::MAX.rating() as i64, uci.elo,
            elo => i64::from(*elo), rating => rating.unsigned_abs() as u32
        ),
        "With `UCI_LimitStrength`, the skill level is the one whose estimated rating is nearest to this. The scale is \
         that of docs/levels.md, not of people.",
    ),
    setting(
        "dxp.variant",
        choice!(Variant, dxp.variant),
        "The variant, unless `crownhead dxp` gets the option --variant. DXP messages do not contain it: set both \
         programs to the same one.",
    ),
    setting("dxp.move-time", move_time!(dxp.move_time), "The time per move, in seconds, in a game of 000 minutes."),
    setting(
        "checkerboard.variant",
        Access::Choice {
            choices: || CheckerBoardOptions::variants().map(Variant::name).collect(),
            get: |config| config.checkerboard.variant.name(),
            set: |config, name| {
                let variant = CheckerBoardOptions::variants().find(|&variant| name.parse() == Ok(variant));
                variant.map(|variant| config.checkerboard.variant = variant).is_some()
            },
        },
        "The variant in CheckerBoard until the user selects another there.",
    ),
    setting(
        "checkerboard.endgame-tables",
        switch!(checkerboard.endgame_tables),
        "Whether the endgame tables are used in CheckerBoard, with up to endgame.pieces pieces: its option enable_wld.",
    ),
    setting(
        "terminal.variant",
        choice!(Variant, terminal.variant),
        "The variant on a terminal until the user sets another.",
    ),
    setting(
        "analysis.multipv",
        number!(
            Integer, 1..=MAX_MOVES as i64, analysis.lines,
            lines => lines.get() as i64, lines => NonZeroUsize::new(lines as usize).unwrap_or(NonZeroUsize::MIN)
        ),
        "The number of lines to search and report: the best line, the best line without the first move of that, and so \
         on. Over Hub it applies to `go analyze`, over UCI to every search. Each additional line takes search time from \
         the best one. In mode `play` a later line can sometimes score above an earlier one. Set it to 1 for Hub \
         clients that show only the last `info`: that is the last line of the set.",
    ),
    setting(
        "engine.table",
        number!(
            Integer, TableSize::MIN.mib() as i64..=TableSize::MAX.mib() as i64, engine.table_size,
            size => i64::from(size.mib()), mib => TableSize::from_mib(mib as u32).unwrap_or(TableSize::MIN)
        ),
        "The size of the transposition table, in MiB.",
    ),
    setting(
        "engine.overhead",
        milliseconds!(0..=10_000, engine.overhead),
        "The time lost per move between the engine and the clock, in milliseconds. By how much searches end late on a busy \
         machine is measured while playing and comes to it.",
    ),
    setting(
        "engine.threads",
        number!(
            Integer, Threads::ONE.get() as i64..=Threads::MAX.get() as i64, engine.search.threads,
            threads => threads.get() as i64, number => Threads::new(number as usize).unwrap_or(Threads::ONE)
        ),
        "The number of search threads. With one thread, results are reproducible. More threads search faster but are \
         not reproducible.",
    ),
    expert(
        "engine.thread-scheme",
        choice!(Scheme, engine.search.scheme),
        "What all threads but the first search: the same as the first (identical), later iterations (depth-staggered), \
         or other bounds of the same iteration (gamma-staggered). auto: that with 8 threads or more, otherwise \
         depth-staggered.",
    ),
    setting(
        "engine.skill-level",
        number!(
            Integer, SkillLevel::MIN.number() as i64..=SkillLevel::MAX.number() as i64, engine.skill.level,
            level => i64::from(level.number()), number => SkillLevel::new(number as u8).unwrap_or(SkillLevel::MAX)
        ),
        "The skill level, from 1 for beginners to 10 for full strength. A lower level searches fewer nodes, on one \
         thread, and overlooks some moves; docs/levels.md lists the numbers. It applies to games, not to analysis.",
    ),
    setting(
        "engine.skill-seed",
        number!(
            Integer, 0..=u32::MAX as i64, engine.skill.seed,
            seed => *seed as i64, seed => seed.unsigned_abs()
        ),
        "The seed of what lower skill levels overlook and of the choice from the opening book. The same seed gives the same moves in the \
         same game.",
    ),
    expert(
        "search.mode",
        choice!(ModeKind, engine.search.mode),
        "The search mode: for playing (play), for the papers' experiments (paper), or for proofs (strict).",
    ),
    expert(
        "search.driver",
        choice!(DriverKind, engine.search.driver),
        "The driver, which finds the value of the root by searches with different windows. mtd-best proves only which \
         move is best: its score is a lower bound of the value.",
    ),
    expert(
        "search.epsilon",
        width!(engine.search.driver_options.epsilon),
        "The width of an epsilon window, in men. 0.000001 makes it a null window.",
    ),
    expert(
        "search.aspiration",
        width!(engine.search.driver_options.aspiration),
        "The distance of the first window of aspiration-negascout from the guess, on either side, in men.",
    ),
    expert(
        "search.first-step",
        width!(engine.search.driver_options.first_step),
        "The first step of mtd-step, mtd-gallop and mtd-best, in men.",
    ),
    expert(
        "search.close-real",
        switch!(engine.search.driver_options.close_real),
        "Whether real-mtd-f ends with a search over the remaining bounds. The published form, without it, stops when the \
         bounds are closer than epsilon, so its value can be wrong by up to epsilon. Only the answers of other threads, \
         in scheme gamma-staggered, leave such bounds.",
    ),
    expert(
        "search.first-guess",
        choice!(FirstGuess, engine.search.first_guess),
        "Which earlier iteration gives a driver its first guess: the previous one, or the one before that.",
    ),
    expert(
        "search.best-move",
        choice!(BestMoveRule, engine.search.best_move),
        "When a probe changes the best move: only when it returns more than its alpha (safe), or always (last).",
    ),
    expert(
        "search.unfinished",
        choice!(Unfinished, engine.search.unfinished),
        "What the answer takes from the iteration that a limit of time or nodes interrupts: nothing, or the move that it \
         has proven to be better than that of the last completed iteration (proven-move). Always nothing in an analysis, \
         with several lines, with the driver mtd-best, with the rule last, without order-table-move, and where the \
         client's stop interrupts it.",
    ),
    expert(
        "search.table-move",
        choice!(TableMoveRule, engine.search.table_move),
        "Which move the table stores for a node that failed low: the first of the best (old), none (new), or the move \
         that it held before (high).",
    ),
    expert(
        "search.consistency",
        choice!(Consistency, engine.search.consistency),
        "What a node makes of the bounds of its table entry: they settle it or are ignored (published), it searches \
         within them and returns no value beyond them (returned), or, but for the root, it stores none beyond them \
         either (stored). It matters most where the depth of a search depends on its window, as in mode play.",
    ),
    expert(
        "search.order-table-move",
        switch!(engine.search.ordering.table_move),
        "Whether the table move is searched first.",
    ),
    expert(
        "search.order-killers",
        switch!(engine.search.ordering.killers),
        "Whether killer moves, which caused a cutoff at the same ply, are searched early.",
    ),
    expert(
        "search.order-history",
        switch!(engine.search.ordering.history),
        "Whether moves are ordered by the history heuristic: by how often they caused a cutoff.",
    ),
    expert(
        "search.transposition-cutoffs",
        switch!(engine.search.transposition_cutoffs),
        "Whether a node first checks if the table entry of a child causes a cutoff (enhanced transposition cutoffs).",
    ),
    expert(
        "search.research-near-leaves",
        switch!(engine.search.research_near_leaves),
        "For drivers that scout: whether a scout search whose value is inside the window just above the horizon is \
         searched again.",
    ),
    expert(
        "search.extend-forced",
        choice!(ForcedExtension, engine.search.extend_forced),
        "In mode play: whether a forced move costs no depth. The choices are by-variant (not in english, where this was \
         found to lose games, but in all others), always and never.",
    ),
    expert(
        "search.reduce-late",
        switch!(engine.search.reduce_late),
        "In mode play: whether late moves are searched with reduced depth first.",
    ),
    expert(
        "search.reduce-root",
        switch!(engine.search.reduce_root),
        "With reduce-late: whether late moves of the root are reduced as well.",
    ),
    expert(
        "search.research-reduced",
        switch!(engine.search.research_reduced),
        "With reduce-late: whether a reduced move that turns out better than the others is searched again in full. \
         Otherwise its place in the list of moves alone decides its depth, which then does not depend on the window.",
    ),
    expert(
        "search.unreduced-moves",
        number!(
            Integer, 1..=100, engine.search.unreduced_moves,
            moves => *moves as i64, moves => moves.unsigned_abs() as usize
        ),
        "The number of moves of a node that are searched to full depth before reductions begin.",
    ),
    expert(
        "search.reduction-depth",
        depth!(1..=200, engine.search.reduction_depth),
        "The least remaining depth at which moves are reduced, in plies.",
    ),
    expert(
        "search.reduction-shift",
        real!(-10.0..=10.0, engine.search.reduction_shift),
        "What is added to the constant part of the reduction of late moves, which was measured with the evaluation \
         (`crownhead train tuning`), in plies.",
    ),
    expert(
        "search.reduction-scale",
        real!(0.0..=10.0, engine.search.reduction_scale),
        "The part of the reduction that grows with the depth and the move's place in the order: a multiple of the slope \
         that was measured with the evaluation (`crownhead train tuning`).",
    ),
    expert(
        "search.prob-cut",
        switch!(engine.search.prob_cut),
        "In mode play: whether a shallow search that fails by a wide margin replaces the deep one (ProbCut). Never with \
         an evaluation that has no margin for it, as the linear one of giveaway and losing.",
    ),
    expert(
        "search.prob-cut-margin",
        real!(0.1..=10.0, engine.search.prob_cut_margin),
        "The margin of ProbCut, in standard deviations of the change of a value over four more plies.",
    ),
    expert(
        "search.prob-cut-lead",
        real!(-100.0..=10.0, engine.search.prob_cut_lead),
        "How far beyond the window the static value must lie for a shallow search of ProbCut on that side, in its \
         margins; -100 tries both sides almost everywhere.",
    ),
    expert(
        "search.prob-cut-depth",
        depth!(PROB_CUT_PLIES as i64 + 1..=200, engine.search.prob_cut_depth),
        "The least remaining depth at which ProbCut searches four plies shallower, in plies.",
    ),
    expert(
        "search.stroke-depth",
        depth!(1..=200, engine.search.stroke_depth),
        "The least remaining depth at which ProbCut looks for a stroke before it takes a position for lost, in plies.",
    ),
    expert(
        "search.stroke-sacrifices",
        number!(
            Integer, 0..=20, engine.search.stroke_sacrifices,
            sacrifices => i64::from(*sacrifices), sacrifices => sacrifices.unsigned_abs() as u32
        ),
        "The most sacrifices of such a stroke, beside its captures; 0 for no strokes.",
    ),
    setting(
        "endgame.pieces",
        number!(
            Integer, 0..=MAX_PIECES as i64, engine.endgame.pieces,
            pieces => *pieces as i64, pieces => pieces.unsigned_abs() as usize
        ),
        "In mode play: the maximum number of pieces for which the endgame tables are used; 0 for no tables. The tables of \
         2 and 3 pieces are in the program, and in most games also those of 4.",
    ),
    setting(
        "endgame.dir",
        Access::Path {
            kind: PathKind::Folder,
            get: |config| config.engine.endgame.dir.as_ref().map_or_else(String::new, |dir| dir.display().to_string()),
            set: |config, dir| config.engine.endgame.dir = dir.map(Path::to_owned),
        },
        "A folder of more tables, which `crownhead endgame build` makes. They take precedence over those in the program. \
         In a settings file a relative path begins at the folder of that file.",
    ),
    setting(
        "endgame.cache",
        number!(
            Integer, 1..=1 << 20, engine.endgame.cache,
            bytes => (bytes >> 20) as i64, mib => mib.unsigned_abs() << 20
        ),
        "How much of the tables is kept unpacked, in MiB.",
    ),
    expert(
        "endgame.probe-depth",
        number!(
            Integer, 0..=99, engine.probe_depth,
            depth => i64::from(depth.get()), plies => Depth::new(plies.unsigned_abs() as u32)
        ),
        "The search probes the tables at nodes with at least this many plies left, and always at the root and right below \
         it; 0 for all nodes.",
    ),
    expert(
        "eval.grain",
        number!(
            Real, 0.000001..=1.0, engine.evaluation.grain,
            grain => grain.men(), men => Grain::from_men(men).unwrap_or(Grain::REAL)
        ),
        "The evaluation is rounded to a multiple of this, in men. 0.000001 is the real-valued domain.",
    ),
    expert(
        "eval.learned",
        switch!(engine.evaluation.learned),
        "Whether the evaluation is the learned one. Otherwise it is a weighted sum of twenty features.",
    ),
    setting(
        "eval.file",
        Access::Path { kind: PathKind::Weights, get: weights_file, set: set_weights_file },
        "Learned weights to use instead of the built-in ones, in the variant that they are for: a file as `crownhead \
         train fit` writes it. In a settings file a relative path begins at the folder of that file.",
    ),
    setting(
        "book.enabled",
        switch!(engine.book.enabled),
        "Whether moves of games are taken from an opening book, in mode `play`. Such a move is answered at once. Lower \
         skill levels ask it only for the first plies.",
    ),
    setting(
        "book.file",
        Access::Path {
            kind: PathKind::Book,
            get: |config| config.engine.book.file.as_ref().map_or_else(String::new, |file| file.display().to_string()),
            set: |config, file| config.engine.book.file = file.map(Path::to_owned),
        },
        "An opening book, as `crownhead book` makes it, instead of the one in the program, in games of its variant. In a \
         settings file a relative path begins at the folder of that file.",
    ),
    setting(
        "book.ply",
        number!(
            Integer, 0..=200, engine.book.ply,
            plies => *plies as i64, plies => plies.unsigned_abs() as usize
        ),
        "The plies of a game in which the book chooses at random among moves within the margin; later it plays the best \
         one. The seed is engine.skill-seed.",
    ),
    setting(
        "book.margin",
        real!(0.0..=1.0, engine.book.margin),
        "What a move of the book may be worth less than the best one, in men; 0 for the best one only.",
    ),
];

impl Setting {
    /// The setting that is called `name`, in any case, by an interface where `name_of` gives the names.
    ///
    /// # Errors
    /// [`SettingError::Unknown`]; [`SettingError::Renamed`] if it is the name in `engine.toml` of one that has another name there.
    pub fn find(
        interface: &str,
        name: &str,
        name_of: fn(&Setting) -> Cow<'static, str>,
    ) -> Result<&'static Setting, SettingError> {
        let mut all = SETTINGS.iter().filter(|setting| setting.concerns(interface));
        if let Some(setting) = all.clone().find(|setting| name_of(setting).eq_ignore_ascii_case(name)) {
            return Ok(setting);
        }
        let plain = name.replace(' ', "-");
        Err(match all.find(|setting| setting.name().eq_ignore_ascii_case(&plain)) {
            Some(setting) => SettingError::Renamed { found: quoted(name), name: name_of(setting).into_owned() },
            None => SettingError::Unknown(quoted(name)),
        })
    }
}
