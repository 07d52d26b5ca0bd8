//! The checksum of a Parquet file, over all of its bytes. It stands among the
//! metadata at the file's end, where zeros take its place while it is summed.

use parquet::file::metadata::KeyValue;
use std::fs::File;
use std::io::{self, BufReader, Read, Seek, SeekFrom, Write};
use xxhash_rust::xxh3::Xxh3;

/// The key of the checksum: the XXH3 of the file, 16 digits to base 16.
pub(crate) const CHECKSUM_KEY: &str = "stumper.checksum";
const DIGITS: usize = 16;
const ZEROS: [u8; DIGITS] = [b'0'; DIGITS];

/// What stands for the checksum until all bytes are known.
pub(crate) fn unknown() -> KeyValue {
    KeyValue::new(CHECKSUM_KEY.to_string(), "0".repeat(DIGITS))
}

/// A file whose bytes are summed up as they come.
pub(crate) struct Summed {
    file: File,
    sum: Xxh3,
}

impl Summed {
    pub(crate) fn new(file: File) -> Summed {
        let sum = Xxh3::new();
        Summed { file, sum }
    }

    /// Writes the checksum to its place, when everything else is written.
    pub(crate) fn seal(&self) -> io::Result<()> {
        let mut file = &self.file;
        let place = place(file)?.ok_or(io::ErrorKind::InvalidData)?;
        file.seek(SeekFrom::Start(place))?;
        file.write_all(digits(&self.sum).as_bytes())
    }
}

impl Write for Summed {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.file.write(bytes)?;
        self.sum.update(&bytes[..written]);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

/// Whether a file has the bytes that its checksum was made of.
pub(crate) fn is_undamaged(mut file: &File) -> io::Result<bool> {
    let Some(place) = place(file)? else {
        return Ok(false);
    };
    let (mut sum, mut found) = (Xxh3::new(), ZEROS);
    file.rewind()?;
    let mut bytes = BufReader::new(file);
    add(&mut sum, (&mut bytes).take(place))?;
    bytes.read_exact(&mut found)?;
    sum.update(&ZEROS);
    add(&mut sum, bytes)?;
    Ok(digits(&sum).as_bytes() == found)
}

fn digits(sum: &Xxh3) -> String {
    format!("{:016x}", sum.digest())
}

fn add(sum: &mut Xxh3, mut bytes: impl Read) -> io::Result<()> {
    let mut buffer = vec![0; 1 << 16];
    loop {
        match bytes.read(&mut buffer)? {
            0 => return Ok(()),
            read => sum.update(&buffer[..read]),
        }
    }
}

/// Where the digits stand: in the metadata, whose length is told by the first
/// four of the last eight bytes, behind their key, the kind of what follows (8,
/// a text; one field on: 0x10) and its length.
fn place(mut file: &File) -> io::Result<Option<u64>> {
    let end = file.seek(SeekFrom::End(0))?;
    let Some(tail) = end.checked_sub(8) else {
        return Ok(None);
    };
    let mut length = [0; 4];
    file.seek(SeekFrom::Start(tail))?;
    file.read_exact(&mut length)?;
    let Some(start) = tail.checked_sub(u32::from_le_bytes(length).into()) else {
        return Ok(None);
    };
    let mut metadata = Vec::new();
    file.seek(SeekFrom::Start(start))?;
    file.take(tail - start).read_to_end(&mut metadata)?;
    let before = [CHECKSUM_KEY.as_bytes(), &[0x18, DIGITS as u8]].concat();
    let at = metadata
        .windows(before.len() + DIGITS)
        .position(|window| window.starts_with(&before));
    Ok(at.map(|at| start + (at + before.len()) as u64))
}

#[cfg(test)]
mod tests {
    use super::is_undamaged;
    use crate::{Shape, Writer};
    use games::levels::Levels;
    use host::Call;
    use std::fs::{self, File};

    /// Whatever byte of a file is another, it is found.
    #[test]
    fn every_byte_counts() {
        let name = format!("stumper-checksum-{}.parquet", std::process::id());
        let path = std::env::temp_dir().join(name);
        let game = games::find_game("shift").unwrap();
        let mut writer = Writer::create(&path, &Shape::of(game), &Call::default()).unwrap();
        for task in Levels::of_ids("shift:5x5#1-10").unwrap() {
            let row = game.level(&task.unwrap().level).unwrap();
            writer.add(&row).unwrap();
        }
        writer.finish().unwrap();
        let whole = fs::read(&path).unwrap();
        let undamaged = || is_undamaged(&File::open(&path).unwrap()).unwrap();
        assert!(undamaged());
        for at in 0..whole.len() {
            let mut damaged = whole.clone();
            damaged[at] ^= 1 << (at % 8);
            fs::write(&path, damaged).unwrap();
            assert!(!undamaged(), "byte {at} of {}", whole.len());
        }
        fs::write(&path, &whole[..whole.len() - 9]).unwrap();
        assert!(!undamaged());
        fs::remove_file(&path).unwrap();
    }
}
