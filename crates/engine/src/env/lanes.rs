//! The lanes of an environment: a game each, stepped one after the other
//! without a `dyn` call in between.

use super::supply::{Dealer, Drawn, solved};
use super::{Autoreset, Encode, Environment, Frames, Illegal, Reward, Setup, Spaces};
use crate::chance::Chance;
use crate::game::Rules;
use crate::measure::Verdict;
use crate::notation::{Fault, Level, LevelId};
use crate::play::{Adviser, OpenSession, PlaySession};
use crate::puzzle::Watch;

/// The purpose of the streams that levels and actions are drawn from.
const LEVELS: &str = "environment levels";
const ACTIONS: &str = "environment actions";

/// Most lanes of an environment.
const MOST_LANES: usize = 1_000_000;
/// Most bytes of all lanes, with one observation and one mask of each.
const MOST_BYTES: usize = 1 << 31;

/// A game in play.
struct Lane<T> {
    table: T,
    level: Drawn,
    steps: u32,
    /// The share that was done after the last step.
    progress: f64,
    terminated: bool,
    truncated: bool,
    chance: Chance,
}

/// Games of one kind.
pub(super) struct Lanes<'a, R: Rules, E: Encode<State = R::State>> {
    rules: &'a R,
    encode: E,
    spaces: Spaces,
    dealer: Dealer<E::Table>,
    setup: Setup,
    lanes: Vec<Lane<E::Table>>,
    /// Draws actions for [`Environment::sample`].
    chance: Chance,
    /// A mask to draw actions from.
    mask: Vec<i8>,
}

/// One lane's stretch of [`Frames`].
struct Frame<'a> {
    observation: &'a mut [u8],
    mask: &'a mut [i8],
}

impl<'a, R: Rules, E: Encode<State = R::State>> Lanes<'a, R, E> {
    /// Lanes with a level dealt in each, seeded by their index.
    pub(super) fn new(rules: &'a R, encode: E, id: &LevelId, setup: &Setup) -> Result<Self, Fault> {
        let spaces = encode.spaces();
        let each = spaces.size() + spaces.actions + size_of::<Lane<E::Table>>();
        check_setup(setup, each)?;
        let mut dealer = Dealer::new(rules, id, setup.supply.clone())?;
        let mut lanes = Vec::with_capacity(setup.lanes);
        for seed in 0..setup.lanes as u64 {
            let mut chance = Chance::new(LEVELS, seed, 0);
            let (table, level) = dealer.draw(rules, &encode, &mut chance)?;
            let mut lane = Lane {
                table,
                level,
                steps: 0,
                progress: 0.0,
                terminated: false,
                truncated: false,
                chance,
            };
            lane.progress = encode.progress(&lane.table);
            lanes.push(lane);
        }
        Ok(Lanes {
            mask: vec![0; spaces.actions],
            chance: Chance::new(ACTIONS, 0, 0),
            rules,
            encode,
            spaces,
            dealer,
            setup: setup.clone(),
            lanes,
        })
    }

    fn lane(&self, lane: usize) -> Result<&Lane<E::Table>, Fault> {
        let lanes = self.lanes.len();
        self.lanes.get(lane).ok_or_else(|| no_lane(lane, lanes))
    }

    /// The action as an index, or what is wrong with it.
    fn action(&self, lane: usize, action: i64) -> Result<usize, Fault> {
        let index = usize::try_from(action).ok();
        index
            .filter(|&index| index < self.spaces.actions)
            .ok_or_else(|| {
                let expected = format!("a number from 0 to {}", self.spaces.actions - 1);
                Fault::new(
                    format!("action of lane {lane}"),
                    action.to_string(),
                    expected,
                )
            })
    }

    /// Refuses actions that there are not, and illegal ones if they are to be
    /// refused.
    fn check(&self, actions: &[i64]) -> Result<(), Fault> {
        if actions.len() != self.lanes.len() {
            let expected = format!("{}, one a lane", self.lanes.len());
            return Err(Fault::new("actions", actions.len().to_string(), expected));
        }
        for (index, (lane, &action)) in self.lanes.iter().zip(actions).enumerate() {
            let action = self.action(index, action)?;
            if self.setup.illegal == Illegal::Refused
                && !lane.is_over()
                && self.encode.act(&lane.table, action).is_none()
            {
                let place = format!("lane {index}, {}", self.dealer.name(&lane.level));
                let found = format!("action {action}, which is not legal");
                return Err(Fault::new(place, found, "an action of the mask"));
            }
        }
        Ok(())
    }

    /// Deals a lane its next level.
    fn renew(&mut self, index: usize) -> Result<(), Fault> {
        let lane = &mut self.lanes[index];
        let (table, level) = self
            .dealer
            .draw(self.rules, &self.encode, &mut lane.chance)?;
        self.begin(index, table, level);
        Ok(())
    }

    fn begin(&mut self, index: usize, table: E::Table, level: Drawn) {
        let lane = &mut self.lanes[index];
        lane.progress = match self.setup.reward {
            Reward::Progress => self.encode.progress(&table),
            Reward::Win => 0.0,
        };
        lane.table = table;
        lane.level = level;
        lane.steps = 0;
        lane.terminated = false;
        lane.truncated = false;
    }

    /// Makes a move in a lane; says what it is rewarded with, and whether it
    /// was legal.
    #[inline]
    fn play(&mut self, index: usize, action: usize) -> (f64, bool) {
        let lane = &mut self.lanes[index];
        lane.steps += 1;
        let Some(mv) = self.encode.act(&lane.table, action) else {
            return (0.0, false);
        };
        self.encode.apply(&mut lane.table, mv);
        lane.terminated = self.encode.is_won(&lane.table);
        let mut reward = f64::from(u8::from(lane.terminated));
        if self.setup.reward == Reward::Progress {
            let before = lane.progress;
            lane.progress = self.encode.progress(&lane.table);
            reward += lane.progress - before;
        }
        (reward, true)
    }

    /// Writes what is seen, and says whether something is legal.
    #[inline]
    fn show(&self, index: usize, frame: &mut Frame<'_>) -> bool {
        let table = &self.lanes[index].table;
        frame.observation.fill(0);
        frame.mask.fill(0);
        self.encode.observe(table, frame.observation);
        self.encode.mask(table, frame.mask)
    }

    /// The buffers have room for every lane.
    fn check_frames(&self, frames: &Frames<'_>) -> Result<(), Fault> {
        let lanes = self.lanes.len();
        let rows = [
            (
                "observations",
                frames.observations.len(),
                self.spaces.size(),
            ),
            ("masks", frames.masks.len(), self.spaces.actions),
            ("rewards", frames.rewards.len(), 1),
            ("terminated", frames.terminated.len(), 1),
            ("truncated", frames.truncated.len(), 1),
            ("illegal", frames.illegal.len(), 1),
        ];
        for (name, found, each) in rows {
            if found != each * lanes {
                return Err(wrong_size(name, found, each * lanes));
            }
        }
        let finals = frames.finals.len();
        match finals == 0 || finals == self.spaces.size() * lanes {
            true => Ok(()),
            false => Err(wrong_size("finals", finals, self.spaces.size() * lanes)),
        }
    }
}

impl<T> Lane<T> {
    fn is_over(&self) -> bool {
        self.terminated || self.truncated
    }
}

/// Refuses an environment without lanes or steps, and one that has no room in
/// memory.
fn check_setup(setup: &Setup, each: usize) -> Result<(), Fault> {
    let lanes = setup.lanes;
    if !(1..=MOST_LANES).contains(&lanes) {
        let expected = format!("a number from 1 to {MOST_LANES}");
        return Err(Fault::new("lanes", lanes.to_string(), expected));
    }
    if each.saturating_mul(lanes) > MOST_BYTES {
        let found = format!("{lanes} of {each} bytes each");
        return Err(Fault::new(
            "lanes",
            found,
            format!("at most {MOST_BYTES} bytes"),
        ));
    }
    match setup.most_steps {
        0 => Err(Fault::new("max_steps", "0", "a number from 1 on")),
        _ => Ok(()),
    }
}

fn no_lane(lane: usize, lanes: usize) -> Fault {
    Fault::new("lane", lane.to_string(), format!("a number below {lanes}"))
}

fn wrong_size(name: &str, found: usize, expected: usize) -> Fault {
    let size = |count| format!("{count} items");
    Fault::new(format!("buffer {name}"), size(found), size(expected))
}

impl<R: Rules, E: Encode<State = R::State>> Environment for Lanes<'_, R, E> {
    fn spaces(&self) -> &Spaces {
        &self.spaces
    }

    fn lanes(&self) -> usize {
        self.lanes.len()
    }

    fn seed(&mut self, lane: usize, seed: u64) -> Result<(), Fault> {
        self.lane(lane)?;
        self.lanes[lane].chance = Chance::new(LEVELS, seed, 0);
        if lane == 0 {
            self.chance = Chance::new(ACTIONS, seed, 0);
        }
        Ok(())
    }

    fn reset(&mut self, lane: usize, level: Option<&Level>) -> Result<(), Fault> {
        self.lane(lane)?;
        let Some(level) = level else {
            return self.renew(lane);
        };
        let state = self.rules.state(level)?;
        let table = self.encode.table(&state);
        let table = table.map_err(|fault| fault.within(&level.name()))?;
        if self.encode.is_won(&table) {
            return Err(solved(level.name()));
        }
        self.begin(lane, table, Drawn::Named(level.name()));
        Ok(())
    }

    fn look(&self, lane: usize, observation: &mut [u8], mask: &mut [i8]) -> Result<(), Fault> {
        self.lane(lane)?;
        let rows = [
            ("observation", observation.len(), self.spaces.size()),
            ("mask", mask.len(), self.spaces.actions),
        ];
        for (name, found, expected) in rows {
            if found != expected {
                return Err(wrong_size(name, found, expected));
            }
        }
        self.show(lane, &mut Frame { observation, mask });
        Ok(())
    }

    fn step(&mut self, actions: &[i64], frames: Frames<'_>) -> Result<(), Fault> {
        self.check(actions)?;
        self.check_frames(&frames)?;
        let (size, width) = (self.spaces.size(), self.spaces.actions);
        let observations = frames.observations.chunks_exact_mut(size);
        let views = observations.zip(frames.masks.chunks_exact_mut(width));
        for (index, (observation, mask)) in views.enumerate() {
            let mut frame = Frame { observation, mask };
            let over = self.lanes[index].is_over();
            let (mut reward, mut legal) = (0.0, true);
            match (over, self.setup.autoreset) {
                (true, Autoreset::NextStep) => self.renew(index)?,
                (true, _) => {}
                (false, _) => (reward, legal) = self.play(index, actions[index] as usize),
            }
            let can_go_on = self.show(index, &mut frame);
            let lane = &mut self.lanes[index];
            lane.terminated |= !can_go_on;
            lane.truncated = !lane.terminated && lane.steps >= self.setup.most_steps;
            frames.rewards[index] = reward;
            frames.illegal[index] = !legal;
            frames.terminated[index] = lane.terminated;
            frames.truncated[index] = lane.truncated;
            if lane.is_over() && self.setup.autoreset == Autoreset::SameStep {
                if let Some(last) = frames.finals.get_mut(index * size..(index + 1) * size) {
                    last.copy_from_slice(frame.observation);
                }
                self.renew(index)?;
                self.show(index, &mut frame);
            }
        }
        Ok(())
    }

    fn sample(&mut self, actions: &mut [i64]) -> Result<(), Fault> {
        if actions.len() != self.lanes.len() {
            return Err(wrong_size("actions", actions.len(), self.lanes.len()));
        }
        for (lane, action) in self.lanes.iter().zip(actions) {
            self.mask.fill(0);
            self.encode.mask(&lane.table, &mut self.mask);
            *action = draw(&self.mask, &mut self.chance);
        }
        Ok(())
    }

    fn level(&self, lane: usize) -> Result<String, Fault> {
        Ok(self.dealer.name(&self.lane(lane)?.level))
    }

    fn position(&self, lane: usize) -> Result<Level, Fault> {
        let lane = self.lane(lane)?;
        let state = self.encode.state(&lane.table);
        Ok(Level::Written {
            name: self.dealer.name(&lane.level),
            variant: self.rules.variant(&state),
            text: self.rules.write(&state),
        })
    }

    fn move_text(&self, lane: usize, action: i64) -> Result<Option<String>, Fault> {
        let action = self.action(lane, action)?;
        let table = &self.lane(lane)?.table;
        let write = |mv| self.rules.write_move(&self.encode.state(table), mv);
        Ok(self.encode.act(table, action).map(write))
    }

    fn can_win(&self, lane: usize, adviser: &Adviser, watch: &dyn Watch) -> Result<Verdict, Fault> {
        let state = self.encode.state(&self.lane(lane)?.table);
        OpenSession::new(self.rules, state).can_win(adviser, watch)
    }
}

/// A legal action of a mask, each equally likely; 0 where there is none.
fn draw(mask: &[i8], chance: &mut Chance) -> i64 {
    let count = mask.iter().map(|&legal| legal as usize).sum();
    if count == 0 {
        return 0;
    }
    let mut left = chance.below(count);
    for (action, &legal) in mask.iter().enumerate() {
        if legal == 1 && left == 0 {
            return action as i64;
        }
        left -= usize::from(legal == 1);
    }
    0
}
