//! Chen's kinds of deal: aces or kings at a given depth, columns of one
//! colour, aces under cards of one rank. Each number of a kind is one deal for
//! ever, and every deal of a kind is equally likely.
//!
//! Source: Chen's thesis on what makes FreeCell hard, section 3.2. Its random
//! games are our `seed`.

use super::rules::Position;
use super::variant::Variant;
use crate::cards::seeded::Seeded;
use crate::cards::{Card, KING, RANKS, parse_rank};
use engine::{Fault, LevelId};

/// A kind of deal.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Kind {
    /// Aces and kings in certain places.
    Placed {
        /// Whether each column is all red or all black.
        sorted: bool,
        /// Where aces and kings lie.
        places: Places,
    },
    /// Each ace has a card of this rank (2 to 13) lying directly on it.
    Blocking(u8),
}

/// Where aces and kings lie.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Places {
    /// Anywhere.
    Anywhere,
    /// All aces have this many cards on them.
    Aces(u8),
    /// All kings have this many cards on them.
    Kings(u8),
    /// All aces are exposed, all kings are the first card of their column.
    AcesTopKingsDeep,
    /// All kings are exposed, all aces are the first card of their column.
    AcesDeepKingsTop,
}

/// Where in its column a card lies.
#[derive(Clone, Copy)]
enum Spot {
    /// Under so many cards.
    Under(u8),
    /// The first card of its column.
    Deepest,
}

/// How many cards each column holds.
const HEIGHTS: [usize; 8] = [7, 7, 7, 7, 6, 6, 6, 6];
/// The most cards that can lie on one.
const DEEPEST: u8 = 6;
const ACE: u8 = 1;
const SORTED: &str = "colour-sorted";

impl Places {
    fn all() -> impl Iterator<Item = Places> {
        let depths = || 0..=DEEPEST;
        [Places::Anywhere]
            .into_iter()
            .chain(depths().map(Places::Aces))
            .chain(depths().map(Places::Kings))
            .chain([Places::AcesTopKingsDeep, Places::AcesDeepKingsTop])
    }

    fn name(self) -> String {
        match self {
            Places::Anywhere => String::new(),
            Places::Aces(depth) => format!("aces-{depth}"),
            Places::Kings(depth) => format!("kings-{depth}"),
            Places::AcesTopKingsDeep => "aces-0-kings-deep".into(),
            Places::AcesDeepKingsTop => "aces-deep-kings-0".into(),
        }
    }

    /// The ranks that are placed, each with its spot.
    fn spots(self) -> Vec<(u8, Spot)> {
        match self {
            Places::Anywhere => Vec::new(),
            Places::Aces(depth) => vec![(ACE, Spot::Under(depth))],
            Places::Kings(depth) => vec![(KING, Spot::Under(depth))],
            Places::AcesTopKingsDeep => vec![(ACE, Spot::Under(0)), (KING, Spot::Deepest)],
            Places::AcesDeepKingsTop => vec![(ACE, Spot::Deepest), (KING, Spot::Under(0))],
        }
    }
}

impl Spot {
    /// The row of this spot in a column of `height` cards, if it has one.
    fn row(self, height: usize) -> Option<usize> {
        match self {
            Spot::Under(depth) => height.checked_sub(depth as usize + 1),
            Spot::Deepest => (height > 0).then_some(0),
        }
    }
}

impl Kind {
    /// Every kind.
    pub fn all() -> impl Iterator<Item = Kind> {
        let placed = [false, true]
            .into_iter()
            .flat_map(|sorted| Places::all().map(move |places| Kind::Placed { sorted, places }));
        // What is neither sorted nor placed is no kind, but `seed`.
        placed.skip(1).chain((2..=KING).map(Kind::Blocking))
    }

    /// Its word in ids.
    pub fn name(self) -> String {
        match self {
            Kind::Blocking(rank) => format!("blocking-{}", RANKS[rank as usize - 1]),
            Kind::Placed { sorted, places } => match (sorted, places) {
                (false, places) => places.name(),
                (true, Places::Anywhere) => SORTED.into(),
                (true, places) => format!("{SORTED}-{}", places.name()),
            },
        }
    }

    /// Reads what [`Kind::name`] writes, and ten or a small letter as a rank.
    pub fn parse(word: &str) -> Option<Kind> {
        match word.strip_prefix("blocking-") {
            Some(rank) => parse_rank(rank).filter(|&r| r > ACE).map(Kind::Blocking),
            None => Kind::all().find(|kind| kind.name() == word),
        }
    }

    /// Whether a position has what this kind promises.
    #[cfg(test)]
    pub fn holds(self, position: &Position) -> bool {
        let columns = &position.columns;
        let found = |rank: u8, good: &dyn Fn(&[Card], usize) -> bool| {
            let at = columns
                .iter()
                .flat_map(|c| (0..c.len()).map(move |i| (c, i)));
            at.filter(|&(c, i)| c[i].rank() == rank && good(c, i))
                .count()
                == 4
        };
        match self {
            Kind::Blocking(rank) => found(ACE, &|column, i| {
                column.get(i + 1).is_some_and(|on| on.rank() == rank)
            }),
            Kind::Placed { sorted, places } => {
                let one_colour =
                    |c: &Vec<Card>| c.windows(2).all(|two| two[0].is_red() == two[1].is_red());
                let placed = |&(rank, spot): &(u8, Spot)| {
                    found(rank, &|column, i| spot.row(column.len()) == Some(i))
                };
                (!sorted || columns.iter().all(one_colour)) && places.spots().iter().all(placed)
            }
        }
    }

    /// The stream's purpose; [`Seeded`] takes short ones only, so that
    /// `colour-sorted` is cut short here.
    fn purpose(self) -> String {
        format!("fc {}", self.name().replace(SORTED, "cs"))
    }
}

/// Deals a level of this kind.
pub fn deal(variant: Variant, kind: Kind, id: &LevelId) -> Result<Position, Fault> {
    check(variant, kind, id)?;
    Ok(draw(variant, kind, id.number))
}

/// Refuses variants that lay out their cards in another way.
pub fn check(variant: Variant, kind: Kind, id: &LevelId) -> Result<(), Fault> {
    let found = match variant {
        Variant { beak: true, .. } => format!("{}, which starts at its beak", variant.name()),
        Variant { dealt: 1.., .. } => format!("{}, which fills cells", variant.name()),
        Variant { columns: 8, .. } => return Ok(()),
        _ => format!("{}, which has {} columns", variant.name(), variant.columns),
    };
    let expected = format!(
        "for {} a variant of eight columns with all cards in them",
        kind.name()
    );
    Err(Fault::new(id.to_string(), found, expected)
        .hint("ms and seed deal every variant; 2-cells, relaxed and bakers-game know all kinds"))
}

fn draw(variant: Variant, kind: Kind, number: u64) -> Position {
    let mut random = Seeded::new(&kind.purpose(), number);
    let mut table = Table::new();
    match kind {
        Kind::Blocking(rank) => {
            table.block(rank, &mut random);
            table.fill(&[0, 1, 2, 3, 4, 5, 6, 7], |_| true, &mut random);
        }
        Kind::Placed { sorted, places } => {
            let everywhere = vec![(vec![0, 1, 2, 3, 4, 5, 6, 7], None)];
            let parts = if sorted {
                colours(&mut random)
            } else {
                everywhere
            };
            for (columns, red) in parts {
                let belongs = |card: Card| red.is_none_or(|red| card.is_red() == red);
                for (rank, spot) in places.spots() {
                    table.place(&columns, rank, spot, belongs, &mut random);
                }
                table.fill(&columns, belongs, &mut random);
            }
        }
    }
    table.position(variant)
}

/// Columns for red cards and columns for black ones.
///
/// Seven times a plus six times b is 26 only for a = b = 2, so either colour
/// has two long columns and two short ones: 36 choices. Each leaves as many
/// deals as any other, since long and short columns look the same in all of
/// them; so each choice is equally likely.
fn colours(random: &mut Seeded) -> Vec<(Vec<usize>, Option<bool>)> {
    let (mut long, mut short) = ([0, 1, 2, 3], [4, 5, 6, 7]);
    random.shuffle(&mut long);
    random.shuffle(&mut short);
    let half = |at: usize| [&long[at..at + 2], &short[at..at + 2]].concat();
    vec![(half(0), Some(true)), (half(2), Some(false))]
}

/// A deal in the making.
struct Table([[Option<Card>; 7]; 8]);

impl Table {
    fn new() -> Table {
        Table([[None; 7]; 8])
    }

    fn holds(&self, card: Card) -> bool {
        self.0.as_flattened().contains(&Some(card))
    }

    /// Puts the cards of a rank that belong into these columns, each at its
    /// spot: a random choice of as many spots in random order. Any one deal
    /// comes from exactly one such choice, and the number of spots is always
    /// the same, so no deal is favoured.
    fn place(
        &mut self,
        columns: &[usize],
        rank: u8,
        spot: Spot,
        belongs: impl Fn(Card) -> bool,
        random: &mut Seeded,
    ) {
        let mut places: Vec<_> = columns
            .iter()
            .filter_map(|&column| Some((column, spot.row(HEIGHTS[column])?)))
            .collect();
        random.shuffle(&mut places);
        let cards = (0..4)
            .map(|suit| Card::new(rank, suit))
            .filter(|&c| belongs(c));
        for (card, (column, row)) in cards.zip(places) {
            self.0[column][row] = Some(card);
        }
    }

    /// Puts the aces into random places, each under a card of this rank.
    ///
    /// A deal is told by the pair of neighbouring places of each ace, the
    /// order of the four cards on them, and the order of all other cards. Of
    /// the 44 pairs, four are drawn until none overlap, which happens at
    /// once more often than not and leaves every choice equally likely.
    fn block(&mut self, rank: u8, random: &mut Seeded) {
        let mut pairs: Vec<_> = (0..8)
            .flat_map(|column| (0..HEIGHTS[column] - 1).map(move |row| (column, row)))
            .collect();
        let chosen = loop {
            random.shuffle(&mut pairs);
            let four: [(usize, usize); 4] = [pairs[0], pairs[1], pairs[2], pairs[3]];
            let lies_on_one = |&(column, row): &(usize, usize)| four.contains(&(column, row + 1));
            if !four.iter().any(lies_on_one) {
                break four;
            }
        };
        let mut blockers = [0, 1, 2, 3];
        random.shuffle(&mut blockers);
        for (suit, (column, row)) in chosen.into_iter().enumerate() {
            self.0[column][row] = Some(Card::new(ACE, suit as u8));
            self.0[column][row + 1] = Some(Card::new(rank, blockers[suit]));
        }
    }

    /// Puts all other cards that belong into what is left of these columns.
    fn fill(&mut self, columns: &[usize], belongs: impl Fn(Card) -> bool, random: &mut Seeded) {
        let left = (0..52).map(Card::from_index);
        let mut left: Vec<_> = left.filter(|&c| belongs(c) && !self.holds(c)).collect();
        random.shuffle(&mut left);
        for &column in columns {
            for place in &mut self.0[column][..HEIGHTS[column]] {
                if place.is_none() {
                    *place = left.pop();
                }
            }
        }
    }

    fn position(&self, variant: Variant) -> Position {
        let mut position = Position::bare(variant);
        for (column, cards) in position.columns.iter_mut().zip(&self.0) {
            column.extend(cards.iter().flatten());
        }
        position
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::chance::LONGEST_PURPOSE;
    use std::collections::HashSet;

    #[test]
    fn names_read_as_they_print() {
        assert_eq!(Kind::all().count(), 14 + 2 + 1 + 16 + 12);
        for kind in Kind::all() {
            assert_eq!(Kind::parse(&kind.name()), Some(kind), "{}", kind.name());
        }
        assert_eq!(Kind::parse("blocking-10"), Some(Kind::Blocking(10)));
        for word in [
            "",
            "aces",
            "aces-",
            "aces-7",
            "aces-00",
            "kings-x",
            "colour-sorted-",
            "blocking-A",
            "blocking-",
            "blocking-11",
            "colour-sorted-blocking-K",
            "seed",
        ] {
            assert_eq!(Kind::parse(word), None, "{word}");
        }
    }

    #[test]
    fn streams_of_kinds_are_independent() {
        let purposes: HashSet<_> = Kind::all().map(Kind::purpose).collect();
        assert_eq!(purposes.len(), Kind::all().count());
        assert!(
            purposes
                .iter()
                .all(|purpose| purpose.len() <= LONGEST_PURPOSE)
        );
    }
}
