//! Literals: answers to yes-or-no questions.

/// An answer to one question: a variable, and whether it is denied.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Lit(u32);

impl Lit {
    /// The variable is yes.
    #[inline]
    pub fn yes(var: usize) -> Lit {
        Lit((var as u32) << 1)
    }
    /// The variable is no.
    #[inline]
    pub fn no(var: usize) -> Lit {
        Lit((var as u32) << 1 | 1)
    }
    /// The variable.
    #[inline]
    pub fn var(self) -> usize {
        (self.0 >> 1) as usize
    }
    /// Whether this says yes.
    #[inline]
    pub fn is_yes(self) -> bool {
        self.0 & 1 == 0
    }
    /// The other answer.
    #[inline]
    pub fn opposite(self) -> Lit {
        Lit(self.0 ^ 1)
    }
    /// A number for tables.
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }
    /// From that number.
    pub fn from_index(index: u32) -> Lit {
        Lit(index)
    }
}
