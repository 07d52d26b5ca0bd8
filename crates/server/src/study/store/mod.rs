//! What a study keeps, as calls on a database. Each call runs inside a
//! transaction of its caller (see [`Store`]), refuses before it writes, and
//! does no harm when it is run again.

mod admin;
mod catalog;
mod handle;
mod identity;
mod levels;
mod pick;
mod play;
mod player;
mod refused;
mod rows;
mod writer;

pub use admin::{Counts, Filter, counts, dump, plays, replay};
pub use catalog::{Catalog, GameLevels};
pub use handle::Store;
pub use identity::Identity;
pub use levels::{check_study, prepare_study};
pub use play::{Ending, finish, next, play_of, rate};
pub use player::{consent, erase, mine, player, skip_tutorial};
pub use refused::{Code, Refused, Trouble};
