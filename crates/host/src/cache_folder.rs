//! Tables in the user's cache folder, made once and then mapped into memory.
//! A file is written beside its place and renamed when it is whole, so that
//! nobody ever sees half of one; its header tells name, length and checksum.
//! Where a file cannot be kept, its table lasts as long as the program. How
//! progress and warnings are shown is left to the caller.

use engine::settings::Make;
use engine::{Limit, Table, TableStore, Watch};
use memmap2::Mmap;
use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use xxhash_rust::xxh3::{Xxh3Default, xxh3_64};

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
/// Bytes that are read, or written and flushed to the disk, between two looks
/// at whether the user wants to stop.
const PIECE: usize = 1 << 22;

/// Shows how far the table of a name is, from 0 to 1. The last call for a
/// table says 1, whether it was made or given up.
pub type ShowProgress = Box<dyn Fn(&str, f64) + Send + Sync>;
/// Tells the user something about a file.
pub type Tell = Box<dyn Fn(&str) + Send + Sync>;

/// Keeps tables as files in a folder.
pub struct CacheFolder {
    /// None where the system names no such folder.
    folder: Option<PathBuf>,
    progress: ShowProgress,
    tell: Tell,
    tables: Mutex<BTreeMap<String, Table>>,
}

/// A file mapped into memory, without its header.
struct Mapped(Mmap);

impl AsRef<[u8]> for Mapped {
    fn as_ref(&self) -> &[u8] {
        &self.0[HEADER..]
    }
}

/// The folder that the user or the system names, if either does.
pub fn usual_folder() -> Option<PathBuf> {
    let named = std::env::var_os(FOLDER).filter(|name| !name.is_empty());
    let usual = || dirs::cache_dir().map(|folder| folder.join("stumper"));
    named.map(PathBuf::from).or_else(usual)
}

/// Why a file is of no use.
enum Trouble {
    /// The user wants to stop.
    Interrupted,
    /// It cannot be read or written, or is damaged.
    File(io::Error),
}

impl From<io::Error> for Trouble {
    fn from(error: io::Error) -> Trouble {
        Trouble::File(error)
    }
}

/// Lets work go on unless the user wants to stop.
fn go_on(watch: &dyn Watch) -> Result<(), Trouble> {
    match watch.interrupted() {
        true => Err(Trouble::Interrupted),
        false => Ok(()),
    }
}

impl CacheFolder {
    /// A store in this folder. Nothing is made there until there is something
    /// to keep; without a folder, tables last as long as the store.
    pub fn new(folder: Option<PathBuf>, progress: ShowProgress, tell: Tell) -> CacheFolder {
        CacheFolder {
            folder,
            progress,
            tell,
            tables: Mutex::default(),
        }
    }

    /// The table that is kept under this name, or one made now.
    fn find(&self, name: &str, watch: &dyn Watch, make: Make) -> Result<Table, Limit> {
        let Some(folder) = &self.folder else {
            (self.tell)(
                "stumper: the system names no cache folder, so tables last for this run only",
            );
            return Ok(Arc::new(self.made(name, watch, make)?));
        };
        let path = folder.join(format!("{name}.table"));
        match open(&path, name, watch) {
            Ok(Some(table)) => return Ok(Arc::new(table)),
            Ok(None) => {}
            Err(Trouble::Interrupted) => return Err(Limit::Interrupted),
            Err(Trouble::File(why)) => {
                (self.tell)(&format!(
                    "stumper: {}: {why}; it is made anew",
                    path.display()
                ));
            }
        }
        let bytes = self.made(name, watch, make)?;
        let kept = keep(&path, name, &bytes, watch).and_then(|()| open(&path, name, watch));
        match kept {
            Ok(Some(table)) => Ok(Arc::new(table)),
            Ok(None) => Ok(Arc::new(bytes)),
            Err(Trouble::Interrupted) => Err(Limit::Interrupted),
            Err(Trouble::File(why)) => {
                (self.tell)(&format!(
                    "stumper: {} cannot be kept: {why}; it lasts for this run only",
                    path.display()
                ));
                Ok(Arc::new(bytes))
            }
        }
    }

    /// Makes a table and shows how far it is.
    fn made(&self, name: &str, watch: &dyn Watch, make: Make) -> Result<Vec<u8>, Limit> {
        let made = make(&|share| {
            (self.progress)(name, share);
            !watch.interrupted()
        });
        (self.progress)(name, 1.0);
        made.ok_or(Limit::Interrupted)
    }
}

impl TableStore for CacheFolder {
    fn table(&self, name: &str, watch: &dyn Watch, make: Make) -> Result<Table, Limit> {
        // Other threads wait for a table that one of them makes.
        let mut tables = self
            .tables
            .lock()
            .unwrap_or_else(|broken| broken.into_inner());
        if let Some(table) = tables.get(name) {
            return Ok(table.clone());
        }
        let table = self.find(name, watch, make)?;
        tables.insert(name.to_string(), table.clone());
        Ok(table)
    }
}

fn header(name: &str, bytes: &[u8], watch: &dyn Watch) -> Result<[u8; HEADER], Trouble> {
    let mut checksum = Xxh3Default::new();
    for piece in bytes.chunks(PIECE) {
        go_on(watch)?;
        checksum.update(piece);
    }
    let mut header = [0; HEADER];
    header[..16].copy_from_slice(MAGIC);
    header[16..24].copy_from_slice(&xxh3_64(name.as_bytes()).to_le_bytes());
    header[24..32].copy_from_slice(&(bytes.len() as u64).to_le_bytes());
    header[32..40].copy_from_slice(&checksum.digest().to_le_bytes());
    Ok(header)
}

/// Maps a file, if it is there, and checks that it is whole.
fn open(path: &Path, name: &str, watch: &dyn Watch) -> Result<Option<Mapped>, Trouble> {
    let file = match File::open(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        file => file?,
    };
    let damaged = |what: &str| Trouble::File(io::Error::new(io::ErrorKind::InvalidData, what));
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
    if *told != header(name, mapped.as_ref(), watch)? {
        return Err(damaged("the file is damaged"));
    }
    Ok(Some(mapped))
}

/// Writes a file beside its place and moves it there when it is whole.
fn keep(path: &Path, name: &str, bytes: &[u8], watch: &dyn Watch) -> Result<(), Trouble> {
    let folder = path.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(folder)?;
    remove_stale(folder);
    // Two programs, or two threads of one, may write at the same time.
    static PARTS: AtomicU32 = AtomicU32::new(0);
    let (program, part) = (std::process::id(), PARTS.fetch_add(1, Ordering::Relaxed));
    let part = path.with_extension(format!("{program}-{part}.{UNFINISHED}"));
    let written = write_whole(&part, name, bytes, watch)
        .and_then(|()| fs::rename(&part, path).map_err(Trouble::File));
    if written.is_err() {
        let _ = fs::remove_file(&part);
    }
    written
}

fn write_whole(part: &Path, name: &str, bytes: &[u8], watch: &dyn Watch) -> Result<(), Trouble> {
    let header = header(name, bytes, watch)?;
    let mut file = File::create(part)?;
    file.write_all(&header)?;
    for piece in bytes.chunks(PIECE) {
        go_on(watch)?;
        file.write_all(piece)?;
        // One flush of the whole file at the end could not be interrupted.
        file.sync_data()?;
    }
    file.sync_all()?;
    Ok(())
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
    use engine::Unwatched;
    use std::time::Duration;

    fn in_folder(folder: Option<PathBuf>) -> CacheFolder {
        CacheFolder::new(folder, Box::new(|_, _| {}), Box::new(|_| {}))
    }

    fn store(test: &str) -> CacheFolder {
        let folder = std::env::temp_dir().join(format!("stumper-{test}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        in_folder(Some(folder))
    }

    /// A store in the same folder, as another run of the program has it.
    fn again(store: &CacheFolder) -> CacheFolder {
        in_folder(store.folder.clone())
    }

    /// Nothing of a test stays behind.
    fn clear(store: &CacheFolder) {
        let path = store.folder.as_ref().unwrap();
        let _ = fs::remove_dir_all(path).or_else(|_| fs::remove_file(path));
    }

    fn content() -> Vec<u8> {
        (0..100_000u32).map(|n| n.wrapping_mul(n) as u8).collect()
    }

    /// Takes the table, and tells whether it had to be made.
    fn take(store: &CacheFolder) -> (Vec<u8>, bool) {
        let mut made = false;
        let table = store.table("a-table", &Unwatched, &mut |progress| {
            made = true;
            progress(0.5).then(content)
        });
        let table = table.expect("nobody interrupts");
        ((*table).as_ref().to_vec(), made)
    }

    fn files(store: &CacheFolder) -> Vec<PathBuf> {
        let entries = fs::read_dir(store.folder.as_ref().unwrap()).unwrap();
        entries.map(|entry| entry.unwrap().path()).collect()
    }

    #[test]
    fn a_table_is_made_once() {
        let store = store("once");
        assert_eq!(take(&store), (content(), true));
        assert_eq!(take(&store), (content(), false));
        assert_eq!(take(&again(&store)), (content(), false));
        assert_eq!(files(&store).len(), 1);
        clear(&store);
    }

    #[test]
    fn what_is_damaged_is_made_anew() {
        let store = store("damaged");
        take(&store);
        let path = files(&store).remove(0);
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
            assert_eq!(take(&again(&store)), (content(), true));
            assert_eq!(fs::read(&path).unwrap(), whole);
            assert_eq!(take(&again(&store)), (content(), false));
        }
        clear(&store);
    }

    /// A folder that cannot be made stands for a disk that cannot be written.
    #[test]
    fn without_a_folder_tables_last_for_the_run() {
        let store = store("nowhere");
        let folder = store.folder.clone().unwrap();
        fs::write(&folder, "a file").unwrap();
        assert_eq!(take(&store), (content(), true));
        assert_eq!(take(&store), (content(), false));
        assert_eq!(take(&again(&store)), (content(), true));
        assert_eq!(fs::read_to_string(&folder).unwrap(), "a file");
        clear(&store);
    }

    #[test]
    fn many_at_once_end_with_one_whole_file() {
        let store = store("many");
        std::thread::scope(|scope| {
            for _ in 0..8 {
                let other = again(&store);
                scope.spawn(move || assert_eq!(take(&other).0, content()));
            }
        });
        assert_eq!(take(&again(&store)), (content(), false));
        assert_eq!(files(&store).len(), 1);
        clear(&store);
    }

    /// A user who wants to stop when this many questions are answered.
    struct Leaving(AtomicU32);

    impl Watch for Leaving {
        fn elapsed(&self) -> Duration {
            Duration::ZERO
        }
        fn interrupted(&self) -> bool {
            let left = self.0.load(Ordering::Relaxed);
            self.0.store(left.saturating_sub(1), Ordering::Relaxed);
            left == 0
        }
    }

    #[test]
    fn an_interrupted_table_leaves_nothing_behind() {
        let mut interrupted = 0;
        for questions in 0.. {
            let store = store("leaving");
            let watch = Leaving(AtomicU32::new(questions));
            let taken = store.table("a-table", &watch, &mut |progress| {
                progress(0.5).then(content)
            });
            let kept = store.folder.as_ref().map_or(0, |folder| {
                fs::read_dir(folder).map_or(0, |entries| entries.count())
            });
            match taken {
                Err(limit) => assert_eq!((limit, kept <= 1), (Limit::Interrupted, true)),
                Ok(_) => break,
            }
            // What is there is whole.
            assert_eq!(take(&again(&store)), (content(), kept == 0));
            clear(&store);
            interrupted += 1;
        }
        clear(&store("leaving"));
        // While it is made, summed, written, and read back.
        assert_eq!(interrupted, 4);
    }

    #[test]
    fn progress_ends_with_one_whatever_happens() {
        for (questions, whole) in [(u32::MAX, true), (0, false)] {
            let told = Arc::new(Mutex::new(Vec::new()));
            let note = told.clone();
            let show = move |name: &str, share: f64| {
                note.lock()
                    .expect("no panic")
                    .push((name.to_string(), share));
            };
            let store = CacheFolder::new(None, Box::new(show), Box::new(|_| {}));
            let watch = Leaving(AtomicU32::new(questions));
            let taken = store.table("t", &watch, &mut |progress| progress(0.5).then(content));
            assert_eq!(taken.is_ok(), whole);
            let expected = [("t".to_string(), 0.5), ("t".to_string(), 1.0)];
            assert_eq!(*told.lock().expect("no panic"), expected);
        }
    }
}
