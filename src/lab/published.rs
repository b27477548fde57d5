//! Figures stated in the papers, with the quotation and the source.
//!
//! Only numbers from the text are included; none is read off a plot.

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Published {
    pub experiment: &'static str,
    pub what: &'static str,
    pub value: f64,
    /// The quotation, which contains the figure.
    pub quote: &'static str,
    pub source: &'static str,
}

/// J. Mandziuk and D. Osman, on MTD-bi in give-away checkers.
const GIVEAWAY: &str = "Mandziuk and Osman 2004, section 5";
/// The same, section 3.
const GIVEAWAY_METHODS: &str = "Mandziuk and Osman 2004, section 3";
/// A. Plaat, J. Schaeffer, W. Pijls and A. de Bruin, Best-First Fixed-Depth Game-Tree Search in Practice, 1995.
const BEST_FIRST: &str = "Plaat et al. 1995, section 5.2";
/// J. J. van Horssen, MTD(f) Experiments, 2018.
const MOVES: &str = "van Horssen 2018, table 1";
const PONDER: &str = "van Horssen 2018, table 2";

macro_rules! published {
    ($($experiment:literal, $what:literal, $value:literal, $source:ident, $quote:literal;)+) => {
        pub const PUBLISHED: &[Published] = &[$(Published {
            experiment: $experiment, what: $what, value: $value, source: $source, quote: $quote,
        }),+];
    };
}

published! {
    "real-domain", "MTD-bi against TTHH at depth 13: time saved, per cent", 39.0, GIVEAWAY,
        "outperformed TTHH by 39 per cent in execution time and 42 per cent in leaf nodes count";
    "real-domain", "MTD-bi against TTHH at depth 13: leaves saved, per cent", 42.0, GIVEAWAY,
        "outperformed TTHH by 39 per cent in execution time and 42 per cent in leaf nodes count";
    "real-domain", "MTD-bi against TTHH at depth 13: interior nodes saved, per cent", 37.0, GIVEAWAY,
        "the average interior nodes count (not presented) is about 37 per cent less for MTD-bi than for TTHH";
    "real-domain", "MTD-bi: fewest probes", 3.0, GIVEAWAY,
        "The number of repeat-until iterations for MTD-bi ranged from 3 to 14";
    "real-domain", "MTD-bi: most probes", 14.0, GIVEAWAY,
        "The number of repeat-until iterations for MTD-bi ranged from 3 to 14";
    "real-domain", "MTD-bi: mean probes at depth 8", 7.5, GIVEAWAY,
        "For depth 8 the average was 7.5 iterations and gradually increased with depth to 10.7 for depth 13";
    "real-domain", "MTD-bi: mean probes at depth 13", 10.7, GIVEAWAY,
        "For depth 8 the average was 7.5 iterations and gradually increased with depth to 10.7 for depth 13";
    "real-domain", "MTD-bi: transpositions per interior node", 0.180, GIVEAWAY,
        "approximately the same for MTD-bi (0.180) and TTHH (0.187)";
    "real-domain", "TTHH: transpositions per interior node", 0.187, GIVEAWAY,
        "approximately the same for MTD-bi (0.180) and TTHH (0.187)";
    "real-domain", "realMTD(f) far from its guess: probes", 752.0, GIVEAWAY_METHODS,
        "required 752 repeat-until iterations and lasted 149.62 seconds";
    "real-domain", "realMTD(f) far from its guess: seconds", 149.62, GIVEAWAY_METHODS,
        "required 752 repeat-until iterations and lasted 149.62 seconds";
    "real-domain", "TTHH for the same position: seconds", 15.01, GIVEAWAY_METHODS,
        "a wide window MT(s, M IN, M AX) required only 15.01 seconds";
    "replacement", "deeper against newer, TTHH, depth 13: time lost, per cent", 13.0, GIVEAWAY,
        "in average 13 per cent worse than the \"if newer\" one for TTHH and depth 13 considering execution time";
    "replacement", "deeper against newer, TTHH, depth 13: leaves lost, per cent", 17.0, GIVEAWAY,
        "17 per cent worse considering leaf nodes count";
    "replacement", "deeper against newer, MTD-bi: time lost, per cent", 9.0, GIVEAWAY,
        "9 per cent worse compared to \"if newer\" in execution time and 12 per cent worse for leaf nodes count";
    "replacement", "deeper against newer, MTD-bi: leaves lost, per cent", 12.0, GIVEAWAY,
        "9 per cent worse compared to \"if newer\" in execution time and 12 per cent worse for leaf nodes count";
    "replacement", "sharply deeper, TTHH, depth 13: seconds", 28.0, GIVEAWAY,
        "average execution time per move for TTHH and depth 13 raised to approximately 28 seconds";
    "driver-comparison", "MTD(f) against aspiration NegaScout: leaves saved, per cent, at least", 5.0, BEST_FIRST,
        "averaging at least a 5% improvement";
    "driver-comparison", "MTD(f) against aspiration NegaScout, checkers: time saved, per cent", 5.0, BEST_FIRST,
        "for Chinook and Keyano MTD(f) was about 5% faster in execution time than Aspiration NegaScout";
    "three-games", "MTD(f) against aspiration NegaScout, Othello: time saved, per cent", 5.0, BEST_FIRST,
        "for Chinook and Keyano MTD(f) was about 5% faster in execution time than Aspiration NegaScout";
    "three-games", "MTD(f) against aspiration NegaScout, chess: time saved, per cent, at least", 9.0, BEST_FIRST,
        "for Phoenix we found MTD(f) 9-13% faster";
    "three-games", "MTD(f) against aspiration NegaScout, chess: time saved, per cent, at most", 13.0, BEST_FIRST,
        "for Phoenix we found MTD(f) 9-13% faster";
    "driver-comparison", "MTD(f): fewest mean probes", 3.0, BEST_FIRST,
        "MT gets called between 3 and 4 times on average";
    "driver-comparison", "MTD(f): most mean probes", 4.0, BEST_FIRST,
        "MT gets called between 3 and 4 times on average";
    "tt-move", "OLD: score, per cent", 50.1, MOVES, "1976 | 50.1%";
    "tt-move", "NEW: score, per cent", 49.6, MOVES, "1976 | 49.6%";
    "tt-move", "HIGH: score, per cent", 50.2, MOVES, "1976 | 50.2%";
    "ponder", "alpha-beta, 10 ply: ponder hits, per cent", 71.3, PONDER, "AlphaBeta | 71.3";
    "ponder", "OLD, 10 ply: ponder hits, per cent", 69.7, PONDER, "MTD(f) option OLD | 69.7";
    "ponder", "HIGH, 10 ply: ponder hits, per cent", 69.1, PONDER, "MTD(f) option HIGH | 69.1";
    "ponder", "OLD, 10 ply: no ponder move, per cent", 0.025, PONDER, "MTD(f) option OLD | 69.7 | 0.025";
    "ponder", "HIGH, 10 ply: no ponder move, per cent", 0.023, PONDER, "MTD(f) option HIGH | 69.1 | 0.023";
}

/// The statement with this name; names are unique.
pub fn published(what: &str) -> Option<&'static Published> {
    PUBLISHED.iter().find(|published| published.what == what)
}
