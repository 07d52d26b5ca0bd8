//! Copies of a database, between its kinds and while it is used.

use super::places::{Database, Folder};
use super::*;
use std::fs;
use stumper_server::study::data::Dump;
use stumper_server::study::database::copy::copy;
use stumper_server::study::database::schema;

fn dump(address: &Address) -> Dump {
    let store = Store::open_existing(address).unwrap();
    store.read_blocking(|db| store::dump(db)).unwrap()
}

/// A study with players, some of whom are not through.
fn filled(address: &Address) -> Study {
    let study = Study::open(address);
    for number in 0..6 {
        let who = player(number);
        study.consent(&who).unwrap();
        study.skip_tutorial(&who, "flow").unwrap();
        study.play_all(&who, "flow");
        study.play(&who, "shift");
    }
    study
}

#[test]
fn a_copy_holds_the_same_and_goes_on() {
    on_both("copy", |address| {
        let study = filled(address);
        let folder = Folder::new("copy_to");
        let to = Address::File(folder.file("backup.db"));
        let rows = copy(address, &to).unwrap();
        // 3 about the study, 7 levels, 6 players, 24 plays, 18 of them with events.
        assert_eq!(rows, 58);
        assert_eq!(dump(&to), dump(address));
        let names: Vec<_> = fs::read_dir(folder.file("")).unwrap().collect();
        assert!(names.iter().all(|name| {
            let name = name.as_ref().unwrap().file_name();
            name.to_str().unwrap().starts_with("backup.db")
                && !name.to_str().unwrap().ends_with("part")
        }));
        // The copy is a study of its own.
        let other = Study::open(&to);
        let who = player(3);
        let play = study.play(&who, "shift").play;
        assert_eq!(other.play(&who, "shift").play, play);
        other
            .finish(&who, &play, &ending(Ended::Solved, 1))
            .unwrap();
        other.rate(&who, &play, 3).unwrap();
        study
            .finish(&who, &play, &ending(Ended::Skipped, 60))
            .unwrap();
        assert_ne!(dump(&to), dump(address));
    });
}

#[test]
fn a_study_moves_to_postgres_and_back() {
    let Some(database) = Database::new("move") else {
        return;
    };
    let folder = Folder::new("move");
    let first = Address::File(folder.file("first.db"));
    let last = Address::File(folder.file("last.db"));
    let study = filled(&first);
    let rows = copy(&first, &database.address).unwrap();
    assert_eq!(copy(&database.address, &last).unwrap(), rows);
    assert_eq!(dump(&database.address), dump(&first));
    assert_eq!(dump(&last), dump(&first));
    let mine = |study: &Study| {
        study
            .store
            .read_blocking(|db| store::mine(db, &player(2)))
            .unwrap()
    };
    assert_eq!(mine(&Study::open(&last)), mine(&study));
}

#[test]
fn a_copy_of_an_old_database_stays_old() {
    on_both("copy_old", |address| {
        schema::migrate_to(address.connect().unwrap().as_mut(), 1).unwrap();
        let folder = Folder::new("copy_old_to");
        let to = Address::File(folder.file("backup.db"));
        assert_eq!(copy(address, &to), Ok(1));
        let found = schema::look(to.connect().unwrap().as_mut());
        assert_eq!(found, Ok(schema::Contents::Study(1)));
        Study::open(&to);
    });
}

#[test]
fn a_copy_overwrites_nothing() {
    on_both("overwrite", |address| {
        let folder = Folder::new("overwrite_to");
        let to = Address::File(folder.file("backup.db"));
        let missing = copy(&Address::File(folder.file("missing.db")), &to);
        assert!(missing.unwrap_err().message.contains("no study"));
        drop(address.connect().unwrap());
        let empty = copy(address, &to);
        assert!(empty.unwrap_err().message.contains("no study"));
        assert_eq!(fs::read_dir(folder.file("")).unwrap().count(), 0);

        let study = filled(address);
        fs::write(folder.file("backup.db"), "mine").unwrap();
        let refused = copy(address, &to);
        assert!(refused.unwrap_err().message.contains("there already"));
        assert_eq!(fs::read(folder.file("backup.db")).unwrap(), b"mine");
        // Into itself.
        let itself = copy(address, address).unwrap_err();
        assert!(
            itself.message.contains("not empty") || itself.message.contains("there already"),
            "{itself}"
        );
        drop(study);
    });
}

#[test]
fn a_copy_is_of_one_moment_while_others_write() {
    on_both("moment", |address| {
        let study = Study::open(address);
        let folder = Folder::new("moment_to");
        std::thread::scope(|scope| {
            let writer = scope.spawn(|| {
                for number in 0..40 {
                    study.consent(&player(number)).unwrap();
                    study.play_all(&player(number), "shift");
                }
            });
            let mut copies = 0;
            while !writer.is_finished() || copies == 0 {
                let to = Address::File(folder.file(&format!("{copies}.db")));
                copy(address, &to).unwrap();
                copies += 1;
                let copied = dump(&to);
                // Players come one after the other: all but the last are through.
                let full = copied.players.len().saturating_sub(1) * 2;
                assert!(copied.plays.len() >= full, "{copied:?}");
            }
        });
    });
}
