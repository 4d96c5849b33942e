//! Canceling a match: waits for players end, and searches in this process stop.

use crate::search::Signals;
use crate::sync::lock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, Weak};

/// The cancel flag of a match. Clones share the flag.
#[derive(Clone, Default)]
pub(super) struct CancelToken(Arc<CancelState>);

#[derive(Default)]
struct CancelState {
    canceled: AtomicBool,
    searches: Mutex<Vec<Weak<CurrentSearch>>>,
}

/// The signals of the current search of a player in this process.
type CurrentSearch = Mutex<Option<Arc<Signals>>>;

/// The handle by which a player in this process registers its searches. Canceling stops them.
pub(super) struct SearchHandle {
    current: Arc<CurrentSearch>,
    cancel_token: CancelToken,
}

impl CancelToken {
    /// Cancels the match and stops all registered searches.
    pub(super) fn cancel(&self) {
        self.0.canceled.store(true, Ordering::SeqCst);
        let searches = lock(&self.0.searches);
        for current in searches.iter().filter_map(Weak::upgrade) {
            let current = lock(&current);
            current.iter().for_each(|signals| signals.stop());
        }
    }

    /// Returns whether the match is canceled.
    pub(super) fn is_canceled(&self) -> bool {
        self.0.canceled.load(Ordering::SeqCst)
    }

    /// Returns a handle for a new player.
    pub(super) fn search_handle(&self) -> SearchHandle {
        let current = Arc::new(Mutex::new(None));
        let mut searches = lock(&self.0.searches);
        searches.retain(|search| search.strong_count() > 0);
        searches.push(Arc::downgrade(&current));
        SearchHandle { current, cancel_token: self.clone() }
    }
}

impl SearchHandle {
    /// Registers a new search. Stops it at once if the match is already canceled.
    pub(super) fn register(&self, signals: &Arc<Signals>) {
        let mut current = lock(&self.current);
        *current = Some(Arc::clone(signals));
        // Check under the lock: `cancel` either sees this search or is seen here.
        if self.cancel_token.is_canceled() {
            signals.stop();
        }
    }

    /// Returns whether the match is canceled. The result of the search is then invalid.
    pub(super) fn is_canceled(&self) -> bool {
        self.cancel_token.is_canceled()
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
        let cancel_token = CancelToken::default();
        let (first, second) = (cancel_token.search_handle(), cancel_token.search_handle());
        let (previous, current) = (new_signals(), new_signals());
        first.register(&previous);
        first.register(&current);
        assert!(!cancel_token.is_canceled() && !current.is_stopped());
        cancel_token.cancel();
        assert!(current.is_stopped() && !previous.is_stopped());
        let later = new_signals();
        second.register(&later);
        assert!(later.is_stopped() && second.is_canceled());
    }
}
