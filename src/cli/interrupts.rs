//! Interrupts from the keyboard, or a polite request to end, as messages.

use crossbeam_channel::{Receiver, unbounded};

/// A message for each interrupt from now on.
pub fn listen() -> Result<Receiver<()>, ctrlc::Error> {
    let (sender, interrupts) = unbounded();
    ctrlc::set_handler(move || {
        // Nobody listens once the work is done.
        let _ = sender.send(());
    })?;
    Ok(interrupts)
}
