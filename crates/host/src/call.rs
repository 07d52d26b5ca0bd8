//! What a run was asked to do, kept beside its file of rows, so that nobody
//! goes on with it in another way by mistake.

use crate::files::write_whole;
use crate::sink::Error;
use engine::Fault;
use engine::notation::quoted;
use lab::fingerprint::stable;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

/// A call: its verb, and every option that decides what comes out.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Call {
    /// The program's version.
    pub version: String,
    /// The verb.
    pub verb: String,
    /// Values by option, defaults among them.
    pub options: BTreeMap<String, Vec<String>>,
    /// How far the run goes: options that say which levels there are and how
    /// many. A run that goes on may go further.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub extent: BTreeMap<String, Vec<String>>,
}

/// A value as it was given; of a file also what is in it, unless it is large.
pub fn with_fingerprint(value: &OsStr) -> String {
    const LARGE: u64 = 64 << 20;
    let text = value.to_string_lossy().into_owned();
    let about = Path::new(value).metadata();
    if !about.is_ok_and(|about| about.is_file() && about.len() < LARGE) {
        return text;
    }
    match std::fs::read(value) {
        Ok(bytes) => format!("{text} ({:032x})", stable(&bytes)),
        Err(_) => text,
    }
}

/// Where the call of a file is kept, or that of a folder of rows.
fn place(out: &Path) -> PathBuf {
    if out.is_dir() {
        return out.join("manifest.json");
    }
    let mut name = out.as_os_str().to_owned();
    name.push(".call");
    PathBuf::from(name)
}

impl Call {
    /// Keeps the call beside the file of its rows.
    pub fn keep(&self, out: &Path) -> Result<(), Error> {
        let path = place(out);
        let mut text = serde_json::to_string_pretty(self).unwrap_or_default();
        text.push('\n');
        write_whole(&path, text.as_bytes())
            .map_err(|error| Error::Io(format!("cannot write to {}", path.display()), error))
    }

    /// Refuses to go on with rows of another call, and names what differs.
    /// Tells whether there was a call to compare with.
    pub fn check(&self, out: &Path) -> Result<bool, Fault> {
        let path = place(out);
        let Ok(text) = std::fs::read_to_string(&path) else {
            return Ok(false);
        };
        let name = path.display().to_string();
        let had: Call = serde_json::from_str(&text)
            .map_err(|why| Fault::new(&name, why.to_string(), "the call of a run"))?;
        let hint = "give the options of the run that wrote it, or write to another file";
        let differs = |what: String, expected: String| {
            Err(Fault::new("--resume", what, format!("{expected}, as {name} has")).hint(hint))
        };
        if had.verb != self.verb {
            return differs(format!("`{}`", self.verb), format!("`{}`", had.verb));
        }
        if had.version != self.version {
            let version = |call: &Call| format!("version {}", call.version);
            return differs(version(self), version(&had));
        }
        for option in had.options.keys().chain(self.options.keys()) {
            let tell = |call: &Call| match call.options.get(option) {
                Some(values) => format!("{option} {}", quoted(&values.join(" "))),
                None => format!("no {option}"),
            };
            if had.options.get(option) != self.options.get(option) {
                return differs(tell(self), tell(&had));
            }
        }
        Ok(true)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn call(verb: &str, options: &[(&str, &str)]) -> Call {
        let option = |(name, value): &(&str, &str)| (name.to_string(), vec![value.to_string()]);
        Call {
            version: "1".into(),
            verb: verb.into(),
            options: options.iter().map(option).collect(),
            ..Call::default()
        }
    }

    #[test]
    fn what_differs_is_named() {
        let folder = std::env::temp_dir().join(format!("stumper-call-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let out = folder.join("rows.jsonl");
        let first = call("solve", &[("--budget", "5"), ("--solver", "fast")]);
        assert_eq!(first.check(&out), Ok(false));
        first.keep(&out).unwrap();
        assert_eq!(first.check(&out), Ok(true));
        for (other, found) in [
            (call("measure", &[]), "`measure`"),
            (
                call("solve", &[("--budget", "6"), ("--solver", "fast")]),
                "--budget \"6\"",
            ),
            (call("solve", &[("--budget", "5")]), "no --solver"),
            (
                Call {
                    version: "2".into(),
                    ..first.clone()
                },
                "version 2",
            ),
        ] {
            assert_eq!(other.check(&out).unwrap_err().found, found);
        }
        std::fs::write(folder.join("rows.jsonl.call"), "junk").unwrap();
        assert!(first.check(&out).is_err());
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
