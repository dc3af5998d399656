//! Progress bars: on standard error, when that is a terminal.

use std::fmt::Write;
use std::io::{self, IsTerminal};
use std::time::Duration;

use indicatif::{HumanDuration, ProgressBar, ProgressState, ProgressStyle};

/// How often a bar is drawn anew while nothing happens.
const TICK: Duration = Duration::from_millis(500);

/// A bar of which a part is done, if somebody can see it. It shows at once, and that time passes.
pub(super) fn bar(length: u64, done: u64, message: String) -> Option<ProgressBar> {
    if !io::stderr().is_terminal() {
        return None;
    }
    let bar = ProgressBar::new(length).with_position(done).with_message(message);
    // Else what was done before would count for the estimate.
    bar.reset_eta();
    let style = ProgressStyle::with_template("{wide_bar} {pos}/{len} {elapsed}, {left} left  {msg}");
    bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()).with_key("left", left));
    bar.enable_steady_tick(TICK);
    Some(bar)
}

/// The time left, once there is an estimate.
fn left(state: &ProgressState, out: &mut dyn Write) {
    let eta = state.eta();
    // Where it cannot be written nothing is shown.
    let _ = if eta.is_zero() { write!(out, "?") } else { write!(out, "{:#}", HumanDuration(eta)) };
}
