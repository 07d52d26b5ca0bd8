//! A person who presses any keys and types any moves.

use super::{Target, clean, sound};
use crate::fields::Fields;
use crate::targets::boards;
use engine::play::{PlaySession, Reply};
use engine::{Key, screen};

/// Sessions.
pub(super) const PLAY: Target = Target {
    name: "play",
    summary: "any keys and moves are answered; taking all back gives the start",
    run: play,
    seeds: |corpus| boards::seeds(corpus, |sample| script(&sample.moves)),
    turn: 20,
};

/// Actions of a session that are carried out.
const MOST_ACTIONS: usize = 80;
/// From this byte on an action is one of the moves that the game offers.
const OPTIONS: u8 = 0x80;
/// Actions that are neither keys nor moves.
const UNDO: u8 = 0x7f;
const LOOK: u8 = 0x7e;

/// Keys, some moves and what the game offers, in turn.
fn script(moves: &str) -> Vec<u8> {
    let keys = b"\x01\x02\x05 \x03\x04\x05\x7e1\x7f23\x80\x83ab\x95\x7f\xa0\x81d\x06\xc0\xf1";
    let typed = moves.bytes().take(20);
    keys.iter().copied().chain(typed).collect()
}

fn play(input: &[u8]) -> bool {
    let mut fields = Fields::new(input);
    let (game, level) = fields.level();
    let actions = fields.rest();
    let Some(open) = sound(game.play_open(&level)) else {
        return false;
    };
    let hidden = game.play(&level).expect("a level that can be seen whole");
    for mut session in [open, hidden] {
        let start = session.whole();
        for &action in actions.iter().take(MOST_ACTIONS) {
            act(&mut *session, action);
        }
        check_end(&mut *session, start, || {
            game.play_open(&level).expect("a level that was read")
        });
    }
    true
}

fn act(session: &mut dyn PlaySession, action: u8) {
    match action {
        UNDO => drop(session.undo()),
        LOOK => {
            screen::text(&session.show());
            session.ending();
        }
        OPTIONS.. => {
            let options = session.options();
            if !options.is_empty() {
                let option = &options[usize::from(action - OPTIONS) % options.len()];
                session.make(option).expect("a move that the game offers");
            }
        }
        key => press(session, key_of(key)),
    }
}

fn press(session: &mut dyn PlaySession, key: Key) {
    let before = session.made().len();
    let reply = session.press(key);
    if let Reply::Refused(why) = &reply {
        clean(why);
    }
    let made = session.made().len() - before;
    assert_eq!(
        made > 0,
        reply == Reply::Made,
        "{key:?} made {made} moves: {reply:?}"
    );
}

fn key_of(byte: u8) -> Key {
    match byte {
        1 => Key::Up,
        2 => Key::Down,
        3 => Key::Left,
        4 => Key::Right,
        5 => Key::Enter,
        6 => Key::Erase,
        7 => Key::Char('é'),
        _ => Key::Char(byte.into()),
    }
}

/// The moves made can be written, made again and taken back.
fn check_end<'a>(
    session: &mut dyn PlaySession,
    start: (String, String),
    open: impl Fn() -> Box<dyn PlaySession + 'a>,
) {
    screen::text(&session.show());
    session.fitness();
    session.ending();
    let made = session.made();
    let mut again = open();
    again
        .make(&made.join(" "))
        .expect("written moves are legal");
    assert_eq!(again.whole(), session.whole(), "{made:?}");
    for _ in &made {
        assert!(session.undo(), "a move that was made is taken back");
    }
    assert!(!session.undo(), "nothing is left to take back");
    assert_eq!(session.whole(), start, "after taking back {made:?}");
}
