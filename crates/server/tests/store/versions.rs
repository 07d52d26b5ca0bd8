//! Databases of other versions, and files that are no databases.

use super::places::Folder;
use super::*;
use std::fs;
use stumper_server::study::database::schema::{self, NEWEST};

/// A database of version 1, with a player who has played two levels.
fn old(address: &Address) {
    let mut db = address.connect().unwrap();
    schema::migrate_to(db.as_mut(), 1).unwrap();
    let level = |id: &str| {
        format!(
            "INSERT INTO levels VALUES ('{id}', 'shift', '3x3', 'a level of shift\n{}', \
             'levels', {}, NULL, '{{}}');",
            &id[id.len() - 1..],
            &id[id.len() - 1..]
        )
    };
    let who = player(1);
    // The secret is no part of what is public; it is kept as a hash.
    let script = format!(
        "INSERT INTO about VALUES ('study', 'test'); {} {} \
         INSERT INTO players VALUES ('{}', 'a hash', 5, 'v1', '{{\"age\":3.0}}', '[\"flow\"]'); \
         INSERT INTO plays VALUES ('00000000000000aa', '{}', 'shift', 'shift:levels#0', 'levels', \
         1, 10, 'done', 'solved', 20, 1.5, 2, 0, 0, 1, 8, 'digest', '[{{\"at\":5,\"made\":[\"l\"]}}]'); \
         INSERT INTO plays (play, player, game, level, phase, number, opened, state) \
         VALUES ('00000000000000bb', '{}', 'shift', 'shift:levels#1', 'levels', 2, 30, 'open')",
        level("shift:levels#0"),
        level("shift:levels#1"),
        who.name,
        who.name,
        who.name,
    );
    db.script(&script).unwrap();
}

#[test]
fn an_old_database_becomes_a_new_one_with_all_that_it_holds() {
    on_both("old", |address| {
        old(address);
        let study = Study::open(address);
        let version = schema::look(address.connect().unwrap().as_mut());
        assert_eq!(version, Ok(schema::Contents::Study(NEWEST)));
        let dump = study.store.read_blocking(|db| store::dump(db)).unwrap();
        assert_eq!(dump.players[0].tutorials_skipped, ["flow"]);
        assert_eq!(dump.plays.len(), 2);
        assert_eq!(dump.plays[0].rating, Some(8));
        assert_eq!(dump.plays[1].closed, None);
        let replay = study
            .store
            .read_blocking(|db| store::replay(db, "00000000000000aa"))
            .unwrap();
        assert_eq!(replay.play.events.len(), 1);
        assert_eq!(replay.play.events[0].made, ["l"]);
        assert_eq!(replay.play.undos, Some(1));
    });
}

#[test]
fn several_servers_may_start_at_once() {
    on_both("start", |address| {
        thread_scope_of(6, |_| Study::open(address));
        let study = Study::open(address);
        study.consent(&player(1)).unwrap();
    });
}

fn thread_scope_of<T: Send>(count: usize, work: impl Fn(usize) -> T + Sync) -> Vec<T> {
    let work = &work;
    std::thread::scope(|scope| {
        let threads: Vec<_> = (0..count)
            .map(|number| scope.spawn(move || work(number)))
            .collect();
        let joined = threads.into_iter().map(|thread| thread.join().unwrap());
        joined.collect()
    })
}

#[test]
fn a_newer_database_is_refused() {
    on_both("newer", |address| {
        drop(Study::open(address));
        let mut db = address.connect().unwrap();
        db.script("UPDATE about SET value = '999' WHERE key = 'version'")
            .unwrap();
        for opened in [Store::open(address), Store::open_existing(address)] {
            let error = opened.err().unwrap();
            assert!(error.message.contains("newer"), "{error}");
        }
        db.script("UPDATE about SET value = 'one'").unwrap();
        let error = Store::open(address).err().unwrap();
        assert!(error.message.contains("\"one\""), "{error}");
    });
}

#[test]
fn something_else_is_no_study() {
    on_both("else", |address| {
        let missing = Store::open_existing(address).err().unwrap();
        assert!(missing.message.contains("no study"), "{missing}");
        if let Address::File(path) = address {
            assert!(!path.exists(), "it was made");
        }
        let mut db = address.connect().unwrap();
        db.script("CREATE TABLE birds (name TEXT)").unwrap();
        let error = Store::open(address).err().unwrap();
        assert!(error.message.contains("birds"), "{error}");
        assert_eq!(db.tables().unwrap(), ["birds"]);
    });
}

#[test]
fn a_damaged_file_is_refused_in_words() {
    let folder = Folder::new("damaged");
    let path = folder.file("study.db");
    let address = Address::File(path.clone());
    fs::write(
        &path,
        "a letter to my aunt, which is no database\n".repeat(100),
    )
    .unwrap();
    let error = Store::open(&address).err().unwrap();
    assert!(error.message.contains("no SQLite file"), "{error}");

    fs::remove_file(&path).unwrap();
    let study = Study::open(&address);
    for number in 0..30 {
        study.consent(&player(number)).unwrap();
        study.play_all(&player(number), "flow");
    }
    drop(study);
    let mut bytes = fs::read(&path).unwrap();
    assert!(bytes.len() > 20_000, "{}", bytes.len());
    bytes[8192..].fill(0x5a);
    fs::write(&path, bytes).unwrap();
    let error = Store::open(&address).err().unwrap();
    assert!(error.message.contains("damaged"), "{error}");
    assert!(error.message.contains("study.db"), "{error}");

    let nowhere = Address::File(folder.file("no/such/folder.db"));
    let error = Store::open(&nowhere).err().unwrap();
    assert!(error.message.contains("cannot be opened"), "{error}");
    let directory = Address::File(folder.file(""));
    assert!(Store::open(&directory).is_err());
}

#[test]
fn a_server_that_does_not_answer_is_told_without_its_password() {
    let address = Address::parse("postgres://me:hush@127.0.0.1:1/study").unwrap();
    let error = Store::open(&address).err().unwrap();
    assert!(error.message.contains("no connection"), "{error}");
    assert!(!error.message.contains("hush"), "{error}");
}
