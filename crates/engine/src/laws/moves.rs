//! Laws about positions and the moves between them.

use super::solvers::made;
use super::{dealt, listed};
use crate::chance::Chance;
use crate::game::Rules;
use crate::notation::LevelId;
use crate::puzzle::{Budget, Outcome, Plain, Puzzle, Unwatched};

/// Walks at random from the level, for `steps` moves, and checks at each
/// position that text, moves and undo agree with each other.
pub fn walk<R: Rules>(rules: &R, id: &LevelId, seed: u64, steps: usize) {
    let mut state = dealt(rules, id);
    let mut chance = Chance::new("law walk", seed, 0);
    for _ in 0..steps {
        text_round_trip(rules, &state);
        let moves = listed(&state);
        moves_round_trip(rules, &mut state, &moves);
        if moves.is_empty() {
            return;
        }
        state.apply(moves[chance.below(moves.len())]);
    }
}

/// Walks at random from the level, for `steps` moves, and checks at each
/// position that [`Puzzle::moves`] lists exactly the legal moves but those
/// that [`Plain::is_left_out`] names. Moves that are left out can be written,
/// read and taken back as well; every fourth step is one of them.
pub fn legal_moves_are_listed<R: Rules>(rules: &R, id: &LevelId, seed: u64, steps: usize) {
    let mut state = dealt(rules, id);
    let mut chance = Chance::new("law list", seed, 0);
    for _ in 0..steps {
        let (listed, left_out) = check_list(&state);
        moves_round_trip(rules, &mut state, &left_out);
        let next = match chance.below(4) {
            0 if !left_out.is_empty() => left_out,
            _ if listed.is_empty() => left_out,
            _ => listed,
        };
        if next.is_empty() {
            return;
        }
        state.apply(next[chance.below(next.len())]);
    }
}

/// Checks all that is checked on walks at the positions of a solution, which
/// lead where no walk does: the first solver's, if it finds one.
pub fn solution<R: Rules>(rules: &R, id: &LevelId, budget: &Budget) {
    let mut state = dealt(rules, id);
    let mut solver = made(&rules.solvers()[0]);
    let outcome = solver.solve(&state, budget, &Unwatched).outcome;
    let Outcome::Solved(moves) = outcome else {
        return;
    };
    for mv in moves {
        text_round_trip(rules, &state);
        let (listed, left_out) = check_list(&state);
        moves_round_trip(rules, &mut state, &listed);
        moves_round_trip(rules, &mut state, &left_out);
        let legal = listed.contains(&mv) || left_out.contains(&mv);
        assert!(legal, "{id}: {mv:?} is not legal");
        state.apply(mv);
    }
    text_round_trip(rules, &state);
    check_list(&state);
}

/// The legal moves of a position: those that are listed, which must be right,
/// and those that are left out.
fn check_list<S: Plain>(state: &S) -> (Vec<S::Move>, Vec<S::Move>) {
    let listed = listed(state);
    let mut legal = state.conceivable();
    legal.retain(|&mv| state.check(mv).is_ok());
    for (index, mv) in listed.iter().enumerate() {
        assert!(legal.contains(mv), "{mv:?} is listed, but not legal");
        assert!(!listed[..index].contains(mv), "{mv:?} is listed twice");
    }
    let (left_out, wanted): (Vec<_>, Vec<_>) =
        legal.into_iter().partition(|&mv| state.is_left_out(mv));
    for mv in wanted {
        assert!(listed.contains(&mv), "{mv:?} is legal, but not listed");
    }
    for mv in &left_out {
        assert!(!listed.contains(mv), "{mv:?} is listed, but left out");
    }
    (listed, left_out)
}

/// A printed level reads as the same position, and prints the same again.
fn text_round_trip<R: Rules>(rules: &R, state: &R::State) {
    let text = rules.write(state);
    let back = rules
        .read(&rules.variant(state), &text)
        .unwrap_or_else(|fault| panic!("own text is refused: {fault}\n{text}"));
    assert_eq!(
        back.key(),
        state.key(),
        "text changes the position:\n{text}"
    );
    assert_eq!(rules.write(&back), text, "text is not stable");
}

/// See [`move_round_trip`].
fn moves_round_trip<R: Rules>(
    rules: &R,
    state: &mut R::State,
    moves: &[<R::State as Puzzle>::Move],
) {
    for &mv in moves {
        move_round_trip(rules, state, mv);
    }
}

/// A listed move is legal, reads as it prints, and can be taken back.
fn move_round_trip<R: Rules>(rules: &R, state: &mut R::State, mv: <R::State as Puzzle>::Move) {
    if let Err(why) = state.check(mv) {
        panic!("listed move {mv:?} is refused: {why}");
    }
    let text = rules.write_move(state, mv);
    let back = rules
        .read_moves(state, &text)
        .unwrap_or_else(|fault| panic!("{fault}"));
    assert_eq!(back, [mv], "move {text} reads as another");
    let (before, printed) = (state.key(), rules.write(state));
    state.apply(mv);
    state.undo(mv);
    assert_eq!(state.key(), before, "undoing {text} changes the key");
    assert_eq!(
        rules.write(state),
        printed,
        "undoing {text} changes the level"
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A counter that goes up by 1 or 2 to 5, and lists the steps it is told to.
    #[derive(Clone)]
    struct Counter {
        at: u8,
        lists: &'static [u8],
        leaves_out: Option<u8>,
    }

    impl Puzzle for Counter {
        type Move = u8;
        type Key = u8;
        type Kept = Self;

        fn moves(&self, out: &mut Vec<u8>) {
            out.extend(self.lists);
        }
        fn apply(&mut self, mv: u8) {
            self.at += mv;
        }
        fn is_solved(&self) -> bool {
            self.at == 5
        }
        fn key(&self) -> u8 {
            self.at
        }
        fn keep(&self) -> Self {
            self.clone()
        }
        fn restore(&self, kept: &Self) -> Self {
            kept.clone()
        }
    }

    impl Plain for Counter {
        fn check(&self, mv: u8) -> Result<(), String> {
            match mv {
                1 | 2 if self.at + mv <= 5 => Ok(()),
                _ => Err("no such step".into()),
            }
        }
        fn undo(&mut self, mv: u8) {
            self.at -= mv;
        }
        fn conceivable(&self) -> Vec<u8> {
            (0..=3).collect()
        }
        fn is_left_out(&self, mv: u8) -> bool {
            self.leaves_out == Some(mv)
        }
    }

    #[test]
    fn wrong_lists_of_moves_are_caught() {
        type Row = (u8, &'static [u8], Option<u8>, &'static str);
        let rows: [Row; 8] = [
            (0, &[1, 2], None, ""),
            (4, &[1], None, ""),
            (0, &[2], Some(1), ""),
            (0, &[2], None, "1 is legal, but not listed"),
            (4, &[1, 2], None, "2 is listed, but not legal"),
            (0, &[1, 2, 7], None, "7 is listed, but not legal"),
            (0, &[1, 2, 1], None, "1 is listed twice"),
            (0, &[1, 2], Some(1), "1 is listed, but left out"),
        ];
        for (at, lists, leaves_out, broken) in rows {
            let counter = Counter {
                at,
                lists,
                leaves_out,
            };
            let caught = crate::bridge::defects("law", || check_list(&counter));
            let said = caught.map_or_else(|fault| fault.found, |_| String::new());
            assert_eq!(said, broken, "{at}, {lists:?}, {leaves_out:?}");
        }
    }
}
