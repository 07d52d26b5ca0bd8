//! Laws about games as environments. The plain rules judge.

use super::solvers::made;
use super::{dealt, listed};
use crate::chance::Chance;
use crate::env::{Autoreset, Environment, Frames, Illegal, Reward, Setup, Supply};
use crate::game::Rules;
use crate::notation::{Level, LevelId};
use crate::puzzle::{Budget, Outcome, Plain, Puzzle, Unwatched};

/// Buffers of an environment.
struct Seen {
    observations: Vec<u8>,
    masks: Vec<i8>,
    rewards: Vec<f64>,
    terminated: Vec<bool>,
    truncated: Vec<bool>,
    illegal: Vec<bool>,
    finals: Vec<u8>,
}

impl Seen {
    fn of(env: &dyn Environment) -> Seen {
        let (lanes, spaces) = (env.lanes(), env.spaces());
        let mut seen = Seen {
            observations: vec![0; lanes * spaces.size()],
            masks: vec![0; lanes * spaces.actions],
            rewards: vec![0.0; lanes],
            terminated: vec![false; lanes],
            truncated: vec![false; lanes],
            illegal: vec![false; lanes],
            finals: vec![0; lanes * spaces.size()],
        };
        for lane in 0..lanes {
            seen.look(env, lane);
        }
        seen
    }

    fn look(&mut self, env: &dyn Environment, lane: usize) {
        let (size, actions) = (env.spaces().size(), env.spaces().actions);
        let observation = &mut self.observations[lane * size..][..size];
        let mask = &mut self.masks[lane * actions..][..actions];
        good(env.look(lane, observation, mask));
    }

    fn step(&mut self, env: &mut dyn Environment, actions: &[i64]) {
        good(env.step(
            actions,
            Frames {
                observations: &mut self.observations,
                masks: &mut self.masks,
                rewards: &mut self.rewards,
                terminated: &mut self.terminated,
                truncated: &mut self.truncated,
                illegal: &mut self.illegal,
                finals: &mut self.finals,
            },
        ));
    }
}

fn good<T>(result: Result<T, crate::Fault>) -> T {
    result.unwrap_or_else(|fault| panic!("{fault}"))
}

/// An environment whose only level is this one; none where the game has none.
fn opened<'a, R: Rules>(rules: &'a R, id: &LevelId) -> Option<Box<dyn Environment + 'a>> {
    let setup = Setup {
        supply: Supply::Numbers(id.number, id.number),
        reward: Reward::Progress,
        autoreset: Autoreset::Never,
        most_steps: u32::MAX,
        ..Setup::default()
    };
    good(rules.environment(id, &setup))
}

/// A position as a level.
fn written<R: Rules>(rules: &R, state: &R::State) -> Level {
    Level::Written {
        name: "a position".into(),
        variant: rules.variant(state),
        text: rules.write(state),
    }
}

/// Plays at random in an environment and under the plain rules, for `steps`
/// moves, and checks at each position that both agree: actions of the mask
/// are the legal moves, and every legal move leads where some action leads.
/// Then does the same along a solution. Says whether the game has an
/// environment.
pub fn environment<R: Rules>(
    rules: &R,
    id: &LevelId,
    seed: u64,
    steps: usize,
    budget: &Budget,
) -> bool {
    let Some(mut env) = opened(rules, id) else {
        return false;
    };
    let mut state = dealt(rules, id);
    let mut chance = Chance::new("law environment", seed, 0);
    let mut seen = Seen::of(&*env);
    let mut total = 0.0;
    for _ in 0..steps {
        let moves = check_actions(rules, &*env, &state, &seen);
        ignores_illegal(&mut *env, &mut seen, &mut chance);
        if moves.is_empty() {
            break;
        }
        let (action, mv) = moves[chance.below(moves.len())];
        state.apply(mv);
        seen.step(&mut *env, &[action]);
        total += seen.rewards[0];
        assert!(!seen.illegal[0] && total <= 2.0, "{id}: {total}");
        if state.is_solved() {
            assert!(seen.terminated[0], "{id}: won, but not over");
            break;
        }
        let stuck = !seen.masks.contains(&1);
        assert_eq!(seen.terminated[0], stuck, "{id}: over too early or late");
    }
    along_solution(rules, id, &mut *env, budget);
    true
}

/// The legal actions and their moves, after a check that they are right.
fn check_actions<R: Rules>(
    rules: &R,
    env: &dyn Environment,
    state: &R::State,
    seen: &Seen,
) -> Vec<(i64, <R::State as Puzzle>::Move)> {
    let Level::Written { text, .. } = good(env.position(0)) else {
        panic!("a position is text");
    };
    assert_eq!(text, rules.write(state), "the table differs");
    let highest = env.spaces().highest;
    assert!(seen.observations.iter().all(|&byte| byte <= highest));
    let mut moves = Vec::new();
    for (action, &legal) in (0..).zip(&seen.masks) {
        let text = good(env.move_text(0, action));
        assert_eq!(
            legal == 1,
            text.is_some(),
            "action {action}: {text:?}\n{}",
            rules.write(state)
        );
        let Some(text) = text else { continue };
        let read = good(rules.read_moves(state, &text));
        assert_eq!(read.len(), 1, "{text}");
        assert_eq!(state.check(read[0]), Ok(()), "action {action}, {text}");
        assert!(moves.iter().all(|&(_, mv)| mv != read[0]), "{text} twice");
        moves.push((action, read[0]));
    }
    let after = |mv| {
        let mut next = state.clone();
        next.apply(mv);
        next.key()
    };
    let mut reached: Vec<_> = moves.iter().map(|&(_, mv)| after(mv)).collect();
    reached.dedup();
    let mut legal = state.conceivable();
    legal.retain(|&mv| state.check(mv).is_ok());
    legal.extend(listed(state));
    for mv in legal {
        let is_action = moves.iter().any(|&(_, other)| other == mv);
        assert!(
            is_action || reached.contains(&after(mv)),
            "no action does {mv:?}"
        );
    }
    moves
}

/// An action that is not of the mask changes nothing.
fn ignores_illegal(env: &mut dyn Environment, seen: &mut Seen, chance: &mut Chance) {
    let illegal: Vec<i64> = (0..)
        .zip(&seen.masks)
        .filter(|(_, m)| **m == 0)
        .map(|(a, _)| a)
        .collect();
    if illegal.is_empty() || seen.terminated[0] {
        return;
    }
    let before = (
        seen.observations.clone(),
        seen.masks.clone(),
        good(env.position(0)),
    );
    seen.step(env, &[illegal[chance.below(illegal.len())]]);
    let after = (
        seen.observations.clone(),
        seen.masks.clone(),
        good(env.position(0)),
    );
    assert!(seen.illegal[0] && seen.rewards[0] == 0.0 && before == after);
}

/// Checks all actions at the positions of a solution, if the first solver
/// finds one, and that its last move wins.
fn along_solution<R: Rules>(rules: &R, id: &LevelId, env: &mut dyn Environment, budget: &Budget) {
    let mut state = dealt(rules, id);
    let mut solver = made(&rules.solvers()[0]);
    let outcome = solver.solve(&state, budget, &Unwatched).outcome;
    let Outcome::Solved(moves) = outcome else {
        return;
    };
    for mv in moves {
        good(env.reset(0, Some(&written(rules, &state))));
        let mut seen = Seen::of(env);
        let actions = check_actions(rules, env, &state, &seen);
        let mut next = state.clone();
        next.apply(mv);
        if next.is_solved() {
            let wins = |mv| {
                let mut end = state.clone();
                end.apply(mv);
                end.is_solved()
            };
            let found = actions.iter().find(|&&(_, mv)| wins(mv));
            let &(action, _) = found.unwrap_or_else(|| panic!("{id}: no action wins"));
            seen.step(env, &[action]);
            assert!(seen.terminated[0] && seen.rewards[0] >= 1.0, "{id}");
        }
        state = next;
    }
}

/// Lanes that are stepped together play the same games as each alone with the
/// same seed, whether another level follows at once or with the next step.
/// Illegal actions are refused where that is wanted, and no lane is stepped.
pub fn lanes<R: Rules>(rules: &R, id: &LevelId, seed: u64, steps: usize) {
    const LANES: usize = 3;
    for autoreset in [Autoreset::NextStep, Autoreset::SameStep] {
        let setup = |lanes| Setup {
            lanes,
            supply: Supply::Numbers(id.number, id.number + 1),
            illegal: Illegal::Refused,
            autoreset,
            most_steps: 7,
            ..Setup::default()
        };
        let open = |lanes| good(rules.environment(id, &setup(lanes)));
        let Some(mut all) = open(LANES) else { return };
        let mut alone: Vec<_> = (0..LANES).filter_map(|_| open(1)).collect();
        let mut chance = Chance::new("law lanes", seed, 0);
        for (lane, one) in alone.iter_mut().enumerate() {
            good(one.seed(0, seed + lane as u64));
            good(one.reset(0, None));
            good(all.seed(lane, seed + lane as u64));
            good(all.reset(lane, None));
        }
        let mut seen = Seen::of(&*all);
        let mut each: Vec<Seen> = alone.iter().map(|one| Seen::of(&**one)).collect();
        for _ in 0..steps {
            let actions: Vec<i64> = each
                .iter()
                .map(|seen| any_legal(seen, &mut chance))
                .collect();
            seen.step(&mut *all, &actions);
            for (lane, (one, alone)) in each.iter_mut().zip(&mut alone).enumerate() {
                one.step(&mut **alone, &actions[lane..=lane]);
                assert_eq!(good(all.level(lane)), good(alone.level(0)));
            }
            let joined: Vec<u8> = each
                .iter()
                .flat_map(|one| one.observations.clone())
                .collect();
            assert_eq!(seen.observations, joined, "{id}: lanes differ");
            let joined: Vec<i8> = each.iter().flat_map(|one| one.masks.clone()).collect();
            assert_eq!(seen.masks, joined, "{id}: lanes differ");
            let ends = |seen: &Seen| [seen.terminated.clone(), seen.truncated.clone()].concat();
            for (lane, one) in each.iter().enumerate() {
                let alike = [seen.terminated[lane], seen.truncated[lane]];
                assert_eq!(ends(one), alike, "{id}: lanes end apart");
            }
        }
    }
}

/// A legal action of the only lane; 0 where there is none.
fn any_legal(seen: &Seen, chance: &mut Chance) -> i64 {
    let legal: Vec<i64> = (0..)
        .zip(&seen.masks)
        .filter(|(_, m)| **m == 1)
        .map(|(a, _)| a)
        .collect();
    match legal.len() {
        0 => 0,
        count => legal[chance.below(count)],
    }
}

/// What a learner sees of two positions, and what it may do, is the same.
pub(super) fn assert_learnt_alike<R: Rules>(rules: &R, id: &LevelId, twins: [&R::State; 2]) {
    let Some(mut env) = opened(rules, id) else {
        return;
    };
    let [one, two] = twins.map(|state| {
        good(env.reset(0, Some(&written(rules, state))));
        let seen = Seen::of(&*env);
        (seen.observations, seen.masks)
    });
    assert_eq!(one, two, "{id}: an observation tells what is hidden");
}
