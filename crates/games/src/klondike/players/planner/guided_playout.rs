//! Guided playouts. From each table a small depth-first search, with steps
//! ordered by score ([`step_scores`]), looks for a way to turn up a face-down
//! card; that card is never turned back. The policy uses no hidden card, so
//! its wins are free of strategy fusion. A playout takes some three
//! microseconds.

use super::step_scores::{self, ScoredStep, StepScores, scored, step_of};
use super::worlds::World;
use crate::klondike::open::make_forced_moves;
use crate::klondike::playout::FastRandom;
use crate::klondike::table::{Cards, KINGS, Layout, Moves, Step, Table};

/// Most steps tried to turn up one card.
const MOST: usize = 300;
/// Slots for tables already met; more than [`MOST`], so never full.
const SLOTS: usize = 512;

/// The playout policy: the order in which steps are tried.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Policy {
    /// By score.
    Scored,
    /// At random.
    Random,
}

/// How the search for the next card ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Found {
    /// A card was turned up.
    Card,
    /// Nothing is hidden any more, and the rest is sure to be won.
    Win,
    /// Neither.
    Nothing,
}

/// A table and the cards of the stock in reach.
#[derive(Clone, Copy)]
struct Spot {
    table: Table,
    reach: Cards,
}

/// A spot of the search; its steps are the last ones of the list that are not
/// a later node's.
struct Node {
    spot: Spot,
    /// Where its steps begin.
    from: usize,
    /// The step tried last.
    tried: ScoredStep,
}

/// Plays guided playouts, reusing its memory.
pub struct GuidedPlayout {
    policy: Policy,
    /// The scores for the stock at hand.
    scores: StepScores,
    stack: Vec<Node>,
    steps: Vec<ScoredStep>,
    forced: Vec<Step>,
    /// Keys of the tables met, each with the search that met it.
    met: Box<[(u64, u64); SLOTS]>,
    search: u64,
    random: FastRandom,
}

impl GuidedPlayout {
    /// Playouts with this policy; [`GuidedPlayout::prepare`] comes first.
    pub fn new(policy: Policy) -> GuidedPlayout {
        GuidedPlayout {
            policy,
            scores: StepScores::NONE,
            stack: Vec::new(),
            steps: Vec::new(),
            forced: Vec::new(),
            met: Box::new([(0, 0); SLOTS]),
            search: 0,
            random: FastRandom::new(0),
        }
    }

    /// Makes ready for the stock of this layout.
    pub fn prepare(&mut self, layout: &Layout, random: FastRandom) {
        let weights = match layout.draw() {
            1 => &step_scores::DRAW_ONE,
            _ => &step_scores::DRAW_SEVERAL,
        };
        self.scores = StepScores::new(weights, layout);
        self.random = random;
    }

    /// Plays a game to its end and says whether it is won.
    pub(super) fn wins(&mut self, world: &World, start: &Table) -> bool {
        let mut spot = self.settled(world, start);
        loop {
            match self.search(world, &mut spot) {
                Found::Card => {}
                Found::Win => return true,
                Found::Nothing => return false,
            }
        }
    }

    /// The steps that the policy makes up to the next card that is turned up,
    /// or to a sure win; none if it finds no way.
    pub(super) fn steps_to_next_card(&mut self, world: &World, start: &Table) -> Vec<Step> {
        let layout = &world.layout;
        let mut spot = self.settled(world, start);
        let mut trail = Vec::new();
        let mut table = *start;
        make_forced_moves(&mut table, layout, &mut trail);
        let hiding = start.leads & !layout.bottoms();
        if hiding & !table.leads != 0 {
            return trail;
        }
        if self.search(world, &mut spot) == Found::Nothing {
            return Vec::new();
        }
        for node in &self.stack {
            let step = step_of(node.tried);
            table.apply(layout, step);
            trail.push(step);
            if !matches!(step, Step::Back(_)) {
                make_forced_moves(&mut table, layout, &mut trail);
            }
        }
        trail
    }

    /// The table after forced moves.
    fn settled(&mut self, world: &World, start: &Table) -> Spot {
        let mut table = *start;
        self.settle(&mut table, &world.layout);
        Spot {
            table,
            reach: table.reachable(&world.layout),
        }
    }

    /// Plays on from a settled table until a card is turned up.
    fn search(&mut self, world: &World, spot: &mut Spot) -> Found {
        let layout = &world.layout;
        if spot.table.is_sure_win(layout) {
            return Found::Win;
        }
        self.stack.clear();
        self.steps.clear();
        self.search += 1;
        // A lead that goes turns up a card, unless it lies at the bottom.
        let hiding = spot.table.leads & !layout.bottoms();
        self.is_new(spot.table.key);
        let bare = spot.table.bare_pairs();
        self.push(spot, worth_trying(spot, bare, layout), world);
        for _ in 0..MOST {
            let Some((step, from)) = self.next_step() else {
                return Found::Nothing;
            };
            let mut reached = from.table;
            reached.apply(layout, step);
            let held = matches!(step, Step::Back(_));
            let bare = match held {
                true => reached.bare_pairs(),
                false => self.settle(&mut reached, layout),
            };
            let turned_up = hiding & !reached.leads != 0;
            if !turned_up && !self.is_new(reached.key) {
                continue;
            }
            let reach = match reached.stock == from.table.stock {
                true => from.reach,
                false => reached.reachable(layout),
            };
            *spot = Spot {
                table: reached,
                reach,
            };
            if turned_up {
                return Found::Card;
            }
            if reached.is_sure_win(layout) {
                return Found::Win;
            }
            let steps = match held {
                true => worth_trying_on(spot, bare, layout, step.bit()),
                false => worth_trying(spot, bare, layout),
            };
            self.push(spot, steps, world);
        }
        Found::Nothing
    }

    /// Makes the forced moves, and says which pairs have a card that can be
    /// laid bare.
    #[inline]
    fn settle(&mut self, table: &mut Table, layout: &Layout) -> Cards {
        let bare = table.bare_pairs();
        let stock = match layout.draw() {
            1 => table.stock,
            _ => table.stock & layout.last_of(table.left()),
        };
        if table.next & (table.open & bare | stock) == 0 {
            return bare;
        }
        self.forced.clear();
        make_forced_moves(table, layout, &mut self.forced);
        table.bare_pairs()
    }

    #[inline]
    fn push(&mut self, spot: &Spot, moves: Moves, world: &World) {
        let steps = &mut self.steps;
        self.stack.push(Node {
            spot: *spot,
            from: steps.len(),
            tried: 0,
        });
        match self.policy {
            Policy::Scored => {
                let scores = &self.scores;
                scores.each(&moves, &spot.table, world, |step| steps.push(step));
            }
            Policy::Random => {
                moves.for_each(|step| steps.push(scored(self.random.unit() as f32, step)));
            }
        }
    }

    /// The next step to try, with the spot it is done on.
    #[inline]
    fn next_step(&mut self) -> Option<(Step, Spot)> {
        while let Some(node) = self.stack.last_mut() {
            if let Some((last, others)) = self.steps[node.from..].split_last_mut() {
                let mut best = *last;
                for other in others {
                    if *other > best {
                        std::mem::swap(other, &mut best);
                    }
                }
                self.steps.pop();
                node.tried = best;
                return Some((step_of(best), node.spot));
            }
            self.stack.pop();
        }
        None
    }

    #[inline]
    fn is_new(&mut self, key: u64) -> bool {
        let mut slot = (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 55) as usize;
        loop {
            let met = &mut self.met[slot % SLOTS];
            if met.1 != self.search {
                *met = (key, self.search);
                return true;
            }
            if met.0 == key {
                return false;
            }
            slot += 1;
        }
    }
}

/// The steps to try on a settled table.
#[inline]
fn worth_trying(spot: &Spot, bare: Cards, layout: &Layout) -> Moves {
    let (table, safe) = (&spot.table, spot.table.safe());
    let empty = table.has_empty_column();
    let room = bare >> 4 | if empty { KINGS } else { 0 };
    let mut moves = table.moves_from(layout, bare, room, spot.reach);
    moves.home &= !moves.reveal;
    // A card comes back to give room, where there is none yet.
    moves.back &= !safe & !bare;
    moves.stock_column &= !(safe & table.next);
    let kings = (table.stock | table.leads & !layout.bottoms()) & KINGS;
    if empty || kings == 0 {
        moves.reveal &= !layout.bottoms();
    }
    moves
}

/// The steps to try after the card of this bit came back: placing something on
/// it, or sending the other card of its pair home.
fn worth_trying_on(spot: &Spot, bare: Cards, layout: &Layout, bit: u8) -> Moves {
    let on = match bit {
        0..4 => 0,
        _ => 3 << ((bit & !1) - 4),
    };
    let table = &spot.table;
    let moves = table.moves_from(layout, bare, table.room(bare), spot.reach);
    Moves {
        home: moves.home & 1 << (bit ^ 1),
        reveal: moves.reveal & on,
        stock_home: 0,
        stock_column: moves.stock_column & on & !(table.safe() & table.next),
        back: moves.back & on & !table.safe(),
    }
}
