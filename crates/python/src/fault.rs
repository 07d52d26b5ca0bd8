//! Faults as exceptions: `stumper.Fault` for what a caller got wrong,
//! `stumper.Defect` for what the library did.

use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::{PyTypeInfo, create_exception};

create_exception!(
    stumper,
    Fault,
    PyValueError,
    "What is wrong with something that was given.

The attributes `place`, `found`, `expected` and `hint` say where, what stands
there, what should stand there, and what to try.

>>> import stumper
>>> try:
...     stumper.level(\"freecell#0\")
... except stumper.Fault as fault:
...     print(fault.place, \"|\", fault.found)
freecell:ms#0 | deal 0
"
);
create_exception!(
    stumper,
    Defect,
    PyRuntimeError,
    "The library itself broke: a solver made an illegal move, or panicked.

It has the attributes of a `Fault`.

>>> import stumper
>>> issubclass(stumper.Defect, RuntimeError)
True
"
);

/// The exception of a fault, with its parts as attributes.
pub(crate) fn raised(py: Python<'_>, fault: stumper::Fault) -> PyErr {
    let kind = match fault.defect {
        true => Defect::type_object(py),
        false => Fault::type_object(py),
    };
    let place = argument(&fault.place);
    let fault = stumper::Fault { place, ..fault };
    let error = PyErr::from_type(kind, fault.to_string());
    let parts = [
        ("place", &fault.place),
        ("found", &fault.found),
        ("expected", &fault.expected),
        ("hint", &fault.hint),
    ];
    let value = error.value(py);
    match parts
        .iter()
        .try_for_each(|(name, part)| value.setattr(*name, part.as_str()))
    {
        Ok(()) => error,
        Err(other) => other,
    }
}

/// An option of the program under the name that it has as an argument.
fn argument(place: &str) -> String {
    match place.strip_prefix("--") {
        Some(option) => option.replace('-', "_"),
        None => place.to_string(),
    }
}

/// Faults that come up while the interpreter's lock is held.
pub(crate) trait OrRaise<T> {
    /// The value, or the fault as an exception.
    fn or_raise(self, py: Python<'_>) -> PyResult<T>;
}

impl<T> OrRaise<T> for Result<T, stumper::Fault> {
    fn or_raise(self, py: Python<'_>) -> PyResult<T> {
        self.map_err(|fault| raised(py, fault))
    }
}
