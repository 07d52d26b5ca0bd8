//! What ships inside the program: weights for heuristics and packs of levels,
//! by name, so that an installed program has them anywhere.

use crate::levels::Lines;
use engine::Fault;
use engine::notation::quoted;

/// Weights by name, as the text of their files.
pub static WEIGHTS: &[(&str, &str)] = &[
    ("freecell", include_str!("../data/weights/freecell.json")),
    (
        "klondike-thesis",
        include_str!("../data/weights/klondike-thesis.json"),
    ),
    (
        "klondike-thesis-draw1",
        include_str!("../data/weights/klondike-thesis-draw1.json"),
    ),
    ("lazors", include_str!("../data/weights/lazors.json")),
    ("sliding", include_str!("../data/weights/sliding.json")),
];

/// Equations for ratings by the name of their file, as its text.
pub static EQUATIONS: &[(&str, &str)] = &[
    ("flow.json", include_str!("../data/equations/flow.json")),
    (
        "freecell.json",
        include_str!("../data/equations/freecell.json"),
    ),
    (
        "freecell-effort.json",
        include_str!("../data/equations/freecell-effort.json"),
    ),
    (
        "freecell-length.json",
        include_str!("../data/equations/freecell-length.json"),
    ),
    (
        "freecell-length-12.json",
        include_str!("../data/equations/freecell-length-12.json"),
    ),
    (
        "klondike.json",
        include_str!("../data/equations/klondike.json"),
    ),
    ("lazors.json", include_str!("../data/equations/lazors.json")),
    ("shift.json", include_str!("../data/equations/shift.json")),
    (
        "sliding.json",
        include_str!("../data/equations/sliding.json"),
    ),
];

/// Calibrations for ratings by the name of their file, as its text.
pub static CALIBRATIONS: &[(&str, &str)] = &[
    (
        "freecell.jsonl",
        include_str!("../data/calibrations/freecell.jsonl"),
    ),
    (
        "klondike.jsonl",
        include_str!("../data/calibrations/klondike.jsonl"),
    ),
    (
        "sliding.jsonl",
        include_str!("../data/calibrations/sliding.jsonl"),
    ),
];

/// How the names of packs begin where levels are named.
pub const PACK: &str = "pack:";

/// A file of levels.
pub struct Pack {
    /// Its name, after `pack:`.
    pub name: &'static str,
    /// The file's name, whose ending tells the game.
    pub file: &'static str,
    /// One sentence.
    pub summary: &'static str,
    text: &'static str,
}

/// The packs.
pub static PACKS: &[Pack] = &[
    Pack {
        name: "flow-5x5",
        file: "5x5.flow",
        summary: "levels of Flow, 5 wide and high",
        text: include_str!("../data/flow/5x5.flow"),
    },
    Pack {
        name: "flow-6x6",
        file: "6x6.flow",
        summary: "levels of Flow, 6 wide and high",
        text: include_str!("../data/flow/6x6.flow"),
    },
    Pack {
        name: "flow-7x7",
        file: "7x7.flow",
        summary: "levels of Flow, 7 wide and high",
        text: include_str!("../data/flow/7x7.flow"),
    },
    Pack {
        name: "flow-8x8",
        file: "8x8.flow",
        summary: "levels of Flow, 8 wide and high",
        text: include_str!("../data/flow/8x8.flow"),
    },
    Pack {
        name: "flow-9x9",
        file: "9x9.flow",
        summary: "levels of Flow, 9 wide and high",
        text: include_str!("../data/flow/9x9.flow"),
    },
    Pack {
        name: "flow-15x15",
        file: "15x15.flow",
        summary: "levels of Flow, 15 wide and high",
        text: include_str!("../data/flow/15x15.flow"),
    },
    Pack {
        name: "lazors",
        file: "graded.jsonl",
        summary: "forty levels of Lazors from 3x3 to 7x7, each with one solution",
        text: include_str!("../data/lazors/graded.jsonl"),
    },
    Pack {
        name: "shift-thesis",
        file: "thesis.shift",
        summary: "levels of Shift, ten of each length, picked as in Mutser's thesis",
        text: include_str!("../data/shift/thesis.shift"),
    },
    Pack {
        name: "chen-figure-3-a0kdeep",
        file: "figure_3_a0kdeep.deal",
        summary: "the FreeCell deal of a figure of Chen's thesis",
        text: include_str!("../data/chen/figure_3_a0kdeep.deal"),
    },
    Pack {
        name: "chen-figure-3-adeepk0",
        file: "figure_3_adeepk0.deal",
        summary: "the FreeCell deal of a figure of Chen's thesis",
        text: include_str!("../data/chen/figure_3_adeepk0.deal"),
    },
    Pack {
        name: "chen-figure-5",
        file: "figure_5_colour_sorted.deal",
        summary: "the FreeCell deal of a figure of Chen's thesis",
        text: include_str!("../data/chen/figure_5_colour_sorted.deal"),
    },
    Pack {
        name: "chen-figure-6-k",
        file: "figure_6_blocking_k.deal",
        summary: "the FreeCell deal of a figure of Chen's thesis",
        text: include_str!("../data/chen/figure_6_blocking_k.deal"),
    },
    Pack {
        name: "chen-figure-6-t",
        file: "figure_6_blocking_t.deal",
        summary: "the FreeCell deal of a figure of Chen's thesis",
        text: include_str!("../data/chen/figure_6_blocking_t.deal"),
    },
    Pack {
        name: "chen-figure-7",
        file: "figure_7.deal",
        summary: "the FreeCell deal of a figure of Chen's thesis",
        text: include_str!("../data/chen/figure_7.deal"),
    },
    Pack {
        name: "chen-figure-13",
        file: "figure_13.deal",
        summary: "the FreeCell deal of a figure of Chen's thesis",
        text: include_str!("../data/chen/figure_13.deal"),
    },
    Pack {
        name: "chen-figure-17-left",
        file: "figure_17_left.deal",
        summary: "the FreeCell deal of a figure of Chen's thesis",
        text: include_str!("../data/chen/figure_17_left.deal"),
    },
    Pack {
        name: "chen-figure-17-right",
        file: "figure_17_right.deal",
        summary: "the FreeCell deal of a figure of Chen's thesis",
        text: include_str!("../data/chen/figure_17_right.deal"),
    },
];

/// Weights of that name.
pub fn weights(name: &str) -> Option<&'static str> {
    let found = WEIGHTS.iter().find(|(known, _)| *known == name);
    found.map(|(_, text)| *text)
}

/// The pack of that name.
pub fn pack(name: &str) -> Result<&'static Pack, Fault> {
    let found = PACKS.iter().find(|pack| pack.name == name);
    found.ok_or_else(|| {
        let names: Vec<_> = PACKS.iter().map(|pack| pack.name).collect();
        Fault::new("pack", quoted(name), format!("one of {}", names.join(", ")))
    })
}

impl Pack {
    /// Its levels, as lines.
    pub fn lines(&self) -> Lines {
        Lines::new(
            &format!("{PACK}{}", self.name),
            Box::new(self.text.as_bytes()),
        )
    }
}
