//! Positions as a Parquet file.

use std::io;
use std::path::Path;
use std::sync::Arc;

use crownhead_engine::support::journal::NewFile;
use crownhead_rules::Variant;
use crownhead_rules::notation::fen;
use parquet::basic::Compression;
use parquet::data_type::{BoolType, ByteArray, ByteArrayType, DataType, FloatType, Int32Type, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::parser::parse_message_type;

use super::ScoredPosition;
use crate::origin;
use crate::train::record::Flags;

const SCHEMA: &str = "message positions {
    REQUIRED BYTE_ARRAY fen (STRING);
    OPTIONAL BYTE_ARRAY move (STRING);
    OPTIONAL FLOAT value;
    OPTIONAL INT32 depth (INTEGER(8, false));
    OPTIONAL INT32 result (INTEGER(8, true));
    REQUIRED INT64 game (INTEGER(64, false));
    REQUIRED INT32 ply (INTEGER(32, false));
    REQUIRED BOOLEAN capture;
    REQUIRED BOOLEAN decided;
    REQUIRED BOOLEAN repeated;
    REQUIRED BOOLEAN only_move;
    REQUIRED BOOLEAN sideline;
}";

/// The rows that are written together.
const GROUP: usize = 1 << 16;

#[derive(Debug)]
pub struct ParquetFile {
    writer: SerializedFileWriter<NewFile>,
    waiting: Vec<ScoredPosition>,
}

impl ParquetFile {
    pub(super) fn create(path: &Path, variant: Variant) -> io::Result<ParquetFile> {
        let schema = parse_message_type(SCHEMA).map_err(error)?;
        let notes = [("variant", variant.name()), ("crownhead", origin::VERSION)]
            .map(|(key, value)| KeyValue::new(key.to_owned(), value.to_owned()));
        let properties = WriterProperties::builder()
            .set_compression(Compression::SNAPPY)
            .set_key_value_metadata(Some(notes.into()))
            .build();
        let file = NewFile::create(path)?;
        let writer = SerializedFileWriter::new(file, Arc::new(schema), Arc::new(properties)).map_err(error)?;
        Ok(ParquetFile { writer, waiting: Vec::new() })
    }

    pub(super) fn add(&mut self, positions: &[ScoredPosition]) -> io::Result<()> {
        self.waiting.extend_from_slice(positions);
        if self.waiting.len() >= GROUP { self.write_group() } else { Ok(()) }
    }

    pub(super) fn finish(mut self) -> io::Result<()> {
        self.write_group()?;
        self.writer.into_inner().map_err(error)?.finish()
    }

    fn write_group(&mut self) -> io::Result<()> {
        let rows = std::mem::take(&mut self.waiting);
        if rows.is_empty() {
            return Ok(());
        }
        let mut group = self.writer.next_row_group().map_err(error)?;
        write_columns(&mut group, &rows).and_then(|()| group.close()).map_err(error)?;
        Ok(())
    }
}

fn error(error: ParquetError) -> io::Error {
    io::Error::other(error)
}

type Group<'a> = SerializedRowGroupWriter<'a, NewFile>;

/// Writes the columns in the order of the schema.
fn write_columns(group: &mut Group<'_>, rows: &[ScoredPosition]) -> Result<(), ParquetError> {
    let text = |text: String| ByteArray::from(text.into_bytes());
    required::<ByteArrayType>(group, rows, |row| text(fen::write(&row.position)))?;
    optional::<ByteArrayType>(group, rows, |row| row.played.as_ref().map(|played| text(played.hub())))?;
    optional::<FloatType>(group, rows, |row| row.value)?;
    optional::<Int32Type>(group, rows, |row| row.depth.map(i32::from))?;
    optional::<Int32Type>(group, rows, |row| row.result.map(i32::from))?;
    required::<Int64Type>(group, rows, |row| row.game.cast_signed())?;
    required::<Int32Type>(group, rows, |row| row.ply.cast_signed())?;
    for flag in [Flags::CAPTURE, Flags::DECIDED, Flags::REPEATED, Flags::ONLY_MOVE, Flags::SIDELINE] {
        required::<BoolType>(group, rows, |row| row.flags.intersects(flag))?;
    }
    Ok(())
}

fn required<T: DataType>(
    group: &mut Group<'_>,
    rows: &[ScoredPosition],
    cell: impl Fn(&ScoredPosition) -> T::T,
) -> Result<(), ParquetError> {
    column::<T>(group, &rows.iter().map(cell).collect::<Vec<_>>(), None)
}

fn optional<T: DataType>(
    group: &mut Group<'_>,
    rows: &[ScoredPosition],
    cell: impl Fn(&ScoredPosition) -> Option<T::T>,
) -> Result<(), ParquetError> {
    let cells: Vec<_> = rows.iter().map(cell).collect();
    let is_there: Vec<i16> = cells.iter().map(|cell| i16::from(cell.is_some())).collect();
    column::<T>(group, &cells.into_iter().flatten().collect::<Vec<_>>(), Some(&is_there))
}

fn column<T: DataType>(group: &mut Group<'_>, cells: &[T::T], is_there: Option<&[i16]>) -> Result<(), ParquetError> {
    let mut column = group.next_column()?.expect("the schema has as many columns as are written");
    column.typed::<T>().write_batch(cells, is_there, None)?;
    column.close()
}
