//! Laws about what a person sees and does: keys, sessions and pictures.

use super::{BUDGET, dealt};
use crate::chance::Chance;
use crate::game::{Game, Rules};
use crate::notation::{Fault, Level, LevelId};
use crate::play::{Adviser, Ending, Hint, PlaySession, Reply};
use crate::puzzle::{Plain, Unwatched};
use crate::screen::{Hand, Key, Pressed};

/// A key; those that move a cursor are as likely as all letters together.
pub(super) fn any_key(chance: &mut Chance) -> Key {
    const CURSOR: [Key; 6] = [
        Key::Up,
        Key::Down,
        Key::Left,
        Key::Right,
        Key::Enter,
        Key::Erase,
    ];
    match chance.below(2) {
        0 => CURSOR[chance.below(CURSOR.len())],
        _ => Key::Char((b' ' + chance.below(95) as u8) as char),
    }
}

/// Whatever keys are pressed, a hand asks for legal moves only and can show
/// the board. Says how many moves it made, so that a test can see that keys
/// do something at all.
pub fn hand<R: Rules>(rules: &R, id: &LevelId, seed: u64, presses: usize) -> usize {
    let hand = rules.hand().expect("a hand");
    press_keys(hand, dealt(rules, id), seed, presses)
}

/// Presses keys at random; says how many moves they made.
pub(super) fn press_keys<S: Plain>(
    mut hand: Box<dyn Hand<S>>,
    mut state: S,
    seed: u64,
    presses: usize,
) -> usize {
    let mut chance = Chance::new("law keys", seed, 0);
    let mut made = 0;
    for _ in 0..presses {
        let key = any_key(&mut chance);
        if let Pressed::Moves(moves) = hand.press(&state, key) {
            for mv in moves {
                if let Err(why) = state.check(mv) {
                    panic!("{key:?} asks for {mv:?}: {why}");
                }
                state.apply(mv);
                made += 1;
            }
        }
        assert!(!hand.show(&state).is_empty(), "nothing to see");
    }
    made
}

/// What begins a session on the level that is looked at.
type Begin<'a> = &'a dyn Fn() -> Result<Box<dyn PlaySession + 'a>, Fault>;

/// A person plays at random, by moves and by keys, seeing everything or what
/// may be seen: the moves made lead to the same position when they are made
/// again, taking all back gives the start, and hints are legal. Says how many
/// hints there were.
pub fn sessions(game: &dyn Game, level: &Level, seed: u64, steps: usize) -> usize {
    let open = session(game, level, &|| game.play_open(level), seed, steps);
    match game.hidden() {
        Some(_) => open + session(game, level, &|| game.play(level), seed, steps),
        None => open,
    }
}

fn session(game: &dyn Game, level: &Level, begin: Begin, seed: u64, steps: usize) -> usize {
    let name = level.name();
    let begin = || begin().unwrap_or_else(|fault| panic!("{name}: {fault}"));
    let mut session = begin();
    let (start, seen) = (session.whole(), session.show());
    let mut hints = usize::from(check_hint(&mut *session));
    play_at_random(&mut *session, seed, steps);
    hints += usize::from(check_hint(&mut *session));
    let (made, end) = (session.made(), session.whole());
    assert!(!made.is_empty(), "{name}: no move was made");

    let text = made.join(" ");
    let mut again = begin();
    make(&mut *again, &text);
    assert_eq!(again.made(), made, "{name}: moves read otherwise");
    assert_eq!(again.whole(), end, "{name}: {text} leads elsewhere");
    let verdict = game.verify(level, &text);
    let verdict = verdict.unwrap_or_else(|fault| panic!("{name}: {fault}"));
    let won = again.ending() == Some(Ending::Won);
    assert_eq!(verdict.valid, won, "{name}: {text}: {:?}", verdict.fault);
    let refused = verdict.fault.unwrap_or_default();
    assert!(
        won || refused.starts_with("after the last move"),
        "{name}: {text}: {refused}"
    );

    for side in [&mut session, &mut again] {
        made.iter().for_each(|_| assert!(side.undo(), "{name}"));
        assert!(!side.undo(), "{name}: more is taken back than was made");
        assert_eq!(side.whole(), start, "{name}: undoing {text}");
    }
    assert_eq!(again.show(), seen, "{name}: undoing {text} is seen");
    hints
}

/// Makes moves that are known to be legal.
fn make(session: &mut dyn PlaySession, text: &str) {
    let made = session.make(text);
    made.unwrap_or_else(|fault| panic!("{text} is refused: {fault}"));
}

/// Moves that are offered, keys, and moves taken back; at the end one move at
/// least is made.
fn play_at_random(session: &mut dyn PlaySession, seed: u64, steps: usize) {
    let mut chance = Chance::new("law session", seed, 0);
    for step in 1..=steps {
        let made = session.made().len();
        let last = step == steps && made == 0;
        match chance.below(4) {
            0 if !last => assert_eq!(session.undo(), made > 0),
            1 | 2 if !last && session.keys().is_some() => {
                let reply = session.press(any_key(&mut chance));
                let more = session.made().len() > made;
                assert_eq!(more, reply == Reply::Made, "{reply:?}");
            }
            _ => {
                let options = session.options();
                if !options.is_empty() {
                    make(session, &options[chance.below(options.len())]);
                    assert_eq!(session.made().len(), made + 1);
                }
            }
        }
        assert!(!session.show().is_empty(), "nothing to see");
    }
}

/// The moves of a hint are legal, and asking changes nothing. Says whether
/// there were any.
fn check_hint(session: &mut dyn PlaySession) -> bool {
    let adviser = Adviser {
        budget: BUDGET,
        ..Adviser::default()
    };
    let (before, made) = (session.whole(), session.made());
    let hint = session.hint(&adviser, &Unwatched);
    let hint = hint.unwrap_or_else(|fault| panic!("{fault}"));
    assert_eq!(session.whole(), before, "a hint changes the position");
    let won = session.ending() == Some(Ending::Won);
    assert_eq!(hint == Hint::Won, won, "{hint:?}");
    let Hint::Moves { next, .. } = hint else {
        return false;
    };
    assert!(!next.is_empty(), "a hint without a move");
    make(session, &next.join(" "));
    assert_eq!(session.made()[made.len()..], next);
    next.iter().for_each(|_| assert!(session.undo()));
    assert_eq!(session.whole(), before, "undoing a hint");
    true
}

/// A level is drawn before and after a move, open and as it is seen.
pub fn pictures(game: &dyn Game, level: &Level) {
    let name = level.name();
    let session = game.play_open(level);
    let options = session.unwrap_or_else(|fault| panic!("{fault}")).options();
    let first = options.first().unwrap_or_else(|| panic!("{name}: no move"));
    for moves in ["", first] {
        for drawn in [game.draw(level, moves), game.draw_open(level, moves)] {
            let picture = drawn.unwrap_or_else(|fault| panic!("{name}: {fault}"));
            assert!(picture.width > 0.0 && picture.height > 0.0, "{name}");
            let svg = picture.to_svg();
            assert!(svg.starts_with("<svg"), "{name}: {svg}");
            let groups = (svg.matches("<g").count(), svg.matches("</g>").count());
            assert_eq!(groups.0, groups.1, "{name}: {svg}");
            let shapes = ["<rect", "<circle", "<polyline", "<path", "<text"];
            let drawn: usize = shapes.iter().map(|shape| svg.matches(shape).count()).sum();
            // A picture of nothing has its background only.
            assert!(drawn > 1, "{name}: {svg}");
        }
    }
}
