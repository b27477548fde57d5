//! Ctrl-C.

use crate::interrupt::Interrupt;

/// An interrupt that Ctrl-C raises, or the signal to end. A process can ask for it only once.
///
/// # Errors
/// If the system does not let signals be handled.
pub(super) fn on_signal() -> Result<Interrupt, ctrlc::Error> {
    let interrupt = Interrupt::default();
    let raised = interrupt.clone();
    ctrlc::set_handler(move || raised.raise())?;
    Ok(interrupt)
}
