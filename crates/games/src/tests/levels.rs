//! Files of levels as fuzzing found them to go wrong.

use crate::levels::{Defaults, Levels, Lines, Source};
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
    for (name, content) in [
        ("two\nlines", ""),
        ("\u{1b}[2J", ""),
        ("rows", r#"{"id":1,"two\nlines":2}"#),
        ("rows", r#"{"id":"a","id\u001b":1,"level":["\n"]}"#),
    ] {
        let fault = only(name, content).err().expect("nothing to read");
        let message = fault.to_string();
        assert!(!message.contains(char::is_control), "{message:?}");
    }
}
