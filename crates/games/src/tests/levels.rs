//! Files of levels as fuzzing found them to go wrong.

use crate::levels::{Defaults, Levels, Lines, Source, parse_row};
use engine::record::SolutionRow;
use engine::{Fault, Task};
use std::ffi::{OsStr, OsString};
use std::io::Cursor;

/// A file in memory.
struct OneFile(&'static str);

impl Source for OneFile {
    fn check(&self, _: &OsStr) -> Result<(), Fault> {
        Ok(())
    }
    fn open(&self, name: &OsStr) -> Result<Lines, Fault> {
        Ok(Lines::new(
            &name.to_string_lossy(),
            Box::new(Cursor::new(self.0)),
        ))
    }
}

fn only(name: &str, content: &'static str) -> Result<Task, Fault> {
    let defaults = Defaults::new(None, "").expect("the usual game");
    Levels::open([OsString::from(name)], defaults, OneFile(content))?.only("")
}

/// A file's name and a row's values may hold anything; a message is one clean
/// line.
#[test]
fn a_message_is_one_line_whatever_it_tells_of() {
    let of_file = |name| only(name, "").err();
    let of_row = |text| parse_row::<SolutionRow>(text, "row", "a row").err();
    for fault in [
        of_file("two\nlines"),
        of_file("\u{1b}[2J"),
        of_row(r#"{"id":"a","solver":"b","outcome":"two\nlines"}"#),
    ] {
        let message = fault.expect("nothing to read").to_string();
        assert!(!message.contains(char::is_control), "{message:?}");
    }
}
