//! Keeps games under way and wins, if there is somewhere to keep them.

use super::table::Table;
use crate::saves::{self, Saved, Saves};
use engine::{Fault, LevelId};
use std::io;
use std::path::PathBuf;

/// The saves, opened when they are first needed.
pub struct Keeper {
    folder: Option<PathBuf>,
    saves: Option<Saves>,
    /// Whether every change is kept. Scripts are to do the same each time,
    /// so without a terminal that is so only where a folder is named.
    keeps: bool,
    /// The moves that were kept last.
    kept: Vec<String>,
    /// What went wrong and was not told yet.
    trouble: Option<String>,
}

impl Keeper {
    /// Keeps every change for a person at a terminal; for a script only where
    /// a folder is named.
    pub fn new(has_person: bool) -> Keeper {
        let keeps = has_person || saves::named_folder().is_some();
        Keeper::in_folder(saves::usual_folder(), keeps)
    }

    /// Keeps games in a folder: every change, or only what is asked for.
    pub fn in_folder(folder: Option<PathBuf>, keeps: bool) -> Keeper {
        let mut keeper = Keeper {
            folder,
            saves: None,
            keeps,
            kept: Vec::new(),
            trouble: None,
        };
        if keeper.keeps {
            keeper.open();
        }
        keeper
    }

    /// The saves; none where the machine has no folder for them.
    fn open(&mut self) -> Option<&mut Saves> {
        if self.saves.is_none() {
            let (saves, trouble) = Saves::open(self.folder.as_deref()?);
            self.trouble = trouble;
            self.saves = Some(saves);
        }
        self.saves.as_mut()
    }

    /// What went wrong since this was last asked.
    pub(super) fn trouble(&mut self) -> Option<String> {
        self.trouble.take()
    }

    pub(super) fn is_won(&self, id: &LevelId) -> bool {
        self.saves.as_ref().is_some_and(|saves| saves.is_won(id))
    }

    /// The game that was played last.
    pub fn last(&mut self) -> Result<Saved, Fault> {
        let last = self.open().and_then(|saves| saves.last()).cloned();
        last.ok_or_else(|| {
            Fault::new("--continue", "no game under way", "a game that was left")
                .hint("`stumper play` starts one")
        })
    }

    /// The same without opening the saves for it.
    pub fn known_last(&self) -> Option<&Saved> {
        self.saves.as_ref()?.last()
    }

    /// Goes on with the game of this level that is under way, and says so.
    pub(super) fn go_on(&mut self, table: &mut Table) {
        let saves = self.saves.as_mut();
        let found = saves.and_then(|saves| Some((saves.find(&table.task)?.clone(), saves)));
        if let Some((saved, saves)) = found {
            let said = match table.go_on(&saved) {
                Ok(()) => format!("going on after {}; restart starts over", table.length()),
                Err(fault) => match saves.set_aside(&table.task) {
                    Ok(copy) => format!(
                        "the saved moves do not fit ({fault}); a copy is kept as {}",
                        copy.display()
                    ),
                    Err(_) => format!("the saved moves do not fit ({fault})"),
                },
            };
            table.opening.push(said);
        }
        self.kept = table.session.made();
    }

    /// Starts to keep a game from here on.
    pub(super) fn begin(&mut self, table: &Table) {
        self.kept = table.session.made();
    }

    /// Keeps a game, if it changed.
    pub(super) fn settle(&mut self, table: &Table) {
        if self.keeps && table.session.made() != self.kept {
            self.keep(table);
        }
    }

    /// Keeps a game that the person leaves, with the time that it took; tells
    /// whether there was something to keep.
    pub(super) fn leave(&mut self, table: &Table) -> bool {
        let is_kept = self.keeps && !table.is_won() && !table.session.made().is_empty();
        if is_kept {
            self.keep(table);
        }
        is_kept
    }

    fn keep(&mut self, table: &Table) {
        self.kept = table.session.made();
        if let Err(why) = self.write(table) {
            self.keeps = false;
            self.trouble = Some(format!("the game is not kept: {why}"));
        }
    }

    fn write(&mut self, table: &Table) -> io::Result<()> {
        let Some(saves) = self.open() else {
            let why = format!("no folder is known; set {}", saves::FOLDER);
            return Err(io::Error::other(why));
        };
        match table.is_won() {
            true => saves.win(&table.task),
            false => saves.keep(table.saved()),
        }
    }

    /// Keeps a game because the person says so.
    pub(super) fn save(&mut self, table: &Table) -> String {
        match self.write(table) {
            Ok(()) => format!("saved after {}", table.length()),
            Err(why) => format!("not saved: {why}"),
        }
    }
}
