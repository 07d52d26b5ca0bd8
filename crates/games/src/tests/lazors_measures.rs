//! The measures of Lazors: laws, levels measured by hand, and the levels of
//! Mutser's thesis that are among the public ones.

use super::common::{id, public_folder};
use crate::lazors::Lazors;
use crate::lazors::rules::Position;
use engine::{Budget, Cost, LevelId, Measured, Rules, Settings, Unwatched, Verdict, laws};

fn measure(level: &Position) -> Measured {
    let mut measurer = Lazors.measurer(&Settings::default());
    measurer.measure(level, Cost::Dear, &Budget::default(), &Unwatched)
}

fn value(measured: &Measured, name: &str) -> Option<f64> {
    let index = Lazors.measures().iter().position(|m| m.name == name);
    measured.values[index.expect(name)]
}

#[test]
fn measures_obey_the_law() {
    let kinds = [
        "3x3,mirrors=3",
        "5x5,mirrors=5",
        "4x4,mirrors=2,refract=1,opaque=1,solutions=any",
    ];
    let ids = kinds
        .iter()
        .flat_map(|kind| (1..=5).map(move |n| id(&format!("lazors:{kind}#{n}"))));
    let ids: Vec<LevelId> = ids.collect();
    for states in [None, Some(0), Some(1), Some(30)] {
        let budget = Budget {
            states,
            ..Budget::default()
        };
        laws::measures(&Lazors, &ids, &budget);
    }
}

/// Light that a mirror at the right throws back down to the left: there is
/// one solution, and one block to put down in two places.
#[test]
fn a_small_level_measures_as_it_does_by_hand() {
    let text = "GRID START\nx o o\nx o x\nGRID STOP\nA 1\nL 3 0 1 1\nP 3 2\nP 2 3\n";
    let level = Lazors.read("", text).expect("a level");
    let measured = measure(&level);
    assert_eq!(measured.outcome, Some(Verdict::Solved));
    for (name, expected) in [
        ("level_size", 4.0),
        ("usable_tiles", 3.0),
        ("emitters", 1.0),
        ("receivers", 2.0),
        ("mirrors", 1.0),
        ("reflections", 1.0),
        ("intersections", 0.0),
        ("blocks", 1.0),
        ("fixed_blocks", 0.0),
        ("placements", 3f64.log10()),
        ("lit_at_start", 0.0),
        ("solutions", 1.0),
        ("essential_solutions", 1.0),
        ("beam_length", 4.0),
        ("deepest_point", 1.0),
        ("blocks_touched", 1.0),
        ("blocks_needed", 1.0),
        // The mirror on the first cell throws light out, on the second it is
        // right; without it light leaves at the right.
        ("tried", 2.0),
        ("tried_in_all", 2.0),
        ("near_misses", 0.0),
        ("moves", 1.0),
    ] {
        let found = value(&measured, name).expect(name);
        assert!(
            (found - expected).abs() < 1e-9,
            "{name}: {found}, not {expected}"
        );
    }
}

#[test]
fn an_unsolvable_level_has_no_solution_to_measure() {
    let text = "GRID START\no o\nGRID STOP\nB 1\nL 0 1 1 1\nP 4 1\n";
    let measured = measure(&Lazors.read("", text).expect("a level"));
    assert_eq!(measured.outcome, Some(Verdict::Unsolvable));
    for name in [
        "reflections",
        "intersections",
        "solutions",
        "beam_length",
        "tried",
    ] {
        assert_eq!(value(&measured, name), None, "{name}");
    }
    assert_eq!(value(&measured, "usable_tiles"), Some(2.0));
}

/// Idle blocks: three solutions that are one where light comes. With a cell
/// more that light does come to, it is two.
#[test]
fn solutions_that_differ_in_idle_blocks_are_essentially_one() {
    for (last_row, essential) in [("x x x o", 1.0), ("x x o o", 2.0)] {
        let text =
            format!("GRID START\no x x o\nx x x o\n{last_row}\nGRID STOP\nA 1\nL 0 1 1 1\nP 1 2\n");
        let measured = measure(&Lazors.read("", &text).expect("a level"));
        assert_eq!(value(&measured, "solutions"), Some(2.0));
        assert_eq!(value(&measured, "essential_solutions"), Some(essential));
        assert_eq!(value(&measured, "lit_at_start"), Some(1.0));
    }
}

/// Public levels whose size, tiles, emitters, receivers and mirrors stand in
/// one row of Tables 7 and 8 of the thesis (two rows for the first two), with
/// what is printed there: reflections, intersections.
const PRINTED: [(&str, f64, f64); 34] = [
    ("tinier_4", 4.0, 0.0),
    ("tinier_2", 2.0, 1.0),
    ("braid_10", 9.0, 3.0),
    ("braid_2", 3.0, 3.0),
    ("braid_4", 4.0, 2.0),
    ("braid_6", 8.0, 4.0),
    ("braid_8", 5.0, 2.0),
    ("crossed_2", 3.0, 0.0),
    ("crossed_4", 4.0, 4.0),
    ("crossed_6", 6.0, 3.0),
    ("diagonal_10", 11.0, 5.0),
    ("diagonal_2", 6.0, 2.0),
    ("diagonal_4", 10.0, 0.0),
    ("grande_10", 7.0, 2.0),
    ("grande_4", 6.0, 1.0),
    ("grande_6", 6.0, 2.0),
    ("grande_8", 7.0, 0.0),
    ("mad_10", 10.0, 6.0),
    ("mad_4", 6.0, 2.0),
    ("mad_6", 6.0, 2.0),
    ("numbered_2", 2.0, 0.0),
    ("numbered_4", 4.0, 0.0),
    ("tinier_6", 10.0, 0.0),
    ("tiny_10", 3.0, 0.0),
    ("tiny_2", 4.0, 0.0),
    ("tiny_8", 2.0, 1.0),
    ("tricky_2", 5.0, 1.0),
    ("tricky_6", 2.0, 0.0),
    ("vertices_10", 6.0, 2.0),
    ("vertices_2", 4.0, 1.0),
    ("vertices_4", 4.0, 1.0),
    ("vertices_6", 4.0, 1.0),
    ("yarn_4", 6.0, 1.0),
    ("yarn_8", 6.0, 1.0),
];

#[test]
fn public_levels_measure_as_the_thesis_prints() {
    let levels = public_folder("lazors/levels");
    let mut matched = 0;
    for (name, text) in &levels {
        let Some((_, reflections, intersections)) = PRINTED.iter().find(|row| row.0 == name) else {
            continue;
        };
        let measured = measure(&Lazors.read("", text).expect("a level"));
        assert_eq!(
            value(&measured, "reflections"),
            Some(*reflections),
            "{name}"
        );
        assert_eq!(
            value(&measured, "intersections"),
            Some(*intersections),
            "{name}"
        );
        assert_eq!(value(&measured, "solutions"), Some(1.0), "{name}");
        matched += 1;
    }
    assert!(
        levels.is_empty() || matched == PRINTED.len(),
        "{matched} levels"
    );
}
