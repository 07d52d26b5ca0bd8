//! Laws about games whose players do not see everything.

use super::env::assert_learnt_alike;
use super::play::{any_key, press_keys};
use super::table::{any_gesture, names};
use super::{dealt, listed};
use crate::chance::Chance;
use crate::hidden::{Hidden, View};
use crate::notation::{Level, LevelId};
use crate::play::{HiddenBridge, HiddenGame, HiddenRules};
use crate::puzzle::{Plain, Puzzle};

/// As [`hand`](super::hand), for the hand of somebody who does not see
/// everything.
pub fn hidden_hand<R: HiddenRules>(rules: &R, id: &LevelId, seed: u64, presses: usize) -> usize {
    let hand = rules.hidden_hand().expect("a hand");
    press_keys(hand, dealt(rules, id), seed, presses)
}

/// Walks at random from the level, for `steps` moves, and checks at each
/// position that another one, which differs only in what is hidden, cannot be
/// told from it: not by screens, pictures, scenes, moves, refusals, keys,
/// gestures or observations.
pub fn hides<R: HiddenRules>(game: &HiddenBridge<R>, id: &LevelId, seed: u64, steps: usize) {
    let mut state = dealt(&game.0, id);
    let mut chance = Chance::new("law hides", seed, 0);
    let mut different = 0;
    for _ in 0..steps {
        let other = state.view().resample(&mut chance);
        different += usize::from(other.key() != state.key());
        let moves = listed(&state);
        assert_eq!(moves, listed(&other), "{id}: moves tell what is hidden");
        for mv in state.conceivable() {
            assert_eq!(state.check(mv), other.check(mv), "{id}: {mv:?}");
        }
        let twins = [&state, &other];
        assert_seen_alike(game, id, twins);
        assert_touched_alike(game, id, twins, &mut chance);
        assert_learnt_alike(&game.0, id, twins);
        assert_pressed_alike(&game.0, id, twins, &mut chance);
        if moves.is_empty() {
            break;
        }
        state.apply(moves[chance.below(moves.len())]);
    }
    assert!(different > 0, "{id}: nothing was hidden");
}

/// Screens and pictures of both positions are the same, and so are those of
/// the levels that they are when written out.
fn assert_seen_alike<R: HiddenRules>(game: &HiddenBridge<R>, id: &LevelId, twins: [&R::State; 2]) {
    let rules = &game.0;
    let [one, two] = twins.map(|state| {
        let view = state.view();
        let level = Level::Written {
            name: id.to_string(),
            variant: rules.variant(state),
            text: rules.write(state),
        };
        let session = game.play(&level).unwrap_or_else(|fault| panic!("{fault}"));
        let drawn = game.draw(&level, "");
        let drawn = drawn.unwrap_or_else(|fault| panic!("{fault}"));
        (
            [rules.show_view(&view), session.show()],
            [rules.draw_view(&view).to_svg(), drawn.to_svg()],
        )
    });
    assert_eq!(one, two, "{id}: what is hidden can be seen");
}

/// Both positions lie on the table alike, offer the same, and answer gestures
/// alike.
fn assert_touched_alike<R: HiddenRules>(
    game: &HiddenBridge<R>,
    id: &LevelId,
    twins: [&R::State; 2],
    chance: &mut Chance,
) {
    const GESTURES: usize = 20;
    let level = |state: &R::State| Level::Written {
        name: id.to_string(),
        variant: game.0.variant(state),
        text: game.0.write(state),
    };
    let begin = |state| {
        game.play(&level(state))
            .unwrap_or_else(|fault| panic!("{fault}"))
    };
    let [one, two] = twins.map(begin);
    assert_eq!(
        one.scene(),
        two.scene(),
        "{id}: a scene tells what is hidden"
    );
    let choices = one.choices();
    assert_eq!(choices, two.choices(), "{id}: choices tell what is hidden");
    for choice in choices {
        let reasons = [&one, &two].map(|session| session.reason(&choice.text));
        assert_eq!(reasons[0], reasons[1], "{id}: why {} is good", choice.text);
    }
    assert_eq!(one.automatic().first(), two.automatic().first(), "{id}");
    let Some(scene) = one.scene() else { return };
    let names = names(&scene);
    for _ in 0..GESTURES {
        let gesture = any_gesture(&names, chance);
        let answers = [&one, &two].map(|session| session.gesture(&gesture));
        assert_eq!(answers[0], answers[1], "{id}: {gesture:?}");
    }
}

/// The same keys over both positions ask for the same and show the same.
fn assert_pressed_alike<R: HiddenRules>(
    rules: &R,
    id: &LevelId,
    [one, two]: [&R::State; 2],
    chance: &mut Chance,
) {
    const PRESSES: usize = 30;
    let (Some(mut left), Some(mut right)) = (rules.hidden_hand(), rules.hidden_hand()) else {
        return;
    };
    for _ in 0..PRESSES {
        let key = any_key(chance);
        let (a, b) = (left.press(one, key), right.press(two, key));
        assert_eq!(a, b, "{id}: {key:?} tells what is hidden");
        assert_eq!(left.show(one), right.show(two), "{id}: after {key:?}");
    }
}
