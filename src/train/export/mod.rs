//! Scored positions for other programs: those of records of games and of games in PDN, as a Parquet file or as NumPy
//! arrays.

mod numpy;
mod parquet;

use std::io;
use std::path::Path;

use super::record::{Flags, GameRecord};
use crownhead_rules::notation::SpelledMove;
use crownhead_rules::notation::pdn::{PdnGame, PdnResult, Remark, Stretch};
use crownhead_rules::{AnyPosition, Side, Variant};

#[derive(Clone, Debug)]
pub struct ScoredPosition {
    /// The number of its game among all that are written, from 0.
    pub game: u64,
    /// The plies before it, from the first position of the game that is known. One beside the game has that of the
    /// position which it is beside.
    pub ply: u32,
    pub position: AnyPosition,
    /// The move that was played; `None` beside the game and where the game ends.
    pub played: Option<SpelledMove>,
    /// The value in men, for the side to move.
    pub value: Option<f32>,
    /// The depth in plies of the search that found the value.
    pub depth: Option<u8>,
    /// The result of the game for the side to move: 1, 0 or -1; `None` beside the game, and if it is unknown.
    pub result: Option<i8>,
    pub flags: Flags,
}

pub fn of_record(game: &GameRecord, number: u64) -> Vec<ScoredPosition> {
    let is_beside = |flags: Flags| flags.intersects(Flags::SIDELINE);
    let mut positions = Vec::with_capacity(game.samples.len());
    let mut plies = 0;
    for (place, sample) in game.samples.iter().enumerate() {
        let of_game = !is_beside(sample.flags);
        let next = game.samples[place + 1..].iter().find(|next| of_game && !is_beside(next.flags));
        let result = i8::try_from(game.result_for(sample.position.side()).half_points()).map(|points| points - 1);
        positions.push(ScoredPosition {
            game: number,
            ply: if of_game { plies } else { plies.saturating_sub(1) },
            position: sample.position,
            played: next.and_then(|next| move_between(&sample.position, &next.position)),
            value: Some(sample.score.men() as f32),
            depth: u8::try_from(sample.depth.get()).ok(),
            result: result.ok().filter(|_| of_game),
            flags: sample.flags,
        });
        plies += u32::from(of_game);
    }
    positions
}

fn move_between(from: &AnyPosition, to: &AnyPosition) -> Option<SpelledMove> {
    // Records leave out the moves that a king has made in a row.
    let is_there = |reached: &AnyPosition| {
        Side::ALL.iter().all(|&side| reached.men(side) == to.men(side) && reached.kings(side) == to.kings(side))
    };
    let moves = from.moves();
    let played = moves.iter().find(|mv| is_there(&from.succ(mv)))?;
    Some(SpelledMove::among(from, &moves, played))
}

/// The positions of a game in PDN in which there is a move. A value is that of the comment behind the move that led to
/// the position.
pub fn of_pdn(pdn: &PdnGame, stretches: &[Stretch], variant: Variant, number: u64) -> Vec<ScoredPosition> {
    let white =
        (!matches!(pdn.outcome(variant), PdnResult::Unknown | PdnResult::BothLose | PdnResult::Other(_))).then(|| {
            match pdn.winner(variant) {
                None => 0,
                Some(Side::White) => 1,
                Some(Side::Black) => -1,
            }
        });
    let mut positions = Vec::new();
    for Stretch { first_ply, game } in stretches {
        for (ply, &position) in game.positions().enumerate() {
            let moves = position.moves();
            if moves.is_empty() {
                continue;
            }
            let sign = if position.side() == Side::White { 1_i8 } else { -1 };
            let led_to = ply.checked_sub(1).and_then(|before| pdn.moves.get(first_ply + before));
            let remark = led_to.map(|mv| mv.comments().into_iter().map(Remark::parse)).into_iter().flatten();
            let scored = remark.into_iter().find(|remark| remark.score.is_some());
            positions.push(ScoredPosition {
                game: number,
                ply: u32::try_from(first_ply + ply).unwrap_or(u32::MAX),
                position,
                played: game.moves().get(ply).map(|mv| SpelledMove::among(&position, &moves, mv)),
                value: scored.as_ref().and_then(|remark| remark.score).map(|men| f32::from(sign) * men as f32),
                depth: scored.and_then(|remark| remark.depth).and_then(|depth| u8::try_from(depth).ok()),
                result: white.map(|white| white * sign),
                flags: Flags::CAPTURE.when(position.has_capture())
                    | Flags::ONLY_MOVE.when(moves.len() == 1)
                    | Flags::REPEATED.when(game.positions().take(ply).any(|earlier| *earlier == position)),
            });
        }
    }
    positions
}

#[derive(Debug)]
pub enum Export {
    Parquet(Box<parquet::ParquetFile>),
    Numpy(Box<numpy::Arrays>),
}

impl Export {
    /// A Parquet file, which takes the name when it is complete.
    pub fn parquet(path: &Path, variant: Variant) -> io::Result<Export> {
        Ok(Export::Parquet(Box::new(parquet::ParquetFile::create(path, variant)?)))
    }

    /// Arrays in the files of a folder, which is made if it is missing.
    pub fn numpy(folder: &Path, variant: Variant) -> io::Result<Export> {
        Ok(Export::Numpy(Box::new(numpy::Arrays::create(folder, variant)?)))
    }

    pub fn add(&mut self, positions: &[ScoredPosition]) -> io::Result<()> {
        match self {
            Export::Parquet(file) => file.add(positions),
            Export::Numpy(arrays) => arrays.add(positions),
        }
    }

    /// Writes what is left, and the files get their names.
    pub fn finish(self) -> io::Result<()> {
        match self {
            Export::Parquet(file) => file.finish(),
            Export::Numpy(arrays) => arrays.finish(),
        }
    }
}
