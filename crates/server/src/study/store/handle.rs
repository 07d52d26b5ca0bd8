//! A handle to the database of a study, for many at once.

use super::refused::{Code, Refused, Trouble};
use super::writer::{Pool, stopped};
use crate::study::database::{Address, Begin, Connection, DbError, schema};
use std::sync::Arc;
use std::thread;

/// Connections that write. Players do not meet in the database, so that more
/// would do no harm; one is enough, since all that wait share a transaction.
const WRITERS: usize = 1;
/// Connections that read.
const READERS: usize = 2;
/// Jobs that may wait to write, or to read.
const PLACES: usize = 4096;

/// The database of a study, opened. Clones share it; the last one waits until
/// all is written.
#[derive(Clone)]
pub struct Store(Arc<Pools>);

struct Pools {
    /// The database's address as it may be shown.
    place: String,
    readers: Pool,
    // The last to go: a file is made whole by the last one that can write.
    writers: Pool,
}

impl Store {
    /// Opens a database, makes it where there is none, and brings its tables
    /// to the newest version.
    pub fn open(address: &Address) -> Result<Store, DbError> {
        on_a_thread(|| {
            schema::migrate(address.connect_and_check()?.as_mut())
                .map_err(|error| error.within(address))?;
            Store::start(address)
        })
    }

    /// Opens a database in which there is a study.
    pub fn open_existing(address: &Address) -> Result<Store, DbError> {
        on_a_thread(|| {
            let missing = || DbError::other("there is no study here").within(address);
            if matches!(address, Address::File(path) if !path.exists()) {
                return Err(missing());
            }
            let mut db = address.connect_and_check()?;
            let found = schema::look(db.as_mut()).map_err(|error| error.within(address))?;
            if found == schema::Contents::Nothing {
                return Err(missing());
            }
            schema::migrate(db.as_mut()).map_err(|error| error.within(address))?;
            Store::start(address)
        })
    }

    fn start(address: &Address) -> Result<Store, DbError> {
        let writers = match address {
            Address::File(_) => 1,
            Address::Postgres(_) => WRITERS,
        };
        let writers: Result<_, _> = (0..writers).map(|_| address.connect()).collect();
        let readers: Result<_, _> = (0..READERS).map(|_| address.connect_to_read()).collect();
        let start = |connections, begin| {
            Pool::start(connections, begin, PLACES)
                .map_err(|error| DbError::other(format!("a thread cannot be started: {error}")))
        };
        Ok(Store(Arc::new(Pools {
            place: address.to_string(),
            writers: start(writers?, Begin::Write)?,
            readers: start(readers?, Begin::Read)?,
        })))
    }

    /// Writes; when the answer is there, what was written is durable. The work
    /// must refuse before it writes, and may be run several times.
    pub async fn write<T: Send + 'static>(
        &self,
        work: impl FnMut(&mut dyn Connection) -> Result<T, Trouble> + Send + 'static,
    ) -> Result<T, Trouble> {
        let answer = self.0.writers.send(work)?.await;
        answer.unwrap_or_else(|_| Err(stopped()))
    }

    /// Reads.
    pub async fn read<T: Send + 'static>(
        &self,
        work: impl FnMut(&mut dyn Connection) -> Result<T, Trouble> + Send + 'static,
    ) -> Result<T, Trouble> {
        let answer = self.0.readers.send(work)?.await;
        answer.unwrap_or_else(|_| Err(stopped()))
    }

    /// Writes, for callers that are not asynchronous.
    pub fn write_blocking<T: Send + 'static>(
        &self,
        work: impl FnMut(&mut dyn Connection) -> Result<T, Trouble> + Send + 'static,
    ) -> Result<T, Trouble> {
        let answer = self.0.writers.send(work)?.blocking_recv();
        self.placed(answer.unwrap_or_else(|_| Err(stopped())))
    }

    /// Reads, for callers that are not asynchronous.
    pub fn read_blocking<T: Send + 'static>(
        &self,
        work: impl FnMut(&mut dyn Connection) -> Result<T, Trouble> + Send + 'static,
    ) -> Result<T, Trouble> {
        let answer = self.0.readers.send(work)?.blocking_recv();
        self.placed(answer.unwrap_or_else(|_| Err(stopped())))
    }

    /// An answer whose error tells which database it is of.
    fn placed<T>(&self, answer: Result<T, Trouble>) -> Result<T, Trouble> {
        answer.map_err(|trouble| match trouble {
            Trouble::Database(error) => error.within(&self.0.place).into(),
            refused => refused,
        })
    }

    /// Jobs that wait to be written.
    pub fn waiting(&self) -> usize {
        self.0.writers.waiting()
    }

    /// Asks the database for an answer, to see that it lives.
    pub async fn ping(&self) -> Result<(), Trouble> {
        self.read(|db| {
            let rows = db.query("SELECT value FROM about WHERE key = 'version'", &[])?;
            match rows.is_empty() {
                false => Ok(()),
                true => Err(Refused::new(Code::Broken, "the database has no version").into()),
            }
        })
        .await
    }
}

/// Runs something on a thread of its own: Postgres may not be called from one
/// that runs asynchronous work.
fn on_a_thread<T: Send>(work: impl FnOnce() -> Result<T, DbError> + Send) -> Result<T, DbError> {
    thread::scope(|scope| {
        let panicked = |_| Err(DbError::other("opening the database panicked"));
        scope.spawn(work).join().unwrap_or_else(panicked)
    })
}
