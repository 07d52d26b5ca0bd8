//! Damages inputs: flips, cuts, doubles, swaps and splices, and puts tokens in.
//! The same stream of random numbers makes the same inputs.

use engine::chance::Chance;

/// Longest input that is made.
pub const LONGEST: usize = 8 << 10;
/// Inputs that were taken, kept for further damage.
const KEPT: usize = 400;

/// Makes inputs out of seeds, and out of inputs that were taken before.
pub struct Mutator<'a> {
    seeds: Vec<Vec<u8>>,
    first_seeds: usize,
    tokens: &'a [Vec<u8>],
    chance: Chance,
}

impl<'a> Mutator<'a> {
    /// A mutator of these seeds, at least one.
    pub fn new(seeds: Vec<Vec<u8>>, tokens: &'a [Vec<u8>], chance: Chance) -> Mutator<'a> {
        assert!(!seeds.is_empty(), "nothing to damage");
        Mutator {
            first_seeds: seeds.len(),
            seeds,
            tokens,
            chance,
        }
    }

    /// The next input.
    pub fn next_input(&mut self) -> Vec<u8> {
        let mut input = self.seed();
        // Few inputs stay whole, most are damaged in a place or two.
        while !self.chance.happens(0.35) {
            self.damage(&mut input);
        }
        input.truncate(LONGEST);
        input
    }

    /// Keeps some of the inputs that were taken, so that damage adds up.
    pub fn taken(&mut self, input: Vec<u8>) {
        if self.seeds.len() < self.first_seeds + KEPT {
            self.seeds.push(input);
        } else if self.chance.happens(0.05) {
            let index = self.first_seeds + self.chance.below(KEPT);
            self.seeds[index] = input;
        }
    }

    fn seed(&mut self) -> Vec<u8> {
        // Half of them the first ones, so that nothing drifts off for good.
        let bound = match self.chance.happens(0.5) {
            true => self.first_seeds,
            false => self.seeds.len(),
        };
        self.seeds[self.chance.below(bound)].clone()
    }

    fn damage(&mut self, input: &mut Vec<u8>) {
        match self.chance.below(12) {
            0 => self.flip(input),
            1 => self.cut(input),
            2 => self.double(input),
            3 | 4 => self.put_token(input),
            5 => self.splice(input),
            6 | 7 => self.swap_words(input, b" \n\xff"),
            8 => self.swap_words(input, b"\n\xff"),
            9 => self.swap_bytes(input),
            10 => self.change_number(input),
            _ => self.replace_byte(input),
        }
    }

    /// A stretch of the input, mostly short.
    fn stretch(&mut self, input: &[u8]) -> std::ops::Range<usize> {
        let start = self.chance.below(input.len() + 1);
        let longest = match self.chance.happens(0.8) {
            true => 12,
            false => input.len(),
        };
        let length = self.chance.below(longest + 1);
        start..input.len().min(start + length)
    }

    fn flip(&mut self, input: &mut [u8]) {
        if !input.is_empty() {
            let at = self.chance.below(input.len());
            input[at] ^= 1 << self.chance.below(8);
        }
    }

    fn cut(&mut self, input: &mut Vec<u8>) {
        let stretch = self.stretch(input);
        input.drain(stretch);
    }

    fn double(&mut self, input: &mut Vec<u8>) {
        let stretch = self.stretch(input);
        let times = match self.chance.happens(0.05) {
            true => 200,
            false => 1,
        };
        let copy = input[stretch.clone()].repeat(times);
        if input.len() + copy.len() <= LONGEST {
            input.splice(stretch.start..stretch.start, copy);
        }
    }

    fn put_token(&mut self, input: &mut Vec<u8>) {
        let token = &self.tokens[self.chance.below(self.tokens.len())];
        let at = self.chance.below(input.len() + 1);
        let end = match self.chance.happens(0.5) {
            true => at,
            false => input.len().min(at + token.len()),
        };
        input.splice(at..end, token.iter().copied());
    }

    fn splice(&mut self, input: &mut Vec<u8>) {
        let other = self.seed();
        let from = self.stretch(&other);
        let over = self.stretch(input);
        input.splice(over, other[from].iter().copied());
    }

    /// Swaps two words or lines, which keeps a board's pieces together.
    fn swap_words(&mut self, input: &mut Vec<u8>, between: &[u8]) {
        let is_gap = |byte: &u8| between.contains(byte);
        let mut words: Vec<&[u8]> = input.split(is_gap).collect();
        let gaps: Vec<u8> = input.iter().copied().filter(is_gap).collect();
        let (a, b) = (
            self.chance.below(words.len()),
            self.chance.below(words.len()),
        );
        words.swap(a, b);
        let mut swapped = Vec::with_capacity(input.len());
        for (index, word) in words.iter().enumerate() {
            swapped.extend_from_slice(word);
            swapped.extend(gaps.get(index));
        }
        *input = swapped;
    }

    fn swap_bytes(&mut self, input: &mut [u8]) {
        if !input.is_empty() {
            let (a, b) = (
                self.chance.below(input.len()),
                self.chance.below(input.len()),
            );
            input.swap(a, b);
        }
    }

    /// Changes a digit, where there is one near.
    fn change_number(&mut self, input: &mut [u8]) {
        if input.is_empty() {
            return;
        }
        let start = self.chance.below(input.len());
        let digit = input[start..].iter().position(u8::is_ascii_digit);
        if let Some(offset) = digit {
            input[start + offset] = b'0' + self.chance.below(10) as u8;
        }
    }

    /// Puts a byte of the input, or any other, in place of another.
    fn replace_byte(&mut self, input: &mut [u8]) {
        if !input.is_empty() {
            let byte = match self.chance.happens(0.7) {
                true => input[self.chance.below(input.len())],
                false => self.chance.below(256) as u8,
            };
            input[self.chance.below(input.len())] = byte;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_makes_the_same_inputs_and_most_differ() {
        let seeds = || vec![b"1 2 3\n4 5 6\n".to_vec(), b"freecell:ms#617".to_vec()];
        let tokens = vec![b"token".to_vec()];
        let inputs = |seed| {
            let mut mutator = Mutator::new(seeds(), &tokens, Chance::new("test", seed, 0));
            let inputs: Vec<_> = (0..500).map(|_| mutator.next_input()).collect();
            inputs
        };
        assert_eq!(inputs(1), inputs(1));
        let mut all = inputs(1);
        all.sort();
        all.dedup();
        assert!(all.len() > 250, "{} inputs differ", all.len());
        assert!(all.iter().all(|input| input.len() <= LONGEST));
        assert!(seeds().iter().all(|seed| all.contains(seed)));
    }
}
