//! Files made small, once: when the program is built (build.rs has this file
//! too) or when a folder's file is first asked for.

use std::hash::{DefaultHasher, Hasher};
use std::io::{self, Write};

/// Endings of files that are compressed already.
const DENSE: [&str; 9] = [
    "avif", "br", "gif", "gz", "jpg", "png", "webp", "woff", "woff2",
];

/// How hard to try.
#[derive(Clone, Copy)]
pub(crate) struct Effort {
    /// Of brotli, 0 to 11.
    pub(crate) brotli: i32,
    /// Of gzip, 0 to 9.
    pub(crate) gzip: u32,
}

/// A file's bytes, where they became smaller.
pub(crate) struct Squeezed {
    pub(crate) brotli: Option<Vec<u8>>,
    pub(crate) gzip: Option<Vec<u8>>,
}

/// Both compressed forms of a file.
pub(crate) fn squeeze(path: &str, bytes: &[u8], effort: Effort) -> io::Result<Squeezed> {
    let ending = path.rsplit_once('.').map_or("", |(_, ending)| ending);
    if DENSE.contains(&ending) {
        let (brotli, gzip) = (None, None);
        return Ok(Squeezed { brotli, gzip });
    }
    let smaller = |made: Vec<u8>| Some(made).filter(|made| made.len() < bytes.len());
    Ok(Squeezed {
        brotli: smaller(brotli(bytes, effort.brotli)?),
        gzip: smaller(gzip(bytes, effort.gzip)?),
    })
}

fn brotli(mut bytes: &[u8], quality: i32) -> io::Result<Vec<u8>> {
    let params = brotli::enc::BrotliEncoderParams {
        quality,
        // The widest window that every browser reads.
        lgwin: 24,
        size_hint: bytes.len(),
        ..Default::default()
    };
    let mut made = Vec::new();
    brotli::BrotliCompress(&mut bytes, &mut made, &params)?;
    Ok(made)
}

fn gzip(bytes: &[u8], level: u32) -> io::Result<Vec<u8>> {
    let mut made = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::new(level));
    made.write_all(bytes)?;
    made.finish()
}

/// A name for the bytes: it changes when they do.
pub(crate) fn tag(bytes: &[u8]) -> String {
    let mut hasher = DefaultHasher::new();
    hasher.write(bytes);
    format!("{:x}-{:016x}", bytes.len(), hasher.finish())
}
