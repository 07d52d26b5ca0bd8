//! A heuristic that sees a few balls at a time. For every group of one, two
//! or three balls it knows the fewest pushes that bring just these to goals
//! of their colours, whatever the others do: the others are not seen, but it
//! is known how many they are. A seen ball that is not at a wall can be held
//! by unseen ones only if they fill all cells up to the wall, so a ball far
//! from a wall moves for sure. The estimate is the largest number of any
//! group. Each is a true distance in a puzzle that allows every real push, so
//! it never overestimates; where a group cannot be brought home at all, the
//! level is lost.

use super::packed::{Ground, Packed};
use crate::shift::bits;
use crate::shift::rules::Direction;
use crate::shift::variant::CELLS;
use engine::Heuristic;

/// The estimate where a group cannot be brought home.
const LOST: u32 = 1 << 20;

/// The same in the tables.
const NEVER: u8 = u8::MAX;

/// The most balls of a group.
const MOST: usize = 3;

/// The numbers of a group by the cells of its balls.
struct Table {
    /// The group's balls, by their place in the word.
    balls: [usize; MOST],
    /// Where its numbers begin; groups of the same colours share them.
    first: usize,
}

/// The numbers of all groups.
pub struct Groups {
    size: usize,
    /// How many open cells there are, and their numbers.
    open: usize,
    index: [u8; CELLS],
    tables: Vec<Table>,
    numbers: Vec<u8>,
}

/// The cells of a group's balls.
type Cells = [usize; MOST];

/// The puzzle of a few balls among unseen ones.
struct Few<'a> {
    ground: &'a Ground,
    size: usize,
    /// How many balls are not seen.
    unseen: u32,
    cells: Vec<usize>,
    /// By direction and cell: the open cells ahead, up to the wall.
    rays: [[u64; CELLS]; 4],
}

impl<'a> Few<'a> {
    fn new(ground: &'a Ground, size: usize, balls: usize) -> Few<'a> {
        let open = ground.walls.open;
        let rays = Direction::ALL.map(|to| {
            std::array::from_fn(|cell| {
                let (mut ray, mut at) = (0, open & 1 << cell);
                while at & !ground.walls.stops(to) != 0 {
                    at = bits::ahead(at, to);
                    ray |= at;
                }
                ray
            })
        });
        Few {
            ground,
            size,
            unseen: (balls - size) as u32,
            cells: bits::cells(open).collect(),
            rays,
        }
    }

    /// The number of a placement of the group.
    fn place(&self, cells: &Cells, index: &[u8; CELLS]) -> usize {
        let digits = cells[..self.size].iter().rev();
        digits.fold(0, |sum, &cell| {
            sum * self.cells.len() + usize::from(index[cell])
        })
    }

    /// The placement of a number; balls beyond the group's size are nowhere.
    fn cells_of(&self, mut place: usize) -> Cells {
        let mut cells = [0; MOST];
        for cell in &mut cells[..self.size] {
            *cell = self.cells[place % self.cells.len()];
            place /= self.cells.len();
        }
        cells
    }

    /// Whether no two balls are in one cell.
    fn is_real(&self, cells: &Cells) -> bool {
        (1..self.size).all(|b| !cells[..b].contains(&cells[b]))
    }

    /// Calls `each` with what a push may lead to, for every set of balls that
    /// may be held in it.
    fn push(&self, cells: &Cells, to: Direction, mut each: impl FnMut(Cells)) {
        let balls = &cells[..self.size];
        let seen = balls.iter().fold(0u64, |all, cell| all | 1 << cell);
        for choice in 0..1u32 << self.size {
            let chosen = |b: usize| choice >> b & 1 == 1;
            let held = (0..self.size).filter(|&b| chosen(b));
            let held = held.fold(0u64, |all, b| all | 1 << balls[b]);
            if !self.can_hold(balls, held, seen, to) {
                continue;
            }
            let mut next = *cells;
            for (b, cell) in next[..self.size].iter_mut().enumerate() {
                if !chosen(b) {
                    *cell = bits::ahead(1 << *cell, to).trailing_zeros() as usize;
                }
            }
            each(next);
        }
    }

    /// Whether exactly these of the seen balls may be held.
    fn can_hold(&self, balls: &[usize], held: u64, seen: u64, to: Direction) -> bool {
        let rays = &self.rays[to as usize];
        let mut needed = 0;
        for &cell in balls {
            let ray = rays[cell];
            if held >> cell & 1 == 0 {
                // It moves, so it has neither a wall nor a held ball ahead.
                let next = bits::ahead(1 << cell, to);
                if ray == 0 || held & next != 0 {
                    return false;
                }
                continue;
            }
            // All cells up to the wall are full, and all in them are held.
            if ray & seen & !held != 0 {
                return false;
            }
            let rearmost = balls.iter().all(|&other| {
                other == cell || held >> other & 1 == 0 || rays[other] >> cell & 1 == 0
            });
            if rearmost {
                needed += (ray & !seen).count_ones();
            }
        }
        needed <= self.unseen
    }

    /// For each placement, those that a push leads from to it.
    fn origins(&self, index: &[u8; CELLS]) -> (Vec<u32>, Vec<u32>) {
        let all = self.cells.len().pow(self.size as u32);
        let mut pairs = Vec::new();
        for place in 0..all {
            let cells = self.cells_of(place);
            if !self.is_real(&cells) {
                continue;
            }
            for to in Direction::ALL {
                self.push(&cells, to, |next| {
                    let next = self.place(&next, index);
                    if next != place {
                        pairs.push((next as u32, place as u32));
                    }
                });
            }
        }
        let mut firsts = vec![0u32; all + 1];
        for &(next, _) in &pairs {
            firsts[next as usize + 1] += 1;
        }
        for place in 0..all {
            firsts[place + 1] += firsts[place];
        }
        let mut free = firsts.clone();
        let mut origins = vec![0; pairs.len()];
        for (next, place) in pairs {
            origins[free[next as usize] as usize] = place;
            free[next as usize] += 1;
        }
        (firsts, origins)
    }

    /// The placements of a group of these colours at goals.
    fn goals(&self, colours: &[usize], index: &[u8; CELLS]) -> Vec<usize> {
        let mut found = vec![[0; MOST]];
        for (ball, &colour) in colours.iter().enumerate() {
            let goals = self.ground.goals[colour];
            let more = found.iter().flat_map(|cells: &Cells| {
                let free = bits::cells(goals).filter(move |cell| !cells[..ball].contains(cell));
                free.map(|cell| {
                    let mut cells = *cells;
                    cells[ball] = cell;
                    cells
                })
            });
            found = more.collect();
        }
        found.iter().map(|cells| self.place(cells, index)).collect()
    }
}

impl Groups {
    /// The groups of this many balls on a ground, or of all balls where there
    /// are fewer.
    pub fn new(ground: &Ground, size: usize) -> Groups {
        let colour_of: Vec<usize> = (0..ground.goals.len())
            .flat_map(|c| std::iter::repeat_n(c, ground.goals[c].count_ones() as usize))
            .collect();
        let size = size.min(colour_of.len()).min(MOST);
        let few = Few::new(ground, size, colour_of.len());
        let mut index = [0; CELLS];
        for (number, &cell) in few.cells.iter().enumerate() {
            index[cell] = number as u8;
        }
        let mut groups = Groups {
            size,
            open: few.cells.len(),
            index,
            tables: Vec::new(),
            numbers: Vec::new(),
        };
        let (firsts, origins) = few.origins(&index);
        let mut known: Vec<(Vec<usize>, usize)> = Vec::new();
        for balls in choices(colour_of.len(), size) {
            let colours: Vec<usize> = balls[..size].iter().map(|&b| colour_of[b]).collect();
            let first = match known.iter().find(|(same, _)| *same == colours) {
                Some(&(_, first)) => first,
                None => {
                    let goals = few.goals(&colours, &index);
                    let first = groups.add(&goals, &firsts, &origins);
                    known.push((colours, first));
                    first
                }
            };
            groups.tables.push(Table { balls, first });
        }
        groups
    }

    /// Adds the distances to these placements; tells where they begin.
    fn add(&mut self, goals: &[usize], firsts: &[u32], origins: &[u32]) -> usize {
        let first = self.numbers.len();
        self.numbers.resize(first + firsts.len() - 1, NEVER);
        let numbers = &mut self.numbers[first..];
        let mut queue: Vec<usize> = goals.to_vec();
        queue.iter().for_each(|&goal| numbers[goal] = 0);
        let mut at = 0;
        while at < queue.len() {
            let place = queue[at];
            at += 1;
            // Cut at the highest number that is not `NEVER`: still no more
            // than the truth.
            let number = numbers[place].saturating_add(1).min(NEVER - 1);
            for &origin in &origins[firsts[place] as usize..firsts[place + 1] as usize] {
                if numbers[origin as usize] == NEVER {
                    numbers[origin as usize] = number;
                    queue.push(origin as usize);
                }
            }
        }
        first
    }

    /// Bytes of tables.
    pub fn bytes(&self) -> usize {
        self.numbers.len()
    }

    /// The largest number in the tables, at least 1.
    pub fn largest(&self) -> f32 {
        let numbers = self.numbers.iter().filter(|&&number| number != NEVER);
        numbers.max().map_or(1.0, |&most| f32::from(most.max(1)))
    }

    /// The number of each group, [`NEVER`] where it cannot be brought home.
    #[inline]
    fn each(&self, state: &Packed) -> impl Iterator<Item = u8> + '_ {
        let mut cells = [0; CELLS];
        let mut count = 0;
        for &balls in &state.colours {
            for cell in bits::cells(balls) {
                cells[count] = usize::from(self.index[cell]);
                count += 1;
            }
        }
        self.tables.iter().map(move |table| {
            let digits = table.balls[..self.size].iter().rev();
            let place = digits.fold(0, |sum, &ball| sum * self.open + cells[ball]);
            self.numbers[table.first + place]
        })
    }

    /// The largest number of any group, or [`LOST`].
    pub fn of(&self, state: &Packed) -> u32 {
        match self.each(state).max() {
            Some(NEVER) => LOST,
            most => most.unwrap_or(0).into(),
        }
    }

    /// The sum of the numbers of all groups.
    pub fn sum(&self, state: &Packed) -> u32 {
        self.each(state).map(u32::from).sum()
    }

    /// Whether a group cannot be brought home.
    pub fn is_lost(&self, state: &Packed) -> bool {
        self.of(state) == LOST
    }
}

/// Every choice of `size` balls out of so many.
fn choices(balls: usize, size: usize) -> Vec<[usize; MOST]> {
    let mut found = vec![([0; MOST], 0)];
    for position in 0..size {
        let more = found.iter().flat_map(|&(chosen, next)| {
            (next..balls).map(move |ball| {
                let mut chosen: [usize; MOST] = chosen;
                chosen[position] = ball;
                (chosen, ball + 1)
            })
        });
        found = more.collect();
    }
    found.into_iter().map(|(chosen, _)| chosen).collect()
}

impl Heuristic<Packed<'_>> for Groups {
    type Carry = ();

    fn start(&self, _: &Packed) {}
    fn after(&self, (): (), _: &Packed, _: Direction) {}
    fn estimate(&self, (): (), state: &Packed) -> u32 {
        self.of(state)
    }
}
