//! What holds whatever the figures are.

use crownhead::lab::experiments::{self, EXPERIMENTS};
use crownhead::lab::{
    DraughtsBench, LabError, Measured, Method, OWN_GUESSES, ObservedTable, Regime, Row, Rows, Scale, balanced_openings,
    measure, played_positions, prefixes, random_games, run_unrecorded, spread,
};
use crownhead_engine::search::Policy;
use crownhead_engine::search::{BestMoveRule, Consistency, DriverKind, ModeKind, TableMoveRule, Task};
use crownhead_engine::support::interrupt::Interrupt;
use crownhead_rules::{Game, Move, Variant};

/// The rows of an experiment at scale quick.
fn rows(name: &str) -> Vec<Row> {
    let experiment = experiments::named(name).expect("there is such an experiment");
    let setup = experiment.setup(Scale::Quick, None, None, 3).expect("it takes its own depth");
    let jobs = (experiment.jobs)(&setup).expect("there is memory");
    run_unrecorded(&jobs).expect("nothing interrupts it").into_values().flatten().collect()
}

/// The moves of each game.
fn moves(games: &[Game]) -> Vec<Vec<Move>> {
    games.iter().map(|game| game.moves().to_vec()).collect()
}

#[test]
fn samples_are_decided_by_the_seed() {
    for &variant in Variant::ALL {
        let random = |count, seed| moves(&random_games(variant, count, 20, seed));
        let games = random(3, 5);
        assert_eq!(games, random(3, 5));
        assert_ne!(games, random(3, 6));
        assert_eq!(games[..2], random(2, 5)[..], "more games do not change the first");
        assert!(games.iter().all(|moves| moves.len() == 20));
    }
    let played = |seed| moves(&played_positions(Variant::ENGLISH, 4, seed).expect("there is memory"));
    assert_eq!(played(1).len(), 4);
    assert_eq!(played(1), played(1));
    assert_ne!(played(1), played(2));
}

#[test]
fn several_seeds_share_the_positions() {
    let experiment = experiments::named("real-domain").expect("there is such an experiment");
    let shares = |positions| {
        let setup = experiment.setup(Scale::Full, Some(positions), None, u64::MAX);
        setup.expect("it takes its own depth").shares().collect::<Vec<_>>()
    };
    assert_eq!(shares(8), [(u64::MAX, 3), (0, 3), (1, 2)]);
    assert_eq!(shares(2), [(u64::MAX, 1), (0, 1)]);
    let setup = experiment.setup(Scale::Paper, Some(8), None, 5).expect("it takes its own depth");
    assert_eq!(setup.shares().collect::<Vec<_>>(), [(5, 8)]);
}

#[test]
fn openings_differ_and_are_spread_evenly() {
    let openings = balanced_openings(Variant::INTERNATIONAL, 2).expect("there is memory");
    assert!((60..=81).contains(&openings.len()), "{} of the 81 openings of two plies", openings.len());
    assert_eq!(moves(&spread(&openings, 1000)), moves(&openings));
    assert_eq!(spread(&[0, 1, 2, 3, 4, 5, 6, 7, 8, 9], 5), [0, 2, 4, 6, 8]);
}

#[test]
fn all_drivers_find_the_same_value_in_strict_mode() {
    for variant in [Variant::GIVEAWAY, Variant::INTERNATIONAL] {
        let games = random_games(variant, 1, 8, 9);
        for regime in [Regime::DirectCleared, Regime::DeepeningCleared] {
            let value = |driver| {
                let method = Method::tthh(driver).under(regime).on(1 << 14, Policy::Newer);
                let method = method.with(|options| options.mode = ModeKind::Strict);
                let steps = measure(&prefixes(&games[0]), &method, 5, false, &Interrupt::default());
                let last = |steps: &Vec<_>| steps.last().map(|step: &Measured| step.iteration.score);
                steps.expect("nothing interrupts it").iter().map(last).collect::<Vec<_>>()
            };
            let expected = value(DriverKind::AlphaBeta);
            // mtd-best tells what its move is worth at least.
            for &driver in DriverKind::ALL.iter().filter(|&&driver| driver != DriverKind::MtdBest) {
                assert_eq!(value(driver), expected, "{driver}, {variant}, {regime}");
            }
        }
    }
}

#[test]
fn probes_stay_within_their_bounds() {
    for name in ["real-domain", "granularity", "driver-comparison"] {
        let rows = rows(name);
        for row in rows.iter().filter(|row| row.figures.contains_key("probes_max")) {
            let (most, fewest) = (row.figures["probes_max"], row.figures["probes_min"]);
            assert!(fewest <= most && row.figures["probes"] <= most * row.figures["searches"], "{row:?}");
            let bound = match row.get("method") {
                "TTHH" | "TTHH, integer" | "neither" | "HH" | "TT" | "alpha-beta" | "negascout" => 1.0,
                // log2 of 202 men by a millionth, and by the window of a hundredth of a man.
                "c-star" => 28.0,
                "mtd-bi" => 16.0,
                _ => continue,
            };
            assert!(most <= bound, "{row:?}");
        }
        assert!(rows.iter().all(|row| row.figures.get("capped").is_none_or(|&capped| capped == 0.0)));
    }
}

#[test]
fn nodes_are_leaves_interior_nodes_or_answered_by_the_table() {
    for name in ["real-domain", "driver-comparison", "ordering-and-selectivity"] {
        for row in rows(name).iter().filter(|row| row.figures.contains_key("nodes")) {
            let figure = |name: &str| row.figures[name];
            assert_eq!(figure("nodes"), figure("leaves") + figure("interior") + figure("table_hits"), "{row:?}");
            assert!(figure("interior") > 0.0, "{row:?}");
            let distinct = row.figures.get("distinct_leaves").copied().unwrap_or(1.0);
            assert!(distinct > 0.0 && distinct <= figure("leaves"), "{row:?}");
        }
    }
}

#[test]
fn a_guess_at_the_value_takes_two_probes() {
    let rows = rows("first-guess");
    let at_value = Rows::of(&rows).only("method", "mtd-f").only("distance", 0);
    assert!(!at_value.is_empty());
    assert!(at_value.max("probes_max").is_some_and(|probes| probes <= 2.0), "{at_value:?}");
    let far = Rows::of(&rows).only("method", "mtd-f").only("distance", 4);
    assert!(far.sum("probes") > at_value.sum("probes"));
}

/// What a table of so few entries goes through in some searches, and the nodes of those.
fn counted(policy: Policy, watched: bool) -> (u64, crownhead::lab::Counts) {
    let method = Method::tthh(DriverKind::MtdBi).on(64, policy);
    let observed = ObservedTable::observe(policy, 64).expect("there is memory");
    let table = if watched { observed.table() } else { policy.table(64).expect("there is memory") };
    let mut bench = DraughtsBench::with_table(Variant::GIVEAWAY, &method, table);
    let game = &random_games(Variant::GIVEAWAY, 1, 10, 4)[0];
    let mut nodes = 0;
    for depth in [6, 7] {
        let steps =
            bench.search(Task::of(game), depth, OWN_GUESSES, &Interrupt::default()).expect("nothing interrupts it");
        nodes += steps.iter().map(|step| step.iteration.counters.nodes).sum::<u64>();
    }
    (nodes, observed.counts())
}

#[test]
fn who_watches_a_table_changes_nothing() {
    for &policy in Policy::ALL {
        let (nodes, counts) = counted(policy, true);
        assert_eq!(nodes, counted(policy, false).0, "{policy}");
        assert!(counts.found > 0 && counts.found + counts.asked_again <= counts.probes, "{policy}: {counts:?}");
        assert!(counts.redone <= counts.stores, "{policy}: {counts:?}");
        assert!(counts.asked_again > 0, "so small a table is asked for what it has lost: {policy}");
    }
}

#[test]
fn each_policy_loses_what_its_law_says() {
    for policy in [Policy::Newer, Policy::Bucket] {
        let (_, counts) = counted(policy, true);
        assert_eq!((counts.refused, counts.stale), (0, 0), "{policy} lets everything in");
        assert!(counts.evicted > 0, "{policy}");
    }
    let (_, deeper) = counted(Policy::Deeper, true);
    let (_, sharply) = counted(Policy::SharplyDeeper, true);
    assert!(deeper.refused > 0);
    assert!(sharply.refused * deeper.stores > deeper.refused * sharply.stores, "{sharply:?} {deeper:?}");
    assert!(sharply.stale > 0, "not even its own position is let in again: {sharply:?}");
}

#[test]
fn contests_count_every_game() {
    let rows = rows("tt-move");
    assert_eq!(rows.len(), 3);
    for row in &rows {
        for name in ["half_points_begun", "half_points_answered"] {
            assert!([0.0, 1.0, 2.0].contains(&row.figures[name]), "{row:?}");
        }
    }
}

/// With the bounds as published and the table move OLD, the two rules choose different moves at some positions.
#[test]
fn the_rules_for_the_best_move_differ_in_nothing_but_the_move() {
    let games = random_games(Variant::INTERNATIONAL, 4, 40, 2);
    let searches = |game, driver, rule| {
        let method = Method::engine(driver).on(1 << 12, Policy::Bucket).under(Regime::DeepeningKept);
        let method = method.with(|options| {
            options.mode = ModeKind::Play;
            options.table_move = TableMoveRule::Old;
            options.consistency = Consistency::Published;
            options.best_move = rule;
        });
        let steps = measure(&prefixes(game), &method, 7, false, &Interrupt::default());
        let steps = steps.expect("nothing interrupts it");
        let last = steps.iter().map(|steps: &Vec<Measured>| steps.last());
        let last = last.map(|step| step.map(|step| (step.iteration.counters.nodes, step.iteration.best)));
        last.map(Option::unzip).unzip::<_, _, Vec<_>, Vec<_>>()
    };
    for driver in [DriverKind::MtdF, DriverKind::MtdBi] {
        let mut differing = 0;
        for game in &games {
            let [(safe, safe_moves), (last, last_moves)] =
                [BestMoveRule::Safe, BestMoveRule::Last].map(|rule| searches(game, driver, rule));
            assert_eq!(safe, last, "{driver}");
            differing += usize::from(safe_moves != last_moves);
        }
        assert!(differing > 0, "{driver}: the rules are not tested where they agree");
    }
}

/// Where no entry that is not exact leads to another move, SAFE and LAST play the same games with either colour.
#[test]
fn safe_and_last_draw_even_where_they_agree() {
    let rows = rows("best-move");
    let mut pairs = 0;
    for row in rows.iter().filter(|row| row.figures.contains_key("half_points_begun")) {
        if row.labels.values().any(|label| label.contains("HIGH")) {
            pairs += 1;
            assert_eq!(row.figures["half_points_begun"] + row.figures["half_points_answered"], 2.0, "{row:?}");
        }
    }
    assert!(pairs > 0);
}

/// The mean loss is over the positions that its sum is over.
#[test]
fn the_loss_is_summed_where_neither_move_wins_or_loses() {
    let rows = rows("best-move");
    let compared: Vec<_> = rows.iter().filter(|row| row.figures.contains_key("lost")).collect();
    assert!(!compared.is_empty());
    for row in compared {
        assert!(row.figures["undecided"] <= row.figures["differ"], "{row:?}");
        assert!(row.figures["undecided"] > 0.0 || row.figures["lost"] == 0.0, "{row:?}");
    }
}

#[test]
fn experiments_take_the_depths_of_their_scales() {
    for experiment in EXPERIMENTS {
        for &scale in Scale::ALL {
            let depth = experiment.size(scale).depth;
            let setup = experiment.setup(scale, None, Some(depth), 1).expect("it takes its own depth");
            assert_eq!(setup.size, experiment.size(scale), "{}", experiment.name);
        }
        let error = experiment.setup(Scale::Quick, None, Some(experiment.most_depth + 1), 1);
        assert!(matches!(error, Err(LabError::TooDeep { .. })), "{}", experiment.name);
    }
}

#[test]
fn experiments_are_larger_at_larger_scales() {
    for experiment in EXPERIMENTS {
        let [quick, paper, full] = [Scale::Quick, Scale::Paper, Scale::Full].map(|scale| experiment.size(scale));
        assert!(quick.positions <= paper.positions && quick.depth < paper.depth, "{}", experiment.name);
        assert!(paper.positions <= full.positions && paper.depth <= full.depth, "{}", experiment.name);
    }
}
