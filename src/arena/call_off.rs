//! Calling off a match: whoever waits for a player gives up, and searches in this process stop.

use crate::search::Signals;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError, Weak};

/// What a match is called off by; copies are of the same match.
#[derive(Clone, Default)]
pub(super) struct CallOff(Arc<Shared>);

#[derive(Default)]
struct Shared {
    called: AtomicBool,
    searchers: Mutex<Vec<Weak<Present>>>,
}

/// The present search of a player in this process.
type Present = Mutex<Option<Arc<Signals>>>;

/// A player in this process, whose searches end when the match is called off.
pub(super) struct Searcher {
    present: Arc<Present>,
    call_off: CallOff,
}

impl CallOff {
    /// Nobody is to think any more.
    pub fn call(&self) {
        self.0.called.store(true, Ordering::SeqCst);
        let searchers = self.0.searchers.lock().unwrap_or_else(PoisonError::into_inner);
        for present in searchers.iter().filter_map(Weak::upgrade) {
            let present = present.lock().unwrap_or_else(PoisonError::into_inner);
            present.iter().for_each(|signals| signals.stop());
        }
    }

    /// Is the match called off?
    pub fn is_called(&self) -> bool {
        self.0.called.load(Ordering::SeqCst)
    }

    /// A player whose searches are to be stopped.
    pub fn searcher(&self) -> Searcher {
        let present = Arc::new(Mutex::new(None));
        let mut searchers = self.0.searchers.lock().unwrap_or_else(PoisonError::into_inner);
        searchers.retain(|other| other.strong_count() > 0);
        searchers.push(Arc::downgrade(&present));
        Searcher { present, call_off: self.clone() }
    }
}

impl Searcher {
    /// This search begins; it is stopped at once if the match is called off already.
    pub fn begin(&self, signals: &Arc<Signals>) {
        let mut present = self.present.lock().unwrap_or_else(PoisonError::into_inner);
        *present = Some(Arc::clone(signals));
        // Under the lock, so that a call either finds the search or is found here.
        if self.call_off.is_called() {
            signals.stop();
        }
    }

    /// Is the match called off, so that what was found is worth nothing?
    pub fn is_called_off(&self) -> bool {
        self.call_off.is_called()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Instant;

    fn search() -> Arc<Signals> {
        Arc::new(Signals::new(Instant::now(), false, false))
    }

    #[test]
    fn searches_stop_whether_they_begin_before_or_after_the_call() {
        let call_off = CallOff::default();
        let (one, other) = (call_off.searcher(), call_off.searcher());
        let (past, present) = (search(), search());
        one.begin(&past);
        one.begin(&present);
        assert!(!call_off.is_called() && !present.is_stopped());
        call_off.call();
        assert!(present.is_stopped() && !past.is_stopped());
        let late = search();
        other.begin(&late);
        assert!(late.is_stopped() && other.is_called_off());
    }
}
