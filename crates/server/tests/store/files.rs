//! The files of a database: whose they are, and what is left in them.

use super::places::Folder;
use super::*;
use std::fs;
use stumper_server::study::database::copy::copy;
use stumper_server::study::database::{Begin, Lock};

#[test]
#[cfg(unix)]
fn files_are_for_their_owner_alone() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::new("owner");
    let address = Address::File(folder.file("study.db"));
    let study = Study::open(&address);
    study.consent(&player(1)).unwrap();
    copy(&address, &Address::File(folder.file("copy.db"))).unwrap();
    let _lock = Lock::take(&address).unwrap();
    for name in ["study.db", "study.db-wal", "study.db.lock", "copy.db"] {
        let mode = fs::metadata(folder.file(name))
            .unwrap()
            .permissions()
            .mode();
        assert_eq!(mode & 0o777, 0o600, "{name}");
    }
}

#[test]
fn one_server_has_a_file() {
    let folder = Folder::new("lock");
    let address = Address::File(folder.file("study.db"));
    let lock = Lock::take(&address).unwrap();
    let error = Lock::take(&address).unwrap_err();
    assert!(
        error.message.contains("study.db: another server"),
        "{error}"
    );
    assert!(Lock::take(&Address::File(folder.file("other.db"))).is_ok());
    drop(lock);
    Lock::take(&address).unwrap();
    let nowhere = Address::File(folder.file("no/such.db"));
    let error = Lock::take(&nowhere).unwrap_err();
    assert!(error.message.contains("no/such.db.lock"), "{error}");
}

/// Whether a file of a folder has these words.
fn is_found(folder: &Folder, words: &str) -> bool {
    let files = fs::read_dir(folder.file("")).unwrap();
    files
        .map(|file| fs::read(file.unwrap().path()).unwrap())
        .any(|bytes| bytes.windows(words.len()).any(|at| at == words.as_bytes()))
}

#[test]
fn nothing_of_what_was_erased_is_left_in_the_files() {
    let folder = Folder::new("traces");
    let address = Address::File(folder.file("study.db"));
    let study = Study::open(&address);
    let words = "words that are erased";
    let agree = |who: Identity| {
        let catalog = study.catalog.clone();
        let said = Answers::from([("words".into(), Answer::Words(words.into()))]);
        let agreed = study.store.write_blocking(move |db| {
            store::consent(db, &catalog, &who, ("v1", &said), NOON, None)
        });
        agreed.unwrap();
    };
    let erase = |who: Identity| {
        let erased = study.store.write_blocking(move |db| store::erase(db, &who));
        erased.unwrap();
    };
    for number in 0..20 {
        study.consent(&player(number)).unwrap();
    }
    agree(player(30));
    study.play_all(&player(30), "flow");
    assert!(is_found(&folder, words));
    erase(player(30));
    assert!(!is_found(&folder, words));

    // While somebody reads it cannot be done; the next write does it.
    agree(player(31));
    let mut reader = address.connect_to_read().unwrap();
    reader.begin(Begin::Read).unwrap();
    reader.query("SELECT name FROM players", &[]).unwrap();
    erase(player(31));
    assert!(is_found(&folder, words));
    reader.commit().unwrap();
    study.consent(&player(32)).unwrap();
    assert!(!is_found(&folder, words));
}

#[test]
fn a_file_that_another_program_writes_to_is_named() {
    let folder = Folder::new("busy");
    let address = Address::File(folder.file("study.db"));
    let study = Study::open(&address);
    let mut other = address.connect().unwrap();
    other.begin(Begin::Write).unwrap();
    let error = study.consent(&player(1)).unwrap_err().to_string();
    assert!(error.contains("study.db: another program"), "{error}");
    other.rollback();
    study.consent(&player(1)).unwrap();
}
