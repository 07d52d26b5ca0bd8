//! Stumper on a native machine: files of levels and weights ([`files`]), what levels are
//! rated by ([`book`]), levels made to order ([`orders`]), rows
//! that go to standard output or a file ([`sink`]) with which a later run can
//! go on ([`resume`], [`call`]), logs of long runs ([`journal`], [`shards`]),
//! tables that outlive a run ([`cache_folder`]), and games that a person plays
//! ([`playing`]) and leaves ([`saves`]).

pub mod book;
pub mod cache_folder;
pub mod call;
pub mod files;
pub mod journal;
pub mod orders;
pub mod playing;
pub mod resume;
pub mod saves;
pub mod shards;
pub mod sink;

pub use book::read_book;
pub use cache_folder::CacheFolder;
pub use call::Call;
pub use files::{Files, find_weights};
pub use journal::Journal;
pub use resume::{Done, Out, PastRow};
pub use saves::{Saved, Saves};
pub use shards::Shards;
pub use sink::{Error, Sink};
