//! The referee: shows the player what may be seen, checks and makes its moves,
//! and says when and how the game is over.

use crate::chance::Chance;
use crate::hidden::{Hidden, Player, View};
use crate::puzzle::{Limit, Meter};
use serde::{Deserialize, Serialize};

/// What is done about the cards that lie face down.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FaceDown {
    /// They stay as they were dealt, and nobody sees them.
    Fixed,
    /// They are shuffled among themselves after every move. For a player who
    /// does not see them that is the same game as [`FaceDown::Fixed`].
    Reshuffle,
    /// They stay, and the player who looks ahead looks at the true ones.
    Once,
    /// They lie face up.
    Open,
}

impl FaceDown {
    /// All of them with their names.
    pub const ALL: [(&'static str, FaceDown); 4] = [
        ("fixed", FaceDown::Fixed),
        ("reshuffle", FaceDown::Reshuffle),
        ("once", FaceDown::Once),
        ("open", FaceDown::Open),
    ];

    /// The word for it.
    pub fn name(self) -> &'static str {
        let known = FaceDown::ALL.iter().find(|(_, known)| *known == self);
        known.map_or("", |(name, _)| name)
    }

    /// The one of that name.
    pub fn parse(word: &str) -> Option<FaceDown> {
        let found = FaceDown::ALL.iter().find(|(name, _)| *name == word);
        found.map(|(_, face_down)| *face_down)
    }

    fn view<S: Hidden>(self, state: &S) -> S::View {
        match self {
            FaceDown::Fixed | FaceDown::Reshuffle => state.view(),
            FaceDown::Once | FaceDown::Open => state.open_view(),
        }
    }
}

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ending {
    /// All is done.
    Won,
    /// Only idle moves were left, for longer than could help.
    Stuck,
    /// No move was left.
    NoMoves,
    /// The player gave up.
    GaveUp,
    /// The game went on for too long.
    TooLong,
    /// The user asked to stop: the game is not over, and its row must not be
    /// written.
    Interrupted,
}

impl Ending {
    /// The word used in rows.
    pub fn name(self) -> &'static str {
        match self {
            Ending::Won => "won",
            Ending::Stuck => "stuck",
            Ending::NoMoves => "no-moves",
            Ending::GaveUp => "gave-up",
            Ending::TooLong => "too-long",
            Ending::Interrupted => "interrupted",
        }
    }
}

/// A game that was played.
#[derive(Clone, Debug)]
pub struct Played<M> {
    /// How it ended.
    pub ending: Ending,
    /// How far it came.
    pub fitness: u32,
    /// The moves that were made.
    pub moves: Vec<M>,
    /// The fitness after each of them.
    pub path: Vec<u32>,
}

/// Plays a game to its end, which comes after `most` moves at the latest.
/// `player_luck` is the player's chance, `table_luck` that of the cards. The
/// meter covers the whole game: once its budget is spent, the player answers
/// at once; once its watch is interrupted, the game ends.
///
/// # Panics
/// If the player makes an illegal move, which is a defect.
pub fn play<S: Hidden>(
    start: &S,
    player: &mut dyn Player<S::View>,
    face_down: FaceDown,
    most: usize,
    [player_luck, table_luck]: [&mut Chance; 2],
    meter: &mut Meter<'_>,
) -> Played<S::Move> {
    let mut state = start.clone();
    let (mut made, mut path) = (Vec::new(), Vec::new());
    let (mut options, mut idle) = (Vec::new(), 0);
    let ending = 'game: loop {
        if state.is_solved() {
            break Ending::Won;
        }
        options.clear();
        state.moves(&mut options);
        if options.is_empty() {
            break Ending::NoMoves;
        }
        if options.iter().any(|&mv| !S::is_idle(mv)) {
            idle = 0;
        } else if idle >= state.patience() {
            break Ending::Stuck;
        }
        let moves = player.choose(&face_down.view(&state), player_luck, meter);
        if meter.look() == Some(Limit::Interrupted) {
            break Ending::Interrupted;
        }
        if moves.is_empty() {
            break Ending::GaveUp;
        }
        for mv in moves {
            if made.len() >= most {
                break 'game Ending::TooLong;
            }
            if let Err(why) = state.check(mv) {
                panic!("a player made the illegal move {mv:?}: {why}");
            }
            state.apply(mv);
            idle = if S::is_idle(mv) { idle + 1 } else { 0 };
            made.push(mv);
            path.push(state.fitness());
            if face_down == FaceDown::Reshuffle {
                state = state.view().resample(table_luck);
            }
        }
    };
    Played {
        ending,
        fitness: state.fitness(),
        moves: made,
        path,
    }
}
