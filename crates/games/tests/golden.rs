//! A golden level of each named variant: its id, its board, and the rules
//! spelled out. `STUMPER_BLESS=1` writes them anew.

mod common;

use common::{golden, id};
use engine::Rules;
use games::freecell::{FreeCell, variant};

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
