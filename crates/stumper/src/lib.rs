//! Stumper answers three questions about solitaire deals and puzzle levels:
//! can it be solved, and how; how hard is it; give me one like that. It knows
//! FreeCell and its family, Klondike, sliding tiles, Flow, Lazors and Shift.
//! This crate is what other programs use; the program `stumper` is one of
//! them.
//!
//! A level has an id, such as `freecell#617` or `flow:9x9#17`, or is text.
//! Games, moves and boards are text as well, so that nothing here depends on
//! the types of a game.
//!
//! # Solve one level
//!
//! ```
//! use stumper::{Budget, Detail, Settings, Unwatched, Verdict, level};
//!
//! let task = level("freecell#11982")?;
//! let mut solver = task.game.solver("", &Settings::default())?;
//! let row = solver.solve(&task.level, &Budget::default(), &Unwatched, Detail::default())?;
//! assert_eq!(row.verdict, Verdict::Unsolvable); // a proof, not a timeout
//! # Ok::<(), stumper::Fault>(())
//! ```
//!
//! # Solve many, on all cores, in order
//!
//! ```
//! use std::ops::ControlFlow;
//! use stumper::{Levels, Plan, Solving, Stop, solve_all};
//!
//! let levels = Levels::of_ids("freecell#1-100")?;
//! let how = Solving { budget: "100000".parse()?, ..Solving::default() };
//! let mut solved = 0;
//! solve_all(levels, &how, &Plan::new(None, &Stop::default()), |row| {
//!     solved += u32::from(row.verdict.is_solved());
//!     ControlFlow::Continue(())
//! })?;
//! assert_eq!(solved, 100);
//! # Ok::<(), stumper::Fault>(())
//! ```
//!
//! # Make levels to order
//!
//! ```
//! use stumper::make::{Order, Pack, fill};
//! use stumper::{Budget, Fault, Plan, Settings, Stop, find_game};
//!
//! let order = Order {
//!     game: find_game("shift")?,
//!     kind: "5x5".into(),
//!     keep: vec!["moves=6..8".parse()?],
//!     unique: true,
//!     measure: true,
//!     solve: true,
//!     aim: None,
//!     budget: Budget::default(),
//!     settings: Settings::default(),
//! };
//! let mut pack = Pack::new(3, order.unique);
//! let plan = Plan::new(None, &Stop::default());
//! fill(&order, &mut pack, 1, 1000, &plan, |row| {
//!     if let Some(row) = row {
//!         let moves = row.solution.as_ref().map_or(0, |moves| moves.iter().count());
//!         assert!((6..=8).contains(&moves), "{}", row.level.id);
//!     }
//!     Ok::<(), Fault>(())
//! })?;
//! assert!(pack.is_full());
//! # Ok::<(), Fault>(())
//! ```
//!
//! # Rate a level, and make some that are as hard
//!
//! ```
//! use stumper::aim::{Aim, climb};
//! use stumper::make::{Order, Pack};
//! use stumper::rating::RateWorker;
//! use stumper::{Budget, Fault, Plan, Settings, Stop, Unwatched, book, level};
//!
//! let task = level("lazors:5x5#1")?;
//! let mut rater = RateWorker::new(&book()?, &Settings::default(), Budget::default());
//! let row = rater.rate(&task, &Unwatched)?.expect("nobody interrupts");
//! let wanted = row.rating.expect("it can be solved").rating;
//!
//! let aim = Aim::rising(wanted, wanted, 3, 0.5, book()?);
//! let order = Order {
//!     game: task.game,
//!     kind: "5x5".into(),
//!     keep: Vec::new(),
//!     unique: true,
//!     measure: false,
//!     solve: true,
//!     aim: Some(aim.clone()),
//!     budget: Budget::default(),
//!     settings: Settings::default(),
//! };
//! let mut pack = Pack::aimed(&aim, true);
//! let plan = || Plan::new(None, &Stop::default());
//! climb(&[order], &mut pack, 100, 5000, &plan, |_, row| {
//!     if let Some(row) = row {
//!         let rating = row.rating.as_ref().expect("it is rated").rating;
//!         assert!((rating - wanted).abs() <= 0.5);
//!     }
//!     Ok::<(), Fault>(())
//! })?;
//! assert!(pack.is_full());
//! # Ok::<(), Fault>(())
//! ```
//!
//! # Let a person play
//!
//! A session shows what a player may see; hidden cards stay hidden unless
//! [`Game::play_open`] is asked for by name. Hints rest on no more than the
//! player sees, and are bounded. Sessions are `Send`, so a server can hold
//! them between requests.
//!
//! ```
//! use stumper::play::{Adviser, Hint};
//! use stumper::{Unwatched, level};
//!
//! let task = level("shift:5x5#1")?;
//! let mut game = task.game.play(&task.level)?;
//! while game.ending().is_none() {
//!     let Hint::Moves { next, .. } = game.hint(&Adviser::default(), &Unwatched)? else {
//!         break;
//!     };
//!     game.make(&next.join(" "))?;
//! }
//! assert_eq!(game.ending(), Some(stumper::play::Ending::Won));
//! # Ok::<(), stumper::Fault>(())
//! ```
//!
//! # Measure, draw
//!
//! ```
//! use stumper::{Budget, Cost, Settings, Unwatched, level};
//!
//! let task = level("flow:5x5#1")?;
//! let mut measurer = task.game.measurer(&Settings::default());
//! let row = measurer.measure(&task.level, Cost::Dear, &Budget::default(), &Unwatched)?;
//! assert_eq!(row.measures.get("solutions"), Some(1.0));
//! let svg = task.game.draw(&task.level, "")?.to_svg();
//! assert!(svg.starts_with("<svg"));
//! # Ok::<(), stumper::Fault>(())
//! ```
//!
//! # Let a program learn to play
//!
//! An environment steps many games of a kind at once. Observations and masks
//! are bytes, and tell no more than a player may see.
//!
//! ```
//! use stumper::env::{Frames, Setup};
//! use stumper::find_game;
//!
//! let setup = Setup { lanes: 2, ..Setup::default() };
//! let mut env = find_game("sliding")?.environment("3x3", &setup)?;
//! let mut actions = [0; 2];
//! env.sample(&mut actions)?; // random, but legal
//! let (mut observations, mut masks) = ([0; 18], [0; 8]);
//! let (mut terminated, mut truncated, mut illegal) = ([false; 2], [false; 2], [false; 2]);
//! env.step(&actions, Frames {
//!     observations: &mut observations,
//!     masks: &mut masks,
//!     rewards: &mut [0.0; 2],
//!     terminated: &mut terminated,
//!     truncated: &mut truncated,
//!     illegal: &mut illegal,
//!     finals: &mut [],
//! })?;
//! assert_eq!(illegal, [false; 2]);
//! # Ok::<(), stumper::Fault>(())
//! ```
//!
//! Without the default feature `threads` everything runs on the calling
//! thread and needs neither files nor a clock, as in a browser.

pub use engine::{
    About, AboutSolver, Budget, Cost, Detail, Environment, Fault, Feature, Game, IdRange, Level,
    LevelId, Limit, Measure, MeasureSession, Outcome, Picture, Setting, Settings, SolveSession,
    Table, TableStore, Task, Unwatched, Verdict, Watch, Weights, Wish, env, notation, picture,
    play, record, screen, tabletop,
};
pub use games::levels::{Defaults, Levels, Lines, NoFiles, Source, of_game, usual_kind};
pub use games::{GAMES, find_game, shipped};
#[cfg(feature = "threads")]
pub use host::{
    CacheFolder, Call, Error as RowError, Files, cache_folder::usual_folder, find_weights, orders,
    read_book,
};
pub use lab::{
    Clock, Ending, Plan, Solving, Stop, aim, deal_all, equation, game_row, make, measure_all, pack,
    play_all, rate_all, rating, run, solve_all, statistics, table, tally, work,
};

/// What levels are rated by: the equations and calibrations that ship.
pub fn book() -> Result<rating::Book, Fault> {
    rating::Book::of(shipped::EQUATIONS, shipped::CALIBRATIONS)
}

/// The one level that an id names.
pub fn level(id: &str) -> Result<Task, Fault> {
    Levels::of_ids(id)?.only("`Levels::of_ids` reads several")
}
