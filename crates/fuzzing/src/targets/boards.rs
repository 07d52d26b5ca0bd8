//! Boards, solutions and pictures of every game.

use super::{Target, clean, sound};
use crate::corpus::{Corpus, Sample};
use crate::fields::{Fields, digit_of, join, written};
use crate::svg;
use engine::{Game, Level, picture};

/// The text of a level.
pub(super) const BOARDS: Target = Target {
    name: "boards",
    summary: "a board that is read prints and reads back the same, in every form",
    run: boards,
    seeds: |corpus| seeds(corpus, |_| Vec::new()),
    turn: 100,
};

/// Solutions.
pub(super) const MOVES: Target = Target {
    name: "moves",
    summary: "moves are judged; those that are legal print and read back the same",
    run: moves,
    seeds: |corpus| seeds(corpus, |sample| sample.moves.clone().into_bytes()),
    turn: 100,
};

/// Pictures.
pub(super) const PICTURES: Target = Target {
    name: "pictures",
    summary: "whatever can be drawn is well-formed SVG",
    run: pictures,
    seeds: |corpus| seeds(corpus, |sample| sample.moves.clone().into_bytes()),
    turn: 20,
};

/// A level of each sample, followed by a last part.
pub(super) fn seeds(corpus: &Corpus, last: impl Fn(&Sample) -> Vec<u8>) -> Vec<Vec<u8>> {
    let seed = |sample: &Sample| {
        let (variant, text) = (sample.variant.as_bytes(), sample.text.as_bytes());
        join(&[&digit_of(sample.game), variant, text, &last(sample)])
    };
    corpus.levels.iter().map(seed).collect()
}

fn boards(input: &[u8]) -> bool {
    let mut fields = Fields::new(input);
    let game = fields.game();
    let (variant, text) = (fields.text(), fields.text());
    check_split(game, &text);
    let level = written(&variant, &text);
    let Some(row) = sound(game.level(&level)) else {
        return false;
    };
    let printed = written(&row.variant, &row.level);
    let back = game.level(&printed).expect("a printed level reads back");
    assert_eq!((&back.variant, &back.level), (&row.variant, &row.level));
    let signature = |level: &Level| game.signature(level).expect("the signature of a level");
    assert_eq!(signature(&level), signature(&printed));
    for (form, _) in game.forms() {
        let text = game
            .level_as(&level, form)
            .expect("a level in another form");
        let back = game.level(&written(&row.variant, &text));
        let back = back.unwrap_or_else(|fault| panic!("form {form}: {fault}\n{text}"));
        assert_eq!(back.level, row.level, "form {form}:\n{text}");
    }
    true
}

/// The boards of a file are ranges of its lines, in order.
fn check_split(game: &dyn Game, text: &str) {
    let lines = text.lines().count();
    let mut end = 0;
    for range in game.split(text) {
        assert!(end <= range.start && range.start <= range.end && range.end <= lines);
        end = range.end;
    }
}

fn moves(input: &[u8]) -> bool {
    let mut fields = Fields::new(input);
    let (game, level) = fields.level();
    let moves = fields.text();
    let Some(verdict) = sound(game.verify(&level, &moves)) else {
        return false;
    };
    verdict.fault.iter().for_each(|fault| clean(fault));
    let open = || game.play_open(&level).expect("a level that was read");
    let mut session = open();
    let start = session.whole();
    let legal = sound(session.make(&moves)).is_some();
    if !legal {
        assert!(!verdict.valid, "verify takes what play refuses");
        assert_eq!(session.whole(), start, "refused moves leave no trace");
        return false;
    }
    let made = session.made().join(" ");
    let mut again = open();
    again.make(&made).expect("printed moves are legal");
    assert_eq!(again.whole(), session.whole(), "{made}");
    let back = game.verify(&level, &made).expect("a level that was read");
    assert_eq!(
        (back.valid, &back.lengths),
        (verdict.valid, &verdict.lengths),
        "{made}"
    );
    true
}

fn pictures(input: &[u8]) -> bool {
    let mut fields = Fields::new(input);
    let (game, level) = fields.level();
    let moves = fields.text();
    let mut drawn = Vec::new();
    for moves in ["", &moves] {
        drawn.extend(sound(game.draw(&level, moves)));
        drawn.extend(sound(game.draw_open(&level, moves)));
    }
    drawn
        .iter()
        .for_each(|picture| svg::check(&picture.to_svg()));
    let is_drawn = !drawn.is_empty();
    if is_drawn {
        let captioned = drawn.into_iter().map(|picture| (moves.clone(), picture));
        let sheet = picture::sheet(&captioned.collect::<Vec<_>>(), 2);
        svg::check(&sheet.to_svg());
    }
    is_drawn
}
