//! Games with hidden cards behind text: a game implements [`HiddenRules`];
//! [`HiddenBridge`] makes a [`HiddenGame`] of it, which programs use without
//! knowing its types.

use super::person::{HiddenSession, PlaySession};
use super::referee::{Ending, FaceDown, play};
use crate::bridge::defects;
use crate::chance::Chance;
use crate::game::Rules;
use crate::heuristic::Weights;
use crate::hidden::{Hidden, Player, View};
#[cfg(any(test, feature = "laws"))]
use crate::laws;
#[cfg(any(test, feature = "laws"))]
use crate::notation::LevelId;
use crate::notation::{Fault, Level, quoted};
use crate::picture::Picture;
use crate::puzzle::{Budget, Meter, Puzzle, Watch};
use crate::record::{Moves, PlayRow};
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

/// What a game's fitness counts, for summaries.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// What is counted: `cards home`.
    pub unit: &'static str,
    /// Groups of games by fitness, each with its name and its largest value.
    pub groups: &'static [(&'static str, u32)],
    /// Games of the first groups up to this fitness count as stuck early.
    pub stuck: u32,
}

/// How learning goes: games played and the share won lately. Answers whether
/// to go on.
pub type LearnProgress<'a> = &'a mut dyn FnMut(u64, f64) -> bool;

/// What to learn from.
#[derive(Clone, Debug)]
pub struct Lessons {
    /// The kind of levels, as ids have it.
    pub kind: String,
    /// Games to play.
    pub games: u64,
    /// Names the games and all that is random.
    pub seed: u64,
    /// The share of moves that are picked at random.
    pub explore: f64,
}

/// A game in its own types that is played without seeing everything.
pub trait HiddenRules: Rules<State: Hidden> {
    /// Its players.
    fn players(&self) -> &'static [PlayerLine<<Self::State as Hidden>::View>];
    /// The player that gives hints unless another is named.
    fn adviser(&self) -> &'static str;
    /// What its fitness counts.
    fn progress(&self) -> Progress;
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
    /// Learns weights by playing.
    fn learn(&self, lessons: &Lessons, progress: LearnProgress) -> Result<Weights, Fault>;
}

/// How games are played.
#[derive(Clone, Copy, Debug)]
pub struct PlayOptions {
    /// What is done about the cards that lie face down.
    pub face_down: FaceDown,
    /// Most moves of a game.
    pub rounds: usize,
    /// Names what is random about player and cards; the same level with
    /// another number is played with other luck.
    pub luck: u64,
    /// Whether moves are written.
    pub moves: bool,
    /// What the player may spend on one game.
    pub budget: Budget,
}

/// A hidden game as programs see it.
pub trait HiddenGame: Sync {
    /// Its players.
    fn players(&self) -> Vec<AboutPlayer>;
    /// What its fitness counts.
    fn progress(&self) -> Progress;
    /// A player for one thread.
    fn player(&self, name: &str, settings: &Settings) -> Result<Box<dyn AutoPlayer + '_>, Fault>;
    /// Learns weights by playing.
    fn learn(&self, lessons: &Lessons, progress: LearnProgress) -> Result<Weights, Fault>;
    /// A level for a person who sees what a player may see.
    fn play(&self, level: &Level) -> Result<Box<dyn PlaySession + '_>, Fault>;
    /// A picture of what a player may see after these moves.
    fn draw(&self, level: &Level, moves: &str) -> Result<Picture, Fault>;
    /// Checks on these levels that nothing hidden is shown; a broken law
    /// panics.
    #[doc(hidden)]
    #[cfg(any(test, feature = "laws"))]
    fn check_laws(&self, ids: &[LevelId]);
}

/// One thread's player behind text: it plays whole games by itself.
pub trait AutoPlayer: Send {
    /// Plays one level. Nothing if the watch interrupted the game; a fault if
    /// the player refuses its rules.
    fn play(
        &mut self,
        level: &Level,
        options: &PlayOptions,
        watch: &dyn Watch,
    ) -> Result<Option<PlayRow>, Fault>;
}

/// Makes a [`HiddenGame`] of [`HiddenRules`].
pub struct HiddenBridge<R>(pub R);

impl<R: HiddenRules> HiddenGame for HiddenBridge<R> {
    fn players(&self) -> Vec<AboutPlayer> {
        let about = |line: &PlayerLine<_>| AboutPlayer {
            name: line.name,
            summary: line.summary,
            settings: line.settings,
        };
        self.0.players().iter().map(about).collect()
    }

    fn progress(&self) -> Progress {
        self.0.progress()
    }

    fn learn(&self, lessons: &Lessons, progress: LearnProgress) -> Result<Weights, Fault> {
        self.0.learn(lessons, progress)
    }

    fn play(&self, level: &Level) -> Result<Box<dyn PlaySession + '_>, Fault> {
        let start = self.0.state(level)?;
        Ok(Box::new(HiddenSession::new(&self.0, start)))
    }

    fn draw(&self, level: &Level, moves: &str) -> Result<Picture, Fault> {
        let start = self.0.state(level)?;
        let moves = self.0.read_moves(&start, moves)?;
        let end = crate::bridge::replay_legal(&start, &moves)?;
        Ok(self.0.draw_view(&end.view()))
    }

    #[cfg(any(test, feature = "laws"))]
    fn check_laws(&self, ids: &[LevelId]) {
        laws::hidden(self, ids);
    }

    fn player(&self, name: &str, settings: &Settings) -> Result<Box<dyn AutoPlayer + '_>, Fault> {
        let line = self.0.line(name)?;
        settings.check(line.name, line.settings)?;
        Ok(Box::new(BridgePlayer {
            rules: &self.0,
            name: line.name,
            player: (line.make)(settings)?,
        }))
    }
}

/// Finds a player by name.
pub(super) trait PlayerLines: HiddenRules {
    /// The line of that name, or of the adviser where the name is empty.
    fn line(
        &self,
        player: &str,
    ) -> Result<&'static PlayerLine<<Self::State as Hidden>::View>, Fault> {
        let all = self.players();
        let player = match player {
            "" => self.adviser(),
            named => named,
        };
        let line = all.iter().find(|line| line.name == player);
        line.ok_or_else(|| {
            let names: Vec<_> = all.iter().map(|line| line.name).collect();
            let expected = format!("one of {}", names.join(", "));
            Fault::new("player", quoted(player), expected)
        })
    }
}

impl<R: HiddenRules> PlayerLines for R {}

struct BridgePlayer<'a, R: HiddenRules> {
    rules: &'a R,
    name: &'static str,
    player: Box<dyn Player<<R::State as Hidden>::View>>,
}

impl<R: HiddenRules> AutoPlayer for BridgePlayer<'_, R> {
    fn play(
        &mut self,
        level: &Level,
        options: &PlayOptions,
        watch: &dyn Watch,
    ) -> Result<Option<PlayRow>, Fault> {
        let start = self.rules.state(level)?;
        self.player.accepts(&start.view())?;
        let seed = seed_of(level);
        let mut player_luck = Chance::new("player", seed, options.luck);
        let mut table_luck = Chance::new("table", seed, options.luck);
        let place = format!("{}, player {}", level.name(), self.name);
        let played = defects(&place, || {
            play(
                &start,
                &mut *self.player,
                options.face_down,
                options.rounds,
                [&mut player_luck, &mut table_luck],
                &mut Meter::new(&options.budget, watch),
            )
        })?;
        if played.ending == Ending::Interrupted {
            return Ok(None);
        }
        let mut written = Moves::default();
        // Where cards were shuffled on the way, moves are of no deal.
        if options.moves && options.face_down != FaceDown::Reshuffle {
            let mut state = start.clone();
            for &mv in &played.moves {
                written.add(|text| self.rules.add_move(text, &state, mv));
                state.apply(mv);
            }
        }
        Ok(Some(PlayRow {
            id: level.name(),
            player: self.name.to_string(),
            won: played.ending == Ending::Won,
            fitness: played.fitness,
            rounds: played.moves.len() as u64,
            ending: played.ending,
            moves: written,
            path: played.path,
            seconds: None,
        }))
    }
}

/// The number that a level's random streams are named by: its own, or for a
/// level that was written out a hash of its text (FNV-1a of 64 bits).
fn seed_of(level: &Level) -> u64 {
    match level {
        Level::Dealt(id) => id.number,
        Level::Written { text, .. } => text.bytes().fold(0xcbf2_9ce4_8422_2325, |sum, byte| {
            (sum ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3)
        }),
    }
}
