//! From a hidden game's own types to text: a game implements [`HiddenRules`];
//! [`Hall`] makes a [`HiddenGame`] of it, which programs use without knowing
//! its types.

use super::referee::{Ending, Secured, play};
use super::sitting::{HallSitting, Sitting};
use crate::chance::Chance;
use crate::game::Rules;
use crate::heuristic::Weights;
use crate::hidden::{Hidden, Player, View};
use crate::notation::{Fault, Level, quoted};
use crate::picture::Picture;
use crate::puzzle::{Budget, Meter, Watch};
use crate::record::PlayRow;
use crate::screen::{self, Hand, Screen};
use crate::settings::{Setting, Settings};

/// A player, or what is wrong with its settings.
pub type MadePlayer<V> = Result<Box<dyn Player<V>>, Fault>;

/// A line of a game's list of players.
pub struct PlayerLine<V: View> {
    /// Its name on the command line.
    pub name: &'static str,
    /// One sentence.
    pub summary: &'static str,
    /// What can be set on it.
    pub settings: &'static [Setting],
    /// Makes one, for one thread.
    pub make: fn(&Settings) -> MadePlayer<V>,
}

/// What a player says of itself.
#[derive(Clone, Copy)]
pub struct AboutPlayer {
    /// Its name on the command line.
    pub name: &'static str,
    /// One sentence.
    pub summary: &'static str,
    /// What can be set on it.
    pub settings: &'static [Setting],
}

/// A game in its own types that is played without seeing everything.
pub trait HiddenRules: Rules<State: Hidden> {
    /// Its players.
    fn players(&self) -> &'static [PlayerLine<<Self::State as Hidden>::View>];
    /// What a player sees, on a terminal.
    fn show_view(&self, view: &<Self::State as Hidden>::View) -> Screen;
    /// A picture of what a player sees.
    fn draw_view(&self, view: &<Self::State as Hidden>::View) -> Picture {
        Picture::of_text(&screen::text(&self.show_view(view)))
    }
    /// How a person who does not see everything plays with a cursor and keys;
    /// it must show nothing that is hidden. None where moves are typed.
    fn hidden_hand(&self) -> Option<Box<dyn Hand<Self::State>>> {
        None
    }
    /// Learns weights by playing so many games, picking moves at random as
    /// often as `explore` says; `tell` hears how many are
    /// played and what share of the last ones was won, and says whether to go
    /// on.
    fn learn(
        &self,
        kind: &str,
        games: u64,
        seed: u64,
        explore: f64,
        tell: Told,
    ) -> Result<Weights, Fault>;
}

/// Hears how learning goes, and says whether to go on.
pub type Told<'a> = &'a mut dyn FnMut(u64, f64) -> bool;

/// A hidden game as programs see it.
pub trait HiddenGame: Sync {
    /// Its name in ids.
    fn name(&self) -> &'static str;
    /// Its players.
    fn players(&self) -> Vec<AboutPlayer>;
    /// Seats a player, for one thread.
    fn seat(&self, player: &str, settings: &Settings) -> Result<Box<dyn Seat + '_>, Fault>;
    /// Learns weights by playing so many games.
    fn learn(
        &self,
        kind: &str,
        games: u64,
        seed: u64,
        explore: f64,
        tell: Told,
    ) -> Result<Weights, Fault>;
    /// Lays out a level for a person.
    fn sit(&self, level: &Level) -> Result<Box<dyn Sitting + '_>, Fault>;
}

/// How games are played.
#[derive(Clone, Copy, Debug)]
pub struct House {
    /// What is done about the cards that lie face down.
    pub secured: Secured,
    /// Most moves of a game.
    pub rounds: usize,
    /// Names the player's and the table's luck; the same level with another
    /// number is played with other luck.
    pub luck: u64,
    /// What the player may spend on one game.
    pub budget: Budget,
}

/// One thread's player behind text.
pub trait Seat {
    /// Plays one level; `moves` are written as well if asked for. Nothing if
    /// the watch interrupted the game; a fault if the player refuses its rules.
    fn play(
        &mut self,
        level: &Level,
        house: &House,
        moves: bool,
        watch: &dyn Watch,
    ) -> Result<Option<PlayRow>, Fault>;
}

/// Makes a [`HiddenGame`] of [`HiddenRules`].
pub struct Hall<R>(pub R);

impl<R: HiddenRules> HiddenGame for Hall<R> {
    fn name(&self) -> &'static str {
        self.0.about().name
    }

    fn players(&self) -> Vec<AboutPlayer> {
        let about = |line: &PlayerLine<_>| AboutPlayer {
            name: line.name,
            summary: line.summary,
            settings: line.settings,
        };
        self.0.players().iter().map(about).collect()
    }

    fn learn(
        &self,
        kind: &str,
        games: u64,
        seed: u64,
        explore: f64,
        tell: Told,
    ) -> Result<Weights, Fault> {
        self.0.learn(kind, games, seed, explore, tell)
    }

    fn sit(&self, level: &Level) -> Result<Box<dyn Sitting + '_>, Fault> {
        let start = position(&self.0, level)?;
        Ok(Box::new(HallSitting::new(&self.0, start)))
    }

    fn seat(&self, player: &str, settings: &Settings) -> Result<Box<dyn Seat + '_>, Fault> {
        let line = self.0.line(player)?;
        settings.check(line.name, line.settings)?;
        Ok(Box::new(HallSeat {
            rules: &self.0,
            name: line.name,
            player: (line.make)(settings)?,
        }))
    }
}

/// Finds a player by name.
pub(super) trait Lines: HiddenRules {
    fn line(
        &self,
        player: &str,
    ) -> Result<&'static PlayerLine<<Self::State as Hidden>::View>, Fault> {
        let all = self.players();
        let line = all.iter().find(|line| line.name == player);
        line.ok_or_else(|| {
            let names: Vec<_> = all.iter().map(|line| line.name).collect();
            let expected = format!("one of {}", names.join(", "));
            Fault::new("player", quoted(player), expected)
        })
    }
}

impl<R: HiddenRules> Lines for R {}

/// Reads or deals a level.
fn position<R: HiddenRules>(rules: &R, level: &Level) -> Result<R::State, Fault> {
    match level {
        Level::Dealt(id) => rules.deal(id),
        Level::Written { variant, text, .. } => rules.read(variant, text),
    }
}

struct HallSeat<'a, R: HiddenRules> {
    rules: &'a R,
    name: &'static str,
    player: Box<dyn Player<<R::State as Hidden>::View>>,
}

impl<R: HiddenRules> Seat for HallSeat<'_, R> {
    fn play(
        &mut self,
        level: &Level,
        house: &House,
        moves: bool,
        watch: &dyn Watch,
    ) -> Result<Option<PlayRow>, Fault> {
        let start = position(self.rules, level)?;
        self.player.accepts(&start.view())?;
        let name = level.name();
        let seed = seed_of(level);
        let mut player_luck = Chance::new("player", seed, house.luck);
        let mut table_luck = Chance::new("table", seed, house.luck);
        let played = play(
            &start,
            &mut *self.player,
            house.secured,
            house.rounds,
            [&mut player_luck, &mut table_luck],
            &mut Meter::new(&house.budget, watch),
        );
        if played.ending == Ending::Interrupted {
            return Ok(None);
        }
        let mut written = Vec::new();
        // Where cards were shuffled on the way, moves are of no deal.
        if moves && house.secured != Secured::Reshuffle {
            let mut state = start.clone();
            for &mv in &played.moves {
                written.push(self.rules.write_move(&state, mv));
                crate::Puzzle::apply(&mut state, mv);
            }
        }
        Ok(Some(PlayRow {
            id: name,
            player: self.name.to_string(),
            won: played.ending == Ending::Won,
            fitness: played.fitness,
            rounds: played.moves.len() as u64,
            ending: played.ending.name().to_string(),
            moves: written,
            path: played.path,
            seconds: None,
        }))
    }
}

/// What a level's luck is drawn from: its number, or for a level that was
/// written out a sum of its text (Fowler, Noll and Vo's, of 64 bits).
fn seed_of(level: &Level) -> u64 {
    match level {
        Level::Dealt(id) => id.number,
        Level::Written { text, .. } => text.bytes().fold(0xcbf2_9ce4_8422_2325, |sum, byte| {
            (sum ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3)
        }),
    }
}
