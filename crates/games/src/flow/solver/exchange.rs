//! Exchanges: small patterns of edges that can be replaced by others without
//! anybody outside noticing, since every cell keeps its number of edges and
//! the same ends stay joined. A solution in which one of them stands is never
//! the only one. And each exchange leads to a solution that comes earlier in
//! one fixed order of all solutions (the first edge in reading order that
//! differs goes out of use), so that wherever there is a solution there is one
//! in which no pattern of the left column stands. A search for one solution
//! more may therefore rule the left column out:
//! - if it finds nothing, and in the solution it began with no pattern of
//!   either column stands, then that solution is the only one: any other
//!   would lead to it by exchanges, the last of which would show in it.
//!
//! These are all exchanges within three by three cells.

use super::grid::Grid;

/// Patterns and what they are replaced by; `o` is a cell, strokes are edges
/// in use. Rows are divided by slashes.
const EXCHANGES: [[&str; 2]; 10] = [
    ["o-o/   /o-o/| |/o o", "o o/| |/o-o/   /o-o"],
    ["o-o o/  | |/o-o o", "o o-o/| |  /o o-o"],
    [
        "o-o o/     /o-o-o/|    /o-o-o",
        "o o o/| |  /o o o/| | |/o-o o",
    ],
    [
        "o-o-o/|    /o-o-o/     /o-o o",
        "o-o o/| | |/o o o/| |  /o o o",
    ],
    [
        "o-o-o/    |/o-o o/|   |/o-o-o",
        "o o-o/| | |/o o o/|   |/o-o-o",
    ],
    [
        "o o-o/     /o-o-o/    |/o-o-o",
        "o o o/  | |/o o o/| | |/o o-o",
    ],
    [
        "o-o-o/|   |/o-o o/    |/o-o-o",
        "o-o-o/|   |/o o o/| | |/o o-o",
    ],
    [
        "o-o-o/|   |/o o-o/|    /o-o-o",
        "o-o-o/|   |/o o o/| | |/o-o o",
    ],
    [
        "o-o-o/    |/o-o-o/     /o o-o",
        "o o-o/| | |/o o o/  | |/o o o",
    ],
    [
        "o-o-o/|    /o o-o/|   |/o-o-o",
        "o-o o/| | |/o o o/|   |/o-o-o",
    ],
];

/// An edge of a pattern: row and column of its left or upper cell, and
/// whether it goes down.
type Part = (usize, usize, usize);

/// A pattern and its replacement.
struct Exchange {
    from: Vec<Part>,
    to: Vec<Part>,
}

/// All exchanges, read from their pictures.
pub struct Exchanges(Vec<Exchange>);

fn parts(picture: &str) -> Vec<Part> {
    let mut parts = Vec::new();
    for (line, text) in picture.split('/').enumerate() {
        for (at, stroke) in text.chars().enumerate() {
            match stroke {
                '-' => parts.push((line / 2, at / 2, 0)),
                '|' => parts.push((line / 2, at / 2, 1)),
                _ => {}
            }
        }
    }
    parts
}

impl Exchanges {
    /// Reads the pictures.
    pub fn new() -> Exchanges {
        let read = |[from, to]: &[&str; 2]| Exchange {
            from: parts(from),
            to: parts(to),
        };
        Exchanges(EXCHANGES.iter().map(read).collect())
    }

    /// The edges of every place where a left pattern might stand.
    pub fn forbidden<'a>(&'a self, grid: &'a Grid) -> impl Iterator<Item = Vec<usize>> + 'a {
        let cells = move |exchange: &'a Exchange| {
            let at = move |&cell: &u32| edges(grid, &exchange.from, cell as usize);
            grid.inside.iter().filter_map(at)
        };
        self.0.iter().flat_map(cells)
    }

    /// Makes the first exchange that a solution has room for, in either
    /// direction; false if there is none.
    pub fn make_one(&self, grid: &Grid, on: &mut [bool]) -> bool {
        for exchange in &self.0 {
            for (old, new) in [
                (&exchange.from, &exchange.to),
                (&exchange.to, &exchange.from),
            ] {
                for &cell in &grid.inside {
                    let Some(found) = edges(grid, old, cell as usize) else {
                        continue;
                    };
                    if found.iter().all(|&edge| on[edge]) {
                        found.iter().for_each(|&edge| on[edge] = false);
                        let new = edges(grid, new, cell as usize).unwrap_or_default();
                        new.iter().for_each(|&edge| on[edge] = true);
                        return true;
                    }
                }
            }
        }
        false
    }
}

/// The edges of a pattern whose upper left cell this is, if it fits.
fn edges(grid: &Grid, parts: &[Part], cell: usize) -> Option<Vec<usize>> {
    let edge = |&(row, column, down): &Part| {
        let edge = 2 * (cell + row * grid.stride + column) + down;
        (edge < grid.edges && grid.is_inside(edge)).then_some(edge)
    };
    parts.iter().map(edge).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    type Place = (usize, usize);

    fn ends(&(row, column, down): &Part) -> [Place; 2] {
        [(row, column), (row + down, column + 1 - down)]
    }

    /// How many edges each cell has, and which ends are joined.
    fn joined(parts: &[Part]) -> (BTreeMap<Place, usize>, BTreeMap<Place, Place>) {
        let mut next: BTreeMap<Place, Vec<Place>> = BTreeMap::new();
        for part in parts {
            let [a, b] = ends(part);
            next.entry(a).or_default().push(b);
            next.entry(b).or_default().push(a);
        }
        let mut mates = BTreeMap::new();
        let mut visited = 0;
        for (&start, ways) in &next {
            if ways.len() == 1 {
                let (mut before, mut here) = (start, ways[0]);
                let mut length = 2;
                while let Some(&ahead) = next[&here].iter().find(|&&n| n != before) {
                    (before, here) = (here, ahead);
                    length += 1;
                }
                visited += length;
                mates.insert(start, here);
            }
        }
        // Every path was walked from both of its ends: there is no cycle.
        assert_eq!(visited, 2 * next.len());
        (next.iter().map(|(&c, w)| (c, w.len())).collect(), mates)
    }

    #[test]
    fn an_exchange_keeps_degrees_and_ends_and_goes_down_in_order() {
        for exchange in Exchanges::new().0 {
            let (from, to) = (joined(&exchange.from), joined(&exchange.to));
            assert_eq!(from, to);
            assert!(from.0.values().all(|&n| n <= 2));
            let only = |a: &[Part], b: &[Part]| a.iter().filter(|p| !b.contains(p)).min().copied();
            assert!(only(&exchange.from, &exchange.to) < only(&exchange.to, &exchange.from));
        }
    }
}
