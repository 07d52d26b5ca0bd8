//! A Postgres server of our own, which may be killed.

use super::place::on_core;
use std::fs;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

const SCRIPT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../scripts/postgres");
/// It must answer by then.
const PATIENCE: Duration = Duration::from_secs(60);

/// Whether Postgres is there to be tried. Where it is not, that is told; in
/// continuous integration it must be there.
pub fn has_postgres(name: &str) -> bool {
    if std::env::var_os("STUMPER_POSTGRES").is_some() {
        return true;
    }
    assert_ne!(
        std::env::var("CI").as_deref(),
        Ok("true"),
        "{name} needs Postgres: run scripts/test study"
    );
    eprintln!("{name}: skipped, since STUMPER_POSTGRES is not set (see scripts/test study)");
    false
}

/// A server on a folder of its own, which goes with it.
pub struct Postgres {
    folder: PathBuf,
    core: Option<usize>,
    child: Child,
}

impl Postgres {
    /// Makes a fresh cluster and starts it. The folder lies where its user can
    /// get, and its name is short enough for a socket.
    pub fn start(name: &str, core: Option<usize>) -> Postgres {
        let name = format!("stumper-{name}-{}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        let _ = fs::remove_dir_all(&folder);
        let child = run(&folder, core);
        let mut postgres = Postgres {
            folder,
            core,
            child,
        };
        postgres.wait();
        postgres
    }

    /// The address of its first database.
    pub fn url(&self) -> String {
        let text = fs::read_to_string(self.folder.join("url")).unwrap();
        text.trim().to_string()
    }

    /// Ends all of its processes with SIGKILL.
    pub fn kill(&mut self) {
        let head = self.child.id();
        let list = format!("/proc/{head}/task/{head}/children");
        let others = fs::read_to_string(list).unwrap_or_default();
        let mut kill = Command::new("kill");
        kill.args(["-s", "KILL", &head.to_string()]);
        // Some may have ended by themselves by now.
        let _ = kill
            .args(others.split_whitespace())
            .stderr(Stdio::null())
            .status();
        self.child.wait().unwrap();
    }

    /// Starts it again on what it left.
    pub fn start_again(&mut self) {
        self.child = run(&self.folder, self.core);
        self.wait();
    }

    /// Waits until it answers.
    fn wait(&mut self) {
        let started = Instant::now();
        let log = || fs::read_to_string(self.folder.with_extension("log")).unwrap_or_default();
        while !self.folder.join("url").exists() {
            let ended = self.child.try_wait().unwrap();
            assert!(ended.is_none(), "Postgres ended:\n{}", log());
            assert!(started.elapsed() < PATIENCE, "no Postgres:\n{}", log());
            std::thread::sleep(Duration::from_millis(20));
        }
    }
}

fn run(folder: &std::path::Path, core: Option<usize>) -> Child {
    // What an earlier run told is no answer of this one.
    let _ = fs::remove_file(folder.join("url"));
    let log = folder.with_extension("log");
    let log = fs::File::options().create(true).append(true).open(log);
    let log = log.unwrap();
    let mut command = on_core(SCRIPT, core);
    command.arg(folder).stdin(Stdio::null());
    command.stdout(log.try_clone().unwrap()).stderr(log);
    command.spawn().unwrap()
}

impl Drop for Postgres {
    fn drop(&mut self) {
        self.kill();
        // The last of its processes may still be writing.
        let started = Instant::now();
        while fs::remove_dir_all(&self.folder).is_err() && self.folder.exists() {
            if started.elapsed() > Duration::from_secs(10) {
                return;
            }
            std::thread::sleep(Duration::from_millis(50));
        }
        let _ = fs::remove_file(self.folder.with_extension("log"));
    }
}
