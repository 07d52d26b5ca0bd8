//! Files of columns as levels, and the plans of long runs.

use super::{Target, sound};
use crate::corpus::Corpus;
use columns::levels::lines_of;
use columns::run::Plan;
use columns::{Shape, Writer};
use engine::record::LevelRow;
use games::GAMES;
use games::levels::{Content, Defaults};
use host::Call;

pub(super) const PARQUET: Target = Target {
    name: "parquet",
    summary: "Parquet files as levels",
    run: parquet,
    seeds: parquet_seeds,
    turn: 10,
};

pub(super) const PLANS: Target = Target {
    name: "plans",
    summary: "plans of long runs, and their shards",
    run: plans,
    seeds: plan_seeds,
    turn: 20,
};

/// Levels that are read of one input.
const LEVELS: usize = 50;

fn parquet(input: &[u8]) -> bool {
    let file = bytes::Bytes::copy_from_slice(input);
    let Some(lines) = sound(lines_of("file.parquet", file)) else {
        return false;
    };
    let content = sound(Content::new(lines, Defaults::of(GAMES[0])));
    let Some(mut content) = content else {
        return false;
    };
    for _ in 0..LEVELS {
        match sound(content.next_task()) {
            Some(Some(_)) => {}
            Some(None) => return true,
            None => return false,
        }
    }
    true
}

fn parquet_seeds(corpus: &Corpus) -> Vec<Vec<u8>> {
    let folder = std::env::temp_dir();
    let path = folder.join(format!("stumper-fuzzing-{}.parquet", std::process::id()));
    let levels = corpus.levels.iter().take(30).enumerate();
    let levels = levels.map(|(at, sample)| LevelRow {
        id: format!("level {at}"),
        game: sample.game.about().name.to_string(),
        variant: sample.variant.clone(),
        level: sample.text.clone(),
    });
    let levels: Vec<_> = levels.collect();
    let written = Writer::create(&path, &Shape::of(GAMES[0]), &Call::default());
    let mut writer = written.expect("a file in the folder for such");
    levels
        .iter()
        .for_each(|level| writer.add(level).expect("a row"));
    writer.finish().expect("a whole file");
    let bytes = std::fs::read(&path).expect("the file");
    let _ = std::fs::remove_file(&path);
    vec![bytes]
}

fn plans(input: &[u8]) -> bool {
    let text = String::from_utf8_lossy(input);
    let Some(plan) = sound(Plan::read("plan.toml", &text)) else {
        return false;
    };
    let back = Plan::read("plan.toml", &plan.write());
    assert_eq!(back.as_ref(), Ok(&plan), "it is read back");
    if let Some(shards) = sound(plan.shards()) {
        let ends = shards
            .windows(2)
            .all(|pair| pair[0].last + 1 == pair[1].first);
        assert!(ends, "shards follow one another");
    }
    true
}

fn plan_seeds(_: &Corpus) -> Vec<Vec<u8>> {
    [
        "verb = \"solve\"\nlevels = \"freecell#1-1000\"\nshard = 10\n[options]\nsolver = \"fast\"\nbudget = \"100000\"\nmoves = false\n",
        "verb = \"measure\"\nlevels = [\"shift:5x5#1-9\", \"shift:5x5#20\"]\n[options]\nonly = \"cheap\"\n",
        "verb = \"simulate\"\nlevels = \"klondike#1-50\"\n[options]\nplayer = \"random\"\nluck = 7\nrounds = 100\nsecured = \"fixed\"\n",
        "verb = \"solve\"\nlevels = \"freecell#1-9\"\n[options]\nsolver = \"staged\"\n[options.set]\nheuristic = \"hsdh\"\n",
        "verb = \"deal\"\nlevels = \"sliding:3x3#1-18446744073709551615\"\nshard = 9223372036854775807\n",
    ]
    .map(|text| text.as_bytes().to_vec())
    .to_vec()
}
