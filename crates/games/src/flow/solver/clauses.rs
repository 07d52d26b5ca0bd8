//! Learnt clauses: lists of literals of which one must hold. Each is watched
//! at two of its literals, so that it is looked at only when one of those
//! fails (Moskewicz et al., 2001).

use super::lit::Lit;
use super::trail::{Reason, Trail};

/// A clause that watches a literal, with another of its literals: while that
/// one holds, the clause need not be looked at.
#[derive(Clone, Copy)]
struct Watcher {
    clause: u32,
    other: Lit,
}

/// All learnt clauses.
#[derive(Default)]
pub struct Clauses {
    /// For each clause its length, its glue, and its literals.
    words: Vec<u32>,
    watchers: Vec<Vec<Watcher>>,
    /// Where clauses start that may be forgotten.
    learnt: Vec<u32>,
}

const HEADER: usize = 2;

impl Clauses {
    /// No clauses over so many variables.
    pub fn new(vars: usize) -> Clauses {
        Clauses {
            watchers: vec![Vec::new(); 2 * vars],
            ..Clauses::default()
        }
    }

    /// The literals of a clause.
    #[inline]
    pub fn lits(&self, at: u32) -> impl Iterator<Item = Lit> + '_ {
        let start = at as usize + HEADER;
        let words = &self.words[start..start + self.words[at as usize] as usize];
        words.iter().map(|&word| Lit::from_index(word))
    }

    /// Adds a clause of at least two literals, which watches its first two.
    pub fn add(&mut self, lits: &[Lit], glue: u32, forgettable: bool) -> u32 {
        let at = self.words.len() as u32;
        self.words.push(lits.len() as u32);
        self.words.push(glue);
        self.words.extend(lits.iter().map(|lit| lit.index() as u32));
        self.watch(at, lits[0], lits[1]);
        if forgettable {
            self.learnt.push(at);
        }
        at
    }

    fn watch(&mut self, clause: u32, first: Lit, second: Lit) {
        let (one, two) = (second, first);
        self.watchers[first.index()].push(Watcher { clause, other: one });
        self.watchers[second.index()].push(Watcher { clause, other: two });
    }

    /// How many clauses may be forgotten.
    pub fn learnt(&self) -> usize {
        self.learnt.len()
    }

    /// About how many bytes are held.
    pub fn bytes(&self) -> u64 {
        (self.words.capacity() * 4 + self.watchers.len() * 24 + self.learnt.len() * 20) as u64
    }

    /// Forgets the half of the learnt clauses with the most glue (the number
    /// of decisions their literals hang on: Audemard and Simon, 2009). No
    /// clause may be anybody's reason at that time.
    pub fn forget_half(&mut self) {
        let mut order = std::mem::take(&mut self.learnt);
        order.sort_by_key(|&at| (self.words[at as usize + 1], std::cmp::Reverse(at)));
        let keep = order.len() / 2;
        let mut gone = order.split_off(keep);
        gone.sort_unstable();
        order.sort_unstable();
        let old = std::mem::take(&mut self.words);
        for list in &mut self.watchers {
            list.clear();
        }
        let mut at = 0;
        let mut lits = Vec::new();
        while at < old.len() {
            let len = old[at] as usize;
            let body = &old[at + HEADER..at + HEADER + len];
            lits.clear();
            lits.extend(body.iter().map(|&word| Lit::from_index(word)));
            let here = at as u32;
            if gone.binary_search(&here).is_err() {
                let forgettable = order.binary_search(&here).is_ok();
                self.add(&lits, old[at + 1], forgettable);
            }
            at += HEADER + len;
        }
    }
}

impl Trail {
    /// Looks at the clauses that watch what has just failed.
    pub(super) fn visit_clauses(&mut self, lit: Lit) -> bool {
        let failed = lit.opposite();
        let mut list = std::mem::take(&mut self.clauses.watchers[failed.index()]);
        let (mut from, mut to) = (0, 0);
        let mut sound = true;
        while from < list.len() {
            let watcher = list[from];
            from += 1;
            if self.holds(watcher.other) {
                list[to] = watcher;
                to += 1;
                continue;
            }
            let start = watcher.clause as usize + HEADER;
            let len = self.clauses.words[watcher.clause as usize] as usize;
            if self.clauses.words[start] == failed.index() as u32 {
                self.clauses.words.swap(start, start + 1);
            }
            let first = Lit::from_index(self.clauses.words[start]);
            let kept = Watcher {
                clause: watcher.clause,
                other: first,
            };
            if self.holds(first) {
                list[to] = kept;
                to += 1;
                continue;
            }
            let spare = (2..len).find(|&index| {
                let word = self.clauses.words[start + index];
                !self.fails(Lit::from_index(word))
            });
            if let Some(index) = spare {
                self.clauses.words.swap(start + 1, start + index);
                let new = self.clauses.words[start + 1] as usize;
                self.clauses.watchers[new].push(kept);
                continue;
            }
            list[to] = kept;
            to += 1;
            if self.fails(first) {
                self.conflict.clear();
                self.conflict.extend(self.clauses.lits(watcher.clause));
                sound = false;
                break;
            }
            self.set(first, Reason::Clause(watcher.clause));
        }
        while from < list.len() {
            list[to] = list[from];
            (from, to) = (from + 1, to + 1);
        }
        list.truncate(to);
        self.clauses.watchers[failed.index()] = list;
        sound
    }
}
