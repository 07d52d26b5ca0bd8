//! The twelve rules of thumb that Donkersteeg lists (section 3.4, after Yates)
//! as a player: each move gets the points of the first rule that speaks for
//! it, or none. Where no rule speaks, the stock is turned; once that has gone
//! round without an offer, cards go home (rule 12), then anything goes.

use super::simulator::safe_move;
use crate::cards::{Card, KING};
use crate::klondike::playout::{Determinizer, FastRandom};
use crate::klondike::rules::{Move, Place, TURN};
use crate::klondike::view::{SeenColumn, View};
use engine::chance::Chance;
use engine::{Meter, Player};

/// Points of a move that a rule names firmly, whatever else can be done.
const FIRM: i32 = 100;

/// The player, who counts how often the stock was turned in a row.
#[derive(Default)]
pub(super) struct RulesOfThumb {
    turns: usize,
}

impl RulesOfThumb {
    /// The move that a rule names firmly, if one does.
    pub(super) fn firm(&mut self, view: &View) -> Option<Move> {
        let moves = legal(view);
        let scored = moves.iter().map(|&mv| (points(view, mv, &moves), mv));
        let best = scored.max_by_key(|(points, _)| *points)?;
        (best.0 >= FIRM).then_some(best.1)
    }
}

fn legal(view: &View) -> Vec<Move> {
    let mut moves = Vec::new();
    // Legal moves do not depend on hidden cards.
    Determinizer::new(view)
        .sample(&mut FastRandom::new(0))
        .moves(&mut moves);
    moves
}

/// The cards that a move takes along, the leading one first.
fn lead(view: &View, mv: Move) -> Option<Card> {
    match mv.from {
        Place::Waste => view.waste.last().copied(),
        Place::Column(from) => {
            let open = &view.columns[from as usize].open;
            open.get(open.len() - mv.count as usize).copied()
        }
        Place::Home(suit) => Some(Card::new(view.home[suit as usize], suit)),
        Place::Stock => None,
    }
}

/// Whether a move takes all face-up cards of a column.
fn clears(column: &SeenColumn, mv: Move) -> bool {
    column.open.len() == mv.count as usize
}

/// Whether a king waits to fill a column.
fn king_waits(view: &View) -> bool {
    let on_waste = view.waste.last().is_some_and(|card| card.rank() == KING);
    let leads = |c: &SeenColumn| !c.hidden.is_empty() && c.open[0].rank() == KING;
    on_waste || view.columns.iter().any(leads)
}

/// Next card protection: nothing that could lie on the card is still to come.
fn is_protected(view: &View, card: Card) -> bool {
    let lower = card.rank() - 1;
    let opposite = (0..4).filter(|&suit| Card::new(1, suit).is_red() != card.is_red());
    opposite.into_iter().all(|suit| {
        let other = Card::new(lower, suit);
        let placed = view.columns.iter().any(|c| c.open.contains(&other));
        view.home[suit as usize] >= lower || placed
    })
}

/// What rules 2 to 11 give a move; nothing where none speaks for it.
fn points(view: &View, mv: Move, moves: &[Move]) -> i32 {
    let Some(card) = lead(view, mv) else {
        // Rule 1: turn up the first cards before anything else.
        return if view.seen == 0 { 300 } else { 0 };
    };
    let from = match mv.from {
        Place::Column(from) => Some(&view.columns[from as usize]),
        _ => None,
    };
    let frees = from.map_or(0, |c| {
        if clears(c, mv) {
            c.hidden.len() as i32
        } else {
            0
        }
    });
    let empties = from.is_some_and(|c| clears(c, mv) && c.hidden.is_empty());
    match mv.to {
        // Rule 2.
        Place::Home(_) if card.rank() <= 2 => 200,
        // Rules 3 and 4: free a face-down card, of the fullest column.
        _ if frees > 0 && card.rank() != KING => FIRM + 10 * frees,
        // Rule 6: no empty column without a king for it.
        _ if empties && !king_waits(view) => 0,
        // Rules 7 and 9: the king that frees most, of the colour in need.
        Place::Column(_) if card.rank() == KING => 60 + 5 * frees + waiting_for(view, card),
        // Rule 10.
        Place::Home(_) if is_protected(view, card) || empties => 40,
        Place::Home(_) if uncovers(view, mv) => FIRM,
        Place::Home(_) => 0,
        Place::Column(to) => {
            let to = &view.columns[to as usize];
            let part = from.is_some_and(|c| !clears(c, mv));
            match mv.from {
                // Rule 8, and the double move that lets a card go home.
                Place::Column(_) if part => 30,
                Place::Column(_) if empties => 50,
                Place::Column(_) => 0,
                // Rule 11.
                _ if (5..=8).contains(&card.rank()) && !smooth(to, card) => {
                    if helps(view, card) {
                        25
                    } else {
                        0
                    }
                }
                // Rule 5.
                _ if helps(view, card) || moves.len() <= 2 => 35,
                _ => 10,
            }
        }
        _ => 0,
    }
}

/// How many face-down cards wait for a king of this colour: those beneath a
/// queen of the other colour or a jack of the same.
fn waiting_for(view: &View, king: Card) -> i32 {
    let waits = |column: &SeenColumn| match column.open.first() {
        Some(lead) if lead.rank() == KING - 1 => lead.is_red() != king.is_red(),
        Some(lead) if lead.rank() == KING - 2 => lead.is_red() == king.is_red(),
        _ => false,
    };
    let columns = view.columns.iter().filter(|c| waits(c));
    columns.map(|c| c.hidden.len() as i32).sum()
}

/// Whether sending a card home lays bare a card that leads its column and can
/// then go on to another.
fn uncovers(view: &View, mv: Move) -> bool {
    let Place::Column(from) = mv.from else {
        return false;
    };
    let column = &view.columns[from as usize];
    let [lead, _] = column.open[..] else {
        return false;
    };
    !column.hidden.is_empty() && fits_somewhere(view, lead)
}

fn fits_somewhere(view: &View, card: Card) -> bool {
    let fits = |column: &SeenColumn| match column.open.last() {
        Some(on) => on.rank() == card.rank() + 1 && on.is_red() != card.is_red(),
        None => card.rank() == KING,
    };
    view.columns.iter().any(fits)
}

/// Whether a card, once in a column, takes the lead of a column that hides
/// others.
fn helps(view: &View, card: Card) -> bool {
    let can = |column: &SeenColumn| {
        let lead = column.open.first();
        !column.hidden.is_empty()
            && lead.is_some_and(|lead| {
                lead.rank() + 1 == card.rank() && lead.is_red() != card.is_red()
            })
    };
    view.columns.iter().any(can)
}

/// Whether a card goes well with the cards already played to a column: none
/// were, or its next but one of the same parity has its suit.
fn smooth(column: &SeenColumn, card: Card) -> bool {
    let open = &column.open;
    match open.len() {
        0 | 1 => true,
        n => open[n - 2].suit() == card.suit(),
    }
}

impl Player<View> for RulesOfThumb {
    fn choose(&mut self, view: &View, _: &mut Chance, _: &mut Meter<'_>) -> Vec<Move> {
        if view.seen == 0 {
            self.turns = 0;
        }
        let moves = legal(view);
        let board = Determinizer::new(view).sample(&mut FastRandom::new(0));
        let cards = view.stock.len() + view.waste.len();
        let round = cards.div_ceil(view.variant.draw as usize) + 1;
        let best = moves.iter().copied();
        let best = best.max_by_key(|&mv| (points(view, mv, &moves), mv != TURN));
        let can_turn = moves.contains(&TURN);
        let chosen = match best {
            Some(mv) if points(view, mv, &moves) > 0 => Some(mv),
            _ if can_turn && self.turns < round => Some(TURN),
            // Rule 12, and where even that fails anything but turning.
            _ => safe_move(&board, &moves)
                .or_else(|| {
                    moves
                        .iter()
                        .copied()
                        .find(|mv| matches!(mv.to, Place::Home(_)))
                })
                .or_else(|| moves.iter().copied().find(|&mv| mv != TURN))
                .or(can_turn.then_some(TURN)),
        };
        self.turns = match chosen {
            Some(TURN) => self.turns + 1,
            _ => 0,
        };
        chosen.into_iter().collect()
    }
}
