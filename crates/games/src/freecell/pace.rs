//! How wide a beam may be so that it ends in time. States per second are
//! measured, and each generation of a beam is as wide as what is left of its
//! share allows: when other programs take the processor away, the beam gets
//! narrower instead of being lost.

use super::beam::Width;
use super::parameters::{
    AVERAGING_SECONDS, BEAM_WIDTHS, FINISH_PART, FINISH_WIDTHS, SLICE_SECONDS, SPEED_GUESS,
    WIDENING,
};
use engine::{Limit, Meter};

/// States per second, as measured by the beams so far. Two figures are kept,
/// since a scheduler hands out the processor in slices: what fits into one
/// slice runs at the peak speed, what is longer at the average one.
#[derive(Clone, Copy)]
pub struct Speed {
    /// The speed of beams that nothing interrupted.
    peak: f64,
    /// The speed over the last tenth of a second or so, pauses included.
    average: f64,
}

impl Default for Speed {
    fn default() -> Self {
        Speed {
            peak: SPEED_GUESS,
            average: SPEED_GUESS,
        }
    }
}

impl Speed {
    /// Notes how many states a beam checked in how many seconds.
    pub fn note(&mut self, states: u64, seconds: f64) {
        if seconds > 0.0 {
            let states = states as f64;
            self.average =
                (self.average * AVERAGING_SECONDS + states) / (AVERAGING_SECONDS + seconds);
            // A pause makes a beam look slow, nothing makes one look fast; so
            // the peak rises at once and sinks slowly.
            self.peak = (states / seconds)
                .clamp(self.peak * 0.9, self.peak * 2.0)
                .max(self.average);
        }
    }

    /// The states to expect in this time.
    fn states_in(&self, seconds: f64) -> f64 {
        let seconds = seconds.max(0.0);
        self.average * seconds + (self.peak - self.average) * seconds.min(SLICE_SECONDS)
    }
}

/// The width of a beam that has a share of a budget.
pub struct Paced {
    speed: Speed,
    /// The count of states at which the share is used up, if states are bounded.
    last_state: Option<u64>,
    /// The second at which the share is used up, if time is bounded.
    last_second: Option<f64>,
    /// How many generations the beam is expected to have.
    generations: f64,
    widest: usize,
}

impl Paced {
    /// A width that uses up this share of what is left of the meter's budget
    /// in about this number of generations, and is at most `widest`.
    pub fn new(speed: &Speed, meter: &Meter, share: f64, generations: f64, widest: usize) -> Paced {
        let checked = meter.effort.checked;
        let elapsed = meter.elapsed().as_secs_f64();
        let mut paced = Paced {
            speed: *speed,
            last_state: meter.budget().states.map(|most| {
                let left = most.saturating_sub(checked);
                checked + (left as f64 * share) as u64
            }),
            last_second: meter
                .budget()
                .time
                .map(|most| elapsed + (most.as_secs_f64() - elapsed) * share),
            generations,
            widest,
        };
        let planned = paced.affordable(0, meter) as f64;
        paced.widest = ((planned * WIDENING) as usize).min(widest);
        paced
    }

    /// Whether the share is too small for any beam.
    pub fn is_too_narrow(&self) -> bool {
        self.widest < BEAM_WIDTHS.0
    }

    /// The width at which the generations to come use up the share.
    fn affordable(&self, made: usize, meter: &Meter) -> usize {
        let checked = meter.effort.checked;
        let by_states = self
            .last_state
            .map_or(f64::INFINITY, |last| last.saturating_sub(checked) as f64);
        let by_time = self.last_second.map_or(f64::INFINITY, |last| {
            self.speed.states_in(last - meter.elapsed().as_secs_f64())
        });
        // A beam may turn out longer than expected.
        let generations = (self.generations - made as f64).max(3.0) + 1.0;
        (by_states.min(by_time) / generations) as usize
    }

    /// The width of a beam whose share is used up: what it costs to finish is
    /// a small part of what was spent.
    fn finishing(&self) -> usize {
        (self.widest / FINISH_PART).clamp(FINISH_WIDTHS.0, FINISH_WIDTHS.1)
    }
}

impl Width for Paced {
    fn widest(&self) -> usize {
        self.widest
    }

    fn next(&self, made: usize, meter: &Meter) -> usize {
        let width = self.affordable(made, meter).min(self.widest);
        width.max(self.finishing())
    }

    fn finish(&self, limit: Limit) -> Option<usize> {
        (limit == Limit::Time).then(|| self.finishing())
    }
}
