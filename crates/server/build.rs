//! Puts the page into the program: every file of web/dist, and its compressed
//! forms, becomes a constant. Without that folder (in a package, or before
//! `scripts/build-web`) the list is empty.

#[path = "src/page/squeeze.rs"]
mod squeeze;

fn main() -> std::io::Result<()> {
    page::embed()
}

mod page {
    use crate::squeeze::{Effort, squeeze, tag};
    use std::fmt::Write;
    use std::path::{Path, PathBuf};
    use std::{env, fs, io};

    /// Writes the list of files and what it names into the folder of the
    /// build. A file that was squeezed before is not squeezed again.
    pub(crate) fn embed() -> io::Result<()> {
        let folder = |name: &str| PathBuf::from(env::var_os(name).unwrap_or_default());
        let page = folder("CARGO_MANIFEST_DIR").join("../../web/dist");
        let out = folder("OUT_DIR");
        let kept = out.join("page");
        println!("cargo:rerun-if-changed=build.rs");
        println!("cargo:rerun-if-changed=src/page/squeeze.rs");
        // A path that is not there makes cargo look again each time, so a page
        // that is built later is found.
        println!("cargo:rerun-if-changed={}", page.display());
        fs::create_dir_all(&kept)?;

        let mut paths = Vec::new();
        if page.join("index.html").is_file() {
            walk(&page, "", &mut paths)?;
        }
        paths.sort();
        let mut list = String::from("&[\n");
        let mut needed = Vec::new();
        for path in &paths {
            let file = embed_file(path, &fs::read(page.join(path))?, &kept)?;
            list.push_str(&file.source);
            needed.extend(file.names);
        }
        list.push_str("]\n");
        forget_all_but(&needed, &kept)?;
        fs::write(out.join("page.rs"), list)
    }

    /// The files of a folder as paths with slashes; hidden ones are left out,
    /// for they are never served.
    fn walk(folder: &Path, before: &str, paths: &mut Vec<String>) -> io::Result<()> {
        for entry in fs::read_dir(folder)? {
            let entry = entry?;
            let name = entry.file_name();
            let Some(name) = name.to_str().filter(|name| !name.starts_with('.')) else {
                continue;
            };
            let path = format!("{before}{name}");
            if entry.path().is_dir() {
                walk(&entry.path(), &format!("{path}/"), paths)?;
            } else {
                paths.push(path);
            }
        }
        Ok(())
    }

    /// A file's line of the list, and the names of what it includes.
    struct Embedded {
        source: String,
        names: Vec<String>,
    }

    fn embed_file(path: &str, bytes: &[u8], kept: &Path) -> io::Result<Embedded> {
        // Without optimization the best quality takes minutes.
        let effort = match env::var("PROFILE").as_deref() {
            Ok("release") => Effort {
                brotli: 11,
                gzip: 9,
            },
            _ => Effort { brotli: 4, gzip: 6 },
        };
        let tag = tag(bytes);
        let ending = path.rsplit_once('.').map_or("", |(_, ending)| ending);
        let stem = format!("{tag}-{ending}-{}", effort.brotli);
        let form = |name: &str| format!("{stem}.{name}");
        // Written last, so what stands beside it is whole.
        let done = form("done");
        if !kept.join(&done).exists() {
            let squeezed = squeeze(path, bytes, effort)?;
            fs::write(kept.join(form("plain")), bytes)?;
            for (name, made) in [("br", squeezed.brotli), ("gz", squeezed.gzip)] {
                if let Some(made) = made {
                    fs::write(kept.join(form(name)), made)?;
                }
            }
            fs::write(kept.join(&done), "")?;
        }
        let include = |name: &str| {
            let path = kept.join(form(name));
            path.exists().then(|| format!("include_bytes!({path:?})"))
        };
        let option = |name: &str| match include(name) {
            Some(bytes) => format!("Some({bytes})"),
            None => "None".to_string(),
        };
        let mut source = String::new();
        let plain = include("plain").unwrap_or_default();
        let (brotli, gzip) = (option("br"), option("gz"));
        let _ = writeln!(
            source,
            "File {{ path: {path:?}, tag: {tag:?}, plain: {plain}, brotli: {brotli}, gzip: {gzip} }},"
        );
        let names = ["plain", "br", "gz", "done"].map(form).to_vec();
        Ok(Embedded { source, names })
    }

    /// Removes what an earlier page needed.
    fn forget_all_but(needed: &[String], kept: &Path) -> io::Result<()> {
        for entry in fs::read_dir(kept)? {
            let entry = entry?;
            let name = entry.file_name();
            if !needed.iter().any(|needed| name == needed.as_str()) {
                fs::remove_file(entry.path())?;
            }
        }
        Ok(())
    }
}
