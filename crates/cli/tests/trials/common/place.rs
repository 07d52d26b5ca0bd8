//! A study in a folder of its own, the program called on it, and its server.

use std::fs;
use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};

pub const STUMPER: &str = env!("CARGO_BIN_EXE_stumper");
/// The token of who runs the study.
pub const TOKEN: &str = "the token of the trials";

/// A study, in a folder of its own.
pub struct Place {
    folder: PathBuf,
    /// Its database, where that is not the file beside it.
    database: Option<String>,
}

impl Place {
    /// A study of Shift with these levels, in a fresh folder of this name.
    pub fn new(name: &str, levels: &[&str]) -> Place {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR"))
            .join("trials")
            .join(name);
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(folder.join("page")).unwrap();
        for page in ["index.html", "study.html", "study-sw.js"] {
            fs::write(folder.join("page").join(page), "the page").unwrap();
        }
        let study = format!(
            "name = \"trial\"\ntitle = \"A trial\"\n\
             [texts]\nconsent = \"What you do is kept.\"\n\
             [play]\nskip_after = 0\n\
             [[games]]\ngame = \"shift\"\n\
             tutorial = [\"shift:3x3#101-102\"]\nlevels = {levels:?}\n"
        );
        fs::write(folder.join("study.toml"), study).unwrap();
        Place {
            folder,
            database: None,
        }
    }

    /// The same study, kept in another database.
    pub fn kept_in(mut self, database: String) -> Place {
        self.database = Some(database);
        self
    }

    pub fn path(&self, name: &str) -> String {
        self.folder.join(name).to_str().unwrap().to_string()
    }

    /// A call of `stumper study` on it, perhaps bound to a core.
    pub fn study(&self, verb: &str, core: Option<usize>) -> Command {
        let mut command = on_core(STUMPER, core);
        command.args(["study", verb, &self.path("study.toml")]);
        if let Some(database) = &self.database {
            command.args(["--db", database]);
        }
        command.env("STUMPER_STUDY_TOKEN", TOKEN);
        command
    }

    /// Starts a server at this port (0: a free one) and waits until it tells
    /// where it is.
    pub fn serve(&self, port: u16, core: Option<usize>) -> Server {
        let mut command = self.study("serve", core);
        command.args(["--no-limits", "--log", "error", "--folder"]);
        command.args([&self.path("page"), "--port", &port.to_string()]);
        let log = fs::File::options()
            .create(true)
            .append(true)
            .open(self.path("log"));
        let child = command
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(log.unwrap())
            .spawn();
        let mut child = child.unwrap();
        let mut url = String::new();
        let mut out = BufReader::new(child.stdout.take().unwrap());
        out.read_line(&mut url).unwrap();
        let address = url.trim_end().strip_prefix("http://");
        let address = address.and_then(|rest| rest.trim_end_matches('/').parse().ok());
        let Some(address) = address else {
            let _ = child.kill();
            let _ = child.wait();
            let log = fs::read_to_string(self.path("log")).unwrap_or_default();
            panic!("no address but {url:?}; its log:\n{log}");
        };
        Server {
            child,
            address,
            _out: out,
        }
    }
}

/// A program, perhaps bound to a core.
pub fn on_core(program: &str, core: Option<usize>) -> Command {
    match core {
        None => Command::new(program),
        Some(core) => {
            let mut command = Command::new("taskset");
            command.args(["--cpu-list", &core.to_string(), program]);
            command
        }
    }
}

/// What a call printed; it must have gone well.
pub fn printed(command: &mut Command) -> String {
    let output = command.output().unwrap();
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?}\n{told}");
    String::from_utf8(output.stdout).unwrap()
}

/// A server that ends with its owner.
pub struct Server {
    child: Child,
    pub address: SocketAddr,
    /// Where it prints more; it would end if nobody could read it.
    _out: BufReader<ChildStdout>,
}

impl Server {
    /// Ends it with SIGKILL.
    pub fn kill(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
