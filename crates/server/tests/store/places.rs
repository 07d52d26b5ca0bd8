//! Fresh databases for tests.

use postgres::{Client, NoTls};
use std::env;
use std::fs;
use std::path::PathBuf;
use std::thread;
use stumper_server::study::database::Address;

/// A folder that goes with the test.
pub struct Folder(PathBuf);

impl Folder {
    pub fn new(test: &str) -> Folder {
        let name = format!("stumper-store-{test}-{}", std::process::id());
        let folder = env::temp_dir().join(name);
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        Folder(folder)
    }

    pub fn file(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// A database of a Postgres server that goes with the test.
pub struct Database {
    server: String,
    name: String,
    pub address: Address,
}

impl Database {
    /// Nothing where there is no server to test with.
    pub fn new(test: &str) -> Option<Database> {
        let Ok(server) = env::var("STUMPER_POSTGRES") else {
            let is_needed = env::var("CI").is_ok_and(|ci| ci == "true");
            assert!(!is_needed, "STUMPER_POSTGRES is not set");
            eprintln!("skipped on Postgres: STUMPER_POSTGRES is not set");
            return None;
        };
        let name = format!("stumper_{test}_{}", std::process::id());
        let (place, options) = server.split_once('?').unwrap_or((&server, ""));
        let (host, _) = place.rsplit_once('/').unwrap();
        let address = Address::parse(&format!("{host}/{name}?{options}")).unwrap();
        run(
            &server,
            &format!("DROP DATABASE IF EXISTS {name} WITH (FORCE)"),
        );
        run(&server, &format!("CREATE DATABASE {name}"));
        Some(Database {
            server,
            name,
            address,
        })
    }
}

impl Database {
    /// Cuts all connections.
    pub fn cut_all(&self) {
        let sql = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = ";
        run(&self.server, &format!("{sql}'{}'", self.name));
    }
}

impl Drop for Database {
    fn drop(&mut self) {
        if !thread::panicking() {
            let sql = format!("DROP DATABASE IF EXISTS {} WITH (FORCE)", self.name);
            run(&self.server, &sql);
        }
    }
}

fn run(url: &str, sql: &str) {
    let mut client = Client::connect(url, NoTls).unwrap();
    client.batch_execute(sql).unwrap();
}

/// Runs a test on a new SQLite file and on a new Postgres database. Each test
/// has a name of its own.
pub fn on_both(name: &str, test: impl Fn(&Address)) {
    let folder = Folder::new(name);
    test(&Address::File(folder.file("study.db")));
    if let Some(database) = Database::new(name) {
        test(&database.address);
    }
}
