//! Drivers without an engine: questions are answered from hidden values, in every way that a fail-soft search could
//! answer them, and in ways that none should.

use crownhead_engine::eval::Score;
use crownhead_engine::search::{Bounds, Driver, DriverKind, DriverOptions, Question, Width, Window};

fn score(millionths: i64) -> Score {
    Score::from_millionths(millionths)
}

fn options(epsilon: i64, aspiration: i64, first_step: i64) -> DriverOptions {
    DriverOptions {
        epsilon: Width::from_millionths(epsilon),
        aspiration: Width::from_millionths(aspiration),
        first_step: Width::from_millionths(first_step),
        ..DriverOptions::default()
    }
}

fn small_options() -> Vec<DriverOptions> {
    [(1, 1, 1), (2, 1, 3), (3, 2, 2), (4, 1, 1), (20, 3, 50)].map(|(e, a, s)| options(e, a, s)).to_vec()
}

/// The kinds that seek the value.
fn seekers() -> impl Iterator<Item = DriverKind> {
    DriverKind::ALL.iter().copied().filter(|&kind| kind != DriverKind::MtdBest)
}

/// All scores from `low` to `high`, in millionths.
fn band(low: i64, high: i64) -> Vec<Score> {
    (low..=high).map(score).collect()
}

/// Guesses in the band and far outside it.
fn guesses(band: &[Score]) -> Vec<Score> {
    let far = [Score::MIN, Score::MAX, Score::from_men(99.5), Score::from_men(-99.5), Score::DRAW];
    band.iter().copied().chain(far).collect()
}

/// Every result that a fail-soft search over `window` may have when the value is `hidden` and all leaves lie in `band`.
fn legal_results(window: Window, hidden: Score, band: &[Score]) -> Vec<Score> {
    let may_be = |result: &Score| {
        if hidden <= window.alpha {
            hidden <= *result && *result <= window.alpha
        } else if hidden >= window.beta {
            window.beta <= *result && *result <= hidden
        } else {
            *result == hidden
        }
    };
    band.iter().copied().filter(may_be).collect()
}

/// The conditions on every question: a window that is not empty and lies within bounds that it will move.
fn assert_fair(window: Window, bounds: Bounds, driver: &Driver) {
    let fair = window.alpha < window.beta && bounds.low < window.beta && window.alpha < bounds.high;
    assert!(fair, "{window:?} against {bounds:?}: {driver:?}");
}

/// Follows a driver through every legal answer to every question; returns the most probes it took.
fn follow(driver: Driver, hidden: Score, band: &[Score], error: i64) -> u32 {
    let Question::Root { window, .. } = driver.question() else {
        assert_eq!(driver.question(), Question::Done);
        let off = (driver.value().millionths() - hidden.millionths()).abs();
        assert!(i64::from(off) <= error, "{driver:?} is off {hidden:?}");
        return driver.probes();
    };
    assert_fair(window, driver.bounds(), &driver);
    let answered = |result| {
        let mut next = driver.clone();
        next.answer(result);
        assert!(next.bounds() != driver.bounds(), "no bound moved: {driver:?}");
        follow(next, hidden, band, error)
    };
    let results = legal_results(window, hidden, band);
    results.into_iter().map(answered).max().expect("some result is legal")
}

#[test]
fn every_driver_closes_on_every_hidden_value() {
    let band = band(-4, 5);
    for kind in seekers() {
        for options in small_options() {
            for guess in guesses(&band) {
                for &hidden in &band {
                    follow(Driver::start(kind, &options, guess, 3), hidden, &band, 0);
                }
            }
        }
    }
}

/// Follows a driver that is told, before each question, the answer to some other question within the bounds.
fn follow_informed(driver: Driver, hidden: Score, band: &[Score], width: i64, dice: &mut Dice) {
    let mut driver = driver;
    while let Question::Root { window, .. } = driver.question() {
        assert_fair(window, driver.bounds(), &driver);
        let before = driver.bounds();
        let alpha = band[dice.roll(band.len() as i64) as usize];
        let other = Window { alpha, beta: alpha.plus(width) };
        let results = legal_results(other, hidden, band);
        if let Some(&result) = results.get(dice.roll(results.len().max(1) as i64) as usize) {
            let moved = driver.inform(other, result);
            assert_eq!(moved, driver.bounds() != before, "{driver:?}");
            if moved {
                continue;
            }
        }
        let results = legal_results(window, hidden, band);
        driver.answer(results[dice.roll(results.len() as i64) as usize]);
        assert!(driver.bounds() != before, "no bound moved: {driver:?}");
    }
    assert_eq!(driver.value(), hidden, "{driver:?}");
    assert!(!driver.inform(Window::null(hidden), Score::MIN), "it has nothing more to learn");
    assert_eq!(driver.value(), hidden, "{driver:?}");
}

#[test]
fn every_driver_closes_on_every_hidden_value_whatever_it_is_told_besides() {
    let band = band(-4, 5);
    let mut dice = Dice(20_261_121);
    for kind in seekers() {
        for options in small_options() {
            for guess in guesses(&band) {
                for &hidden in &band {
                    let driver = Driver::start(kind, &options, guess, 3);
                    let width = 1 + dice.roll(4);
                    follow_informed(driver, hidden, &band, width, &mut dice);
                }
            }
        }
    }
}

#[test]
fn a_driver_that_asks_about_single_moves_cannot_be_told_about_the_root() {
    let mut driver = Driver::start(DriverKind::MtdBest, &options(1, 1, 1), score(0), 3);
    let before = driver.clone();
    assert!(!driver.inform(Window::null(score(0)), score(5)));
    assert_eq!(driver, before);
}

#[test]
fn published_real_mtd_f_stops_when_bounds_known_beforehand_are_closer_than_epsilon() {
    let band = band(10, 19);
    let known = Bounds { low: band[0], high: band[9] };
    for epsilon in 1..=11 {
        let closing = options(epsilon, 1, 1);
        let published = DriverOptions { close_real: false, ..closing };
        for guess in guesses(&band) {
            let start = |options| Driver::start(DriverKind::RealMtdF, options, guess, 3);
            for &hidden in &band {
                // From open bounds it is exact, since each window touches a bound: see the driver.
                assert_eq!(follow(start(&published), hidden, &band, 0), follow(start(&closing), hidden, &band, 0));
                follow(start(&published).within(known), hidden, &band, epsilon - 1);
            }
            let is_done = start(&published).within(known).question() == Question::Done;
            assert_eq!(is_done, epsilon > 9, "bounds nine apart");
            assert_ne!(start(&closing).within(known).question(), Question::Done);
        }
    }
}

#[test]
fn a_value_known_beforehand_needs_no_probe() {
    for kind in seekers() {
        let driver = Driver::start(kind, &DriverOptions::default(), Score::DRAW, 3).within(Bounds::exact(score(7)));
        assert_eq!((driver.question(), driver.value(), driver.probes()), (Question::Done, score(7), 0));
    }
}

#[test]
fn first_questions_are_those_of_the_papers() {
    let asks = |kind, guess| match Driver::start(kind, &options(10, 25, 50), score(guess), 3).question() {
        Question::Root { window, scout } => (window, scout),
        other => panic!("{kind} asks {other:?}"),
    };
    let window = |alpha, beta| Window { alpha: score(alpha), beta: score(beta) };
    assert_eq!(asks(DriverKind::AlphaBeta, 700), (Window::FULL, false));
    assert_eq!(asks(DriverKind::NegaScout, 700), (Window::FULL, true));
    assert_eq!(asks(DriverKind::AspirationNegaScout, 700), (window(675, 725), true));
    assert_eq!(asks(DriverKind::MtdF, 700), (Window::null(score(700)), false));
    assert_eq!(asks(DriverKind::Sss, 700), (Window::null(Score::MAX), false));
    assert_eq!(asks(DriverKind::Dual, 700), (Window::null(Score::MIN.next_up()), false));
    assert_eq!(asks(DriverKind::RealMtdF, 700), (window(690, 700), false));
    assert_eq!(asks(DriverKind::MtdStep, 700), (window(695, 705), false));
    assert_eq!(asks(DriverKind::MtdBi, 700), (window(-5, 5), false));
    assert_eq!(asks(DriverKind::CStar, 700), (Window::null(score(0)), false));
    assert_eq!(asks(DriverKind::MtdGallop, 700), (window(695, 705), false));
}

/// The windows that a driver asks about while the results come as listed, in millionths.
fn windows(kind: DriverKind, guess: i64, results: &[i64]) -> Vec<(i32, i32)> {
    let mut driver = Driver::start(kind, &options(10, 25, 100), score(guess), 3);
    let ask = |&result: &i64| {
        let Question::Root { window, .. } = driver.question() else { panic!("{driver:?} is done") };
        driver.answer(score(result));
        (window.alpha.millionths(), window.beta.millionths())
    };
    results.iter().map(ask).collect()
}

#[test]
fn steps_grow_until_the_value_is_overstepped() {
    // Up by 100, 100 and 200; too far; back at the result; then within half of what is left.
    let steps = windows(DriverKind::MtdStep, 0, &[5, 115, 225, 435, 630, 615, 520]);
    assert_eq!(steps, [(-5, 5), (105, 115), (215, 225), (425, 435), (635, 645), (620, 630), (515, 525)]);
    // Down by 100, 200 and 400, too far, then in the middle.
    let gallop = windows(DriverKind::MtdGallop, 0, &[-5, -115, -325, -700, -510]);
    assert_eq!(gallop, [(-5, 5), (-115, -105), (-325, -315), (-735, -725), (-518, -508)]);
    // On the last result after failing high, below it after failing low.
    assert_eq!(windows(DriverKind::RealMtdF, 0, &[3, 20, 50, 50]), [(-10, 0), (3, 13), (20, 30), (50, 60)]);
    assert_eq!(windows(DriverKind::MtdF, 0, &[-3, -20, -20]), [(-1, 0), (-4, -3), (-21, -20)]);
    // Four times as wide each time.
    assert_eq!(windows(DriverKind::AspirationNegaScout, 0, &[30, 240]), [(-25, 25), (30, 230)]);
}

/// Probes that a driver takes when every answer is as weak as it may be: the edge of the window.
fn probes_with_weak_answers(mut driver: Driver, hidden: Score) -> u32 {
    while let Question::Root { window, .. } = driver.question() {
        assert_fair(window, driver.bounds(), &driver);
        driver.answer(hidden.max(window.alpha).min(window.beta));
    }
    assert_eq!(driver.value(), hidden, "{driver:?}");
    driver.probes()
}

/// The bound on the probes of MTD-bi over bounds so many millionths apart.
fn mtd_bi_bound(range: i64, epsilon: i64) -> u32 {
    let halvings = (range as f64 / (2 * epsilon) as f64 + 0.5).log2().floor();
    (halvings + 2.0) as u32
}

#[test]
fn mtd_bi_keeps_its_bound() {
    for range in 1..=130 {
        let bounds = Bounds { low: score(-7), high: score(range - 7) };
        for epsilon in 1..=range + 2 {
            let options = options(epsilon, 1, 1);
            let driver = Driver::start(DriverKind::MtdBi, &options, Score::DRAW, 3).within(bounds);
            let most = band(-7, range - 7).into_iter().map(|hidden| probes_with_weak_answers(driver.clone(), hidden));
            let most = most.max().expect("the band holds values");
            assert!(most <= mtd_bi_bound(range, epsilon), "{most} probes for {range}, {epsilon}");
        }
    }
}

/// Values all over the range: its ends, their neighbours, and a regular sample.
fn sample_of_the_range() -> impl Iterator<Item = Score> {
    let (low, high) = (i64::from(Score::MIN.millionths()), i64::from(Score::MAX.millionths()));
    let ends = [low, low + 1, low + 2, -1, 0, 1, high - 2, high - 1, high];
    ends.into_iter().chain((low..high).step_by(9_973)).map(score)
}

#[test]
fn bisections_keep_their_bounds_over_the_whole_range() {
    let options = DriverOptions { epsilon: Width::from_millionths(10_000), ..DriverOptions::default() };
    let most = |kind| {
        let driver = Driver::start(kind, &options, Score::DRAW, 3);
        sample_of_the_range().map(move |hidden| probes_with_weak_answers(driver.clone(), hidden)).max()
    };
    assert_eq!(mtd_bi_bound(Width::WHOLE.millionths(), options.epsilon.millionths()), 15);
    assert_eq!(most(DriverKind::MtdBi), Some(15));
    assert_eq!(most(DriverKind::CStar), Some(28));
}

#[test]
fn gallop_probes_grow_with_the_logarithm_of_the_distance() {
    let options = DriverOptions::default();
    let (epsilon, step) = (options.epsilon.millionths(), options.first_step.millionths());
    for guess in [Score::DRAW, Score::from_men(-3.3), Score::from_men(99.87), Score::MIN, Score::MAX] {
        for hidden in sample_of_the_range() {
            let driver = Driver::start(DriverKind::MtdGallop, &options, guess, 3);
            let distance = i64::from((hidden.millionths() - guess.millionths()).abs());
            // After so many steps the value is bracketed by the last of them.
            let steps = (distance as f64 / step as f64 + 1.0).log2().ceil() as u32;
            let bound = 1 + steps + mtd_bi_bound(options.first_step.doubled(steps).millionths(), epsilon);
            let probes = probes_with_weak_answers(driver, hidden);
            assert!(probes <= bound, "{probes} probes for {hidden:?} from {guess:?}, more than {bound}");
        }
    }
}

/// Small numbers that look random: Marsaglia's xorshift.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: i64) -> i64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % sides as u64) as i64
    }

    /// An answer that need not agree with any other: mostly near the window, at times anywhere.
    fn answer(&mut self, window: Window) -> Score {
        match self.roll(8) {
            0 => score(self.roll(Width::WHOLE.millionths() + 1) - Width::WHOLE.millionths() / 2),
            1 => window.alpha.plus(self.roll(9) - 4),
            2 => window.beta.plus(self.roll(9) - 4),
            3..6 => window.alpha,
            _ => window.beta,
        }
    }
}

/// The most probes that any answers may draw from a driver over bounds `range` millionths apart.
fn most_probes(kind: DriverKind, options: &DriverOptions, range: i64, moves: u32) -> u32 {
    let epsilon = options.epsilon.millionths();
    let linear = |width| (range / width + 2) as u32;
    let bits = range.ilog2() + 1;
    match kind {
        DriverKind::AlphaBeta | DriverKind::NegaScout => 1,
        // Each window is four times as wide as the last.
        DriverKind::AspirationNegaScout => bits / 2 + 2,
        DriverKind::MtdF | DriverKind::Sss | DriverKind::Dual => linear(1),
        DriverKind::RealMtdF => linear(epsilon),
        DriverKind::MtdBi => mtd_bi_bound(range, epsilon),
        DriverKind::CStar => mtd_bi_bound(range, 1),
        DriverKind::MtdGallop => bits + mtd_bi_bound(range, epsilon),
        // Doubling steps over what remains after doubling steps.
        DriverKind::MtdStep => (bits + 1) * (bits + 1),
        DriverKind::MtdBest => moves * (bits + 1) * (bits + 1),
    }
}

/// Answers a driver by rolls of the dice until it is done.
fn confuse(mut driver: Driver, dice: &mut Dice, most: u32) {
    while let Question::Root { window, .. } | Question::Move { window, .. } = driver.question() {
        let before = driver.clone();
        driver.answer(dice.answer(window));
        assert!(driver.probes() <= most, "more than {most} probes: {driver:?}");
        assert!(driver.probes() == before.probes() + 1 && driver != before, "{driver:?}");
    }
    let done = driver.clone();
    driver.answer(Score::DRAW);
    assert_eq!(driver, done, "an answer that nobody asked for counts");
    assert!(driver.value() >= driver.bounds().low, "what was proven is taken back: {driver:?}");
}

#[test]
fn every_driver_ends_whatever_the_answers_are() {
    let mut dice = Dice(20_260_314);
    let moves = 4;
    for &kind in DriverKind::ALL {
        let takes_millions =
            matches!(kind, DriverKind::MtdF | DriverKind::Sss | DriverKind::Dual | DriverKind::RealMtdF);
        for options in small_options().into_iter().chain([DriverOptions::default(), options(1, 1_000, 50_000)]) {
            for _ in 0..2_000 {
                let guess = score(dice.roll(Width::WHOLE.millionths() + 1) - Width::WHOLE.millionths() / 2);
                let low = Score::MIN.plus(dice.roll(Width::WHOLE.millionths() - 400));
                let range = 1 + dice.roll(400);
                let driver = Driver::start(kind, &options, guess, moves);
                let narrow = driver.clone().within(Bounds { low, high: low.plus(range) });
                // Only the upper bound tells mtd-best anything.
                let whole = Width::WHOLE.millionths();
                let range = if kind == DriverKind::MtdBest { whole } else { range };
                confuse(narrow, &mut dice, most_probes(kind, &options, range, moves as u32));
                if !takes_millions {
                    confuse(driver, &mut dice, most_probes(kind, &options, whole, moves as u32));
                }
            }
        }
    }
}

/// Follows mtd-best through every legal answer to every question; returns the most probes it took.
fn follow_moves(driver: Driver, hidden: &[Score], band: &[Score]) -> u32 {
    let Question::Move { index, window } = driver.question() else {
        assert_eq!(driver.question(), Question::Done);
        let best = driver.settled_move().expect("a move is settled");
        assert_eq!(Some(&hidden[best]), hidden.iter().max(), "{driver:?} for {hidden:?}");
        let bounds = driver.bounds();
        assert!(bounds.low <= hidden[best] && hidden[best] <= bounds.high, "{driver:?} for {hidden:?}");
        assert!(driver.value() <= hidden[best] || hidden.len() == 1, "{driver:?} for {hidden:?}");
        return driver.probes();
    };
    assert_eq!(driver.settled_move(), None, "{driver:?} asks on");
    assert!(window.is_null(), "{driver:?}");
    let answered = |result| {
        let mut next = driver.clone();
        next.answer(result);
        assert!(next != driver, "no bound moved: {driver:?}");
        follow_moves(next, hidden, band)
    };
    let results = legal_results(window, hidden[index], band);
    results.into_iter().map(answered).max().expect("some result is legal")
}

/// All lists of so many values from the band.
fn lists_of(count: usize, band: &[Score]) -> Vec<Vec<Score>> {
    (0..count).fold(vec![Vec::new()], |lists, _| {
        let longer =
            |list: &Vec<Score>| band.iter().map(|&value| [list.as_slice(), &[value]].concat()).collect::<Vec<_>>();
        lists.iter().flat_map(longer).collect()
    })
}

#[test]
fn mtd_best_settles_a_move_of_the_highest_value() {
    for (moves, highest) in [(2, 5), (3, 3), (4, 2)] {
        let band = band(-1, highest);
        for hidden in lists_of(moves, &band) {
            for guess in guesses(&band) {
                for first_step in [1, 2, 50] {
                    let options = options(1, 1, first_step);
                    follow_moves(Driver::start(DriverKind::MtdBest, &options, guess, moves), &hidden, &band);
                }
            }
        }
    }
}

#[test]
fn mtd_best_asks_for_each_move_once_when_the_first_is_best() {
    let hidden = [30, 10, -5, 29].map(score);
    let mut driver = Driver::start(DriverKind::MtdBest, &DriverOptions::default(), score(25), hidden.len());
    while let Question::Move { index, .. } = driver.question() {
        driver.answer(hidden[index]);
    }
    assert_eq!((driver.settled_move(), driver.probes()), (Some(0), 4));
    assert_eq!((driver.value(), driver.bounds().low), (score(30), score(30)));
}

#[test]
fn mtd_best_asks_what_an_only_move_is_worth_and_nothing_without_moves() {
    let start = |kind, moves| Driver::start(kind, &DriverOptions::default(), score(5), moves);
    let mut driver = start(DriverKind::MtdBest, 1);
    while let Question::Root { window, .. } = driver.question() {
        assert!(window.is_null());
        driver.answer(score(-30));
    }
    assert_eq!((driver.value(), driver.settled_move()), (score(-30), None));
    assert_eq!(start(DriverKind::MtdBest, 0).question(), Question::Done);
}
