//! Games of the engine against itself end by the rules alone, are legal for a generator that was written apart from the
//! engine's, and come out the same each time.

use crownhead::arena::{SelfPlay, SelfPlayGame, SelfPlaySummary};
use crownhead_engine::eval::EvaluationOptions;
use crownhead_engine::search::{SearchOptions, TableSize};
use crownhead_engine::support::interrupt::Interrupt;
use crownhead_rules::{AnyPosition, DrawReason, Game, GameEnd, Move, Side, Variant, WinReason};

use crate::reference::{Ends, Mailbox, Piece, articles_of};

/// The variable with the number of games of each variant, if they are to be more or fewer than usual.
const GAMES: &str = "CROWNHEAD_SELFPLAY_GAMES";

fn series(variant: Variant, concurrency: usize) -> SelfPlay {
    SelfPlay {
        variant,
        evaluation: EvaluationOptions::default(),
        games: std::env::var(GAMES).map_or(20, |games| games.parse().expect("a number of games")),
        nodes: 200,
        opening_plies: 4,
        seed: 11,
        table_size: TableSize::MIN,
        options: SearchOptions::default(),
        concurrency,
    }
}

/// The start position in the other generator.
fn referee(variant: Variant) -> Mailbox {
    let start = variant.start();
    let mut mailbox = Mailbox::new(articles_of(variant.name()), start.side() == Side::White);
    for square in start.board().squares() {
        if let Some((side, king)) = start.piece_at(square) {
            mailbox.put(square.number() as usize, Piece { white: side == Side::White, king });
        }
    }
    mailbox
}

/// A move as the other generator has it.
fn ends(position: &AnyPosition, mv: &Move) -> Ends {
    let taken = mv.captured_set().singles().map(|single| position.board().square(single).number() as usize).collect();
    let is_king = position.succ(mv).all_kings().meets(position.board().bit(mv.to));
    (mv.from.number() as usize, mv.to.number() as usize, taken, is_king)
}

/// Plays a record anew: each move is legal for both generators, the game is over after the last of them and not before,
/// and for the reason that the record gives.
fn replay(variant: Variant, record: &SelfPlayGame) {
    let articles = variant.articles();
    let (mut game, mut referee) = (Game::start(variant), referee(variant));
    for &mv in &record.moves {
        assert_eq!(game.end_or_claim(), None, "{variant} goes on after the end, at ply {}", game.moves().len());
        let ends = ends(game.position(), &mv);
        assert!(referee.moves().contains(&ends), "{variant}: {ends:?} in {}", game.position());
        referee = referee.after(&ends);
        game.play(mv).unwrap_or_else(|error| panic!("{variant}: {error}"));
    }
    assert_eq!(game.end_or_claim(), Some(record.end), "{variant}");
    assert_eq!(matches!(record.end, GameEnd::Win(_)), referee.moves().is_empty(), "{variant}: {}", record.end);
    match record.end {
        GameEnd::Win(win) => {
            assert!(game.position().moves().is_empty());
            let kings = game.position().kings(win.winner).len();
            match win.reason {
                WinReason::NoMove => assert_eq!(win.winner, articles.no_move.winner(game.position().side())),
                WinReason::Kings => assert_eq!(Some(kings), articles.kings_to_win),
            }
        }
        GameEnd::Draw(reason @ (DrawReason::Repetition | DrawReason::Claim)) => {
            let times = game.positions().filter(|&position| position == game.position()).count();
            let is_article = reason == DrawReason::Repetition;
            assert_eq!((articles.draws.occurrences, times), if is_article { (Some(times), times) } else { (None, 3) });
        }
        GameEnd::Draw(DrawReason::QuietMoves) => {
            let limit = usize::from(articles.draws.quiet_plies.expect("the variant has the article"));
            let pieces = |game: &Game| {
                let men = game.position().occupied() - game.position().all_kings();
                (men, game.position().occupied().len())
            };
            let at_the_end = pieces(&game);
            for _ in 0..limit {
                game.take_back();
            }
            assert_eq!(pieces(&game), at_the_end, "a man has moved or been captured");
        }
        GameEnd::Draw(DrawReason::Ending(name)) => {
            let mut names = articles.draws.endings.iter().map(|article| article.name);
            assert!(
                names.any(|known| known == name) || articles.draws.lone_king.is_some_and(|known| known.name == name)
            );
            assert!(game.position().occupied().len() <= articles.draws.most_pieces_counted());
        }
    }
}

#[test]
fn every_game_ends_by_rule_and_again_in_the_same_way() {
    for &variant in Variant::ALL {
        let games = series(variant, 1).run(&Interrupt::default(), |_| ()).expect("there is room for the table");
        games.iter().for_each(|game| replay(variant, game));
        let again = series(variant, 3).run(&Interrupt::default(), |_| ()).expect("there is room for the tables");
        let [first, second] = [&games, &again].map(|games| SelfPlaySummary::of(variant, games));
        assert_eq!(first, second, "{variant}");
        assert_eq!(games, again, "{variant}");
        assert!(first.games == games.len() && first.distinct > games.len() / 2, "{variant}: {first:?}");
        println!("{variant}: {first:?}");
    }
}
