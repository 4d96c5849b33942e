//! Calling off a match: whoever waits for a player gives up, and searches in this process stop.

use crate::search::Signals;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError, Weak};

/// What a match is called off by; copies are of the same match.
#[derive(Clone, Default)]
pub(super) struct CancelToken(Arc<CancelState>);

#[derive(Default)]
struct CancelState {
    cancelled: AtomicBool,
    searches: Mutex<Vec<Weak<CurrentSearch>>>,
}

/// The present search of a player in this process.
type CurrentSearch = Mutex<Option<Arc<Signals>>>;

/// A player in this process, whose searches end when the match is called off.
pub(super) struct SearchHandle {
    current: Arc<CurrentSearch>,
    cancel_token: CancelToken,
}

impl CancelToken {
    /// Nobody is to think any more.
    pub fn cancel(&self) {
        self.0.cancelled.store(true, Ordering::SeqCst);
        let searchers = self.0.searches.lock().unwrap_or_else(PoisonError::into_inner);
        for present in searchers.iter().filter_map(Weak::upgrade) {
            let present = present.lock().unwrap_or_else(PoisonError::into_inner);
            present.iter().for_each(|signals| signals.stop());
        }
    }

    /// Is the match called off?
    pub fn is_cancelled(&self) -> bool {
        self.0.cancelled.load(Ordering::SeqCst)
    }

    /// A player whose searches are to be stopped.
    pub fn search_handle(&self) -> SearchHandle {
        let present = Arc::new(Mutex::new(None));
        let mut searchers = self.0.searches.lock().unwrap_or_else(PoisonError::into_inner);
        searchers.retain(|other| other.strong_count() > 0);
        searchers.push(Arc::downgrade(&present));
        SearchHandle { current: present, cancel_token: self.clone() }
    }
}

impl SearchHandle {
    /// This search begins; it is stopped at once if the match is called off already.
    pub fn register(&self, signals: &Arc<Signals>) {
        let mut present = self.current.lock().unwrap_or_else(PoisonError::into_inner);
        *present = Some(Arc::clone(signals));
        // Under the lock, so that a call either finds the search or is found here.
        if self.cancel_token.is_cancelled() {
            signals.stop();
        }
    }

    /// Is the match called off, so that what was found is worth nothing?
    pub fn is_cancelled(&self) -> bool {
        self.cancel_token.is_cancelled()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Instant;

    fn new_signals() -> Arc<Signals> {
        Arc::new(Signals::new(Instant::now(), false, false))
    }

    #[test]
    fn cancel_stops_current_and_later_searches() {
        let call_off = CancelToken::default();
        let (one, other) = (call_off.search_handle(), call_off.search_handle());
        let (past, present) = (new_signals(), new_signals());
        one.register(&past);
        one.register(&present);
        assert!(!call_off.is_cancelled() && !present.is_stopped());
        call_off.cancel();
        assert!(present.is_stopped() && !past.is_stopped());
        let late = new_signals();
        other.register(&late);
        assert!(late.is_stopped() && other.is_cancelled());
    }
}
