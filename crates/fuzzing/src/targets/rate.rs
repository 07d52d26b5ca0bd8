//! What levels are rated by, and what people said of them: equations,
//! calibrations, packs, and files of ratings and measures.

use super::{Target, sound};
use crate::corpus::Corpus;
use games::shipped::{CALIBRATIONS, EQUATIONS};
use lab::equation::{Equation, Scale};
use lab::pack::PackFile;
use lab::rating::{Book, Rater};
use lab::ratings::{MeasureTable, Players, Ratings};

pub(super) const EQUATION: Target = Target {
    name: "equations",
    summary: "equations, calibrations and packs, and ratings by them",
    run: equations,
    seeds: equation_seeds,
    turn: 20,
};

pub(super) const RATINGS: Target = Target {
    name: "ratings",
    summary: "files of people's ratings and of measures",
    run: ratings,
    seeds: rating_seeds,
    turn: 20,
};

fn equations(input: &[u8]) -> bool {
    let text = String::from_utf8_lossy(input);
    let pack = sound(PackFile::read("a pack", &text)).is_some();
    let mut book = Book::default();
    let calibrated = sound(book.add_calibrations("calibrations", &text)).is_some();
    let Some(equation) = sound(Equation::read("an equation", &text)) else {
        return pack || calibrated;
    };
    let back = Equation::read("an equation", &equation.text());
    assert_eq!(back.as_ref(), Ok(&equation), "it is read back");
    if equation.scale != Scale::Human {
        return true;
    }
    let rater = Rater {
        equation,
        calibration: None,
    };
    for value in [0.0, 1.0, 37.5, -2.0, 1e6] {
        let Ok(rating) = rater.rate(&|_| Some(value)) else {
            continue;
        };
        let numbers = [rating.low, rating.rating, rating.high];
        assert!(
            numbers.iter().all(|n| (1.0..=10.0).contains(n)),
            "{numbers:?}"
        );
        assert!(rating.low <= rating.high, "{numbers:?}");
    }
    true
}

fn equation_seeds(_: &Corpus) -> Vec<Vec<u8>> {
    let shipped = EQUATIONS.iter().chain(CALIBRATIONS);
    shipped.map(|(_, text)| text.as_bytes().to_vec()).collect()
}

fn ratings(input: &[u8]) -> bool {
    let text = String::from_utf8_lossy(input);
    let measures = sound(MeasureTable::read("measures", &text));
    let Some(ratings) = sound(Ratings::read("ratings", &text)) else {
        return measures.is_some();
    };
    let Some(target) = sound(ratings.target(None)) else {
        return false;
    };
    for players in [Players::Means, Players::Mixed, Players::Slopes] {
        if let (Some(summary), Some(measures)) =
            (sound(ratings.summary(target, players)), &measures)
        {
            sound(measures.join(&summary));
        }
    }
    true
}

fn rating_seeds(_: &Corpus) -> Vec<Vec<u8>> {
    let plays = |name: &str| {
        let mut text = String::from("player,level,rating,solved,seconds,moves\n");
        for player in 0..6 {
            for level in 0..4 {
                let rating = 1 + (player * 3 + level * 2) % 10;
                text += &format!("{name}{player},flow:5x5#{level},{rating},yes,{player}.5,7\n");
            }
        }
        text
    };
    let means = "level,difficulty,solved,corners\nflow:5x5#1,2.5,10,4\nflow:5x5#2,3.5,7,9\n";
    let lines = "{\"player\":\"a\",\"level\":\"x\",\"rating\":3}\n\
        {\"player\":\"b\",\"level\":\"x\",\"rating\":4.5,\"solved\":false}\n";
    let seeds = [plays("p"), plays("\"q, \""), means.into(), lines.into()];
    seeds.map(String::into_bytes).into()
}
