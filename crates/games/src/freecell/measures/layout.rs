//! How a deal lies: what can be counted before the first move. Ranks are those
//! of the plain rules, so that in Penguin "ace" means the rank that
//! foundations start with.

use super::super::rules::{Move, Place, Position};
use crate::cards::{Card, KING};
use engine::Puzzle;

const ACE: u8 = 1;

/// Chen's four characteristics and their sum (The Hardness Analysis of
/// FreeCell Games, 2015, section 5.1).
pub fn chen(start: &Position) -> [usize; 5] {
    let four = [
        depth(start, ACE),
        under_kings(start),
        ranks_on(start, ACE..=ACE),
        disordered(start),
    ];
    let [aces, kings, ranks, disordered] = four;
    let hardness = 2 * (aces + kings) + ranks + disordered;
    [aces, kings, ranks, disordered, hardness]
}

/// Cards that lie on the cards of each rank from two to king.
pub fn depths(start: &Position) -> impl Iterator<Item = usize> + '_ {
    (ACE + 1..=KING).map(|rank| depth(start, rank))
}

/// All other measures of the layout, in the order of the list.
pub fn others(start: &Position) -> [usize; 18] {
    let fits = |card, on| start.variant.fits(card, on);
    [
        ranks_on(start, 2..=6),
        count(start, |cards, at| at > 0 && !fits(cards[at], cards[at - 1])),
        count(start, |cards, at| {
            let mut beneath = cards[..at].iter();
            beneath.any(|&under| lower_of_suit(under, cards[at]))
        }),
        pairs(start, lower_of_suit),
        pairs(start, |under, card| {
            under.rank() <= 4 && lower_of_suit(under, card)
        }),
        pairs(start, |under, card| under.rank() < card.rank()),
        pairs(start, |under, card| {
            under.suit() == card.suit() && under.rank() + 1 == card.rank()
        }),
        pairs(start, |under, card| fits(card, under)),
        parent_depths(start),
        reach(start, 2),
        reach(start, 3),
        columns_with(start, 3),
        suit_depth(start).min().unwrap_or_default(),
        suit_depth(start).max().unwrap_or_default(),
        bottoms(start).filter(|card| card.rank() == KING).count(),
        bottoms(start).map(|card| usize::from(card.rank())).sum(),
        tops(start).map(|card| usize::from(card.rank())).sum(),
        choices(start),
    ]
}

/// Cards in columns that something is true of, given the column and the place
/// in it.
fn count(start: &Position, wanted: impl Fn(&[Card], usize) -> bool) -> usize {
    let of_column = |cards: &Vec<Card>| (0..cards.len()).filter(|&at| wanted(cards, at)).count();
    start.columns.iter().map(of_column).sum()
}

/// Pairs of a card and another anywhere on top of it.
fn pairs(start: &Position, wanted: impl Fn(Card, Card) -> bool) -> usize {
    let with = |cards: &[Card], at: usize| {
        let beneath = cards[..at].iter();
        beneath.filter(|&&under| wanted(under, cards[at])).count()
    };
    let of_column = |cards: &Vec<Card>| (0..cards.len()).map(|at| with(cards, at)).sum::<usize>();
    start.columns.iter().map(of_column).sum()
}

fn lower_of_suit(under: Card, card: Card) -> bool {
    under.suit() == card.suit() && under.rank() < card.rank()
}

fn bottoms(start: &Position) -> impl Iterator<Item = Card> + '_ {
    start
        .columns
        .iter()
        .filter_map(|cards| cards.first().copied())
}

fn tops(start: &Position) -> impl Iterator<Item = Card> + '_ {
    start
        .columns
        .iter()
        .filter_map(|cards| cards.last().copied())
}

/// The cards on top of each card in columns, with the card.
fn depths_of_cards(start: &Position) -> impl Iterator<Item = (Card, usize)> + '_ {
    let columns = start.columns.iter();
    columns.flat_map(|cards| cards.iter().copied().zip((0..cards.len()).rev()))
}

/// Cards that lie on cards of a rank.
fn depth(start: &Position, rank: u8) -> usize {
    let of_rank = depths_of_cards(start).filter(|(card, _)| card.rank() == rank);
    of_rank.map(|(_, depth)| depth).sum()
}

fn under_kings(start: &Position) -> usize {
    let of_column = |cards: &Vec<Card>| {
        let places = cards.iter().enumerate();
        let kings = places.filter(|(_, card)| card.rank() == KING);
        kings.map(|(place, _)| place).sum::<usize>()
    };
    start.columns.iter().map(of_column).sum()
}

/// The ranks of the cards directly on cards of these ranks.
fn ranks_on(start: &Position, ranks: std::ops::RangeInclusive<u8>) -> usize {
    let pairs = start.columns.iter().flat_map(|cards| cards.windows(2));
    let wanted = pairs.filter(|two| ranks.contains(&two[0].rank()));
    wanted.map(|two| usize::from(two[1].rank())).sum()
}

/// Cards that neither lie on the next higher rank nor have the next lower one
/// on them. Colours do not count, as in Chen's figure 13.
fn disordered(start: &Position) -> usize {
    let follows = |card: Card, on: Card| card.rank() + 1 == on.rank();
    count(start, |cards, at| {
        let lies = at > 0 && follows(cards[at], cards[at - 1]);
        let carries = cards.get(at + 1).is_some_and(|&on| follows(on, cards[at]));
        !lies && !carries
    })
}

/// For each card in columns, the cards on top of the shallowest one that it
/// can be laid on.
fn parent_depths(start: &Position) -> usize {
    let cards: Vec<_> = depths_of_cards(start).collect();
    let nearest = |&(card, _): &(Card, usize)| {
        let parents = cards.iter().filter(|(on, _)| start.variant.fits(card, *on));
        parents.map(|&(_, depth)| depth).min()
    };
    cards.iter().filter_map(nearest).sum()
}

/// Cards that have to be taken away to see all cards up to this rank.
fn reach(start: &Position, rank: u8) -> usize {
    let of_column = |cards: &Vec<Card>| {
        let deepest = cards.iter().position(|card| card.rank() <= rank);
        deepest.map_or(0, |at| cards.len() - 1 - at)
    };
    start.columns.iter().map(of_column).sum()
}

fn columns_with(start: &Position, rank: u8) -> usize {
    let has = |cards: &&Vec<Card>| cards.iter().any(|card| card.rank() <= rank);
    start.columns.iter().filter(has).count()
}

/// Cards on ace, two and three, by suit.
fn suit_depth(start: &Position) -> impl Iterator<Item = usize> + '_ {
    (0..4).map(|suit| {
        let low = depths_of_cards(start).filter(move |(c, _)| c.suit() == suit && c.rank() <= 3);
        low.map(|(_, depth)| depth).sum()
    })
}

/// Legal moves, of which those to one free cell or another are the same.
fn choices(start: &Position) -> usize {
    let mut moves = Vec::new();
    start.moves(&mut moves);
    let free = start.cells.iter().position(Option::is_none);
    let other_cell = |mv: &&Move| match mv.to {
        Place::Cell(cell) => free != Some(cell as usize),
        _ => false,
    };
    moves.len() - moves.iter().filter(other_cell).count()
}
