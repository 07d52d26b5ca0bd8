//! A study: people play levels in the page and rate them, and what they did is
//! kept. A study is one file ([`plan`]); its levels are solved and measured
//! once ([`prepare`]). [`data`] are the rows that are kept, [`api`] is what
//! page and server say to each other over [`http`]. [`store`] keeps the rows
//! in a [`database`]; [`judge`] replays what players say they did. [`export`]
//! writes what was gathered as rows, [`report`] tells what follows from it.

pub mod api;
pub mod check;
pub mod data;
pub mod database;
pub mod examples;
pub mod export;
pub mod http;
pub mod judge;
pub mod plan;
pub mod prepare;
pub mod report;
#[cfg(test)]
mod sample;
pub mod store;
