//! Makes levels. Lasers are put at random, then blocks where their light
//! comes: that is to be the solution. Points are then taken from what it
//! lights and a bare grid does not; as long as there is another solution, a
//! point that the other one leaves dark is added, or a cell closed that only
//! the other one needs. Neither touches the solution that is meant.

use super::rules::{Block, Cell, Level, Move, Position, Ray};
use super::solver::search::{Aim, Found, Search};
use engine::chance::Chance;
use engine::{Budget, Meter, Puzzle, Unwatched};

/// What is wanted of a level; `None` leaves it to chance.
#[derive(Clone, Debug)]
pub struct Wanted {
    /// Columns.
    pub columns: u8,
    /// Rows.
    pub rows: u8,
    /// Cells where blocks may stand.
    pub tiles: Option<usize>,
    /// Lasers.
    pub emitters: Option<usize>,
    /// Points.
    pub receivers: Option<usize>,
    /// Free mirrors.
    pub mirrors: Option<usize>,
    /// Free blocks that end light.
    pub opaque: usize,
    /// Free blocks that split light.
    pub refract: usize,
    /// Whether there must be one solution only.
    pub unique: bool,
    /// Whether blocks may be left over that no light comes to.
    pub idle: bool,
}

/// How much may be tried before a level counts as not to be had.
#[derive(Clone, Copy, Debug)]
pub struct Share {
    /// Attempts, each with its own random numbers.
    pub attempts: u64,
    /// States of the solver in all attempts together.
    pub states: u64,
}

impl Default for Share {
    fn default() -> Share {
        Share {
            attempts: 20_000,
            states: 5_000_000,
        }
    }
}

/// States of one question to the solver; a level that needs more is left.
const STATES_A_SOLVE: u64 = 20_000;
/// Points or closed cells that are added to make a solution unique.
const MOST_CHANGES: usize = 60;

/// Makes the level with this number, or says how much was tried.
pub fn make(wanted: &Wanted, number: u64, share: Share) -> Result<Position, Share> {
    let mut search = Search::default();
    let mut tried = Share {
        attempts: 0,
        states: 0,
    };
    while tried.attempts < share.attempts && tried.states < share.states {
        let mut attempt = Attempt {
            wanted,
            chance: Chance::new("lazors", number, tried.attempts),
            search: &mut search,
            states: 0,
        };
        let level = attempt.level();
        tried.attempts += 1;
        tried.states += attempt.states;
        if let Some(level) = level {
            return Ok(level);
        }
    }
    Err(tried)
}

struct Attempt<'a> {
    wanted: &'a Wanted,
    chance: Chance,
    search: &'a mut Search,
    states: u64,
}

impl Attempt<'_> {
    /// One attempt from the first laser to the last point.
    fn level(&mut self) -> Option<Position> {
        let mut level = self.bare()?;
        let meant = self.meant(&level)?;
        let bare = self.search.lit(&Position::new(level.clone()));
        let lit = self.search.lit(&put(&level, &meant));
        // Opaque blocks alone light nothing: points are to be kept lit then.
        let keeps = level.free[Block::Reflect as usize] + level.free[Block::Refract as usize] == 0;
        let fit = |point: &(u8, u8)| keeps || !bare.contains(point);
        let mut points: Vec<(u8, u8)> = lit.into_iter().filter(fit).collect();
        self.chance.shuffle(&mut points);
        let most = match self.wanted.receivers {
            Some(receivers) => receivers,
            None => 1 + self.chance.below(6),
        };
        // Half of them at once: few points leave much to search.
        for _ in 0..most.div_ceil(2) {
            level.points.push(points.pop()?);
        }
        if self.wanted.unique {
            self.make_unique(&mut level, &meant, &mut points, most)?;
        }
        let fewest = self.wanted.receivers.unwrap_or(match self.wanted.unique {
            true => 1,
            false => most.min(1 + points.len()),
        });
        while level.points.len() < fewest {
            level.points.push(points.pop()?);
        }
        if !self.wanted.idle && !self.all_needed(&level, &meant) {
            return None;
        }
        level.points.sort_unstable_by_key(|&(x, y)| (y, x));
        self.close(&mut level, &meant)?;
        Some(Position::new(level))
    }

    /// An open grid with lasers and free blocks, and no points yet.
    fn bare(&mut self) -> Option<Level> {
        let (columns, rows) = (self.wanted.columns, self.wanted.rows);
        let cells = usize::from(columns) * usize::from(rows);
        let mirrors = self.wanted.mirrors.unwrap_or_else(|| {
            let most = (cells / 4).clamp(2, 8);
            2 + self.chance.below(most - 1)
        });
        let emitters = self.wanted.emitters.unwrap_or(1 + self.chance.below(2));
        let mut lasers: Vec<Ray> = Vec::new();
        for _ in 0..10 * emitters {
            let ray = self.laser();
            // Two lasers at one place look like one.
            if lasers
                .iter()
                .all(|other| (other.x, other.y) != (ray.x, ray.y))
            {
                lasers.push(ray);
            }
            if lasers.len() == emitters {
                break;
            }
        }
        lasers.sort_unstable_by_key(|ray| (ray.y, ray.x));
        let free = [mirrors, self.wanted.opaque, self.wanted.refract];
        let blocks: usize = free.iter().sum();
        let fits = lasers.len() == emitters && blocks <= cells;
        fits.then(|| Level {
            columns,
            rows,
            cells: vec![Cell::Open; cells],
            free: free.map(|n| n as u16),
            lasers,
            points: Vec::new(),
        })
    }

    /// Light that enters a cell of the grid.
    fn laser(&mut self) -> Ray {
        let (columns, rows) = (
            usize::from(self.wanted.columns),
            usize::from(self.wanted.rows),
        );
        // A cell, the side by which light enters it, and the way along it.
        let (column, row) = (self.chance.below(columns), self.chance.below(rows));
        let (x, y) = (2 * column as u8 + 1, 2 * row as u8 + 1);
        let way = |down: bool| if down { 1 } else { -1 };
        let (forth, along) = (way(self.chance.happens(0.5)), way(self.chance.happens(0.5)));
        match self.chance.happens(0.5) {
            true => Ray {
                x: x.wrapping_add_signed(-forth),
                y,
                vx: forth,
                vy: along,
            },
            false => Ray {
                x,
                y: y.wrapping_add_signed(-forth),
                vx: along,
                vy: forth,
            },
        }
    }

    /// The solution that is meant.
    fn meant(&mut self, level: &Level) -> Option<Found> {
        let likely = 0.2 + 0.4 * self.chance.unit();
        let start = Position::new(level.clone());
        let mut meant = self.search.put_at_random(&start, likely, &mut self.chance);
        if meant.len() < level.blocks() && !self.wanted.idle {
            return None;
        }
        // Idle blocks go where the search left cells undecided.
        let put_down = put(level, &meant);
        let light = super::beams::trace(&put_down);
        let mut dark: Vec<usize> = (0..level.cells.len())
            .filter(|cell| !light.touched.contains(cell))
            .collect();
        self.chance.shuffle(&mut dark);
        for block in Block::ALL {
            for _ in 0..put_down.left(block) {
                meant.push((dark.pop()? as u16, block));
            }
        }
        Some(meant)
    }

    /// Adds points and closes cells until no other solution is left.
    fn make_unique(
        &mut self,
        level: &mut Level,
        meant: &Found,
        points: &mut Vec<(u8, u8)>,
        most: usize,
    ) -> Option<()> {
        for _ in 0..MOST_CHANGES {
            let Some(other) = self.another(level, meant)? else {
                return Some(());
            };
            let lit = self.search.lit(&put(level, &other));
            let dark = points.iter().position(|point| !lit.contains(point));
            match dark {
                Some(index) if level.points.len() < most => {
                    level.points.push(points.swap_remove(index));
                }
                _ => {
                    let is_meant = |cell: u16| meant.iter().any(|&(own, _)| own == cell);
                    let strange: Vec<u16> = other
                        .iter()
                        .map(|&(cell, _)| cell)
                        .filter(|&cell| !is_meant(cell))
                        .collect();
                    if strange.is_empty() {
                        return None;
                    }
                    let cell = strange[self.chance.below(strange.len())];
                    level.cells[usize::from(cell)] = Cell::Closed;
                    let open = level.open_cells().count();
                    if open < self.fewest_tiles(level) {
                        return None;
                    }
                }
            }
        }
        None
    }

    /// A solution that is not the one that is meant, `Some(None)` where there
    /// is none, and `None` where that takes too long to find out.
    fn another(&mut self, level: &Level, meant: &Found) -> Option<Option<Found>> {
        let budget = Budget {
            states: Some(STATES_A_SOLVE),
            ..Budget::default()
        };
        let mut meter = Meter::new(&budget, &Unwatched);
        let aim = Aim {
            essential: self.wanted.idle,
            ..Aim::count(2)
        };
        let start = Position::new(level.clone());
        let limit = self.search.run(&start, aim, &mut meter);
        self.states += meter.effort.checked;
        if self.search.solutions < 2 {
            return limit.is_none().then_some(None);
        }
        let found = std::mem::take(&mut self.search.found);
        let own = put(level, meant).key();
        let other = found
            .into_iter()
            .find(|found| put(level, found).key() != own);
        other.map(Some)
    }

    /// Whether without any one of the blocks that throw light back some point
    /// is dark. Opaque blocks only take light away.
    fn all_needed(&mut self, level: &Level, meant: &Found) -> bool {
        let throws = |&index: &usize| meant[index].1 != Block::Absorb;
        (0..meant.len()).filter(throws).all(|index| {
            let mut others = meant.clone();
            others.remove(index);
            let lit = self.search.lit(&put(level, &others));
            !level.points.iter().all(|point| lit.contains(point))
        })
    }

    /// How many cells must stay open.
    fn fewest_tiles(&self, level: &Level) -> usize {
        // An opaque block does no harm where no light comes, so that many
        // cells must be closed for one solution.
        let tenths = if self.wanted.opaque > 0 { 3 } else { 6 };
        let share = (level.cells.len() * tenths).div_ceil(10);
        self.wanted.tiles.unwrap_or(share).max(level.blocks())
    }

    /// Closes cells that the solution does not need, down to what is wanted.
    /// What has one solution keeps it.
    fn close(&mut self, level: &mut Level, meant: &Found) -> Option<()> {
        let open = level.open_cells().count();
        let fewest = self.fewest_tiles(level);
        let tiles = match self.wanted.tiles {
            Some(tiles) => tiles,
            None => {
                fewest
                    + self
                        .chance
                        .below(level.cells.len().saturating_sub(fewest) + 1)
            }
        };
        let is_meant = |cell: &usize| meant.iter().any(|&(own, _)| usize::from(own) == *cell);
        let mut spare: Vec<usize> = level.open_cells().filter(|cell| !is_meant(cell)).collect();
        self.chance.shuffle(&mut spare);
        for cell in spare.into_iter().take(open.saturating_sub(tiles)) {
            level.cells[cell] = Cell::Closed;
        }
        (self.wanted.tiles.is_none() || level.open_cells().count() == tiles).then_some(())
    }
}

/// A level with blocks put down.
fn put(level: &Level, blocks: &Found) -> Position {
    let mut position = Position::new(level.clone());
    for &(cell, block) in blocks {
        position.apply(Move {
            block,
            cell,
            away: false,
        });
    }
    position
}
