//! Solutions that are a row of letters, one a move: with or without blanks or
//! commas between them, in small letters too, and with counts (`U3` is three
//! times `U`). What a letter means is the game's business.

use engine::Fault;
use engine::notation::quoted;

/// Solutions have thousands of moves at most; a count beyond this is a slip.
const MOST: usize = 1_000_000;

/// Reads a solution's letters, each of which `known` gives a meaning.
pub fn read<M: Copy>(
    text: &str,
    expected: &str,
    known: impl Fn(char) -> Option<M>,
) -> Result<Vec<M>, Fault> {
    let mut moves = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let line = line.split('#').next().unwrap_or_default();
        let mut letters = line.chars().peekable();
        while let Some(letter) = letters.next() {
            if letter.is_whitespace() || letter == ',' {
                continue;
            }
            let place = || format!("line {}, move {}", index + 1, moves.len() + 1);
            let mv = known(letter.to_ascii_uppercase())
                .ok_or_else(|| Fault::new(place(), quoted(&letter.to_string()), expected))?;
            let mut count = String::new();
            while let Some(digit) = letters.next_if(char::is_ascii_digit) {
                count.push(digit);
            }
            let times = match count.as_str() {
                "" => Some(1),
                digits => digits.parse().ok().filter(|n| (1..=MOST).contains(n)),
            };
            let times = times.filter(|n| moves.len() + n <= MOST).ok_or_else(|| {
                let expected = format!("at most {MOST} moves, and none that is made 0 times");
                Fault::new(place(), quoted(&format!("{letter}{count}")), expected)
            })?;
            moves.extend(std::iter::repeat_n(mv, times));
        }
    }
    Ok(moves)
}
