//! The study as its players see it.

use crate::study::api::{GameView, StudyView};
use crate::study::plan::{GamePlan, Plan};
use crate::study::store::Catalog;

/// The study as its players see it.
pub(crate) fn view(plan: &Plan, catalog: &Catalog, players: u64) -> StudyView {
    StudyView {
        name: plan.name.clone(),
        title: plan.title.clone(),
        language: plan.language.clone(),
        consent: plan.consent(),
        texts: plan.texts.clone(),
        questions: plan.questions.clone(),
        games: plan.games.iter().map(|of| game(of, catalog)).collect(),
        play: plan.play.clone(),
        rating: plan.rating.clone(),
        open: is_open(plan, players),
        recorded: plan.record.moves,
    }
}

/// Whether new players are taken.
pub(crate) fn is_open(plan: &Plan, players: u64) -> bool {
    plan.open && players < u64::from(plan.players)
}

fn game(of: &GamePlan, catalog: &Catalog) -> GameView {
    let levels = catalog.game(&of.game);
    let count = |count: Option<usize>| count.unwrap_or(0) as u32;
    let known = games::find_game(&of.game);
    GameView {
        game: of.game.clone(),
        title: known.map_or(&*of.game, |known| known.about().title).into(),
        words: of.words.clone(),
        tutorial: count(levels.map(|levels| levels.tutorial.len())),
        levels: count(levels.map(|levels| levels.levels.len())),
    }
}
