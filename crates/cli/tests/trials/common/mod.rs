//! What the trials share with the bench: players over real HTTP, servers and
//! databases that may be killed, and the trials themselves.

pub mod chain;
pub mod client;
pub mod kills;
pub mod load;
pub mod place;
pub mod player;
pub mod postgres;

use tokio::runtime::{Builder, Runtime};
use tokio::task::{JoinSet, LocalSet};

/// Players live on one thread.
pub fn runtime() -> Runtime {
    Builder::new_current_thread().enable_all().build().unwrap()
}

/// Does all of these at once; where one panics, so does the caller.
pub async fn together<T: 'static>(
    tasks: impl Iterator<Item = impl Future<Output = T> + 'static>,
) -> Vec<T> {
    let here = LocalSet::new();
    let mut set = JoinSet::new();
    for task in tasks {
        set.spawn_local_on(task, &here);
    }
    here.run_until(set.join_all()).await
}
