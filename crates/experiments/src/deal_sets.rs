//! Which deals an experiment is about: facts from published lists, and a rule
//! for the rest, so that everybody compares on the same deals.

use engine::{Level, LevelId};

/// Microsoft's deals 1 to 16000 that can be won without any free cell, from
/// the published table of the fewest cells of each deal.
pub(crate) const NEED_NO_CELL: [u64; 43] = [
    164, 892, 1012, 1081, 1150, 1529, 2508, 2514, 3178, 3225, 3250, 4929, 5055, 5152, 5213, 5300,
    5814, 5877, 5907, 6749, 6893, 7018, 7058, 7167, 7807, 8355, 8471, 8961, 9998, 10772, 11863,
    11987, 12392, 12411, 12676, 13214, 13464, 13532, 14014, 14624, 14826, 15140, 15196,
];

/// Those that cannot be won with three cells but can with four, from the same
/// table.
pub(crate) const NEED_FOUR_CELLS: [u64; 100] = [
    169, 178, 285, 454, 575, 598, 617, 657, 775, 829, 988, 1025, 1136, 1443, 1495, 1661, 1734,
    1941, 2081, 2240, 2241, 2563, 2670, 2802, 3015, 3130, 3289, 3685, 3772, 4368, 4609, 4625, 4946,
    5157, 5254, 5463, 5707, 5979, 6017, 6139, 6255, 6365, 6498, 6775, 6834, 6918, 7000, 7057, 7107,
    7303, 7305, 7477, 7700, 8182, 8454, 8591, 8613, 8820, 8927, 9209, 9278, 9784, 9790, 9877,
    10288, 10370, 10692, 11281, 11304, 11819, 11944, 12006, 12021, 12166, 12319, 12330, 12381,
    12753, 12773, 12795, 13007, 13015, 13304, 13388, 13584, 13751, 13867, 13926, 14027, 14070,
    14267, 14623, 14904, 15339, 15382, 15512, 15562, 15695, 15704, 15710,
];

/// A FreeCell deal of Microsoft's.
pub(crate) fn microsoft(number: u64) -> Level {
    freecell("ms", number)
}

/// A FreeCell deal of our own.
pub(crate) fn seeded(number: u64) -> Level {
    freecell("seed", number)
}

fn freecell(kind: &str, number: u64) -> Level {
    Level::Dealt(LevelId {
        game: "freecell".into(),
        kind: kind.into(),
        number,
    })
}

/// `count` numbers from `first` to `last`, as evenly spread as they can be; all
/// of them if there are no more.
pub(crate) fn spread(first: u64, last: u64, count: u64) -> impl Iterator<Item = u64> + Send {
    let all = u128::from(last - first) + 1;
    let count = u128::from(count).min(all);
    (0..count).map(move |index| first + (index * all / count) as u64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::{Budget, Detail, Settings, Unwatched};

    #[test]
    fn samples_are_spread_over_the_range() {
        let sample = |first, last, count| spread(first, last, count).collect::<Vec<_>>();
        assert_eq!(sample(1, 10, 5), [1, 3, 5, 7, 9]);
        assert_eq!(sample(1, 3, 9), [1, 2, 3]);
        assert_eq!(sample(7, 7, 1), [7]);
        assert_eq!(sample(1, 8, 3), [1, 3, 6]);
    }

    #[test]
    fn the_lists_are_the_published_ones() {
        let Some(folder) = std::env::var_os("STUMPER_PUBLIC") else {
            eprintln!("skipped, since STUMPER_PUBLIC names no folder");
            return;
        };
        let path = std::path::Path::new(&folder).join("freecell/minimum_cells_1_16000.csv");
        let text = std::fs::read_to_string(path).expect("the published table");
        let with = |cells: &str| -> Vec<u64> {
            let rows = text.lines().filter_map(|line| line.split_once(','));
            let these = rows.filter(|(_, needed)| *needed == cells);
            these
                .map(|(deal, _)| deal.parse().expect("a number"))
                .collect()
        };
        assert_eq!(with("0"), NEED_NO_CELL);
        assert_eq!(with("4"), NEED_FOUR_CELLS);
    }

    /// Our own solver on the first of each list; the published table has the
    /// rest.
    #[test]
    fn the_fewest_cells_are_as_listed() {
        let game = games::find_game("freecell").unwrap();
        let mut session = game.solver("fast", &Settings::default()).unwrap();
        let mut wins = |number: u64, cells: u8| {
            let level = freecell(&format!("{cells}-cells.ms"), number);
            let row = session.solve(&level, &Budget::default(), &Unwatched, Detail::default());
            row.expect("an answer").verdict.is_solved()
        };
        for number in NEED_NO_CELL.into_iter().take(3) {
            assert!(wins(number, 0), "deal {number}");
        }
        for number in [285, 617] {
            assert!(!wins(number, 3), "deal {number}");
        }
    }
}
