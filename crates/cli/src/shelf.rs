//! Tables in the user's cache folder, made once and then mapped into memory.
//! A file is written beside its place and renamed when it is whole, so that
//! nobody ever sees half of one; its header tells name, length and checksum.
//! Where a file cannot be kept, its table lasts as long as the program.

use crate::INTERRUPTED;
use crate::watch::stop_asked;
use crate::words::tell;
use engine::settings::Make;
use engine::{Shelf, Table};
use indicatif::{ProgressBar, ProgressStyle};
use memmap2::Mmap;
use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use xxhash_rust::xxh3::xxh3_64;

/// The variable that names another folder.
const FOLDER: &str = "STUMPER_CACHE";
/// How every file starts; the digit is the version of the header.
const MAGIC: &[u8; 16] = b"stumper table 1\n";
/// Bytes before the table. Magic, then the checksum of the name, the length
/// and the checksum of the table, each of eight bytes; the rest is zero, so
/// that the table starts with a line of the processor's cache.
const HEADER: usize = 64;
/// How files end that are still being written.
const UNFINISHED: &str = "part";
/// An unfinished file of this age belongs to a program that was killed.
const STALE: Duration = Duration::from_secs(3600);
/// Bytes written between two looks at whether the user wants to stop.
const PIECE: usize = 1 << 22;

/// The shelf of the program.
pub(crate) struct CacheFolder {
    /// None where the system names no such folder.
    folder: Option<PathBuf>,
    tables: Mutex<BTreeMap<String, Table>>,
}

/// A file mapped into memory, without its header.
struct Mapped(Mmap);

impl AsRef<[u8]> for Mapped {
    fn as_ref(&self) -> &[u8] {
        &self.0[HEADER..]
    }
}

impl CacheFolder {
    /// The folder that the user or the system names. Nothing is made there
    /// until there is something to keep.
    pub(crate) fn new() -> CacheFolder {
        let named = std::env::var_os(FOLDER).filter(|name| !name.is_empty());
        let usual = || dirs::cache_dir().map(|folder| folder.join("stumper"));
        CacheFolder {
            folder: named.map(PathBuf::from).or_else(usual),
            tables: Mutex::default(),
        }
    }

    /// The table that is kept under this name, or one made now.
    fn find(&self, name: &str, make: Make) -> Table {
        let Some(folder) = &self.folder else {
            tell("stumper: the system names no cache folder, so tables last for this run only");
            return Arc::new(made(name, make));
        };
        let path = folder.join(format!("{name}.table"));
        match open(&path, name) {
            Ok(Some(table)) => return Arc::new(table),
            Ok(None) => {}
            Err(why) => tell(&format!(
                "stumper: {}: {why}; it is made anew",
                path.display()
            )),
        }
        let bytes = made(name, make);
        let kept = keep(&path, name, &bytes).and_then(|()| open(&path, name));
        match kept {
            Ok(Some(table)) => Arc::new(table),
            Ok(None) => Arc::new(bytes),
            Err(why) => {
                tell(&format!(
                    "stumper: {} cannot be kept: {why}; it lasts for this run only",
                    path.display()
                ));
                Arc::new(bytes)
            }
        }
    }
}

impl Shelf for CacheFolder {
    fn table(&self, name: &str, make: Make) -> Table {
        // Other threads wait for a table that one of them makes.
        let mut tables = self
            .tables
            .lock()
            .unwrap_or_else(|broken| broken.into_inner());
        if let Some(table) = tables.get(name) {
            return table.clone();
        }
        let table = self.find(name, make);
        tables.insert(name.to_string(), table.clone());
        table
    }
}

/// Makes a table, with a bar on a terminal. Ends the program if the user
/// wants to stop: nothing has been written yet.
fn made(name: &str, make: Make) -> Vec<u8> {
    const STEPS: f64 = 1000.0;
    let bar = ProgressBar::new(STEPS as u64);
    if let Ok(style) = ProgressStyle::with_template("{bar:30} {percent}% of {msg}, {elapsed}") {
        bar.set_style(style);
    }
    bar.set_message(format!("table {name}"));
    let bytes = make(&|share| {
        bar.set_position((share * STEPS) as u64);
        if stop_asked() {
            bar.finish_and_clear();
            end_interrupted();
        }
    });
    bar.finish_and_clear();
    bytes
}

fn end_interrupted() -> ! {
    tell("interrupted while a table was made; the next run starts it anew");
    std::process::exit(INTERRUPTED.into());
}

fn header(name: &str, bytes: &[u8]) -> [u8; HEADER] {
    let mut header = [0; HEADER];
    header[..16].copy_from_slice(MAGIC);
    header[16..24].copy_from_slice(&xxh3_64(name.as_bytes()).to_le_bytes());
    header[24..32].copy_from_slice(&(bytes.len() as u64).to_le_bytes());
    header[32..40].copy_from_slice(&xxh3_64(bytes).to_le_bytes());
    header
}

/// Maps a file, if it is there, and checks that it is whole.
fn open(path: &Path, name: &str) -> io::Result<Option<Mapped>> {
    let file = match File::open(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        file => file?,
    };
    let damaged = |what: &str| io::Error::new(io::ErrorKind::InvalidData, what);
    if file.metadata()?.len() < HEADER as u64 {
        return Err(damaged("the file is cut short"));
    }
    // Mapping the 196 MB of the 15-puzzle and checking them takes 0.12 s where
    // reading them takes 0.4 s, and programs that run at once share them.
    // SAFETY: the map is only read. Files of this name get their place by
    // renaming and are not written to afterwards, by this program or another
    // copy of it; a new file takes a new place on the disk, and the old one
    // stays as long as it is mapped.
    #[allow(unsafe_code)]
    let map = unsafe { Mmap::map(&file)? };
    let mapped = Mapped(map);
    let told = &mapped.0[..HEADER];
    let length = u64::from_le_bytes(std::array::from_fn(|i| told[24 + i]));
    if !told.starts_with(MAGIC) {
        return Err(damaged("the file is no table of this version"));
    }
    if length != mapped.as_ref().len() as u64 {
        return Err(damaged("the file is cut short"));
    }
    // Costs about as much as reading the file, and keeps a flipped bit from
    // turning into a wrong answer.
    if *told != header(name, mapped.as_ref()) {
        return Err(damaged("the file is damaged"));
    }
    Ok(Some(mapped))
}

/// Writes a file beside its place and moves it there when it is whole.
fn keep(path: &Path, name: &str, bytes: &[u8]) -> io::Result<()> {
    let folder = path.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(folder)?;
    remove_stale(folder);
    // Two programs, or two threads of one, may write at the same time.
    static PARTS: AtomicU32 = AtomicU32::new(0);
    let (program, part) = (std::process::id(), PARTS.fetch_add(1, Ordering::Relaxed));
    let part = path.with_extension(format!("{program}-{part}.{UNFINISHED}"));
    let written = write_whole(&part, name, bytes).and_then(|()| fs::rename(&part, path));
    if written.is_err() {
        let _ = fs::remove_file(&part);
    }
    written
}

fn write_whole(part: &Path, name: &str, bytes: &[u8]) -> io::Result<()> {
    let mut file = File::create(part)?;
    file.write_all(&header(name, bytes))?;
    for piece in bytes.chunks(PIECE) {
        if stop_asked() {
            let _ = fs::remove_file(part);
            end_interrupted();
        }
        file.write_all(piece)?;
    }
    file.sync_all()
}

/// Removes what programs that were killed have left; failing to is harmless.
fn remove_stale(folder: &Path) {
    let Ok(entries) = fs::read_dir(folder) else {
        return;
    };
    for path in entries.flatten().map(|entry| entry.path()) {
        let unfinished = path.extension().is_some_and(|end| end == UNFINISHED);
        let age = fs::metadata(&path).and_then(|about| about.modified());
        let age = age.ok().and_then(|then| then.elapsed().ok());
        if unfinished && age.is_some_and(|age| age > STALE) {
            let _ = fs::remove_file(path);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shelf(test: &str) -> CacheFolder {
        let folder = std::env::temp_dir().join(format!("stumper-{test}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        CacheFolder {
            folder: Some(folder),
            tables: Mutex::default(),
        }
    }

    /// A shelf on the same folder, as another run of the program has it.
    fn again(shelf: &CacheFolder) -> CacheFolder {
        CacheFolder {
            folder: shelf.folder.clone(),
            tables: Mutex::default(),
        }
    }

    /// Nothing of a test stays behind.
    fn clear(shelf: &CacheFolder) {
        let path = shelf.folder.as_ref().unwrap();
        let _ = fs::remove_dir_all(path).or_else(|_| fs::remove_file(path));
    }

    fn content() -> Vec<u8> {
        (0..100_000u32).map(|n| n.wrapping_mul(n) as u8).collect()
    }

    /// Takes the table, and tells whether it had to be made.
    fn take(shelf: &CacheFolder) -> (Vec<u8>, bool) {
        let mut made = false;
        let table = shelf.table("a-table", &mut |report| {
            made = true;
            report(0.5);
            content()
        });
        ((*table).as_ref().to_vec(), made)
    }

    fn files(shelf: &CacheFolder) -> Vec<PathBuf> {
        let entries = fs::read_dir(shelf.folder.as_ref().unwrap()).unwrap();
        entries.map(|entry| entry.unwrap().path()).collect()
    }

    #[test]
    fn a_table_is_made_once() {
        let shelf = shelf("once");
        assert_eq!(take(&shelf), (content(), true));
        assert_eq!(take(&shelf), (content(), false));
        assert_eq!(take(&again(&shelf)), (content(), false));
        assert_eq!(files(&shelf).len(), 1);
        clear(&shelf);
    }

    #[test]
    fn what_is_damaged_is_made_anew() {
        let shelf = shelf("damaged");
        take(&shelf);
        let path = files(&shelf).remove(0);
        let whole = fs::read(&path).unwrap();
        let with = |at: usize| {
            let mut bytes = whole.clone();
            bytes[at] ^= 1;
            bytes
        };
        let cases = [
            Vec::new(),
            whole[..HEADER - 1].to_vec(),
            whole[..HEADER].to_vec(),
            whole[..whole.len() - 1].to_vec(),
            [&whole[..], b"x"].concat(),
            with(0),
            with(20),
            with(25),
            with(35),
            with(63),
            with(HEADER),
            with(whole.len() - 1),
        ];
        for bytes in cases {
            // A new file, since the old one may be mapped.
            fs::remove_file(&path).unwrap();
            fs::write(&path, &bytes).unwrap();
            assert_eq!(take(&again(&shelf)), (content(), true));
            assert_eq!(fs::read(&path).unwrap(), whole);
            assert_eq!(take(&again(&shelf)), (content(), false));
        }
        clear(&shelf);
    }

    /// A folder that cannot be made stands for a disk that cannot be written.
    #[test]
    fn without_a_folder_tables_last_for_the_run() {
        let shelf = shelf("nowhere");
        let folder = shelf.folder.clone().unwrap();
        fs::write(&folder, "a file").unwrap();
        assert_eq!(take(&shelf), (content(), true));
        assert_eq!(take(&shelf), (content(), false));
        assert_eq!(take(&again(&shelf)), (content(), true));
        assert_eq!(fs::read_to_string(&folder).unwrap(), "a file");
        clear(&shelf);
    }

    #[test]
    fn many_at_once_end_with_one_whole_file() {
        let shelf = shelf("many");
        std::thread::scope(|scope| {
            for _ in 0..8 {
                let other = again(&shelf);
                scope.spawn(move || assert_eq!(take(&other).0, content()));
            }
        });
        assert_eq!(take(&again(&shelf)), (content(), false));
        assert_eq!(files(&shelf).len(), 1);
        clear(&shelf);
    }
}
