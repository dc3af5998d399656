//! What Ctrl-C does while other programs are at work: they are ended, and this program says what it has.

use crate::client::Stop;

/// Exit code after an interrupt.
pub(super) const INTERRUPTED: u8 = 130;

/// A flag that is raised, from now on, when this program is interrupted, hung up on or asked to end.
pub(super) fn watch() -> Stop {
    let stop = Stop::default();
    let raised = stop.clone();
    if let Err(error) = ctrlc::set_handler(move || raised.raise()) {
        log::warn!("an interrupt will not be caught: {error}");
    }
    stop
}
