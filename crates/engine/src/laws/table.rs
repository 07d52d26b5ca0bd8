//! Laws about a table that a person touches.

use crate::chance::Chance;
use crate::game::Game;
use crate::notation::Level;
use crate::play::PlaySession;
use crate::tabletop::{Choice, Gesture, Scene};
use std::collections::HashSet;

/// A gesture over places of a scene, or over one that is not there.
pub(super) fn any_gesture<'a>(names: &'a [&'a str], chance: &mut Chance) -> Gesture<'a> {
    let mut name = || names[chance.below(names.len())];
    let (from, to) = (name(), name());
    let count = 1 + chance.below(3);
    match chance.below(4) {
        0 => Gesture::Tap { place: from, count },
        1 => Gesture::Send { place: from },
        _ => Gesture::Drag { from, count, to },
    }
}

/// The names of all places, and some that no scene has.
pub(super) fn names(scene: &Scene) -> Vec<&str> {
    let places = scene.places.iter().map(|place| place.name.as_str());
    places.chain(["", "0,0", "99,1", "x", "hand"]).collect()
}

/// A person touches a table at random, seeing everything or what may be seen:
/// scenes hold together, all that is offered can be done, and a gesture asks
/// for legal moves or is refused in words. Says how many gestures did
/// something, which is none where a game has no table.
pub fn tables(game: &dyn Game, level: &Level, seed: u64, steps: usize) -> usize {
    let name = level.name();
    let begin = |open: bool| {
        let session = match open {
            true => game.play_open(level),
            false => game.play(level),
        };
        session.unwrap_or_else(|fault| panic!("{name}: {fault}"))
    };
    let open = touch_at_random(&mut *begin(true), seed, steps);
    match game.hidden() {
        Some(_) => open + touch_at_random(&mut *begin(false), seed, steps),
        None => open,
    }
}

fn touch_at_random(session: &mut dyn PlaySession, seed: u64, steps: usize) -> usize {
    let mut chance = Chance::new("law table", seed, 0);
    let mut done = 0;
    for _ in 0..steps {
        let Some(scene) = session.scene() else {
            return done;
        };
        check_scene(&scene);
        let choices = session.choices();
        check_choices(session, &scene, &choices);
        check_drag(session, &choices, &mut chance);
        let names = names(&scene);
        let wished = choices.get(chance.below(choices.len().max(1)));
        let gesture = match wished.filter(|choice| !choice.from.is_empty()) {
            Some(choice) if chance.below(2) == 0 => drag(choice),
            _ => any_gesture(&names, &mut chance),
        };
        match session.gesture(&gesture) {
            Ok(moves) => {
                make(session, &moves.join(" "));
                done += usize::from(!moves.is_empty());
            }
            Err(why) => assert!(!why.is_empty(), "{gesture:?} is refused without a word"),
        }
        let automatic = session.automatic();
        make(session, &automatic.join(" "));
        if !choices.is_empty() && chance.below(2) == 0 && automatic.is_empty() {
            let choices = session.choices();
            if !choices.is_empty() {
                make(session, &choices[chance.below(choices.len())].text);
            }
        }
    }
    done
}

fn drag(choice: &Choice) -> Gesture<'_> {
    Gesture::Drag {
        from: &choice.from,
        count: choice.count as usize,
        to: &choice.to,
    }
}

/// A choice that goes from place to place is what a drag between them asks
/// for.
fn check_drag(session: &dyn PlaySession, choices: &[Choice], chance: &mut Chance) {
    let Some(choice) = choices.get(chance.below(choices.len().max(1))) else {
        return;
    };
    if !choice.from.is_empty() {
        let asked = session.gesture(&drag(choice));
        assert_eq!(
            asked.as_deref(),
            Ok(std::slice::from_ref(&choice.text)),
            "{choice:?}"
        );
    }
}

fn make(session: &mut dyn PlaySession, text: &str) {
    let told = session.along(text).map(|told| told.len());
    let before = session.made().len();
    let made = session.make(text);
    made.unwrap_or_else(|fault| panic!("{text} is refused: {fault}"));
    assert_eq!(
        Ok(session.made().len() - before),
        told.map_err(|_| ()),
        "{text}"
    );
}

/// Places have names of their own, pieces stand on places, and all can be
/// spoken of.
fn check_scene(scene: &Scene) {
    let names: HashSet<&str> = scene
        .places
        .iter()
        .map(|place| place.name.as_str())
        .collect();
    assert_eq!(names.len(), scene.places.len(), "places of one name");
    let ids = scene.pieces.iter().map(|piece| piece.id.as_str());
    let ids: Vec<&str> = ids.filter(|id| !id.is_empty()).collect();
    let different: HashSet<&&str> = ids.iter().collect();
    assert_eq!(different.len(), ids.len(), "pieces of one id");
    for piece in &scene.pieces {
        assert!(names.contains(piece.place.as_str()), "{piece:?}");
        assert!(!piece.says.is_empty(), "{piece:?}");
    }
    assert!(scene.places.iter().all(|place| !place.says.is_empty()));
}

/// What is offered can be done, and is told the same when it is done.
fn check_choices(session: &mut dyn PlaySession, scene: &Scene, choices: &[Choice]) {
    let is_place = |name: &str| scene.places.iter().any(|place| place.name == name);
    for choice in choices {
        assert!(!choice.says.is_empty(), "{choice:?}");
        assert!(
            choice.from.is_empty() || is_place(&choice.from),
            "{choice:?}"
        );
        let told = session.along(&choice.text);
        let told = told.unwrap_or_else(|fault| panic!("{choice:?}: {fault}"));
        assert_eq!(told, std::slice::from_ref(choice));
        let reason = session.reason(&choice.text);
        assert!(reason.is_none_or(|why| !why.is_empty()), "{choice:?}");
    }
    for option in session.options() {
        let offered = choices.iter().any(|choice| choice.text == option);
        assert!(offered, "{option} is a move and is not offered");
    }
}
