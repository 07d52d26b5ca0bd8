//! The page: its files, inside the program or in a folder, and the answers made
//! of them.

mod answer;
mod negotiate;
mod path;
mod site;
mod squeeze;

pub(crate) use answer::{POLICY, answer};
pub use answer::{Page, router};
pub use site::Site;
