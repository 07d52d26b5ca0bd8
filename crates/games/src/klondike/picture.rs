//! Positions and views of Klondike on a table, on screens and as pictures, and
//! solutions in words.

use super::rules::{Move, Place, Position};
use super::view::View;
use crate::cards::show::{self, Pointer};
use crate::cards::table::{Face, Pile, Spot, Table};
use crate::cards::{Card, picture, solution};
use engine::{Hidden, Ink, Picture, Puzzle, Screen, Span};

/// The place on the table where cards are.
pub fn spot(place: Place) -> Spot {
    match place {
        Place::Stock => Spot::Stock,
        Place::Waste => Spot::Waste,
        Place::Column(column) => Spot::Column(column),
        Place::Home(suit) => Spot::Home(suit),
    }
}

/// What is seen of a position, as it lies on a table: stock and waste above the
/// columns, then the foundations.
pub fn table(view: &View) -> Table {
    let pile = |spot, slot, cards| Pile { spot, slot, cards };
    let stock = view.stock.iter().map(|&card| Face::down(card)).collect();
    let waste = view.waste.iter().map(|&card| Face::Up(card)).collect();
    let homes = (0u8..4).zip(view.home).map(|(suit, rank)| {
        let top = (rank > 0).then(|| Card::new(rank, suit));
        Pile::home(suit, 3 + usize::from(suit), top)
    });
    let columns = (0u8..).zip(&view.columns).map(|(column, seen)| {
        let hidden = seen.hidden.iter().map(|&card| Face::down(card));
        let open = seen.open.iter().map(|&card| Face::Up(card));
        let cards = hidden.chain(open).collect();
        pile(Spot::Column(column), column.into(), cards)
    });
    let top = [pile(Spot::Stock, 0, stock), pile(Spot::Waste, 1, waste)];
    Table {
        top: top.into_iter().chain(homes).collect(),
        columns: columns.collect(),
    }
}

/// What is seen, on a screen: the board, and beneath it all that is known of
/// stock and waste.
pub fn screen(view: &View, pointer: &Pointer) -> Screen {
    let mut lines = show::screen(&table(view), pointer);
    lines.push(vec![Span::new(stock_text(view), Ink::Dim)]);
    if view.stock.iter().any(Option::is_some) {
        let stock = view.stock.iter().rev().map(|&card| Face::down(card));
        lines.extend(card_lines("next: ", stock));
    }
    if !view.waste.is_empty() {
        let waste = view.waste.iter().map(|&card| Face::Up(card));
        lines.extend(card_lines("waste:", waste));
    }
    lines
}

/// How many cards the stock has, and how often it may still be gone through.
fn stock_text(view: &View) -> String {
    let cards = view.stock.len();
    let noun = if cards == 1 { "card" } else { "cards" };
    let passes = match view.variant.passes {
        0 => String::new(),
        passes => format!(", pass {} of {passes}", view.turned_over + 1),
    };
    format!("stock: {cards} {noun}{passes}")
}

/// Cards after a word; what does not fit into 80 columns is in a second line.
fn card_lines(label: &str, cards: impl Iterator<Item = Face>) -> Screen {
    const WIDTH: usize = 80;
    let mut lines = vec![vec![Span::new(label, Ink::Dim)]];
    let mut width = label.len();
    for card in cards {
        let mut span = show::face(card);
        span.text.insert(0, ' ');
        let added = span.text.chars().count();
        if width + added > WIDTH {
            lines.push(vec![Span::new(" ".repeat(label.len()), Ink::Dim)]);
            width = label.len();
        }
        width += added;
        lines.last_mut().expect("a line").push(span);
    }
    lines
}

/// A picture of what is seen.
pub fn draw_view(view: &View) -> Picture {
    picture::board(&table(view))
}

/// A deal with all cards known, or with moves how it is played.
pub fn draw(start: &Position, moves: &[Move]) -> Picture {
    let mut position = start.clone();
    let mut told = Vec::new();
    for &mv in moves {
        let before = position.clone();
        position.apply(mv);
        told.push(tell(&before, mv, &position));
    }
    let after = (!position.is_solved()).then(|| draw_view(&position.open_view()));
    solution::picture(draw_view(&start.open_view()), &told, after)
}

/// A legal move in words, with the positions before and after it.
fn tell(before: &Position, mv: Move, after: &Position) -> solution::Told {
    let taken = |count| before.lead(Move { count, ..mv });
    let (Some(highest), Some(lowest)) = (taken(mv.count), taken(1)) else {
        let turned = after.waste.last().expect("a turn brings cards");
        return solution::Told::Turn(*turned);
    };
    let target = match mv.to {
        Place::Column(column) => match before.columns[column as usize].open.last() {
            Some(&on) => vec![" on ".into(), solution::Piece::Card(on)],
            None => {
                let words = format!(" to {}", spot(mv.to).name());
                vec![solution::Piece::Words(words)]
            }
        },
        _ => return solution::Told::Home(highest),
    };
    solution::run_goes(highest, lowest, target)
}
