//! Interrupts from the keyboard and termination signals, as messages.

use crossbeam_channel::{Receiver, unbounded};

/// Installs a signal handler that sends a message for each interrupt.
pub(super) fn listen() -> Result<Receiver<()>, ctrlc::Error> {
    let (sender, interrupts) = unbounded();
    ctrlc::set_handler(move || {
        // The receiver is dropped once the work is done.
        let _ = sender.send(());
    })?;
    Ok(interrupts)
}
