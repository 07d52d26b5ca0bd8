//! Worlds: assignments of the unseen cards to the face-down places
//! (determinizations), sampled or enumerated.

use crate::klondike::playout::FastRandom;
use crate::klondike::table::{Layout, Table, each};

/// A layout with sampled cards, and how many cards lie beneath each.
#[derive(Clone)]
pub(super) struct World {
    pub(super) layout: Layout,
    beneath: [u8; 64],
}

impl World {
    /// The cards as they lie in a layout.
    pub(super) fn new(layout: &Layout, table: &Table) -> World {
        let mut world = World {
            layout: layout.clone(),
            beneath: [0; 64],
        };
        for lead in each(table.leads) {
            let cards: Vec<u8> = layout.beneath(lead).collect();
            world.put_beneath(lead, &cards);
        }
        world
    }

    /// How many cards lie beneath a card of a column.
    #[inline]
    pub(super) fn beneath(&self, bit: u8) -> usize {
        self.beneath[usize::from(bit & 63)].into()
    }

    /// Puts cards beneath a lead, the next one first.
    fn put_beneath(&mut self, lead: u8, cards: &[u8]) {
        self.layout.put_beneath(lead, cards);
        let count = cards.len() as u8;
        self.beneath[usize::from(lead)] = count;
        for (&card, beneath) in cards.iter().zip((0..count).rev()) {
            self.beneath[usize::from(card)] = beneath;
        }
    }
}

/// The unseen cards of a table and the places they can lie in.
#[derive(Clone, Debug)]
pub(super) struct Unseen {
    /// Cards that lead a column with others beneath, and how many.
    places: Vec<(u8, usize)>,
    /// The cards, in the order in which they were dealt last.
    cards: Vec<u8>,
}

impl Unseen {
    /// What is unseen on a table. Where `layout` has which card does not
    /// matter.
    pub(super) fn of(layout: &Layout, table: &Table) -> Unseen {
        let mut unseen = Unseen {
            places: Vec::new(),
            cards: Vec::new(),
        };
        for lead in each(table.leads) {
            let before = unseen.cards.len();
            unseen.cards.extend(layout.beneath(lead));
            match unseen.cards.len() - before {
                0 => {}
                count => unseen.places.push((lead, count)),
            }
        }
        unseen.cards.sort_unstable();
        unseen
    }

    /// How many cards are unseen.
    pub(super) fn count(&self) -> usize {
        self.cards.len()
    }

    /// Deals them, every order equally likely.
    pub(super) fn deal(&mut self, world: &mut World, random: &mut FastRandom) {
        for last in (1..self.cards.len()).rev() {
            let other = random.below(last as u32 + 1);
            self.cards.swap(last, other as usize);
        }
        for (lead, cards) in self.dealt() {
            world.put_beneath(lead, cards);
        }
    }

    /// Leads, and the cards beneath each.
    fn dealt(&self) -> impl Iterator<Item = (u8, &[u8])> {
        self.places.iter().scan(&self.cards[..], |cards, place| {
            let (these, rest) = cards.split_at(place.1);
            *cards = rest;
            Some((place.0, these))
        })
    }

    /// A layout for every order of the cards.
    pub(super) fn every(&mut self, layout: &Layout) -> Vec<Layout> {
        let mut worlds = Vec::new();
        self.permute(0, layout, &mut worlds);
        worlds
    }

    fn permute(&mut self, from: usize, layout: &Layout, worlds: &mut Vec<Layout>) {
        if from >= self.cards.len() {
            let mut world = layout.clone();
            for (lead, cards) in self.dealt() {
                world.put_beneath(lead, cards);
            }
            worlds.push(world);
        }
        for other in from..self.cards.len() {
            self.cards.swap(from, other);
            self.permute(from + 1, layout, worlds);
            self.cards.swap(from, other);
        }
    }
}

/// Makes `card` the one beneath `lead`, in exchange for the one that was
/// there: from an order drawn at random, one at random among those that have
/// it there.
pub(super) fn exchange(world: &mut World, table: &Table, lead: u8, card: u8) {
    let layout = &world.layout;
    let Some(was) = layout.under(lead).filter(|&was| was != card) else {
        return;
    };
    let leads: Vec<u8> = each(table.leads).collect();
    let columns: Vec<Vec<u8>> = leads.iter().map(|&l| layout.beneath(l).collect()).collect();
    for (&lead, column) in leads.iter().zip(columns) {
        let swapped = column.iter().map(|&c| match c {
            c if c == was => card,
            c if c == card => was,
            c => c,
        });
        world.put_beneath(lead, &swapped.collect::<Vec<u8>>());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::seeded::Seeded;
    use crate::klondike::rules::Position;
    use crate::klondike::variant::DRAW_THREE;
    use std::collections::BTreeMap;

    fn start() -> (Layout, Table) {
        let deck = Seeded::new("worlds", 1).deck();
        Layout::new(&Position::deal(DRAW_THREE, &deck)).unwrap()
    }

    #[test]
    fn dealing_anew_keeps_the_cards_and_moves_them_about() {
        let (layout, table) = start();
        let mut unseen = Unseen::of(&layout, &table);
        assert_eq!(unseen.count(), 21);
        let mut random = FastRandom::new(1);
        let lead = each(table.leads).find(|&l| layout.under(l).is_some());
        let lead = lead.unwrap();
        let mut met: BTreeMap<u8, u32> = BTreeMap::new();
        let mut other = World::new(&layout, &table);
        for _ in 0..2100 {
            unseen.deal(&mut other, &mut random);
            *met.entry(other.layout.under(lead).unwrap()).or_default() += 1;
            for lead in each(table.leads) {
                let cards: Vec<u8> = other.layout.beneath(lead).collect();
                assert_eq!(other.beneath(lead), cards.len());
                for (at, &card) in cards.iter().enumerate() {
                    assert_eq!(other.beneath(card), cards.len() - 1 - at);
                }
            }
            let mut again = Unseen::of(&other.layout, &table);
            again.cards.sort_unstable();
            assert_eq!(again.cards, Unseen::of(&layout, &table).cards);
        }
        // Each about 100 times, give or take five standard errors.
        assert_eq!(met.len(), 21);
        assert!(met.values().all(|&n| (51..149).contains(&n)), "{met:?}");
    }

    #[test]
    fn exchanging_puts_a_card_where_it_is_wanted() {
        let (layout, table) = start();
        let unseen = Unseen::of(&layout, &table);
        let mut world = World::new(&layout, &table);
        for &(lead, _) in &unseen.places {
            for &card in &unseen.cards {
                exchange(&mut world, &table, lead, card);
                assert_eq!(world.layout.under(lead), Some(card));
                assert_eq!(Unseen::of(&world.layout, &table).cards, unseen.cards);
            }
        }
    }
}
