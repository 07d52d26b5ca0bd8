//! The files of the page: those inside the program, or those of a folder.

use super::negotiate::Coding;
use super::squeeze::{Effort, squeeze, tag};
use axum::body::Bytes;
use engine::Fault;
use engine::notation::quoted;
use std::collections::HashMap;
use std::fs::{self, File as OpenFile};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::SystemTime;

/// No file of a page is larger; a larger one is not served.
const LARGEST: u64 = 64 << 20;
/// Bytes of a folder's files that are kept ready, compressed forms counted.
const MOST_KEPT: usize = 128 << 20;
/// For a folder, someone waits for the first answer.
const QUICK: Effort = Effort { brotli: 5, gzip: 6 };

/// A file inside the program; build.rs writes the list.
struct File {
    path: &'static str,
    tag: &'static str,
    plain: &'static [u8],
    brotli: Option<&'static [u8]>,
    gzip: Option<&'static [u8]>,
}

static INSIDE: &[File] = include!(concat!(env!("OUT_DIR"), "/page.rs"));

/// A file, ready to be sent.
pub struct Asset {
    tag: String,
    plain: Bytes,
    brotli: Option<Bytes>,
    gzip: Option<Bytes>,
}

impl Asset {
    /// The bytes in this form, if the file has it.
    pub(crate) fn form(&self, coding: Coding) -> Option<&Bytes> {
        match coding {
            Coding::Brotli => self.brotli.as_ref(),
            Coding::Gzip => self.gzip.as_ref(),
            Coding::Plain => Some(&self.plain),
        }
    }

    /// The name of this version in this form, as headers have it.
    pub(crate) fn tag(&self, coding: Coding) -> String {
        match coding.name() {
            Some(name) => format!("\"{}-{name}\"", self.tag),
            None => format!("\"{}\"", self.tag),
        }
    }

    fn size(&self) -> usize {
        let all = [Coding::Brotli, Coding::Gzip, Coding::Plain];
        let forms = all.into_iter().filter_map(|coding| self.form(coding));
        forms.map(Bytes::len).sum()
    }
}

impl From<&File> for Asset {
    fn from(file: &File) -> Asset {
        Asset {
            tag: file.tag.to_string(),
            plain: Bytes::from_static(file.plain),
            brotli: file.brotli.map(Bytes::from_static),
            gzip: file.gzip.map(Bytes::from_static),
        }
    }
}

/// Where files come from.
pub enum Site {
    /// Inside the program.
    Inside(HashMap<&'static str, Arc<Asset>>),
    /// In a folder.
    Folder(Folder),
}

impl Site {
    /// The page inside the program, if there is one.
    pub fn inside() -> Option<Site> {
        let assets = INSIDE.iter().map(|file| (file.path, Arc::new(file.into())));
        let assets: HashMap<_, _> = assets.collect();
        (!assets.is_empty()).then_some(Site::Inside(assets))
    }

    /// The page that was built into a folder.
    pub fn folder(folder: &Path) -> Result<Site, Fault> {
        let place = format!("--folder {}", folder.display());
        let wrong = |found: &str| {
            let expected = "the folder of a build, with index.html in it";
            Fault::new(&place, found, expected).hint("scripts/build-web leaves one in web/dist")
        };
        let root = fs::canonicalize(folder).map_err(|error| wrong(&error.to_string()))?;
        let site = Folder {
            root,
            kept: Mutex::default(),
        };
        match site.find("index.html") {
            Ok(Some(_)) => Ok(Site::Folder(site)),
            Ok(None) => Err(wrong("no index.html")),
            Err(error) => Err(wrong(&quoted(&error.to_string()))),
        }
    }

    /// Whether a file is at hand at once; a folder's must be read.
    pub(crate) fn is_ready(&self) -> bool {
        matches!(self, Site::Inside(_))
    }

    /// The file at a path that [`super::path::read`] gave.
    pub(crate) fn find(&self, path: &str) -> io::Result<Option<Arc<Asset>>> {
        match self {
            Site::Inside(assets) => Ok(assets.get(path).cloned()),
            Site::Folder(folder) => folder.find(path),
        }
    }
}

/// A folder of files, each kept ready until it changes.
pub struct Folder {
    /// Without links.
    root: PathBuf,
    kept: Mutex<HashMap<PathBuf, (Stamp, Arc<Asset>)>>,
}

/// What changes when a file does: its length and its time.
type Stamp = (u64, Option<SystemTime>);

impl Folder {
    fn find(&self, path: &str) -> io::Result<Option<Arc<Asset>>> {
        let Some(place) = found(fs::canonicalize(self.root.join(path)))? else {
            return Ok(None);
        };
        // A link may lead elsewhere. Other than plain files, a pipe or a
        // device, could hold us up.
        let is_file = |place: &Path| fs::metadata(place).is_ok_and(|data| data.is_file());
        if !place.starts_with(&self.root) || !is_file(&place) {
            return Ok(None);
        }
        let Some(file) = found(OpenFile::open(&place))? else {
            return Ok(None);
        };
        let data = file.metadata()?;
        let stamp = (data.len(), data.modified().ok());
        if !data.is_file() || data.len() > LARGEST {
            return Ok(None);
        }
        if let Some((known, asset)) = self.kept().get(&place)
            && *known == stamp
        {
            return Ok(Some(asset.clone()));
        }
        let asset = Arc::new(read(path, file)?);
        let mut kept = self.kept();
        kept.insert(place, (stamp, asset.clone()));
        if kept.values().map(|(_, asset)| asset.size()).sum::<usize>() > MOST_KEPT {
            kept.clear();
        }
        Ok(Some(asset))
    }

    fn kept(&self) -> std::sync::MutexGuard<'_, HashMap<PathBuf, (Stamp, Arc<Asset>)>> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn read(path: &str, file: OpenFile) -> io::Result<Asset> {
    let mut bytes = Vec::new();
    file.take(LARGEST).read_to_end(&mut bytes)?;
    let squeezed = squeeze(path, &bytes, QUICK)?;
    Ok(Asset {
        tag: tag(&bytes),
        plain: bytes.into(),
        brotli: squeezed.brotli.map(Bytes::from),
        gzip: squeezed.gzip.map(Bytes::from),
    })
}

/// What is not there, cannot be there or may not be read is not found.
fn found<T>(result: io::Result<T>) -> io::Result<Option<T>> {
    use io::ErrorKind::{
        InvalidFilename, InvalidInput, IsADirectory, NotADirectory, NotFound, PermissionDenied,
    };
    match result {
        Ok(value) => Ok(Some(value)),
        Err(error) => match error.kind() {
            NotFound | NotADirectory | IsADirectory | PermissionDenied | InvalidInput
            | InvalidFilename => Ok(None),
            _ => Err(error),
        },
    }
}
