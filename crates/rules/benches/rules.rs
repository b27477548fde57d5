//! The speed of perft, FEN and PDN: `cargo bench --package crownhead-rules`.

use crownhead_rules::notation::fen;
use crownhead_rules::notation::pdn::Reader;
use crownhead_rules::perft::Counting;
use crownhead_rules::{AnyPosition, Game, Variant};
use divan::counter::{BytesCount, ItemsCount};
use divan::{Bencher, black_box};

fn main() {
    divan::main();
}

const VARIANTS: [Variant; 4] = [Variant::ENGLISH, Variant::INTERNATIONAL, Variant::RUSSIAN, Variant::FRISIAN];

/// Items are leaves.
#[divan::bench(args = VARIANTS)]
fn perft(bencher: Bencher<'_, '_>, variant: Variant) {
    let start = variant.start();
    let leaves = start.perft(6, Counting::Merged);
    bencher.counter(ItemsCount::new(leaves)).bench(|| black_box(start).perft(6, Counting::Merged));
}

/// Positions of a game in which the moves are taken from all parts of the lists.
fn positions(variant: Variant) -> Vec<AnyPosition> {
    let mut game = Game::start(variant);
    for ply in 0..60 {
        let moves = game.position().moves();
        if game.end().is_some() || game.play(moves[ply * 7 % moves.len()]).is_err() {
            break;
        }
    }
    game.positions().copied().collect()
}

#[divan::bench(args = VARIANTS)]
fn write_fen(bencher: Bencher<'_, '_>, variant: Variant) {
    let positions = positions(variant);
    bencher.counter(ItemsCount::new(positions.len())).bench(|| {
        positions.iter().for_each(|position| drop(black_box(fen::write(position))));
    });
}

#[divan::bench(args = VARIANTS)]
fn read_fen(bencher: Bencher<'_, '_>, variant: Variant) {
    let texts: Vec<_> = positions(variant).iter().map(fen::write).collect();
    bencher.counter(ItemsCount::new(texts.len())).bench(|| {
        texts.iter().for_each(|text| drop(black_box(fen::parse(variant, text))));
    });
}

/// Games with comments and variations, read and replayed.
#[divan::bench]
fn read_pdn(bencher: Bencher<'_, '_>) {
    let text = include_str!("../tests/fixtures/pdn/annotated.pdn");
    bencher.counter(BytesCount::new(text.len())).bench(|| {
        let games = Reader::new(text.as_bytes()).flatten();
        games.for_each(|game| {
            let variant = game.variant().ok().flatten().unwrap_or(Variant::ENGLISH);
            drop(black_box(game.replay(variant)));
        });
    });
}
