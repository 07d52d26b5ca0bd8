//! Breadth-first search by layers, in both directions: forwards from the
//! start, or backwards from the goals. Every position that was reached is
//! kept in the order of its layer; which ones have been seen is a bit a rank
//! where there is room for that, and else a flat table of places in the list.

use crate::shift::bits::Colours;
use crate::shift::layout::{Layout, Word};
use crate::shift::rules::Direction;
use engine::{Limit, Meter};

/// The most bytes of bits; above it positions are found by a table.
const MOST_BIT_BYTES: u64 = 256 << 20;

/// Memory is counted once in this many positions.
const LOOK_EVERY: usize = 1024;

/// Room that is made ahead in the list, so that writing into it needs no
/// question whether the position is new; one position has at most four pushes.
const ROOM: usize = 1 << 12;

/// Which positions have been seen.
enum Seen {
    /// A bit a rank.
    Bits(Vec<u64>),
    /// One more than a position's place in the list, where its word's hash
    /// says or behind it; 0 where there is none.
    Places(Vec<u32>),
}

/// A search under way.
pub struct Sweep<'a, W, const C: usize> {
    layout: &'a Layout<C>,
    backwards: bool,
    /// The positions, with room behind them for what one of them leads to.
    words: Vec<W>,
    count: usize,
    /// Where each layer begins in the list; the last one goes on to its end.
    layers: Vec<usize>,
    seen: Seen,
    /// Room for the sets of balls that may have moved.
    sets: Vec<u64>,
}

impl<'a, W: Word, const C: usize> Sweep<'a, W, C> {
    /// A search that knows the start, or backwards the goals, as its layer 0.
    /// Its bits take `memory` bytes at most.
    pub fn new(layout: &'a Layout<C>, backwards: bool, memory: u64) -> Self {
        let bytes = layout.space().map(|space| space / 8 + 8);
        let most = MOST_BIT_BYTES.min(memory / 2);
        let seen = match bytes.filter(|&bytes| bytes <= most) {
            Some(bytes) => Seen::Bits(vec![0; bytes as usize / 8 + 1]),
            None => Seen::Places(vec![0; 1 << 12]),
        };
        let mut sweep = Sweep {
            layout,
            backwards,
            words: vec![W::default(); ROOM],
            count: 0,
            layers: vec![0],
            seen,
            sets: Vec::new(),
        };
        let root = match backwards {
            true => layout.goals,
            false => layout.start,
        };
        let (rank, word) = layout.name(&root);
        sweep.reach(rank, word);
        sweep
    }

    /// How many moves the last layer is from the first.
    pub fn depth(&self) -> usize {
        self.layers.len() - 1
    }

    /// The positions of a layer; none beyond the last.
    pub fn layer(&self, depth: usize) -> &[W] {
        let end = self.layers.get(depth + 1).copied();
        match self.layers.get(depth) {
            Some(&first) => &self.words[first..end.unwrap_or(self.count)],
            None => &[],
        }
    }

    /// The positions of the last layer.
    pub fn frontier(&self) -> &[W] {
        self.layer(self.depth())
    }

    /// All positions, layer by layer.
    pub fn words(&self) -> &[W] {
        &self.words[..self.count]
    }

    /// The depth of the position at a place in the list.
    fn depth_at(&self, place: usize) -> usize {
        self.layers.partition_point(|&first| first <= place) - 1
    }

    /// Bytes held. The system gives memory for bits page by page, as they are
    /// set.
    pub fn bytes(&self) -> u64 {
        const PAGE: usize = 4096;
        let seen = match &self.seen {
            Seen::Bits(bits) => (bits.len() * 8).min(self.count * PAGE),
            Seen::Places(places) => places.len() * 4,
        };
        (self.words.len() * size_of::<W>() + seen) as u64
    }

    /// Whether a position has been reached.
    #[inline(always)]
    pub fn has(&self, rank: u64, word: W) -> bool {
        match &self.seen {
            Seen::Bits(bits) => bits[(rank >> 6) as usize] >> (rank & 63) & 1 == 1,
            Seen::Places(places) => places[self.slot(places, word)] != 0,
        }
    }

    /// The slot of a word in the table, or the empty one where it belongs.
    #[inline]
    fn slot(&self, places: &[u32], word: W) -> usize {
        let mask = places.len() - 1;
        let mut slot = word.spread() as usize & mask;
        while places[slot] != 0 && self.words[places[slot] as usize - 1] != word {
            slot = (slot + 1) & mask;
        }
        slot
    }

    /// Hands in a position; tells whether it is new.
    #[inline(always)]
    fn reach(&mut self, rank: u64, word: W) -> bool {
        match &mut self.seen {
            Seen::Bits(bits) => {
                let (bits, bit) = (&mut bits[(rank >> 6) as usize], rank & 63);
                let new = *bits >> bit & 1 == 0;
                *bits |= 1 << bit;
                self.words[self.count] = word;
                self.count += usize::from(new);
                new
            }
            Seen::Places(_) => self.reach_by_table(word),
        }
    }

    fn reach_by_table(&mut self, word: W) -> bool {
        let Seen::Places(places) = &self.seen else {
            return false;
        };
        let slot = self.slot(places, word);
        if places[slot] != 0 {
            return false;
        }
        let crowded = places.len() < 2 * (self.count + 1);
        self.words[self.count] = word;
        self.count += 1;
        if let Seen::Places(places) = &mut self.seen {
            places[slot] = self.count as u32;
        }
        if crowded {
            self.seen = Seen::Places(self.wider());
        }
        true
    }

    /// The table with twice the slots.
    fn wider(&self) -> Vec<u32> {
        let Seen::Places(places) = &self.seen else {
            return Vec::new();
        };
        let mut wider = vec![0; places.len() * 2];
        for (place, &word) in (1..).zip(self.words()) {
            let slot = self.slot(&wider, word);
            wider[slot] = place;
        }
        wider
    }

    /// Sees to it that the list has room for this many more.
    #[inline(always)]
    fn make_room(&mut self, more: usize) {
        if self.words.len() < self.count + more {
            self.words
                .resize(2 * (self.count + more) + ROOM, W::default());
        }
    }

    /// Makes the next layer. Ends early with the first new position that
    /// `stop` wants, which is then the last in the list. With no position
    /// left, the new layer is empty.
    #[inline]
    pub fn next_layer(
        &mut self,
        meter: &mut Meter,
        stop: impl FnMut(u64, W) -> bool,
    ) -> Result<Option<W>, Limit> {
        match self.backwards {
            true => self.layer_of::<true>(meter, |_, _| true, stop),
            false => self.layer_of::<false>(meter, |_, _| true, stop),
        }
    }

    #[inline(never)]
    fn layer_of<const BACKWARDS: bool>(
        &mut self,
        meter: &mut Meter,
        within: impl Fn(u64, W) -> bool,
        mut stop: impl FnMut(u64, W) -> bool,
    ) -> Result<Option<W>, Limit> {
        let layout = self.layout;
        let old = self.layers[self.depth()]..self.count;
        self.layers.push(old.end);
        for place in old {
            if place % LOOK_EVERY == 0 {
                let bytes = meter.effort.peak_bytes.max(self.bytes());
                if let Some(limit) = meter.hold(bytes).or(self.is_full()) {
                    return Err(limit);
                }
            }
            if let Some(limit) = meter.check_state() {
                return Err(limit);
            }
            self.make_room(Direction::ALL.len());
            let colours = layout.colours(self.words[place]);
            // Written out, so that each direction's shifts are constants.
            let found = match BACKWARDS {
                false => self
                    .push(&colours, Direction::Left, meter, &mut stop)
                    .or_else(|| self.push(&colours, Direction::Right, meter, &mut stop))
                    .or_else(|| self.push(&colours, Direction::Up, meter, &mut stop))
                    .or_else(|| self.push(&colours, Direction::Down, meter, &mut stop)),
                true => self
                    .pull(&colours, Direction::Left, meter, &within, &mut stop)
                    .or_else(|| self.pull(&colours, Direction::Right, meter, &within, &mut stop))
                    .or_else(|| self.pull(&colours, Direction::Up, meter, &within, &mut stop))
                    .or_else(|| self.pull(&colours, Direction::Down, meter, &within, &mut stop)),
            };
            if found.is_some() {
                return Ok(found);
            }
        }
        Ok(None)
    }

    /// Reaches the position after a push; tells it if `stop` wants it.
    #[inline(always)]
    fn push(
        &mut self,
        colours: &Colours<C>,
        to: Direction,
        meter: &mut Meter,
        stop: &mut impl FnMut(u64, W) -> bool,
    ) -> Option<W> {
        meter.effort.generated += 1;
        let (rank, word) = self.layout.name(&self.layout.pushed(colours, to));
        (self.reach(rank, word) && stop(rank, word)).then_some(word)
    }

    /// Reaches those positions before a push that are `within`; tells the
    /// first that `stop` wants.
    #[inline(always)]
    fn pull(
        &mut self,
        colours: &Colours<C>,
        to: Direction,
        meter: &mut Meter,
        within: &impl Fn(u64, W) -> bool,
        stop: &mut impl FnMut(u64, W) -> bool,
    ) -> Option<W> {
        let mut sets = std::mem::take(&mut self.sets);
        let mut found = None;
        for before in self.layout.pulled(colours, to, &mut sets) {
            meter.effort.generated += 1;
            self.make_room(1);
            let (rank, word) = self.layout.name(&before);
            if within(rank, word) && self.reach(rank, word) && stop(rank, word) {
                found = Some(word);
                break;
            }
        }
        self.sets = sets;
        found
    }

    /// Places are numbers of 32 bits.
    fn is_full(&self) -> Option<Limit> {
        let full = self.count > u32::MAX as usize / 2;
        full.then_some(Limit::Memory)
    }

    /// Makes layers until there is nothing left to reach; the last layer is
    /// then empty.
    pub fn exhaust(&mut self, meter: &mut Meter) -> Result<(), Limit> {
        while !self.frontier().is_empty() {
            self.next_layer(meter, |_, _| false)?;
        }
        Ok(())
    }

    /// Makes layers backwards through positions that another search has
    /// reached, until there is nothing left.
    pub fn exhaust_within(&mut self, other: &Sweep<W, C>, meter: &mut Meter) -> Result<(), Limit> {
        while !self.frontier().is_empty() {
            let within = |rank, word| other.has(rank, word);
            self.layer_of::<true>(meter, within, |_, _| false)?;
        }
        Ok(())
    }

    /// The positions one move away on the side that the search came from,
    /// with the push between.
    fn neighbours(&mut self, word: W) -> Vec<(W, Direction)> {
        let layout = self.layout;
        let colours = layout.colours(word);
        let mut near = Vec::new();
        for to in Direction::ALL {
            if self.backwards {
                near.push((layout.word(&layout.pushed(&colours, to)), to));
            } else {
                let before = layout.pulled(&colours, to, &mut self.sets);
                near.extend(before.map(|before| (layout.word(&before), to)));
            }
        }
        near
    }

    /// The pushes between the first layer and a position of layer `depth`, in
    /// the order in which they are played.
    pub fn path(&mut self, word: W, depth: usize) -> Vec<Direction> {
        let mut pushes = Vec::with_capacity(depth);
        let mut at = word;
        for depth in (0..depth).rev() {
            let near = self.neighbours(at);
            let known = |word: &W| near.iter().find(|(near, _)| near == word);
            let found = self.layer(depth).iter().find_map(known);
            let &(next, to) = found.expect("a layer is reached from the one before");
            pushes.push(to);
            at = next;
        }
        if !self.backwards {
            pushes.reverse();
        }
        pushes
    }

    /// Bytes of the table of depths.
    pub fn depths_bytes(&self) -> u64 {
        match &self.seen {
            Seen::Bits(bits) => bits.len() as u64 * 64 * size_of::<u32>() as u64,
            Seen::Places(_) => 0,
        }
    }

    /// A table of depths by position, for those who ask many times.
    pub fn depths(&self) -> Depths<'_, 'a, W, C> {
        let by_rank = match &self.seen {
            Seen::Bits(bits) => {
                let mut depths = vec![0u32; bits.len() * 64];
                for depth in 0..self.layers.len() {
                    for &word in self.layer(depth) {
                        let (rank, _) = self.layout.name::<W>(&self.layout.colours(word));
                        depths[rank as usize] = depth as u32 + 1;
                    }
                }
                depths
            }
            Seen::Places(_) => Vec::new(),
        };
        Depths {
            sweep: self,
            by_rank,
        }
    }
}

/// How deep in a search each position is.
pub struct Depths<'s, 'a, W, const C: usize> {
    sweep: &'s Sweep<'a, W, C>,
    by_rank: Vec<u32>,
}

impl<W: Word, const C: usize> Depths<'_, '_, W, C> {
    /// The layer of a position, if it was reached.
    pub fn of(&self, colours: &[u64; C]) -> Option<usize> {
        let (rank, word) = self.sweep.layout.name(colours);
        match &self.sweep.seen {
            Seen::Bits(_) => (self.by_rank[rank as usize] as usize).checked_sub(1),
            Seen::Places(places) => {
                let place = places[self.sweep.slot(places, word)] as usize;
                place.checked_sub(1).map(|place| self.sweep.depth_at(place))
            }
        }
    }
}
