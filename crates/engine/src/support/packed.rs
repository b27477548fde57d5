//! What is packed by zstd, unpacked: by the library in C or, where there is no C, by one in Rust that takes longer.

use std::io::{self, Read};

/// The content of one zstd frame, which has at most `most` bytes.
///
/// # Errors
/// If it is damaged or larger.
#[cfg(not(target_family = "wasm"))]
pub fn unpack_block(packed: &[u8], most: usize) -> io::Result<Vec<u8>> {
    zstd::bulk::decompress(packed, most)
}

/// The content of one zstd frame, which has at most `most` bytes.
///
/// # Errors
/// If it is damaged or larger.
#[cfg(target_family = "wasm")]
pub fn unpack_block(packed: &[u8], most: usize) -> io::Result<Vec<u8>> {
    let mut content = Vec::with_capacity(most);
    reader(packed)?.take(most as u64 + 1).read_to_end(&mut content)?;
    if content.len() > most { Err(io::ErrorKind::InvalidData.into()) } else { Ok(content) }
}

/// One zstd frame with this content, packed as far as it goes.
///
/// # Errors
/// If there is no memory.
#[cfg(not(target_family = "wasm"))]
pub fn pack(content: &[u8]) -> io::Result<Vec<u8>> {
    zstd::bulk::compress(content, *zstd::compression_level_range().end())
}

/// Reads the content of what is packed.
///
/// # Errors
/// If it is not packed by zstd.
#[cfg(not(target_family = "wasm"))]
pub fn reader(packed: &[u8]) -> io::Result<impl Read> {
    zstd::Decoder::new(packed)
}

/// Reads the content of what is packed.
///
/// # Errors
/// If it is not packed by zstd.
#[cfg(target_family = "wasm")]
pub fn reader(packed: &[u8]) -> io::Result<impl Read> {
    ruzstd::decoding::StreamingDecoder::new(packed).map_err(io::Error::other)
}
