//! The members of the FreeCell family that have a name, and what the
//! program's list says of each.

use super::variant::{Build, Empty, FREECELL, Runs, Variant};

const BAKER: Variant = Variant {
    build: Build::Suit,
    ..FREECELL
};
const EIGHT_OFF: Variant = Variant {
    cells: 8,
    empty: Empty::Kings,
    dealt: 4,
    ..BAKER
};
const SEAHAVEN: Variant = Variant {
    columns: 10,
    empty: Empty::Kings,
    dealt: 2,
    ..BAKER
};

/// The one variant with a beak; others that have one are named after it.
pub const PENGUIN: Variant = Variant {
    cells: 7,
    columns: 7,
    build: Build::Suit,
    empty: Empty::Kings,
    runs: Runs::Free,
    dealt: 0,
    beak: true,
};

const fn with_cells(cells: u8) -> Variant {
    Variant { cells, ..FREECELL }
}

/// The variants that have a name; the first is the default.
pub const NAMED: [(&str, Variant); 16] = [
    ("freecell", FREECELL),
    ("0-cells", with_cells(0)),
    ("1-cell", with_cells(1)),
    ("2-cells", with_cells(2)),
    ("3-cells", with_cells(3)),
    ("5-cells", with_cells(5)),
    ("6-cells", with_cells(6)),
    (
        "relaxed",
        Variant {
            runs: Runs::Free,
            ..FREECELL
        },
    ),
    ("bakers-game", BAKER),
    (
        "kings-only-bakers-game",
        Variant {
            empty: Empty::Kings,
            ..BAKER
        },
    ),
    ("eight-off", EIGHT_OFF),
    (
        "relaxed-eight-off",
        Variant {
            runs: Runs::Free,
            ..EIGHT_OFF
        },
    ),
    (
        "forecell",
        Variant {
            empty: Empty::Kings,
            dealt: 4,
            ..FREECELL
        },
    ),
    ("seahaven", SEAHAVEN),
    (
        "relaxed-seahaven",
        Variant {
            runs: Runs::Free,
            ..SEAHAVEN
        },
    ),
    ("penguin", PENGUIN),
];

/// What the program's list says of each named variant, in the order of [`NAMED`].
pub const ABOUT: [(&str, &str); 16] = [
    (
        "freecell",
        "four cells, eight columns, down by alternate colour (the default)",
    ),
    ("0-cells", "FreeCell without cells"),
    ("1-cell", "FreeCell with one cell"),
    ("2-cells", "FreeCell with two cells"),
    ("3-cells", "FreeCell with three cells"),
    ("5-cells", "FreeCell with five cells"),
    ("6-cells", "FreeCell with six cells"),
    ("relaxed", "FreeCell where runs of any length move at once"),
    ("bakers-game", "FreeCell built down by suit"),
    (
        "kings-only-bakers-game",
        "Baker's Game where empty columns take kings only",
    ),
    (
        "eight-off",
        "by suit, eight cells of which four start full, kings only",
    ),
    (
        "relaxed-eight-off",
        "Eight Off where runs of any length move at once",
    ),
    (
        "forecell",
        "FreeCell with four cards dealt into the cells, kings only",
    ),
    (
        "seahaven",
        "Seahaven Towers: by suit, ten columns, two cells start full, kings only",
    ),
    (
        "relaxed-seahaven",
        "Seahaven Towers where runs of any length move at once",
    ),
    (
        "penguin",
        "by suit and round the corner, seven cells, foundations start at the beak",
    ),
];
