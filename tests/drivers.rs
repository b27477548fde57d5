//! Drivers without an engine: questions are answered from hidden values, in every way that a fail-soft search could
//! answer them, and in ways that none should.

use crownhead::eval::Score;
use crownhead::search::{Bounds, Driver, DriverKind, DriverOptions, Question, Width, Window};

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
    let band = band(-3, 4);
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

#[test]
fn published_real_mtd_f_is_off_by_less_than_epsilon() {
    let band = band(10, 19);
    for epsilon in 1..=6 {
        let options = DriverOptions { close_real: false, ..options(epsilon, 1, 1) };
        for guess in guesses(&band) {
            for &hidden in &band {
                follow(Driver::start(DriverKind::RealMtdF, &options, guess, 3), hidden, &band, epsilon - 1);
            }
        }
    }
}
