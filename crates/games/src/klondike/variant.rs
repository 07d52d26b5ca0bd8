//! Klondike's rules as data.

/// Which part of a run may move from column to column.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Runs {
    /// Any part that ends with the exposed card.
    Any,
    /// Only all face-up cards of a column together.
    Whole,
    /// All of them, or a part if the card beneath it can go home at once.
    Home,
}

/// The rules of one game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Variant {
    /// Cards turned at a time, 1 to 24.
    pub draw: u8,
    /// How often one may go through the stock; 0 for as often as one likes.
    pub passes: u8,
    /// Whether cards may come back from the foundations.
    pub take_back: bool,
    /// Which part of a run may move.
    pub runs: Runs,
}

/// Three cards at a time, everything else allowed.
pub const DRAW_THREE: Variant = Variant {
    draw: 3,
    passes: 0,
    take_back: true,
    runs: Runs::Any,
};

/// One card at a time, everything else allowed.
pub const DRAW_ONE: Variant = Variant {
    draw: 1,
    ..DRAW_THREE
};

/// Donkersteeg's rules: three at a time, endless passes, no card comes back,
/// and part of a run moves only to send the card beneath it home.
pub const THESIS: Variant = Variant {
    take_back: false,
    runs: Runs::Home,
    ..DRAW_THREE
};
