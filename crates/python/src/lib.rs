//! The native part of the Python package `crownhead`; `python/crownhead` has the rest of it.

mod batch;
mod board;
mod engine;
mod pdn;
mod wait;

use crownhead_rules::Variant;
use pyo3::prelude::*;

/// The native part of the package `crownhead`.
#[pymodule]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add("VARIANTS", pyo3::types::PyTuple::new(py, Variant::ALL.iter().map(|variant| variant.name()))?)?;
    module.add("InvalidMoveError", py.get_type::<board::InvalidMoveError>())?;
    module.add("IllegalMoveError", py.get_type::<board::IllegalMoveError>())?;
    module.add("AmbiguousMoveError", py.get_type::<board::AmbiguousMoveError>())?;
    module.add_class::<board::PyBoard>()?;
    module.add_class::<board::PyMove>()?;
    module.add_class::<board::LegalMoves>()?;
    module.add_class::<board::Outcome>()?;
    module.add_class::<batch::Positions>()?;
    module.add_class::<engine::PyEngine>()?;
    module.add_class::<engine::Analysis>()?;
    module.add_class::<engine::Info>()?;
    module.add_class::<engine::PlayResult>()?;
    module.add_class::<engine::PyTables>()?;
    module.add_class::<engine::PyKnown>()?;
    module.add_class::<engine::PyBook>()?;
    module.add_class::<engine::BookMove>()?;
    module.add_function(wrap_pyfunction!(engine::evaluate, module)?)?;
    module.add_class::<pdn::GameReader>()?;
    module.add_class::<pdn::PyGame>()?;
    module.add_class::<pdn::Node>()?;
    module.add_function(wrap_pyfunction!(pdn::write, module)?)?;
    module.add_function(wrap_pyfunction!(board::restore_move, module)?)?;
    module.add_function(wrap_pyfunction!(board::restore_board, module)?)
}
