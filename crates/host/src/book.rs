//! What levels are rated by: what ships, and files that go before it.

use crate::files::read_text;
use engine::{Fault, Game};
use games::shipped::{CALIBRATIONS, EQUATIONS};
use lab::equation::{Equation, Scale};
use lab::rating::Book;
use std::path::PathBuf;

/// What ships, and before it the equations and calibrations of these files,
/// with which levels of this game are to be rated.
pub fn read_book(
    game: &dyn Game,
    equations: &[PathBuf],
    calibrations: &[PathBuf],
) -> Result<Book, Fault> {
    let mut book = Book::of(EQUATIONS, CALIBRATIONS)?;
    let name = game.about().name;
    for path in equations {
        let text = read_text(path, "an equation, which `stumper fit --out` writes")?;
        let place = path.display().to_string();
        let equation = Equation::read(&place, &text)?;
        if equation.scale == Scale::Plain {
            let found = "an equation that nothing is rated by (scale plain)";
            let fault = Fault::new(place, found, "scale human or percentile");
            return Err(fault.hint("`stumper fit --scale` says what the numbers mean"));
        }
        book.add(equation);
    }
    if !equations.is_empty() && !book.added_one_of(name, equations.len()) {
        let found = "equations of other games";
        return Err(Fault::new("--equation", found, format!("one of {name}")));
    }
    for path in calibrations {
        let text = read_text(
            path,
            "a calibration, which `stumper rate --calibrate` writes",
        )?;
        let place = path.display().to_string();
        if text.trim().is_empty() {
            return Err(Fault::new(place, "nothing", "a calibration"));
        }
        book.add_calibrations(&place, &text)?;
    }
    Ok(book)
}
