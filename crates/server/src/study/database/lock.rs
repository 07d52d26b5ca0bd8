//! A file is served by one server at a time.

use super::sqlite::private;
use super::{Address, DbError};
use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};

/// Keeps other servers from a file for as long as it lives; the system ends it
/// with the process. Postgres takes several servers and needs none.
#[derive(Debug)]
pub struct Lock {
    _file: Option<File>,
}

impl Lock {
    /// Takes the lock of a database; refused while another server has it.
    pub fn take(address: &Address) -> Result<Lock, DbError> {
        let Address::File(path) = address else {
            return Ok(Lock { _file: None });
        };
        let beside = beside(path);
        let file = private()
            .create(true)
            .truncate(false)
            .open(&beside)
            .map_err(|error| DbError::other(error.to_string()).within(beside.display()))?;
        match file.try_lock() {
            Ok(()) => Ok(Lock { _file: Some(file) }),
            Err(TryLockError::WouldBlock) => Err(DbError::other(
                "another server uses this file: stop it, or serve from Postgres, \
                 which takes several",
            )
            .within(address)),
            Err(TryLockError::Error(error)) => {
                Err(DbError::other(format!("cannot be locked: {error}")).within(beside.display()))
            }
        }
    }
}

/// The file that is locked, the same for all names of a database.
fn beside(path: &Path) -> PathBuf {
    let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
    let mut name = path.into_os_string();
    name.push(".lock");
    name.into()
}
