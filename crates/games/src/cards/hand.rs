//! A cursor over a table of cards, for every card game: arrows point at a pile
//! or at a card within a run, Enter picks up and puts down, digits do so for a
//! column at once. A game says through [`Played`] which cards can be picked up
//! and which move a putting down is.

use super::show::Pointer;
use super::table::{Pile, Spot, Table};
use engine::{Hand, Key, Plain, Pressed, Puzzle, Screen};
use std::marker::PhantomData;

/// A game as the cursor needs it.
pub trait Played: Send {
    /// Its positions.
    type Position: Plain + 'static;

    /// The board as the person sees it.
    fn table(position: &Self::Position) -> Table;
    /// The board on a screen, with the cursor.
    fn show(position: &Self::Position, pointer: &Pointer) -> Screen;
    /// How many cards can be picked up together at most: for a column the run
    /// at its end. None at all is 0, and an `Err` says why there never are any.
    fn most(position: &Self::Position, spot: Spot) -> Result<usize, String>;
    /// The move of so many cards from one place to another, legal or not. Any
    /// foundation stands for the one of the card's suit.
    fn carry(position: &Self::Position, from: Spot, to: Spot, count: usize) -> MoveOf<Self>;
    /// The move that is made by going to a place, as turning the stock is.
    fn at_once(spot: Spot) -> Option<MoveOf<Self>>;
    /// What a letter of this game does.
    fn letter(position: &Self::Position, letter: char) -> Option<Shortcut>;
    /// What the keys do, in two lines.
    const HELP: &'static str;
}

/// A game's moves.
pub type MoveOf<G> = <<G as Played>::Position as Puzzle>::Move;

/// What a letter can stand for.
pub enum Shortcut {
    /// Go there, and pick up or put down.
    Go(Spot),
    /// Send what is held, or the last card under the cursor, there.
    Send(Spot),
    /// Nothing, for this reason.
    Refuse(String),
}

/// Cards that are picked up.
#[derive(Clone, Copy)]
struct Held {
    from: Spot,
    count: usize,
    /// Whether the person chose the count; otherwise what fits may move.
    chosen: bool,
}

/// A person's hand over a table.
pub struct CardHand<G> {
    cursor: Spot,
    /// The card under the cursor, counted from the end of its column.
    depth: usize,
    held: Option<Held>,
    game: PhantomData<G>,
}

impl<G> Default for CardHand<G> {
    fn default() -> Self {
        CardHand {
            cursor: Spot::Column(0),
            depth: 1,
            held: None,
            game: PhantomData,
        }
    }
}

impl<G: Played> CardHand<G> {
    /// What is held, as far as it is still there: moves may have been taken
    /// back since it was picked up.
    fn held(&self, position: &G::Position) -> Option<Held> {
        let held = self.held?;
        let most = G::most(position, held.from).unwrap_or_default();
        let count = held.count.min(most);
        (count > 0).then_some(Held { count, ..held })
    }

    /// The card under the cursor, from the end of its run.
    fn depth(&self, position: &G::Position) -> usize {
        let most = G::most(position, self.cursor).unwrap_or_default();
        self.depth.clamp(1, most.max(1))
    }

    /// Puts the cursor on the last card of a place, or where cards were picked
    /// up there, on the first of those.
    fn go_to(&mut self, spot: Spot) {
        self.cursor = spot;
        let held = self.held.filter(|held| held.from == spot);
        self.depth = held.map_or(1, |held| held.count);
    }

    /// To the next pile of the row.
    fn sideways(&mut self, position: &G::Position, right: bool) -> Pressed<MoveOf<G>> {
        let table = G::table(position);
        let row = table.row_of(self.cursor);
        let at = table.index_of(self.cursor).unwrap_or_default();
        let next = match right {
            true => (at + 1).min(row.len().saturating_sub(1)),
            false => at.saturating_sub(1),
        };
        if let Some(pile) = row.get(next) {
            self.go_to(pile.spot);
        }
        Pressed::Looked
    }

    /// Along a run while nothing is held, and beyond its ends to the other row.
    fn upright(&mut self, position: &G::Position, up: bool) -> Pressed<MoveOf<G>> {
        let in_column = matches!(self.cursor, Spot::Column(_));
        let depth = self.depth(position);
        let most = match self.held {
            Some(_) => 1,
            None => G::most(position, self.cursor).unwrap_or_default(),
        };
        match (in_column, up) {
            (true, true) if depth < most => self.depth = depth + 1,
            (true, true) | (false, false) => self.change_row(position),
            (true, false) if self.held.is_none() => self.depth = depth.max(2) - 1,
            _ => {}
        }
        Pressed::Looked
    }

    /// To the nearest pile of the other row.
    fn change_row(&mut self, position: &G::Position) {
        let table = G::table(position);
        let here = table.index_of(self.cursor);
        let slot = here.map_or(0, |index| table.row_of(self.cursor)[index].slot);
        let other = table.other_row(self.cursor).iter();
        let nearest = other.min_by_key(|pile: &&Pile| pile.slot.abs_diff(slot));
        if let Some(pile) = nearest {
            self.go_to(pile.spot);
        }
    }

    /// Enter: picks up what is under the cursor, or puts down what is held.
    fn enter(&mut self, position: &G::Position) -> Pressed<MoveOf<G>> {
        if let Some(mv) = G::at_once(self.cursor) {
            return self.make_at_once(position, mv);
        }
        match self.held(position) {
            Some(held) => self.put_down(position, held, self.cursor),
            None => self.pick_up(position, self.depth(position), true),
        }
    }

    /// A key of a place: goes there and does what Enter does, but picks up the
    /// whole run and lets the count follow from where it is put.
    fn go(&mut self, position: &G::Position, spot: Spot) -> Pressed<MoveOf<G>> {
        if G::table(position).index_of(spot).is_none() {
            return Pressed::Refused(format!("there is no {}", spot.name()));
        }
        if let Some(mv) = G::at_once(spot) {
            self.go_to(spot);
            return self.make_at_once(position, mv);
        }
        match self.held(position) {
            Some(held) => self.put_down(position, held, spot),
            None => {
                self.go_to(spot);
                let most = G::most(position, spot).unwrap_or_default();
                self.pick_up(position, most, false)
            }
        }
    }

    fn make_at_once(&mut self, position: &G::Position, mv: MoveOf<G>) -> Pressed<MoveOf<G>> {
        self.held = None;
        match position.check(mv) {
            Ok(()) => Pressed::Moves(vec![mv]),
            Err(why) => Pressed::Refused(why),
        }
    }

    fn pick_up(
        &mut self,
        position: &G::Position,
        count: usize,
        chosen: bool,
    ) -> Pressed<MoveOf<G>> {
        let from = self.cursor;
        match G::most(position, from) {
            Err(why) => Pressed::Refused(why),
            Ok(0) => Pressed::Refused(format!("nothing to pick up: {} is empty", from.name())),
            Ok(_) => {
                self.depth = count;
                self.held = Some(Held {
                    from,
                    count,
                    chosen,
                });
                Pressed::Looked
            }
        }
    }

    /// Puts down what is held. Where the count is refused, another one that
    /// fits is taken: on a card only one can fit, and elsewhere only if the
    /// person did not choose.
    fn put_down(&mut self, position: &G::Position, held: Held, to: Spot) -> Pressed<MoveOf<G>> {
        if held.from == to {
            self.held = None;
            return Pressed::Looked;
        }
        let mv = G::carry(position, held.from, to, held.count);
        let refusal = match position.check(mv) {
            Ok(()) => return self.made(to, mv),
            Err(why) => why,
        };
        let table = G::table(position);
        let on_a_card = matches!(to, Spot::Column(_))
            && table
                .columns
                .iter()
                .any(|pile| pile.spot == to && !pile.cards.is_empty());
        if on_a_card || !held.chosen {
            let most = G::most(position, held.from).unwrap_or_default();
            let fitting = (1..=most)
                .rev()
                .map(|count| G::carry(position, held.from, to, count));
            if let Some(mv) = fitting.into_iter().find(|&mv| position.check(mv).is_ok()) {
                return self.made(to, mv);
            }
        }
        Pressed::Refused(refusal)
    }

    fn made(&mut self, to: Spot, mv: MoveOf<G>) -> Pressed<MoveOf<G>> {
        self.held = None;
        self.go_to(to);
        Pressed::Moves(vec![mv])
    }

    /// Sends one card somewhere: of what is held, or from under the cursor,
    /// which stays where it is.
    fn send(&mut self, position: &G::Position, to: Spot) -> Pressed<MoveOf<G>> {
        let from = self.held(position).map_or(self.cursor, |held| held.from);
        match G::most(position, from) {
            Err(why) => return Pressed::Refused(why),
            Ok(0) => return Pressed::Refused(format!("{} is empty", from.name())),
            Ok(_) => {}
        }
        let mv = G::carry(position, from, to, 1);
        match position.check(mv) {
            Ok(()) => {
                self.held = None;
                self.depth = 1;
                Pressed::Moves(vec![mv])
            }
            Err(why) => Pressed::Refused(why),
        }
    }

    /// Sends home whatever can go, until nothing can.
    fn send_all(&mut self, position: &G::Position) -> Pressed<MoveOf<G>> {
        let mut position = position.clone();
        let mut moves = Vec::new();
        while let Some(mv) = next_home::<G>(&position) {
            position.apply(mv);
            moves.push(mv);
        }
        if moves.is_empty() {
            return Pressed::Refused("no card can go home".into());
        }
        self.held = None;
        self.depth = 1;
        Pressed::Moves(moves)
    }

    fn letter(&mut self, position: &G::Position, letter: char) -> Pressed<MoveOf<G>> {
        match letter {
            ' ' => self.enter(position),
            'h' => self.send(position, Spot::Home(0)),
            'a' => self.send_all(position),
            '0' => self.go(position, Spot::Column(9)),
            '1'..='9' => self.go(position, Spot::Column(letter as u8 - b'1')),
            _ => match G::letter(position, letter) {
                Some(Shortcut::Go(spot)) => self.go(position, spot),
                Some(Shortcut::Send(spot)) => self.send(position, spot),
                Some(Shortcut::Refuse(why)) => Pressed::Refused(why),
                None => Pressed::Unknown,
            },
        }
    }
}

/// A move that sends a card home, if there is one.
fn next_home<G: Played>(position: &G::Position) -> Option<MoveOf<G>> {
    let table = G::table(position);
    let spots = table.top.iter().chain(&table.columns).map(|pile| pile.spot);
    let sources = spots.filter(|spot| !matches!(spot, Spot::Home(_)));
    let full = |spot: &Spot| G::most(position, *spot).is_ok_and(|most| most > 0);
    let mut moves = sources
        .filter(full)
        .map(|spot| G::carry(position, spot, Spot::Home(0), 1));
    moves.find(|&mv| position.check(mv).is_ok())
}

impl<G: Played> Hand<G::Position> for CardHand<G> {
    fn press(&mut self, position: &G::Position, key: Key) -> Pressed<MoveOf<G>> {
        self.held = self.held(position);
        match key {
            Key::Left => self.sideways(position, false),
            Key::Right => self.sideways(position, true),
            Key::Up => self.upright(position, true),
            Key::Down => self.upright(position, false),
            Key::Enter => self.enter(position),
            Key::Erase => match self.held.take() {
                Some(_) => Pressed::Looked,
                None => Pressed::Refused("nothing is picked up".into()),
            },
            Key::Char(letter) => self.letter(position, letter),
        }
    }

    fn show(&self, position: &G::Position) -> Screen {
        let held = self.held(position).map(|held| (held.from, held.count));
        let pointer = Pointer {
            cursor: Some((self.cursor, self.depth(position))),
            held,
        };
        G::show(position, &pointer)
    }

    fn help(&self) -> &'static str {
        G::HELP
    }
}
