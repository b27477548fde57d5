//! The engine through its facade: limits, stops, pondering, and what it keeps between moves.

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use crossbeam_channel::Receiver;
use crownhead_engine::endgame::TablesOptions;
use crownhead_engine::engine::{
    Clock, Engine, EngineOptions, Event, GameClock, Limit, Purpose, Report, Request, SearchAnswer, SearchId, Setup,
    SystemClock, TimeLimit,
};
use crownhead_engine::eval::Score;
use crownhead_engine::search::{Depth, ModeKind, Scheme, SearchOptions, TableSize, Threads, Verdict};
use crownhead_rules::{Ply, Side, Variant};

/// A clock that stands still until it is put forward.
#[derive(Default)]
struct ManualClock(AtomicU64);

impl ManualClock {
    fn put_forward(&self, time: Duration) {
        self.0.fetch_add(time.as_millis() as u64, Ordering::SeqCst);
    }
}

impl Clock for ManualClock {
    fn now(&self) -> Duration {
        Duration::from_millis(self.0.load(Ordering::SeqCst))
    }
}

/// A clock that goes on by a millisecond each time somebody looks at it, however fast the machine is.
#[derive(Default)]
struct TickingClock(AtomicU64);

impl Clock for TickingClock {
    fn now(&self) -> Duration {
        Duration::from_millis(self.0.fetch_add(1, Ordering::SeqCst))
    }
}

/// An engine and what it says.
struct Bench {
    engine: Engine,
    events: Receiver<Event>,
}

impl Bench {
    fn new(variant: Variant) -> Bench {
        Bench::with_clock(variant, Arc::new(SystemClock::default()))
    }

    fn with_clock(variant: Variant, clock: Arc<dyn Clock>) -> Bench {
        let table_size = TableSize::from_mib(8).expect("a valid size");
        let options = EngineOptions { table_size, ..EngineOptions::default() };
        let (engine, events) = Engine::new(options, variant, clock).expect("8 MiB can be had");
        engine.wait_until_ready();
        Bench { engine, events }
    }

    /// An engine that has to search small positions too.
    fn without_tables(variant: Variant, clock: Arc<dyn Clock>) -> Bench {
        let mut bench = Bench::with_clock(variant, clock);
        let options = EngineOptions { endgame: TablesOptions::none(), ..bench.engine.options().clone() };
        bench.engine.configure(options).expect("the table stays as it is");
        bench
    }

    fn set(&mut self, setup: Setup<&str>, moves: &[&str]) {
        self.engine.set_position(setup, moves).expect("a legal position");
    }

    fn next_event(&self) -> Event {
        self.events.recv_timeout(Duration::from_secs(20)).expect("the engine answers")
    }

    /// All reports up to the answer of search `id`.
    fn finish(&self, id: SearchId) -> (Vec<Report>, SearchAnswer) {
        let mut reports = Vec::new();
        loop {
            match self.next_event() {
                Event::Report(of, report) => {
                    assert_eq!(of, id);
                    reports.push(report);
                }
                Event::Bound(of, _) | Event::EndedEarly(of, ..) => assert_eq!(of, id),
                Event::Done(of, answer) => {
                    assert_eq!(of, id);
                    return (reports, answer);
                }
            }
        }
    }

    fn run(&mut self, purpose: Purpose, limit: Limit) -> (Vec<Report>, SearchAnswer) {
        let id = self.engine.go(Request::new(purpose, limit));
        self.finish(id)
    }
}

fn depth(plies: u32) -> Limit {
    Limit { depth: Some(Depth::new(plies)), ..Limit::default() }
}

fn pdn(answer: &SearchAnswer) -> (String, String) {
    let spell = |mv: &Option<crownhead_rules::notation::SpelledMove>| mv.as_ref().expect("there is a move").pdn();
    (spell(&answer.best), spell(&answer.ponder))
}

#[test]
fn a_depth_limit_is_the_last_iteration_in_every_variant() {
    for &variant in Variant::ALL {
        let mut bench = Bench::new(variant);
        let (reports, answer) = bench.run(Purpose::Think, depth(7));
        let depths: Vec<_> = reports.iter().map(|report| report.depth.get()).collect();
        assert_eq!(depths, [1, 2, 3, 4, 5, 6, 7], "{variant}");
        let last = reports.last().expect("there are reports");
        assert_eq!(last.pv.first().map(|mv| mv.hub()), answer.best.map(|mv| mv.hub()), "{variant}");
    }
}

#[test]
fn a_node_limit_gives_the_same_search_each_time() {
    let limit = Limit { nodes: Some(30_000), ..Limit::default() };
    let search = || {
        let (reports, answer) = Bench::new(Variant::INTERNATIONAL).run(Purpose::Think, limit);
        (reports.iter().map(|report| report.nodes).collect::<Vec<_>>(), pdn(&answer))
    };
    let (nodes, moves) = search();
    assert!(nodes.iter().all(|&nodes| nodes <= 30_000));
    assert_eq!((nodes, moves), search());
}

#[test]
fn a_stop_right_behind_a_start_is_never_lost() {
    let mut bench = Bench::new(Variant::ENGLISH);
    for _ in 0..300 {
        let id = bench.engine.go(Request::new(Purpose::Analyze, Limit::default()));
        bench.engine.stop();
        let (reports, answer) = bench.finish(id);
        assert!(!reports.is_empty(), "depth 1 always completes");
        assert!(answer.best.is_some());
    }
    assert!(bench.events.is_empty(), "one answer a search");
}

#[test]
fn a_new_search_ends_the_one_before_it() {
    let mut bench = Bench::new(Variant::ENGLISH);
    let first = bench.engine.go(Request::new(Purpose::Analyze, Limit::default()));
    let second = bench.engine.go(Request::new(Purpose::Think, depth(3)));
    bench.finish(first);
    bench.finish(second);
    assert!(bench.events.is_empty());
}

#[test]
fn a_ponder_hit_puts_the_limits_in_force_without_a_restart() {
    let clock = Arc::new(ManualClock::default());
    let mut bench = Bench::with_clock(Variant::INTERNATIONAL, clock.clone());
    let time = TimeLimit::PerMove(Duration::from_millis(500));
    let id = bench.engine.go(Request::new(Purpose::Ponder, Limit { time, ..Limit::default() }));
    clock.put_forward(Duration::from_secs(60));
    let mut depths = Vec::new();
    while depths.len() < 8 {
        match bench.next_event() {
            Event::Report(_, report) => depths.push(report.depth.get()),
            Event::Bound(..) | Event::EndedEarly(..) => (),
            Event::Done(..) => panic!("no limit holds while it ponders"),
        }
    }
    bench.engine.ponder_hit();
    // The time counts from the moment at which the search sees the hit, so the clock goes on until it is up.
    loop {
        match bench.next_event() {
            Event::Report(_, report) => depths.push(report.depth.get()),
            Event::Bound(..) | Event::EndedEarly(..) => (),
            Event::Done(of, _) => {
                assert_eq!(of, id);
                break;
            }
        }
        clock.put_forward(Duration::from_millis(500));
    }
    assert!(depths.is_sorted_by(|a, b| a + 1 == *b), "one search, never begun anew: {depths:?}");
}

#[test]
fn a_ponder_miss_stops() {
    let mut bench = Bench::new(Variant::LOSING);
    let id = bench.engine.go(Request::new(Purpose::Ponder, depth(1)));
    bench.engine.stop();
    assert!(bench.finish(id).1.best.is_some());
}

#[test]
fn a_depth_limit_waits_for_the_ponder_hit() {
    let mut bench = Bench::new(Variant::ENGLISH);
    let id = bench.engine.go(Request::new(Purpose::Ponder, depth(2)));
    for _ in 0..4 {
        assert!(!matches!(bench.next_event(), Event::Done(..)));
    }
    bench.engine.ponder_hit();
    bench.finish(id);
}

#[test]
fn a_ponder_hit_on_limits_already_met_is_answered_at_once() {
    let clock = GameClock { remaining: Duration::from_secs(60), increment: Duration::ZERO, moves_to_go: None };
    let met = [
        Limit { time: TimeLimit::Clock(clock), ..Limit::default() },
        Limit { time: TimeLimit::Clock(clock), ..depth(4) },
        depth(4),
    ];
    for limit in met {
        let manual = Arc::new(ManualClock::default());
        let mut bench = Bench::with_clock(Variant::INTERNATIONAL, manual.clone());
        let id = bench.engine.go(Request::new(Purpose::Ponder, limit));
        for _ in 0..6 {
            assert!(matches!(bench.next_event(), Event::Report(..)));
        }
        manual.put_forward(Duration::from_secs(30));
        bench.engine.ponder_hit();
        // The clock stands still from here on, so only a limit that was met before the hit can end the search.
        bench.finish(id);
    }
}

#[test]
fn a_ponder_hit_on_an_only_move_is_answered_at_once() {
    let mut bench = Bench::new(Variant::ENGLISH);
    bench.set(Setup::Fen("B:W18,22,29:B14,1"), &[]);
    let id = bench.engine.go(Request::new(Purpose::Ponder, Limit::default()));
    for _ in 0..3 {
        assert!(matches!(bench.next_event(), Event::Report(..)));
    }
    bench.engine.ponder_hit();
    bench.finish(id);
}

/// Nineteen kings a side, and captures that lead to captures: the first iteration alone would take minutes.
const ENDLESS_CAPTURES: &str = "W:WK26,K48,K30,K21,K46,K17,K47,K22,K3,K19,K50,K31,K36,K16,K45,K5,K7,K6,K34,K20\
    :BK14,K44,K39,K4,K12,K35,K37,K49,K2,K24,K28,K40,K11,K9,K27,K23,K38,K13,K41";

#[test]
fn even_the_first_iteration_can_be_stopped() {
    let mut bench = Bench::new(Variant::INTERNATIONAL);
    bench.set(Setup::Fen(ENDLESS_CAPTURES), &[]);
    let id = bench.engine.go(Request::new(Purpose::Analyze, Limit::default()));
    bench.engine.stop();
    let (reports, answer) = bench.finish(id);
    assert!(reports.is_empty() && answer.best.is_some(), "a legal move, if not a searched one");
    let (_, answer) = bench.run(Purpose::Think, Limit { nodes: Some(1000), ..Limit::default() });
    assert!(answer.best.is_some());
}

#[test]
fn a_ponder_hit_finds_the_table_of_the_search_before() {
    for variant in [Variant::ENGLISH, Variant::INTERNATIONAL] {
        let mut bench = Bench::new(variant);
        let (_, answer) = bench.run(Purpose::Think, depth(11));
        let (best, ponder) = pdn(&answer);
        bench.set(Setup::Start, &[&best, &ponder]);
        let id = bench.engine.go(Request::new(Purpose::Ponder, depth(9)));
        bench.engine.ponder_hit();
        let (warm, _) = bench.finish(id);

        let mut fresh = Bench::new(variant);
        fresh.set(Setup::Start, &[&best, &ponder]);
        let (cold, _) = fresh.run(Purpose::Think, depth(9));
        // Before the hit no limit holds, so the search may have gone on beyond this depth.
        let nodes = |reports: &[Report]| {
            reports.iter().find(|report| report.depth == Depth::new(9)).expect("it gets there").nodes
        };
        assert!(nodes(&warm) < nodes(&cold), "{variant}: {} < {}", nodes(&warm), nodes(&cold));
    }
}

#[test]
fn a_new_game_forgets() {
    let mut bench = Bench::new(Variant::ENGLISH);
    let nodes = |bench: &mut Bench| bench.run(Purpose::Think, depth(9)).0.last().expect("a report").nodes;
    let first = nodes(&mut bench);
    assert_ne!(nodes(&mut bench), first, "the table answers the second time");
    bench.engine.new_game();
    assert_eq!(nodes(&mut bench), first);
}

#[test]
fn an_only_move_is_searched_shortly_but_truly_unless_it_is_analysed() {
    const ONLY_MOVE: &str = "B:W10,17,21,22,23,24,25,27,28,29,30,32:B1,2,3,4,5,6,8,9,11,12";
    let mut bench = Bench::new(Variant::ENGLISH);
    bench.set(Setup::Fen(ONLY_MOVE), &[]);
    // Nothing else ends this search.
    let (reports, answer) = bench.run(Purpose::Think, Limit::default());
    assert_eq!(answer.best.expect("a move").pdn(), "6x15");
    let (last, others) = reports.split_last().expect("a report");
    assert!(last.depth >= Depth::new(7) && (20_000..200_000).contains(&last.nodes), "{last:?}");
    assert!(others.iter().all(|report| report.nodes < 20_000), "{others:?}");
    // Its value is that of a search to this depth.
    let mut fresh = Bench::new(Variant::ENGLISH);
    fresh.set(Setup::Fen(ONLY_MOVE), &[]);
    let (reports, _) = fresh.run(Purpose::Analyze, depth(last.depth.get()));
    assert_eq!(reports.last().expect("a report").score, last.score);
    // A limit of nodes leaves less for it, and an analysis knows no such limit.
    fresh.engine.new_game();
    fresh.set(Setup::Fen(ONLY_MOVE), &[]);
    let (short, _) = fresh.run(Purpose::Think, Limit { nodes: Some(2_000), ..Limit::default() });
    assert!(short.last().expect("a report").nodes < 2_000, "{short:?}");
    let (reports, _) = fresh.run(Purpose::Analyze, Limit { nodes: Some(300_000), ..Limit::default() });
    assert!(reports.last().expect("a report").depth > last.depth);
}

#[test]
fn where_the_game_is_over_there_is_no_move() {
    let mut bench = Bench::new(Variant::ENGLISH);
    bench.set(Setup::Fen("B:W18:B"), &[]);
    let (reports, answer) = bench.run(Purpose::Think, depth(5));
    assert!(reports.is_empty() && answer.best.is_none() && answer.ponder.is_none());
}

/// The looks at the clock that the first iteration takes, with a margin.
const LONGEST_START: Duration = Duration::from_millis(10);

#[test]
fn a_clock_is_kept_to_and_an_empty_one_still_gives_a_move() {
    let mut bench = Bench::with_clock(Variant::INTERNATIONAL, Arc::new(TickingClock::default()));
    for millis in [0, 20, 200] {
        let remaining = Duration::from_millis(millis);
        let clock = GameClock { remaining, increment: Duration::ZERO, moves_to_go: Some(1) };
        let (reports, answer) = bench.run(Purpose::Think, Limit { time: TimeLimit::Clock(clock), ..Limit::default() });
        assert!(answer.best.is_some());
        let spent = reports.last().expect("a report").time;
        assert!(spent <= remaining.max(LONGEST_START), "{spent:?} of {remaining:?}");
    }
}

#[test]
fn what_cannot_be_had_or_read_leaves_everything_as_it_was() {
    let mut bench = Bench::new(Variant::ENGLISH);
    bench.set(Setup::Start, &["11-15"]);
    assert!(bench.engine.set_position(Setup::Fen("B:W18,99:B1"), &[]).is_err());
    let before = bench.engine.options().clone();
    let huge = EngineOptions { table_size: TableSize::MAX, ..before.clone() };
    assert!(bench.engine.configure(huge).is_err());
    assert_eq!(*bench.engine.options(), before);
    let (reports, _) = bench.run(Purpose::Think, depth(4));
    let reply = &reports.last().expect("a report").pv[0];
    assert!(reply.pdn().starts_with('2') || reply.pdn().starts_with('3'), "White is to move: {}", reply.pdn());
}

#[test]
fn an_illegal_move_leaves_the_game_before_it() {
    let mut bench = Bench::new(Variant::ENGLISH);
    let error = bench.engine.set_position(Setup::Start, &["11-15", "22-17", "1-32"]).expect_err("1-32 is illegal");
    assert!(error.to_string().starts_with("move 3:"), "{error}");
    let (_, answer) = bench.run(Purpose::Think, depth(3));
    assert!(answer.best.is_some());
}

#[test]
fn an_answer_that_is_held_comes_when_it_is_asked_for() {
    let mut bench = Bench::new(Variant::ENGLISH);
    for purpose in [Purpose::Analyze, Purpose::Ponder] {
        // The second ends at once by itself, for there is no move.
        for setup in [Setup::Fen("B:W18,22,29:B14,1"), Setup::Fen("B:W18:B")] {
            bench.set(setup, &[]);
            let request = Request { holds_answer: true, ..Request::new(purpose, depth(2)) };
            let id = bench.engine.go(request.clone());
            let early = bench.events.recv_timeout(Duration::from_millis(50));
            assert!(!matches!(early, Ok(Event::Done(..))), "{purpose:?} {setup:?}");
            bench.engine.stop();
            bench.finish(id);

            let id = bench.engine.go(request);
            bench.engine.ponder_hit();
            if purpose == Purpose::Analyze {
                // There was nothing to hit.
                bench.engine.stop();
            }
            bench.finish(id);
        }
    }
    assert!(bench.events.is_empty());
}

#[test]
fn a_long_search_tells_of_bounds_between_iterations() {
    let clock = Arc::new(ManualClock::default());
    let mut bench = Bench::with_clock(Variant::INTERNATIONAL, clock.clone());
    let id = bench.engine.go(Request::new(Purpose::Analyze, Limit::default()));
    for _ in 0..6 {
        assert!(matches!(bench.next_event(), Event::Report(..)), "it is too early for bounds");
    }
    clock.put_forward(Duration::from_secs(1));
    let bound = loop {
        match bench.next_event() {
            // A bound that follows a report too closely is not told.
            Event::Report(..) => clock.put_forward(Duration::from_secs(1)),
            Event::Bound(of, bound) => {
                assert_eq!(of, id);
                break bound;
            }
            Event::EndedEarly(..) | Event::Done(..) => panic!("it goes on"),
        }
    };
    assert_ne!(bound.verdict, Verdict::Exact);
    assert!(bound.time >= Duration::from_secs(1) && bound.pv.len() == 1, "{bound:?}");
    assert!(bound.score.men().abs() < 80.0, "{bound:?}");
    bench.engine.stop();
    bench.finish(id);
}

/// An engine whose values depend on nothing but position and depth.
fn strict_bench(variant: Variant) -> Bench {
    let mut bench = Bench::new(variant);
    let search = SearchOptions { mode: ModeKind::Strict, ..SearchOptions::default() };
    let options = EngineOptions { search, ..bench.engine.options().clone() };
    bench.engine.configure(options).expect("the table stays as it is");
    bench
}

fn value(bench: &mut Bench, limit: Limit, only: &[&str]) -> Score {
    let only = only.iter().map(|&mv| mv.to_owned()).collect();
    let id = bench.engine.go(Request { only, ..Request::new(Purpose::Analyze, limit) });
    bench.finish(id).0.last().expect("there are reports").score
}

#[test]
fn a_search_of_some_moves_is_exact_and_leaves_no_trace_on_the_root() {
    for (variant, moves) in [
        (Variant::ENGLISH, &["9-13", "9-14", "10-14", "10-15", "11-15", "11-16", "12-16"][..]),
        (Variant::INTERNATIONAL, &["31-26", "31-27", "32-27", "32-28", "33-28", "33-29", "34-29", "34-30", "35-30"]),
    ] {
        let mut bench = strict_bench(variant);
        let each: Vec<_> = moves
            .iter()
            .map(|&mv| {
                bench.set(Setup::Start, &[mv]);
                let after = -value(&mut bench, depth(6), &[]);
                bench.set(Setup::Start, &[]);
                assert_eq!(value(&mut bench, depth(7), &[mv]), after, "{variant}: {mv}");
                after
            })
            .collect();
        assert_eq!(value(&mut bench, depth(7), &moves[..3]), each[..3].iter().copied().max().expect("three"));
        assert_eq!(value(&mut bench, depth(7), &["1-1", "hello"]), *each.iter().max().expect("some"), "{variant}");
        assert_eq!(value(&mut bench, depth(7), &[]), *each.iter().max().expect("some"), "{variant}");
    }
}

#[test]
fn each_report_tells_the_lines_that_were_asked_for() {
    let lines = |number| NonZeroUsize::new(number).expect("at least one");
    for &variant in Variant::ALL {
        let mut bench = strict_bench(variant);
        let id = bench.engine.go(Request { lines: lines(3), ..Request::new(Purpose::Analyze, depth(6)) });
        let (reports, answer) = bench.finish(id);
        assert_eq!(reports.len(), 6);
        let mut not_yet = all_moves(variant);
        let last = reports.last().expect("there are reports");
        let told = [(last.score, &last.pv)].into_iter().chain(last.others.iter().map(|l| (l.score, &l.pv)));
        for (score, pv) in told {
            let left: Vec<_> = not_yet.iter().map(String::as_str).collect();
            assert_eq!(value(&mut bench, depth(6), &left), score, "{variant}: {left:?}");
            not_yet.retain(|mv| *mv != pv[0].pdn());
        }
        assert_eq!(not_yet.len(), all_moves(variant).len() - 3);
        assert_eq!(answer.best.expect("a move").pdn(), last.pv[0].pdn());
    }
}

/// The moves of the start position.
fn all_moves(variant: Variant) -> Vec<String> {
    let start = variant.start();
    start.moves().iter().map(|mv| crownhead_rules::notation::SpelledMove::new(&start, mv).pdn()).collect()
}

#[test]
fn a_proven_line_does_not_end_the_search_of_the_others() {
    let mut bench = Bench::without_tables(Variant::INTERNATIONAL, Arc::new(ManualClock::default()));
    // 46-41 leaves Black without a move; how the other moves end is seen later.
    bench.set(Setup::Fen("W:W46,47:B36"), &[]);
    let limit = Limit { time: TimeLimit::PerMove(Duration::from_secs(60)), ..depth(40) };
    assert_eq!(bench.run(Purpose::Analyze, limit).0.len(), 1);
    let lines = NonZeroUsize::new(3).expect("three");
    let id = bench.engine.go(Request { lines, ..Request::new(Purpose::Analyze, limit) });
    let (reports, _) = bench.finish(id);
    assert!(1 < reports.len() && reports.len() < 40, "until all are proven: {}", reports.len());
    let proven = |line: &crownhead_engine::engine::ReportedLine| line.score.men().abs() > 90.0;
    assert!(reports.last().expect("there are reports").others.iter().all(proven));
}

#[test]
fn a_proof_ends_a_search_that_is_limited_by_nodes() {
    let mut bench = Bench::without_tables(Variant::INTERNATIONAL, Arc::new(ManualClock::default()));
    bench.set(Setup::Fen("W:W46,47:B36"), &[]);
    let limit = Limit { nodes: Some(1_000_000), ..Limit::default() };
    assert_eq!(bench.run(Purpose::Analyze, limit).0.len(), 1);
    assert_eq!(bench.run(Purpose::Analyze, depth(9)).0.len(), 9, "a depth is asked for");
}

/// An engine with so many threads that help each other by this scheme.
fn bench_with_threads(variant: Variant, threads: usize, scheme: Scheme) -> Bench {
    let mut bench = Bench::new(variant);
    let threads = Threads::new(threads).expect("a few");
    let search = SearchOptions { threads, scheme, ..SearchOptions::default() };
    let options = EngineOptions { search, ..bench.engine.options().clone() };
    bench.engine.configure(options).expect("the table stays as it is");
    bench
}

#[test]
fn threads_never_lose_a_stop() {
    for scheme in Scheme::FIXED {
        let mut bench = bench_with_threads(Variant::ENGLISH, 4, scheme);
        for _ in 0..100 {
            let id = bench.engine.go(Request::new(Purpose::Analyze, Limit::default()));
            bench.engine.stop();
            let (reports, answer) = bench.finish(id);
            assert!(!reports.is_empty() && answer.best.is_some(), "{scheme}");
        }
        assert!(bench.events.is_empty(), "one answer a search");
    }
}

#[test]
fn threads_see_a_ponder_hit() {
    for scheme in Scheme::FIXED {
        let mut bench = bench_with_threads(Variant::INTERNATIONAL, 4, scheme);
        let id = bench.engine.go(Request::new(Purpose::Ponder, depth(5)));
        let mut depths = Vec::new();
        while depths.len() < 7 {
            match bench.next_event() {
                Event::Report(_, report) => depths.push(report.depth.get()),
                Event::Bound(..) | Event::EndedEarly(..) => (),
                Event::Done(..) => panic!("no limit holds while it ponders"),
            }
        }
        bench.engine.ponder_hit();
        let (rest, answer) = bench.finish(id);
        depths.extend(rest.iter().map(|report| report.depth.get()));
        assert!(depths.is_sorted_by(|a, b| a + 1 == *b) && answer.best.is_some(), "{scheme}: {depths:?}");
    }
}

#[test]
fn tables_and_threads_change_between_searches_that_are_under_way() {
    let mut bench = Bench::new(Variant::LOSING);
    let mut ids = Vec::new();
    for round in 0..60 {
        let threads = Threads::new(1 + round % 4).expect("a few");
        let scheme = Scheme::FIXED[round % Scheme::FIXED.len()];
        let search = SearchOptions { threads, scheme, ..SearchOptions::default() };
        let table_size = TableSize::from_mib(1 + round as u32 % 5).expect("a valid size");
        let options = EngineOptions { search, table_size, ..bench.engine.options().clone() };
        bench.engine.configure(options).expect("a small table");
        if round % 7 == 0 {
            bench.engine.new_game();
        }
        // The one before is still under way, with the table it was given.
        ids.push(bench.engine.go(Request::new(Purpose::Analyze, Limit::default())));
    }
    bench.engine.stop();
    for id in ids {
        assert!(bench.finish(id).1.best.is_some());
    }
    assert!(bench.events.is_empty(), "one answer a search");
}

#[test]
fn even_the_first_iteration_of_several_threads_can_be_stopped() {
    for scheme in Scheme::FIXED {
        let mut bench = bench_with_threads(Variant::INTERNATIONAL, 3, scheme);
        bench.set(Setup::Fen(ENDLESS_CAPTURES), &[]);
        let id = bench.engine.go(Request::new(Purpose::Analyze, Limit::default()));
        bench.engine.stop();
        let (reports, answer) = bench.finish(id);
        assert!(reports.is_empty() && answer.best.is_some(), "a legal move, if not a searched one");
    }
}

#[test]
fn the_side_to_move_is_known() {
    let mut bench = Bench::new(Variant::ENGLISH);
    assert_eq!(bench.engine.side_to_move(), Side::Black);
    bench.set(Setup::Start, &["11-15"]);
    assert_eq!(bench.engine.side_to_move(), Side::White);
}

#[test]
fn a_solved_position_is_answered_by_the_tables() {
    let mut bench = Bench::with_clock(Variant::ENGLISH, Arc::new(ManualClock::default()));
    // `crownhead endgame probe --variant english --moves --fen W:W22,K31:B13,K12` has the values: 31-26 and 31-27 win in
    // 13 plies, 22-18 draws, 22-17 loses.
    bench.set(Setup::Fen("W:W22,K31:B13,K12"), &[]);
    let lines = NonZeroUsize::new(9).expect("nine");
    let id = bench.engine.go(Request { lines, ..Request::new(Purpose::Analyze, depth(20)) });
    let (reports, answer) = bench.finish(id);
    let [report] = &reports[..] else { panic!("one iteration: {reports:?}") };
    assert_eq!((report.score, report.pv.len()), (Score::known_win_in(Ply::new(13)), 13));
    assert!(report.known_hits > 0 && answer.ponder.is_some());
    let [second] = &report.others[..] else { panic!("only what wins is considered: {report:?}") };
    assert_eq!((second.score, second.pv.len()), (report.score, 13));
    // A move that is named is searched whatever it is worth.
    let only = vec!["22-18".to_owned()];
    let id = bench.engine.go(Request { only, ..Request::new(Purpose::Analyze, depth(20)) });
    let (reports, answer) = bench.finish(id);
    assert_eq!((reports[0].score, reports[0].is_known_draw), (Score::DRAW, false));
    assert_eq!(answer.best.expect("a move").hub(), "22-18");

    bench.set(Setup::Fen("W:WK14,K15:BK28,K32"), &[]);
    let (reports, _) = bench.run(Purpose::Analyze, depth(20));
    let [report] = &reports[..] else { panic!("one iteration: {reports:?}") };
    assert!(report.is_known_draw && report.score == Score::DRAW, "{report:?}");
}
