//! Positions as NumPy arrays: a file in the format NPY 1.0 for each column. `numpy.load` maps them into memory.

use std::fs;
use std::io::{self, BufWriter, Seek, SeekFrom, Write};
use std::path::Path;

use crownhead_engine::support::journal::NewFile;
use crownhead_rules::notation::SpelledMove;
use crownhead_rules::{AnyPosition, Side, Variant};

use super::ScoredPosition;
use crate::train::record::Flags;

/// The name of a column and its type as NumPy writes it.
type Column = (&'static str, &'static str);

/// `bitboards` and `turns` are what the Python package makes a batch of: White's men and kings, Black's men and kings,
/// as sets in which bit 0 is square 1, in two words on more than 64 squares; and whether White is to move.
const COLUMNS: [Column; 14] = [
    ("bitboards", "<u8"),
    ("turns", "|b1"),
    // In men, for the side to move; nan if it is unknown.
    ("value", "<f4"),
    // In plies; 0 if it is unknown.
    ("depth", "|u1"),
    // 1, 0 or -1 for the side to move; -128 if it is unknown.
    ("result", "|i1"),
    // Numbers of squares from 1; 0 if no move was played.
    ("origin", "|u1"),
    ("destination", "|u1"),
    ("game", "<u8"),
    ("ply", "<u4"),
    ("capture", "|b1"),
    ("decided", "|b1"),
    ("repeated", "|b1"),
    ("only_move", "|b1"),
    ("sideline", "|b1"),
];

/// The bytes of a header; NumPy wants a multiple of 64.
const HEADER: usize = 128;

#[derive(Debug)]
pub struct Arrays {
    files: Vec<BufWriter<NewFile>>,
    words: usize,
    rows: u64,
}

impl Arrays {
    pub(super) fn create(folder: &Path, variant: Variant) -> io::Result<Arrays> {
        fs::create_dir_all(folder)?;
        let create = |(name, _): &Column| {
            let mut file = BufWriter::new(NewFile::create(&folder.join(format!("{name}.npy")))?);
            file.write_all(&[0; HEADER])?;
            Ok(file)
        };
        let files = COLUMNS.iter().map(create).collect::<io::Result<_>>()?;
        Ok(Arrays { files, words: variant.board().size.div_ceil(64), rows: 0 })
    }

    pub(super) fn add(&mut self, positions: &[ScoredPosition]) -> io::Result<()> {
        for scored in positions {
            self.rows += 1;
            let [origin, destination] = scored.played.as_ref().map_or([0, 0], ends);
            let flag = |flag| u8::from(scored.flags.intersects(flag));
            let cells: [&[u8]; COLUMNS.len()] = [
                &bitboards(&scored.position, self.words),
                &[u8::from(scored.position.side() == Side::White)],
                &scored.value.unwrap_or(f32::NAN).to_le_bytes(),
                &[scored.depth.unwrap_or(0)],
                &scored.result.unwrap_or(i8::MIN).to_le_bytes(),
                &[origin],
                &[destination],
                &scored.game.to_le_bytes(),
                &scored.ply.to_le_bytes(),
                &[flag(Flags::CAPTURE)],
                &[flag(Flags::DECIDED)],
                &[flag(Flags::REPEATED)],
                &[flag(Flags::ONLY_MOVE)],
                &[flag(Flags::SIDELINE)],
            ];
            self.files.iter_mut().zip(cells).try_for_each(|(file, cell)| file.write_all(cell))?;
        }
        Ok(())
    }

    pub(super) fn finish(self) -> io::Result<()> {
        for (file, (name, kind)) in self.files.into_iter().zip(COLUMNS) {
            let mut file = file.into_inner().map_err(io::IntoInnerError::into_error)?;
            let shape = match (name, self.words) {
                ("bitboards", 1) => "4".to_owned(),
                ("bitboards", words) => format!("4, {words}"),
                _ => String::new(),
            };
            file.seek(SeekFrom::Start(0))?;
            file.write_all(&header(kind, self.rows, &shape))?;
            file.finish()?;
        }
        Ok(())
    }
}

/// The squares that a move begins and ends on, by their numbers.
fn ends(played: &SpelledMove) -> [u8; 2] {
    let numbers = || played.path().map(|square| square.number() as u8);
    [numbers().next(), numbers().last()].map(Option::unwrap_or_default)
}

/// The header of an array of `rows` cells, which have this shape.
fn header(kind: &str, rows: u64, shape: &str) -> [u8; HEADER] {
    let described = format!("{{'descr': '{kind}', 'fortran_order': False, 'shape': ({rows}, {shape}), }}");
    let mut header = [b' '; HEADER];
    header[..10].copy_from_slice(b"\x93NUMPY\x01\x00\x76\x00");
    header[10..10 + described.len()].copy_from_slice(described.as_bytes());
    header[HEADER - 1] = b'\n';
    header
}

/// The sets of squares of a position, each of this number of words.
fn bitboards(position: &AnyPosition, words: usize) -> Vec<u8> {
    let board = position.board();
    let sets = Side::ALL.into_iter().flat_map(|side| [position.men(side), position.kings(side)]);
    let bits = sets.map(|set| {
        let squares = board.squares().filter(|&square| set.meets(board.bit(square)));
        squares.fold(0_u128, |bits, square| bits | 1 << square.index())
    });
    bits.flat_map(|bits| bits.to_le_bytes().into_iter().take(8 * words)).collect()
}
