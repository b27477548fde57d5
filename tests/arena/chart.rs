//! The picture of a match, looked at as text.

use crownhead::arena::chart::{PlayedMatch, PlayedRound, html, svg};
use crownhead::plot::PlotError;
use crownhead::statistics::Outcome;
use crownhead::statistics::{EloModel, Sprt};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// A made-up match of 200 games in pairs from five openings.
fn played(sprt: Option<Sprt>) -> PlayedMatch {
    let mut random = ChaCha8Rng::seed_from_u64(5);
    let mut outcome = || match random.random_range(0..10) {
        0..3 => Outcome::Win,
        3..8 => Outcome::Draw,
        _ => Outcome::Loss,
    };
    let round = |number: usize| PlayedRound {
        opening: format!("opening <{}>", number % 5),
        outcomes: [(); 2].map(|()| Some(outcome())),
    };
    let rounds = (0..100).map(round).collect();
    PlayedMatch { first: "new & better".to_owned(), second: "old".to_owned(), rounds, sprt }
}

fn test() -> Option<Sprt> {
    Sprt::new(0.0, 20.0, 0.05, 0.05, EloModel::Normalised).ok()
}

#[test]
fn the_drawing_names_its_axes_and_lines() {
    let drawing = svg(&played(test())).expect("there are games");
    assert!(drawing.starts_with("<svg") && drawing.trim_end().ends_with("</svg>"));
    for text in [
        "Score of new &amp; better against old",
        "score (points per game)",
        "games played",
        "95 % interval",
        "even",
        "Test of 20 against 0 normalised Elo",
        "log-likelihood ratio",
        "20 normalised Elo accepted at 2.94",
        "0 normalised Elo accepted at -2.94",
    ] {
        assert!(drawing.contains(text), "{text}");
    }
    assert!(!drawing.contains("NaN") && !drawing.contains("inf"));
    let without_test = svg(&played(None)).expect("there are games");
    assert!(!without_test.contains("log-likelihood ratio") && without_test.contains("95 % interval"));
    assert_eq!(drawing, svg(&played(test())).expect("there are games"), "the same match, the same drawing");
}

#[test]
fn the_page_has_figures_drawing_and_openings_and_loads_nothing() {
    let page = html(&played(test())).expect("there are games");
    for text in [
        "<h1>new &amp; better against old</h1>",
        "<svg",
        "Normalised Elo",
        "[0, 20] normalised Elo",
        "+/-",
        "no verdict",
    ] {
        assert!(page.contains(text), "{text}");
    }
    for opening in 0..5 {
        assert!(page.contains(&format!("<tr><td>opening &lt;{opening}&gt;</td><td>40</td>")), "{opening}");
    }
    // The namespace of SVG is a name, and no address that anything is loaded from.
    let addresses = page.matches("http").count();
    assert_eq!(addresses, page.matches("xmlns=\"http").count());
    assert!(!page.contains("<script") && !page.contains("src="));
}

#[test]
fn matches_of_every_kind_are_drawn() {
    let round = |outcomes| PlayedRound { opening: "start".to_owned(), outcomes };
    let with = |rounds| PlayedMatch { rounds, ..played(test()) };
    assert_eq!(svg(&with(Vec::new())), Err(PlotError::Empty("the chart".to_owned())));
    assert_eq!(html(&with(Vec::new())), Err(PlotError::Empty("the chart".to_owned())));
    for rounds in [
        vec![round([Some(Outcome::Win), None])],
        vec![round([Some(Outcome::Draw); 2])],
        vec![round([Some(Outcome::Loss), None]); 9],
        vec![round([Some(Outcome::Win); 2]); 20],
    ] {
        let page = html(&with(rounds)).expect("there are games");
        assert!(!page.contains("NaN"), "{page}");
    }
}
