//! How the tiles of a board are shared among patterns, so that the patterns'
//! moves add up, and through which symmetries one table serves several of
//! them. On square boards a second sum comes from the same tables with the
//! board mirrored about its main diagonal, and the larger of both counts.

use super::layout::Layout;
use super::table::{Kind, Pattern};
use crate::sliding::symmetry::mirrored_cell;
use crate::sliding::variant::Variant;
use engine::{Limit, TableStore, Watch};
use std::sync::Arc;

/// A pattern's table seen through a symmetry of the board.
#[derive(Clone, Debug)]
pub struct View {
    /// Which table.
    pub table: usize,
    /// Where the table has each of the board's cells.
    pub cells: [u8; 25],
}

/// Tables for boards of one size, and how they are looked at.
pub struct Partition {
    /// The tables.
    pub patterns: Vec<Pattern>,
    /// The views that add up, then those of the mirrored board.
    pub views: Vec<View>,
    /// How many sums the views make: one, or two with the mirrored board.
    pub sums: usize,
    /// What the tables know of the blank.
    pub kind: Kind,
}

/// The groups of tiles for standard boards that have tables. Up to eight
/// tiles share a table. The groups of the 15-puzzle and the 24-puzzle are
/// those of Korf and Felner (2002).
pub fn groups(variant: Variant) -> Option<&'static [&'static [u8]]> {
    Some(match (variant.rows, variant.columns) {
        (2, 2) => &[&[1, 2, 3]],
        (2, 3) => &[&[1, 2, 3, 4, 5]],
        (2, 4) => &[&[1, 2, 3, 4, 5, 6, 7]],
        (2, 5) => &[&[1, 2, 3, 4, 6, 7, 8, 9], &[5]],
        (3, 3) => &[&[1, 2, 3, 4, 5, 6, 7, 8]],
        (3, 4) => &[&[4, 5, 6, 7, 8, 9, 10, 11], &[1, 2, 3]],
        (3, 5) => &[&[1, 2, 5, 6, 7, 10, 11], &[3, 4, 8, 9, 12, 13, 14]],
        (4, 4) => &[&[8, 9, 10, 11, 12, 13, 14, 15], &[1, 2, 3, 4, 5, 6, 7]],
        (4, 5) => &[
            &[1, 2, 5, 6, 10, 11],
            &[3, 4, 7, 8, 9, 13, 14],
            &[12, 15, 16, 17, 18, 19],
        ],
        (5, 5) => &[
            &[1, 2, 5, 6, 7, 12],
            &[3, 4, 8, 9, 13, 14],
            &[10, 11, 15, 16, 20, 21],
            &[17, 18, 19, 22, 23, 24],
        ],
        _ => return None,
    })
}

/// Where each cell goes under each symmetry of the board, the identity first.
fn symmetries(variant: Variant) -> Vec<[u8; 25]> {
    let (rows, columns) = (variant.rows as usize, variant.columns as usize);
    let mut all = Vec::new();
    for mirror in [false, true] {
        for (down, across) in [(false, false), (true, true), (false, true), (true, false)] {
            if mirror && rows != columns {
                continue;
            }
            let mut cells = [0; 25];
            for cell in 0..variant.cells() {
                let from = match mirror {
                    true => mirrored_cell(variant, cell),
                    false => cell,
                };
                let (row, column) = (from / columns, from % columns);
                let row = if down { rows - 1 - row } else { row };
                let column = if across { columns - 1 - column } else { column };
                cells[cell] = (row * columns + column) as u8;
            }
            all.push(cells);
        }
    }
    all
}

impl Partition {
    /// The partition for standard boards of this size, if there is one, with
    /// tables from the store.
    pub fn new(
        variant: Variant,
        kind: Kind,
        store: &dyn TableStore,
        watch: &dyn Watch,
    ) -> Result<Option<Partition>, Limit> {
        let Some(groups) = groups(variant) else {
            return Ok(None);
        };
        let symmetries = symmetries(variant);
        let mut partition = Partition {
            patterns: Vec::new(),
            views: Vec::new(),
            sums: 1,
            kind,
        };
        for group in groups {
            let known = partition.known(group, &symmetries);
            if known.is_none() {
                partition.add(variant, group, store, watch)?;
            }
            partition.views.push(known.unwrap_or(View {
                table: partition.patterns.len() - 1,
                cells: symmetries[0],
            }));
        }
        // A pattern of all tiles is exact, so that a mirror adds nothing.
        if variant.rows == variant.columns && groups.len() > 1 {
            partition.sums = 2;
            for index in 0..groups.len() {
                let mut view = partition.views[index].clone();
                for cell in 0..variant.cells() {
                    let mirrored = mirrored_cell(variant, cell);
                    view.cells[cell] = partition.views[index].cells[mirrored];
                }
                partition.views.push(view);
            }
        }
        Ok(Some(partition))
    }

    /// Adds the table of a group.
    fn add(
        &mut self,
        variant: Variant,
        group: &[u8],
        store: &dyn TableStore,
        watch: &dyn Watch,
    ) -> Result<(), Limit> {
        let same = |pattern: &&Pattern| pattern.tiles.len() == group.len();
        let layout = match self.patterns.iter().find(same) {
            Some(pattern) => pattern.layout.clone(),
            None => {
                let layout = Layout::new(variant, group.len(), &|| !watch.interrupted());
                Arc::new(layout.ok_or(Limit::Interrupted)?)
            }
        };
        let pattern = Pattern::new(variant, group, self.kind, layout, store, watch)?;
        self.patterns.push(pattern);
        Ok(())
    }

    /// A table that serves this group as well. With the tiles of either at
    /// home, the blank must be able to reach all other cells, so that it does
    /// not matter from where the table counts.
    fn known(&self, group: &[u8], symmetries: &[[u8; 25]]) -> Option<View> {
        for (table, pattern) in self.patterns.iter().enumerate() {
            for cells in symmetries {
                let mut seen: Vec<u8> = group.iter().map(|&tile| cells[tile as usize]).collect();
                seen.sort_unstable();
                if seen == pattern.tiles && pattern.leaves_one_zone() {
                    let cells = *cells;
                    return Some(View { table, cells });
                }
            }
        }
        None
    }
}
