//! Stumper for Python: the compiled half of the package `stumper`.

mod arrow;
mod call;
mod envs;
mod fault;
mod games;
mod generate;
mod inputs;
mod job;
mod level;
mod options;
mod plan;
mod play;
mod rows;
mod running;
mod verbs;
mod work;

/// The compiled half of the package `stumper`.
#[pyo3::pymodule]
mod _core {
    #[pymodule_export]
    use super::envs::Lanes;
    #[pymodule_export]
    use super::fault::{Defect, Fault};
    #[pymodule_export]
    use super::games::games;
    #[pymodule_export]
    use super::generate::generate;
    #[pymodule_export]
    use super::level::{Level, level, read, restore, verify};
    #[pymodule_export]
    use super::plan::{RunPlan, merge};
    #[pymodule_export]
    use super::play::Play;
    #[pymodule_export]
    use super::rows::Rows;
    #[pymodule_export]
    use super::verbs::{deal, measure, rate, simulate, solve};
}
