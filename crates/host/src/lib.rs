//! Stumper on a native machine: files of levels and weights ([`files`]), rows
//! that go to standard output or a file ([`sink`]) with which a later run can
//! go on ([`resume`], [`call`]), and logs of long runs ([`journal`]).

pub mod call;
pub mod files;
pub mod journal;
pub mod resume;
pub mod sink;

pub use call::Call;
pub use files::{Files, find_weights};
pub use journal::Journal;
pub use resume::{Done, Out, PastRow};
pub use sink::{Error, Sink};
