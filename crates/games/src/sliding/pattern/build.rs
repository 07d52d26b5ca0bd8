//! Makes the table of a pattern: breadth-first from the goal over all places
//! of its tiles, counting only their own moves. A generation is one bit an
//! order for each zone of each set of cells, so that a whole zone's orders,
//! a few kilobytes, are worked on at a time. A tile that slides along its row
//! keeps all orders, so their bits are joined word by word.

use super::layout::{Layout, SETS_AT_A_TIME, bits};
use super::table::Kind;
use engine::settings::Progress;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

/// A zone that a move leads from, and the places of the tile that moves in
/// the order there and in the order here.
struct Arrival {
    zone: u32,
    from: u8,
    to: u8,
}

/// Everything that stays the same while a table is made.
struct Plan<'a> {
    layout: &'a Layout,
    kind: Kind,
    /// Words that hold one bit an order.
    words: usize,
    arrivals: Vec<Arrival>,
    first_arrival: Vec<u32>,
}

/// One generation: bits by zone, and whether a zone has any.
struct Generation {
    bits: Vec<u64>,
    live: Vec<bool>,
}

/// A stretch of sets with all that one thread writes for them.
struct Stretch<'a> {
    first_set: usize,
    sets: usize,
    seen: &'a mut [u64],
    next: &'a mut [u64],
    live: &'a mut [bool],
    out: &'a mut [u64],
}

/// Sets that a thread takes at a time: a few milliseconds of work, after which
/// it looks whether to go on.
pub const STRETCH: usize = 64;

/// Makes a table of words, or none if `progress` says to stop; `goal_blank` is
/// the blank's cell in the goal, where the tiles lie in `goal`.
pub fn build(
    layout: &Layout,
    kind: Kind,
    goal: u32,
    goal_blank: usize,
    progress: Progress,
) -> Option<Vec<u64>> {
    let plan = Plan::new(layout, kind, progress)?;
    let (zones, words) = (layout.zones(), plan.words);
    let generation = || Generation {
        bits: vec![0; zones * words],
        live: vec![false; zones],
    };
    let (mut now, mut next) = (generation(), generation());
    let mut seen = vec![0; zones * words];
    let mut out = match kind {
        Kind::Zoned => vec![0; zones * words],
        Kind::Blind(_) => vec![0; layout.sets() * plan.set_words()],
    };
    let goal_set = layout.set_number(goal);
    let start = layout.zone(goal, goal_blank);
    now.bits[start * words] = 1;
    now.live[start] = true;
    seen[start * words] = 1;
    if let Kind::Blind(planes) = kind {
        // The goal's own value, 0, has been met.
        out[goal_set * plan.set_words() + planes * words] = 1;
    }
    let all = (zones * layout.orders.count()) as f64;
    let mut found = 1;
    for depth in 1u32.. {
        let go_on = || progress(found as f64 / all);
        go_on().then_some(())?;
        let fresh = plan.generation(depth, &now, &mut next, &mut seen, &mut out, &go_on)?;
        if fresh == 0 {
            break;
        }
        found += fresh;
        std::mem::swap(&mut now, &mut next);
    }
    if kind != Kind::Zoned {
        drop((now, next, seen));
        out = plan.without_marks(&out, progress)?;
    }
    Some(out)
}

impl<'a> Plan<'a> {
    fn new(layout: &'a Layout, kind: Kind, progress: Progress) -> Option<Plan<'a>> {
        let mut plan = Plan {
            layout,
            kind,
            words: layout.orders.count().div_ceil(64),
            arrivals: Vec::new(),
            first_arrival: vec![0],
        };
        for number in 0..layout.sets() {
            if number % SETS_AT_A_TIME == 0 {
                progress(0.0).then_some(())?;
            }
            let set = layout.set(number);
            for zone in layout.zones_of(number) {
                // Every move can be taken back: a tile that could go from here
                // to there could have come from there.
                for empty in bits(layout.zone_cells(set, zone)) {
                    for tile in bits(layout.beside(empty) & set) {
                        let (other, here, there) = layout.slid(set, tile, empty);
                        plan.arrivals.push(Arrival {
                            zone: layout.zone(other, tile) as u32,
                            from: there as u8,
                            to: here as u8,
                        });
                    }
                }
                plan.first_arrival.push(plan.arrivals.len() as u32);
            }
        }
        Some(plan)
    }

    /// Words of output a set, where they are by set: some bits an order, and
    /// while the table is made one more for orders that have their value.
    fn set_words(&self) -> usize {
        match self.kind {
            Kind::Zoned => 0,
            Kind::Blind(planes) => (planes + 1) * self.words,
        }
    }

    /// The output without the marks of orders that have their value.
    fn without_marks(&self, out: &[u64], progress: Progress) -> Option<Vec<u64>> {
        let kept = self.set_words() - self.words;
        let mut words = Vec::with_capacity(kept * self.layout.sets());
        for (index, set) in out.chunks(self.set_words()).enumerate() {
            if index % SETS_AT_A_TIME == 0 {
                progress(1.0).then_some(())?;
            }
            words.extend_from_slice(&set[..kept]);
        }
        Some(words)
    }

    /// Fills `next` with what one move reaches first from `now`, and returns
    /// how much that is; none if `go_on` says no. The calling thread asks it,
    /// and the others stop when it does.
    fn generation(
        &self,
        depth: u32,
        now: &Generation,
        next: &mut Generation,
        seen: &mut [u64],
        out: &mut [u64],
        go_on: &dyn Fn() -> bool,
    ) -> Option<u64> {
        let mut stretches = Vec::new();
        let (mut next_bits, mut live) = (&mut next.bits[..], &mut next.live[..]);
        let (mut seen, mut out) = (seen, out);
        for first_set in (0..self.layout.sets()).step_by(STRETCH) {
            let sets = STRETCH.min(self.layout.sets() - first_set);
            let first = self.layout.zones_of(first_set).start;
            let zones = self.layout.zones_of(first_set + sets - 1).end - first;
            let out_words = match self.kind {
                Kind::Zoned => zones * self.words,
                Kind::Blind(_) => sets * self.set_words(),
            };
            stretches.push(Stretch {
                first_set,
                sets,
                seen: seen.split_off_mut(..zones * self.words).unwrap_or_default(),
                next: next_bits
                    .split_off_mut(..zones * self.words)
                    .unwrap_or_default(),
                live: live.split_off_mut(..zones).unwrap_or_default(),
                out: out.split_off_mut(..out_words).unwrap_or_default(),
            });
        }
        let threads = std::thread::available_parallelism().map_or(1, |n| n.get());
        let threads = threads.min(stretches.len());
        let waiting = Mutex::new(stretches);
        let stop = AtomicBool::new(false);
        let work = |go_on: &dyn Fn() -> bool| {
            let mut fresh = 0;
            let take = || {
                waiting
                    .lock()
                    .unwrap_or_else(|broken| broken.into_inner())
                    .pop()
            };
            while let Some(mut stretch) = take().filter(|_| !stop.load(Ordering::Relaxed)) {
                fresh += self.fill(depth, now, &mut stretch);
                if !go_on() {
                    stop.store(true, Ordering::Relaxed);
                }
            }
            fresh
        };
        let fresh = std::thread::scope(|scope| {
            let others: Vec<_> = (1..threads)
                .map(|_| scope.spawn(|| work(&|| true)))
                .collect();
            let own = work(go_on);
            let joined = others
                .into_iter()
                .map(|thread| thread.join().expect("no panic"));
            own + joined.sum::<u64>()
        });
        (!stop.into_inner()).then_some(fresh)
    }

    fn fill(&self, depth: u32, now: &Generation, stretch: &mut Stretch) -> u64 {
        let words = self.words;
        let mut fresh = vec![0; words];
        let mut count = 0;
        let first = self.layout.zones_of(stretch.first_set).start;
        for set in 0..stretch.sets {
            for zone in self.layout.zones_of(stretch.first_set + set) {
                let here = (zone - first) * words..(zone - first + 1) * words;
                let next = &mut stretch.next[here.clone()];
                let live = &mut stretch.live[zone - first];
                let any = self.arrive(now, zone, &mut fresh);
                let mut found = 0;
                if any {
                    let seen = &mut stretch.seen[here.clone()];
                    for (fresh, seen) in fresh.iter_mut().zip(seen) {
                        *fresh &= !*seen;
                        *seen |= *fresh;
                        found += u64::from(fresh.count_ones());
                    }
                }
                if found > 0 {
                    next.copy_from_slice(&fresh);
                    match self.kind {
                        Kind::Zoned => note_zoned(depth, &fresh, &mut stretch.out[here]),
                        Kind::Blind(planes) => {
                            let at = set * self.set_words();
                            let out = &mut stretch.out[at..at + self.set_words()];
                            note_blind(depth, planes, &fresh, out);
                        }
                    }
                } else if *live {
                    next.fill(0);
                }
                *live = found > 0;
                count += found;
            }
        }
        count
    }

    /// Everything that one move leads to in this zone, and whether that is
    /// anything.
    fn arrive(&self, now: &Generation, zone: usize, fresh: &mut [u64]) -> bool {
        let range = self.first_arrival[zone] as usize..self.first_arrival[zone + 1] as usize;
        let mut any = false;
        for arrival in &self.arrivals[range] {
            let there = arrival.zone as usize;
            if !now.live[there] {
                continue;
            }
            if !any {
                fresh.fill(0);
                any = true;
            }
            let from = &now.bits[there * self.words..(there + 1) * self.words];
            if arrival.from == arrival.to {
                for (fresh, from) in fresh.iter_mut().zip(from) {
                    *fresh |= from;
                }
                continue;
            }
            let orders = &self.layout.orders;
            let passed = orders.all_passed(arrival.from.into(), arrival.to.into());
            for (&word, passed) in from.iter().zip(passed.chunks(64)) {
                let mut word = word;
                while word != 0 {
                    let order = passed[word.trailing_zeros() as usize] as usize;
                    fresh[order / 64] |= 1 << (order % 64);
                    word &= word - 1;
                }
            }
        }
        any
    }
}

/// Notes the second bit of a depth.
fn note_zoned(depth: u32, fresh: &[u64], out: &mut [u64]) {
    if depth & 2 != 0 {
        for (out, fresh) in out.iter_mut().zip(fresh) {
            *out |= fresh;
        }
    }
}

/// Notes the bits of a depth from the second on for orders that have no value
/// yet; the words of the same orders lie beside each other.
fn note_blind(depth: u32, planes: usize, fresh: &[u64], out: &mut [u64]) {
    let (values, met) = out.split_at_mut(planes * fresh.len());
    for ((fresh, met), words) in fresh.iter().zip(met).zip(values.chunks_mut(planes)) {
        let first = fresh & !*met;
        *met |= first;
        for (plane, word) in words.iter_mut().enumerate() {
            if depth >> (plane + 1) & 1 == 1 {
                *word |= first;
            }
        }
    }
}
