//! The levels of a study, when its file changes.

use super::*;

fn ids(study: &Study) -> Vec<String> {
    let dump = study.store.read_blocking(|db| store::dump(db)).unwrap();
    dump.levels.into_iter().map(|level| level.id).collect()
}

#[test]
fn levels_are_kept_as_they_are() {
    on_both("kept", |address| {
        let study = Study::open(address);
        let dump = study.store.read_blocking(|db| store::dump(db)).unwrap();
        assert_eq!(dump.study, "test");
        assert_eq!(dump.levels, levels());
        study.prepare(&levels()).unwrap();
        let other = study
            .store
            .write_blocking(|db| store::prepare_study(db, "other", SCALE, &levels()));
        assert_eq!(code(other), Code::Conflict);
    });
}

#[test]
fn only_levels_that_nobody_played_may_go_or_change() {
    on_both("change", |address| {
        let study = Study::open(address);
        study.consent(&player(1)).unwrap();
        let played = study.play(&player(1), "shift").level.id;
        let place = levels()
            .iter()
            .position(|level| level.id == played)
            .unwrap();

        let mut gone = levels();
        gone.remove(place);
        let mut changed = levels();
        changed[place].text = "something else".into();
        for levels in [gone, changed] {
            let refused = study.prepare(&levels).unwrap_err();
            assert!(refused.to_string().contains(&played), "{refused}");
            assert_eq!(code::<()>(Err(refused)), Code::Conflict);
        }
        assert_eq!(ids(&study).len(), 7);

        let mut other = levels();
        other[place].measures.insert("more".into(), 1.5);
        other.retain(|level| level.game != "flow");
        other.push(level("flow", Phase::Levels, 9));
        study.prepare(&other).unwrap();
        assert_eq!(
            ids(&study),
            ["flow:levels#9", "shift:levels#0", "shift:levels#1"]
        );
        let dump = study.store.read_blocking(|db| store::dump(db)).unwrap();
        let kept = dump.levels.iter().find(|level| level.id == played).unwrap();
        assert_eq!(kept.measures["more"], 1.5);

        // A server that still has the old file hands its levels out.
        let tutorial = study.play(&player(1), "flow");
        assert_eq!(tutorial.level.id, "flow:tutorial#0");
        assert!(ids(&study).contains(&tutorial.level.id));
        // What was gone may come back.
        study.prepare(&levels()).unwrap();
        let wanted: Vec<String> = levels().into_iter().map(|level| level.id).collect();
        assert_eq!(ids(&study), wanted);
    });
}

#[test]
fn the_scale_stays_once_there_is_a_rating() {
    on_both("scale", |address| {
        let study = Study::open(address);
        let prepare = |scale| {
            study
                .store
                .write_blocking(move |db| store::prepare_study(db, "test", scale, &levels()))
        };
        let scale = || study.store.read_blocking(store::dump).unwrap().scale;
        assert_eq!(scale(), Some(SCALE));
        prepare([2, 5]).unwrap();
        assert_eq!(scale(), Some([2, 5]));
        study.consent(&player(1)).unwrap();
        study.play_all(&player(1), "shift");
        prepare([2, 5]).unwrap();
        let refused = prepare(SCALE).unwrap_err();
        assert!(refused.to_string().contains("from 2 to 5"), "{refused}");
        assert_eq!(code::<()>(Err(refused)), Code::Conflict);
        assert_eq!(scale(), Some([2, 5]));
        let fits = study
            .store
            .read_blocking(|db| store::check_study(db, "test", SCALE, &levels()));
        assert_eq!(code(fits), Code::Conflict);
    });
}
