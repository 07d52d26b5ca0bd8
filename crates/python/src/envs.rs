//! Games as environments for learned play: the compiled half of
//! `stumper.envs`. Arrays are numpy's, and are written in place.

use crate::fault::{OrRaise, raised};
use crate::inputs::Inputs;
use crate::level::Level;
use crate::options::{Limits, budget, plain_settings};
use numpy::PyUntypedArrayMethods;
use numpy::{PyArrayDyn, PyArrayMethods, PyReadonlyArrayDyn, PyReadwriteArrayDyn};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::sync::MutexExt;
use pyo3::types::PyDict;
use std::sync::{Mutex, MutexGuard, PoisonError};
use stumper::env::{Autoreset, Frames, Illegal, Reward, Setup, Supply};
use stumper::notation::quoted;
use stumper::play::Adviser;
use stumper::{Environment, Fault, Game, IdRange, Task, Unwatched, Verdict, find_game};

/// Games of one kind that are stepped together, each in a lane of its own.
#[pyclass(frozen, module = "stumper._core")]
pub(crate) struct Lanes {
    game: &'static dyn Game,
    /// The kind of its levels as it stands in ids.
    #[pyo3(get)]
    kind: String,
    /// The sides of an observation.
    #[pyo3(get)]
    shape: Vec<usize>,
    /// The highest value of an observation.
    #[pyo3(get)]
    highest: u8,
    /// How many actions there are.
    #[pyo3(get)]
    actions: usize,
    env: Mutex<Box<dyn Environment>>,
}

/// An observation, a reward, two ends, and what else there is to tell.
type Stepped<'py> = (
    Bound<'py, PyArrayDyn<u8>>,
    f64,
    bool,
    bool,
    Bound<'py, PyDict>,
);

/// One of a few words.
fn word<T: Copy>(name: &str, text: &str, words: &[(&str, T)]) -> Result<T, Fault> {
    let found = words.iter().find(|(word, _)| *word == text);
    found.map(|&(_, value)| value).ok_or_else(|| {
        let words: Vec<_> = words.iter().map(|(word, _)| *word).collect();
        Fault::new(name, quoted(text), format!("one of {}", words.join(", ")))
    })
}

/// A game, a kind and numbers: `freecell`, `freecell:seed`,
/// `freecell:ms#1-32000`.
fn named(text: &str) -> Result<(&'static dyn Game, String, Supply), Fault> {
    if !text.contains('#') {
        let (game, kind) = text.split_once(':').unwrap_or((text, ""));
        return Ok((find_game(game)?, kind.to_string(), Supply::default()));
    }
    let ranges = IdRange::parse_all(text)?;
    match ranges.as_slice() {
        [range] => {
            let supply = Supply::Numbers(range.first, range.last);
            Ok((find_game(&range.game)?, range.kind.clone(), supply))
        }
        _ => {
            let fault = Fault::new("kind", quoted(text), "one range of numbers");
            Err(fault.hint("several are given as `levels`"))
        }
    }
}

/// The kind of a level, where its id tells.
fn kind_of(level: &stumper::Level) -> String {
    let id = level.name().parse::<stumper::LevelId>();
    id.map(|id| id.kind).unwrap_or_default()
}

/// A list of levels, all of one game.
fn listed(game: &dyn Game, inputs: &Inputs) -> Result<Vec<stumper::Level>, Fault> {
    let name = game.about().name;
    let level = |task: Result<Task, Fault>| {
        let task = task?;
        match task.game.about().name {
            found if found == name => Ok(task.level),
            found => Err(Fault::new(
                task.level.name(),
                found,
                format!("a level of {name}"),
            )),
        }
    };
    inputs.open()?.map(level).collect()
}

impl Lanes {
    fn env(&self, py: Python<'_>) -> MutexGuard<'_, Box<dyn Environment>> {
        let env = self.env.lock_py_attached(py);
        env.unwrap_or_else(PoisonError::into_inner)
    }

    /// Does work without the interpreter's lock.
    fn apart<T: Send>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&mut dyn Environment) -> Result<T, Fault> + Send,
    ) -> PyResult<T> {
        let done = py.detach(|| {
            let mut env = self.env.lock().unwrap_or_else(PoisonError::into_inner);
            work(&mut **env)
        });
        done.or_raise(py)
    }

    fn arrays<'py>(
        &self,
        py: Python<'py>,
    ) -> (Bound<'py, PyArrayDyn<u8>>, Bound<'py, PyArrayDyn<i8>>) {
        let observation = PyArrayDyn::zeros(py, self.shape.as_slice(), false);
        let mask = PyArrayDyn::zeros(py, [self.actions].as_slice(), false);
        (observation, mask)
    }
}

#[pymethods]
impl Lanes {
    #[new]
    #[pyo3(signature = (kind, *, lanes, levels=None, reward="win", illegal="ignore",
                        autoreset="never", max_steps=1000))]
    #[allow(clippy::too_many_arguments)] // They are named at every call.
    fn new(
        py: Python<'_>,
        kind: &str,
        lanes: usize,
        levels: Option<&Bound<'_, PyAny>>,
        reward: &str,
        illegal: &str,
        autoreset: &str,
        max_steps: u32,
    ) -> PyResult<Lanes> {
        let (game, mut kind, mut supply) = named(kind).or_raise(py)?;
        if let Some(levels) = levels {
            let inputs = Inputs::read(levels, Some(game.about().name), None)?;
            let all = py.detach(|| listed(game, &inputs)).or_raise(py)?;
            if kind.is_empty() {
                kind = all.first().map(kind_of).unwrap_or_default();
            }
            supply = Supply::Listed(all);
        }
        if kind.is_empty() {
            kind = stumper::usual_kind(game);
        }
        let rewards = [("win", Reward::Win), ("progress", Reward::Progress)];
        let answers = [("ignore", Illegal::Ignored), ("raise", Illegal::Refused)];
        let resets = [
            ("never", Autoreset::Never),
            ("next-step", Autoreset::NextStep),
            ("same-step", Autoreset::SameStep),
        ];
        let setup = Setup {
            lanes,
            supply,
            reward: word("reward", reward, &rewards).or_raise(py)?,
            illegal: word("illegal", illegal, &answers).or_raise(py)?,
            autoreset: word("autoreset", autoreset, &resets).or_raise(py)?,
            most_steps: max_steps,
        };
        let env = py.detach(|| game.environment(&kind, &setup)).or_raise(py)?;
        let spaces = env.spaces().clone();
        Ok(Lanes {
            game,
            kind,
            shape: spaces.shape,
            highest: spaces.highest,
            actions: spaces.actions,
            env: Mutex::new(env),
        })
    }

    /// A game or a kind of its levels, with the kind in full: `shift:5x5`.
    #[staticmethod]
    fn source(py: Python<'_>, kind: &str) -> PyResult<String> {
        let (game, mut kind, _) = named(kind).or_raise(py)?;
        if kind.is_empty() {
            kind = stumper::usual_kind(game);
        }
        Ok(format!("{}:{kind}", game.about().name))
    }

    /// The game's name.
    #[getter]
    fn game(&self) -> &'static str {
        self.game.about().name
    }

    /// Starts the stream of random numbers that a lane draws levels from.
    fn seed(&self, py: Python<'_>, lane: usize, seed: u64) -> PyResult<()> {
        self.env(py).seed(lane, seed).or_raise(py)
    }

    /// Begins a level in a lane: the one that is named, or the next.
    #[pyo3(signature = (lane, level=None))]
    fn reset(&self, py: Python<'_>, lane: usize, level: Option<&Bound<'_, PyAny>>) -> PyResult<()> {
        let level = match level {
            None => None,
            Some(level) => {
                let name = self.game();
                let inputs = Inputs::read(level, Some(name), None)?;
                let mut all = listed(self.game, &inputs).or_raise(py)?;
                let one = all.pop().filter(|_| all.is_empty());
                let fault = || Fault::new("level", "none or several", "one level");
                Some(one.ok_or_else(fault).or_raise(py)?)
            }
        };
        self.apart(py, |env| env.reset(lane, level.as_ref()))
    }

    /// What is seen in a lane, and which actions are legal.
    #[allow(clippy::type_complexity)] // Two arrays.
    fn look<'py>(
        &self,
        py: Python<'py>,
        lane: usize,
    ) -> PyResult<(Bound<'py, PyArrayDyn<u8>>, Bound<'py, PyArrayDyn<i8>>)> {
        let (observation, mask) = self.arrays(py);
        let looked = self.env(py).look(
            lane,
            observation.readwrite().as_slice_mut()?,
            mask.readwrite().as_slice_mut()?,
        );
        looked.or_raise(py)?;
        Ok((observation, mask))
    }

    /// Writes what is seen in all lanes.
    fn look_all(
        &self,
        py: Python<'_>,
        mut observations: PyReadwriteArrayDyn<'_, u8>,
        mut masks: PyReadwriteArrayDyn<'_, i8>,
    ) -> PyResult<()> {
        let (observations, masks) = (observations.as_slice_mut()?, masks.as_slice_mut()?);
        let size = self.shape.iter().product();
        let rows = observations.chunks_exact_mut(size);
        let env = self.env(py);
        for (lane, (observation, mask)) in
            rows.zip(masks.chunks_exact_mut(self.actions)).enumerate()
        {
            env.look(lane, observation, mask).or_raise(py)?;
        }
        Ok(())
    }

    /// A step of the only lane, with new arrays.
    fn step_one<'py>(&self, py: Python<'py>, action: i64) -> PyResult<Stepped<'py>> {
        let (observation, mask) = self.arrays(py);
        let (mut reward, mut terminated) = ([0.0], [false]);
        let (mut truncated, mut illegal) = ([false], [false]);
        let (mut seen, mut legal) = (observation.readwrite(), mask.readwrite());
        let frames = Frames {
            observations: seen.as_slice_mut()?,
            masks: legal.as_slice_mut()?,
            rewards: &mut reward,
            terminated: &mut terminated,
            truncated: &mut truncated,
            illegal: &mut illegal,
            finals: &mut [],
        };
        self.env(py).step(&[action], frames).or_raise(py)?;
        drop((seen, legal));
        let info = PyDict::new(py);
        info.set_item(intern!(py, "action_mask"), mask)?;
        if illegal[0] {
            info.set_item(intern!(py, "illegal"), true)?;
        }
        Ok((observation, reward[0], terminated[0], truncated[0], info))
    }

    /// A step of all lanes, written into these arrays without the
    /// interpreter's lock.
    #[allow(clippy::too_many_arguments)] // An array for each thing that is told.
    fn step(
        &self,
        py: Python<'_>,
        actions: PyReadonlyArrayDyn<'_, i64>,
        mut observations: PyReadwriteArrayDyn<'_, u8>,
        mut masks: PyReadwriteArrayDyn<'_, i8>,
        mut rewards: PyReadwriteArrayDyn<'_, f64>,
        mut terminated: PyReadwriteArrayDyn<'_, bool>,
        mut truncated: PyReadwriteArrayDyn<'_, bool>,
        mut illegal: PyReadwriteArrayDyn<'_, bool>,
        mut finals: PyReadwriteArrayDyn<'_, u8>,
    ) -> PyResult<()> {
        let lanes = self.env(py).lanes();
        if actions.shape() != [lanes] {
            let found = format!("an array of shape {:?}", actions.shape());
            let expected = format!("one of shape [{lanes}], one a lane");
            return Err(raised(py, Fault::new("actions", found, expected)));
        }
        let actions = actions.as_slice()?;
        let frames = Frames {
            observations: observations.as_slice_mut()?,
            masks: masks.as_slice_mut()?,
            rewards: rewards.as_slice_mut()?,
            terminated: terminated.as_slice_mut()?,
            truncated: truncated.as_slice_mut()?,
            illegal: illegal.as_slice_mut()?,
            finals: finals.as_slice_mut()?,
        };
        self.apart(py, |env| env.step(actions, frames))
    }

    /// Draws a legal action for every lane; 0 where there is none.
    fn sample(&self, py: Python<'_>, mut actions: PyReadwriteArrayDyn<'_, i64>) -> PyResult<()> {
        let actions = actions.as_slice_mut()?;
        self.apart(py, |env| env.sample(actions))
    }

    /// What a lane's level is called.
    fn level(&self, py: Python<'_>, lane: usize) -> PyResult<String> {
        self.env(py).level(lane).or_raise(py)
    }

    /// A lane's position, with all that is hidden, as a level.
    fn position(&self, py: Python<'_>, lane: usize) -> PyResult<Level> {
        let level = self.env(py).position(lane).or_raise(py)?;
        let (game, place) = (self.game, String::new());
        Ok(Level {
            task: Task { game, level, place },
        })
    }

    /// The move that an action means in a lane; None where it is not legal.
    fn move_text(&self, py: Python<'_>, lane: usize, action: i64) -> PyResult<Option<String>> {
        self.env(py).move_text(lane, action).or_raise(py)
    }

    /// Whether a lane's game can still be won, or None where the budget does
    /// not suffice.
    fn winnable(&self, py: Python<'_>, lane: usize, limits: Limits) -> PyResult<Option<bool>> {
        let adviser = Adviser {
            settings: plain_settings(),
            budget: budget(Some(limits)).or_raise(py)?,
            ..Adviser::default()
        };
        let verdict = self.apart(py, |env| env.can_win(lane, &adviser, &Unwatched))?;
        Ok(match verdict {
            Verdict::Solved => Some(true),
            Verdict::Unsolvable => Some(false),
            Verdict::GaveUp(_) => None,
        })
    }
}
