//! Cards on a screen: red suits in red, and columns side by side as they lie
//! on a table.

use super::Card;
use engine::{Ink, Span};

/// Red, as the palette of pictures has it.
const RED: Ink = Ink::Colour(0);

/// A card in four columns of the screen.
pub fn card(card: Card) -> Span {
    let ink = match card.is_red() {
        true => RED,
        false => Ink::Plain,
    };
    Span::new(format!(" {card} "), ink)
}

/// The place of a card, or what stands for it.
pub fn place(text: &str) -> Span {
    Span::new(format!("{text:^4}"), Ink::Dim)
}

/// Columns side by side under their numbers.
pub fn columns<'a>(columns: impl Iterator<Item = &'a [Card]> + Clone) -> Vec<Vec<Span>> {
    let numbers = (1..).zip(columns.clone());
    let numbers = numbers.map(|(number, _): (usize, _)| place(&number.to_string()));
    let mut lines = vec![numbers.collect::<Vec<_>>()];
    let depth = columns.clone().map(<[Card]>::len).max().unwrap_or_default();
    for row in 0..depth {
        let at = |cards: &[Card]| cards.get(row).map_or(place(""), |&found| card(found));
        lines.push(columns.clone().map(at).collect());
    }
    lines
}
