//! What a thread does with level after level: it solves, measures or plays
//! them, and keeps one solver, measurer or player for each game it has met.

use engine::play::{AutoPlayer, PlayOptions};
use engine::record::{MeasureRow, PlayRow, SolutionRow};
use engine::{
    Budget, Cost, Detail, Fault, Game, Limit, MeasureSession, Settings, SolveSession, Task, Watch,
};

/// Something that is made once for each game.
pub struct PerGame<T>(Vec<(&'static str, T)>);

impl<T> Default for PerGame<T> {
    fn default() -> Self {
        PerGame(Vec::new())
    }
}

impl<T> PerGame<T> {
    /// The one for this game, made now if there is none yet.
    pub fn get(
        &mut self,
        game: &'static dyn Game,
        make: impl FnOnce() -> Result<T, Fault>,
    ) -> Result<&mut T, Fault> {
        let name = game.about().name;
        let known = self.0.iter().position(|(known, _)| *known == name);
        let index = match known {
            Some(index) => index,
            None => {
                self.0.push((name, make()?));
                self.0.len() - 1
            }
        };
        Ok(&mut self.0[index].1)
    }
}

/// How levels are solved.
#[derive(Clone, Default)]
pub struct Solving {
    /// The solver's name; empty for each game's first.
    pub solver: String,
    /// What is set on it.
    pub settings: Settings,
    /// What each level may spend.
    pub budget: Budget,
    /// What rows show beside the moves.
    pub detail: Detail,
}

impl Solving {
    /// Refuses a game that does not know the solver or its settings.
    pub fn check(&self, game: &dyn Game) -> Result<(), Fault> {
        game.solver(&self.solver, &self.settings).map(drop)
    }
}

/// Solves levels of any game, one after another.
#[derive(Default)]
pub struct SolveWorker {
    how: Solving,
    sessions: PerGame<Box<dyn SolveSession>>,
}

impl SolveWorker {
    /// A worker without tables.
    pub fn new(how: &Solving) -> SolveWorker {
        SolveWorker {
            how: how.clone(),
            sessions: PerGame::default(),
        }
    }

    /// Solves one level; none if that was interrupted.
    pub fn solve(&mut self, task: &Task, watch: &dyn Watch) -> Result<Option<SolutionRow>, Fault> {
        let Solving {
            solver,
            settings,
            budget,
            detail,
        } = &self.how;
        let make = || task.game.solver(solver, settings);
        let session = self.sessions.get(task.game, make)?;
        let row = session.solve(&task.level, budget, watch, *detail);
        let row = row.map_err(|fault| task.locate(fault))?;
        let cut = row.verdict.limit() == Some(Limit::Interrupted);
        Ok((!cut).then_some(row))
    }
}

/// Measures levels of any game, one after another.
#[derive(Default)]
pub struct MeasureWorker {
    settings: Settings,
    budget: Budget,
    most: Cost,
    sessions: PerGame<Box<dyn MeasureSession>>,
}

impl MeasureWorker {
    /// A worker without tables.
    pub fn new(settings: &Settings, budget: Budget) -> MeasureWorker {
        MeasureWorker {
            settings: settings.clone(),
            budget,
            most: Cost::default(),
            sessions: PerGame::default(),
        }
    }

    /// Takes measures up to this cost only.
    pub fn up_to(self, most: Cost) -> MeasureWorker {
        MeasureWorker { most, ..self }
    }

    /// Measures one level; none if that was interrupted.
    pub fn measure(&mut self, task: &Task, watch: &dyn Watch) -> Result<Option<MeasureRow>, Fault> {
        check_measures(task)?;
        let make = || Ok(task.game.measurer(&self.settings));
        let session = self.sessions.get(task.game, make)?;
        let row = session.measure(&task.level, self.most, &self.budget, watch);
        let row = row.map_err(|fault| task.locate(fault))?;
        Ok((!watch.interrupted()).then_some(row))
    }
}

/// Refuses games that have no measures.
pub fn check_measures(task: &Task) -> Result<(), Fault> {
    match task.game.measures().is_empty() {
        false => Ok(()),
        true => Err(task.locate(Fault::new(
            task.level.name(),
            format!("{}, which has no measures", task.game.about().name),
            "a game with measures",
        ))),
    }
}

/// Lets a player play levels, one after another.
pub struct PlayWorker {
    player: String,
    settings: Settings,
    options: PlayOptions,
    players: PerGame<Box<dyn AutoPlayer>>,
}

impl PlayWorker {
    /// A worker with a player of this name.
    pub fn new(player: &str, settings: &Settings, options: PlayOptions) -> PlayWorker {
        PlayWorker {
            player: player.to_string(),
            settings: settings.clone(),
            options,
            players: PerGame::default(),
        }
    }

    /// Plays one level; none if that was interrupted.
    pub fn play(&mut self, task: &Task, watch: &dyn Watch) -> Result<Option<PlayRow>, Fault> {
        let make = || player_of(task.game, &self.player, &self.settings);
        let player = self.players.get(task.game, make)?;
        let row = player.play(&task.level, &self.options, watch);
        row.map_err(|fault| task.locate(fault))
    }
}

/// A player of a game in which something is hidden.
pub fn player_of(
    game: &'static dyn Game,
    player: &str,
    settings: &Settings,
) -> Result<Box<dyn AutoPlayer>, Fault> {
    hidden(game)?.player(player, settings)
}

/// A game's players, or the fault that it has none.
pub fn hidden(game: &dyn Game) -> Result<&'static dyn engine::play::HiddenGame, Fault> {
    game.hidden().ok_or_else(|| {
        let found = format!("{}, in which all is seen", game.about().name);
        Fault::new("game", found, "a game with hidden cards")
            .hint("`stumper solve` solves it, `stumper play` lets you play it")
    })
}
