//! A golden level of each named variant: its id, its board, and the rules
//! spelled out. `STUMPER_BLESS=1` writes them anew.

use super::common::{documents, golden, id};
use crate::GAMES;
use crate::freecell::{FreeCell, variant};
use engine::{IdRange, Level, Rules};

#[test]
fn levels_of_every_variant_stay_what_they_are() {
    for (name, rules) in variant::NAMED {
        let mut text = format!("# {rules:?}\n");
        for level in [
            format!("freecell:{name}#617"),
            format!("freecell:{name}.seed#617"),
        ] {
            let position = FreeCell.deal(&id(&level)).expect("a deal");
            text.push_str(&format!("\n{level}\n{}", FreeCell.write(&position)));
        }
        golden(&format!("freecell/{name}.txt"), &text);
    }
}

/// Every id that the pages on rules and notation show can be dealt.
#[test]
fn documents_show_levels_that_exist() {
    let is_of_id = |c: char| c.is_ascii_alphanumeric() || "-.=,:#".contains(c);
    for game in GAMES {
        let start = format!("{}:", game.about().name);
        let mut shown = 0;
        for text in documents() {
            let words = text.split(|c| !is_of_id(c));
            for word in words.filter(|w| w.starts_with(&start) && w.contains('#')) {
                let range: IdRange = word.parse().expect("an id or a range");
                for number in [range.first, range.last] {
                    let level = game.level(&Level::Dealt(range.id(number)));
                    assert!(level.is_ok(), "{word}: {}", level.unwrap_err());
                }
                shown += 1;
            }
        }
        assert!(shown > 2 || start == "template:", "{start} {shown} ids");
    }
}
