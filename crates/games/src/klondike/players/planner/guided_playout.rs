//! Guided playouts. From each table a small depth-first search, with steps
//! ordered by score ([`step_scores`]), looks for a way to turn up a face-down
//! card; that card is never turned back. The policy uses no hidden card, so
//! its wins are free of strategy fusion. A playout takes some three
//! microseconds.

use super::met::Met;
use super::step_scores::{self, ScoredStep, StepScores, scored, step_of};
use super::worlds::World;
use crate::klondike::open::make_forced_moves;
use crate::klondike::playout::FastRandom;
use crate::klondike::table::{Cards, KINGS, Layout, Moves, Step, Table};

/// Most steps tried to turn up one card.
const MOST: usize = 80;

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
    /// The step that turned up a card at once, without a node.
    turning: Option<Step>,
    met: Met,
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
            turning: None,
            met: Met::default(),
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
        if start.leads & !layout.bottoms() & !table.leads != 0 {
            return trail;
        }
        if self.search(world, &mut spot) == Found::Nothing {
            return Vec::new();
        }
        let tried = self.stack.iter().map(|node| step_of(node.tried));
        for step in tried.chain(self.turning) {
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
        self.stack.clear();
        self.steps.clear();
        self.turning = None;
        if spot.table.is_sure_win(layout) {
            return Found::Win;
        }
        // A lead that goes turns up a card, unless it lies at the bottom.
        let hiding = spot.table.leads & !layout.bottoms();
        let room = Room::on(&spot.table, spot.table.bare_pairs());
        if self.turns_up(spot, &room, hiding, world) {
            return Found::Card;
        }
        self.met.clear();
        self.met.insert(spot.table.key);
        self.push(spot, worth_trying(spot, &room, layout), world);
        for _ in 0..MOST {
            let Some(step) = self.next_step() else {
                return Found::Nothing;
            };
            let from = self.stack[self.stack.len() - 1].spot;
            let mut table = from.table;
            table.apply(layout, step);
            let held = matches!(step, Step::Back(_));
            let bare = match held {
                true => table.bare_pairs(),
                false => self.settle(&mut table, layout),
            };
            let turned_up = hiding & !table.leads != 0;
            if !turned_up && !self.met.insert(table.key) {
                continue;
            }
            let reach = match table.stock == from.table.stock {
                true => from.reach,
                false => table.reachable(layout),
            };
            *spot = Spot { table, reach };
            if turned_up {
                return Found::Card;
            }
            if table.is_sure_win(layout) {
                return Found::Win;
            }
            let room = Room::on(&table, bare);
            let on = match held {
                true => takes(step.bit()),
                false => Cards::MAX,
            };
            if self.turns_up(spot, &room, hiding & on, world) {
                return Found::Card;
            }
            let moves = match held {
                true => worth_trying_on(spot, &room, layout, step.bit()),
                false => worth_trying(spot, &room, layout),
            };
            self.push(spot, moves, world);
        }
        Found::Nothing
    }

    /// Makes the best of the steps that turn up a card at once, if there are
    /// any of these leads: by score they come before all others.
    #[inline]
    fn turns_up(&mut self, spot: &mut Spot, room: &Room, leads: Cards, world: &World) -> bool {
        let table = &spot.table;
        let reveal = leads & room.cards;
        let home = leads & room.bare & table.next & !reveal;
        if home | reveal == 0 || self.policy == Policy::Random {
            return false;
        }
        let turning = Moves {
            home,
            reveal,
            ..Moves::default()
        };
        let mut best = ScoredStep::MIN;
        let scores = &self.scores;
        scores.each(&turning, table, world, |step| best = best.max(step));
        let (step, stock) = (step_of(best), table.stock);
        self.turning = Some(step);
        spot.table.apply(&world.layout, step);
        self.settle(&mut spot.table, &world.layout);
        if spot.table.stock != stock {
            spot.reach = spot.table.reachable(&world.layout);
        }
        true
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
        let home = bare & table.open;
        if table.next & (home | stock) == 0 {
            return bare;
        }
        // Leads stay unless they are safe.
        if table.next & (home & !table.leads | stock) == 0 && table.next & table.safe() & home == 0
        {
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

    /// The next step to try from the last node of the stack.
    #[inline]
    fn next_step(&mut self) -> Option<Step> {
        while let Some(node) = self.stack.last_mut() {
            if let Some((&mut last, others)) = self.steps[node.from..].split_last_mut() {
                // Without branches, which nothing could predict.
                let mut best = last;
                for other in others {
                    (*other, best) = ((*other).min(best), (*other).max(best));
                }
                self.steps.pop();
                node.tried = best;
                return Some(step_of(best));
            }
            self.stack.pop();
        }
        None
    }
}

/// Where cards can be laid.
struct Room {
    /// Pairs of which a card can be laid bare.
    bare: Cards,
    /// Whether a column is empty.
    empty: bool,
    /// Cards that there is room for.
    cards: Cards,
}

impl Room {
    #[inline]
    fn on(table: &Table, bare: Cards) -> Room {
        let empty = table.has_empty_column();
        let kings = if empty { KINGS } else { 0 };
        Room {
            bare,
            empty,
            cards: bare >> 4 | kings,
        }
    }
}

/// The cards that can lie on the card of this bit.
fn takes(bit: u8) -> Cards {
    match bit {
        0..4 => 0,
        _ => 3 << ((bit & !1) - 4),
    }
}

/// The steps to try on a settled table.
#[inline]
fn worth_trying(spot: &Spot, room: &Room, layout: &Layout) -> Moves {
    let (table, safe) = (&spot.table, spot.table.safe());
    let mut moves = table.moves_from(layout, room.bare, room.cards, spot.reach);
    moves.home &= !moves.reveal;
    // A card comes back to give room, where there is none yet.
    moves.back &= !safe & !room.bare;
    moves.stock_column &= !(safe & table.next);
    let kings = (table.stock | table.leads & !layout.bottoms()) & KINGS;
    if room.empty || kings == 0 {
        moves.reveal &= !layout.bottoms();
    }
    moves
}

/// The steps to try after the card of this bit came back: placing something on
/// it, or sending the other card of its pair home.
fn worth_trying_on(spot: &Spot, room: &Room, layout: &Layout, bit: u8) -> Moves {
    let (table, on) = (&spot.table, takes(bit));
    let moves = table.moves_from(layout, room.bare, room.cards, spot.reach);
    Moves {
        home: moves.home & 1 << (bit ^ 1),
        reveal: moves.reveal & on,
        stock_home: 0,
        stock_column: moves.stock_column & on & !(table.safe() & table.next),
        back: moves.back & on & !table.safe(),
    }
}
