//! Long runs in shards. A plan names a verb and levels; a shard is a piece of
//! the levels and makes one Parquet file, named by its range, renamed when it
//! is whole, and skipped when it is there. That is all that machines which
//! share a run have to agree on.

mod folder;
mod plan;
mod sums;
mod work;

pub use folder::{Folder, Missing};
pub use plan::{Options, Plan, Verb};
pub use sums::{Merged, Sums};
pub use work::{Machine, Shard, run_shard};
