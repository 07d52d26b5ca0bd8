//! What levels are rated by: what ships, and files that go before it.

use crate::files::Files;
use engine::Fault;
use games::levels::Source;
use games::shipped::{CALIBRATIONS, EQUATIONS};
use lab::equation::Equation;
use lab::rating::Book;
use std::path::PathBuf;

/// What ships, and before it the equations and calibrations of these files.
pub fn read_book(equations: &[PathBuf], calibrations: &[PathBuf]) -> Result<Book, Fault> {
    let mut book = Book::of(EQUATIONS, CALIBRATIONS)?;
    for path in equations {
        let text = Files.open(path.as_os_str())?.rest()?;
        book.add(Equation::read(&path.display().to_string(), &text)?);
    }
    for path in calibrations {
        let text = Files.open(path.as_os_str())?.rest()?;
        book.add_calibrations(&path.display().to_string(), &text)?;
    }
    Ok(book)
}
