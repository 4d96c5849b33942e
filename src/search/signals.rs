//! Signals between a running search and its owner: stop, ponder hit, and the end of the search.
//!
//! Each search has its own [`Signals`]. The flags are atomics, which the search threads read; a
//! condition variable wakes waiting threads. Flags change under the lock, because a waiting thread
//! would miss a change between its check and its wait.

use crate::clock::Instant;
use crate::sync::lock;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Condvar, Mutex};
use std::time::Duration;

/// The signals of one search.
pub struct Signals {
    started: Instant,
    /// The search should stop.
    stop: AtomicBool,
    /// The best move must wait for `stop` or a ponder hit.
    held: AtomicBool,
    /// The best move is about to be sent.
    finishing: AtomicBool,
    /// The best move has been sent.
    done: AtomicBool,
    /// The time from the start of the search to the start of the clock in microseconds; `u64::MAX`
    /// while pondering.
    clock_start_micros: AtomicU64,
    lock: Mutex<()>,
    changed: Condvar,
}

impl Signals {
    /// Creates the signals of a search that started at `started`. An infinite or pondering search
    /// holds back its best move. The clock of a pondering search does not run.
    pub fn new(started: Instant, infinite: bool, pondering: bool) -> Signals {
        Signals {
            started,
            stop: AtomicBool::new(false),
            held: AtomicBool::new(infinite || pondering),
            finishing: AtomicBool::new(false),
            done: AtomicBool::new(false),
            clock_start_micros: AtomicU64::new(if pondering { u64::MAX } else { 0 }),
            lock: Mutex::new(()),
            changed: Condvar::new(),
        }
    }

    /// Changes flags under the lock and wakes all waiting threads.
    fn change(&self, change: impl FnOnce()) {
        let _guard = lock(&self.lock);
        change();
        self.changed.notify_all();
    }

    /// Waits until `condition` is true.
    fn wait_until(&self, condition: impl Fn() -> bool) {
        let guard = lock(&self.lock);
        drop(self.changed.wait_while(guard, |()| !condition()));
    }

    /// Stops the search.
    pub fn stop(&self) {
        self.change(|| self.stop.store(true, Ordering::Relaxed));
    }

    /// Ends pondering: starts the clock and releases the best move. Does nothing if the search is
    /// not pondering.
    pub fn ponder_hit(&self) {
        if self.clock_start_micros.load(Ordering::Relaxed) == u64::MAX {
            let now = self.elapsed().as_micros() as u64;
            self.change(|| {
                self.clock_start_micros.store(now, Ordering::Relaxed);
                self.held.store(false, Ordering::Relaxed);
            });
        }
    }

    /// Returns whether the search was stopped.
    #[inline]
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Returns the time since the search started.
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Returns the time that the clock has run; `None` while pondering.
    pub fn clock_elapsed(&self) -> Option<Duration> {
        match self.clock_start_micros.load(Ordering::Relaxed) {
            u64::MAX => None,
            start => Some(self.elapsed().saturating_sub(Duration::from_micros(start))),
        }
    }

    /// Returns whether the best move may be sent.
    pub fn is_released(&self) -> bool {
        self.is_stopped() || !self.held.load(Ordering::Relaxed)
    }

    /// Waits until the best move may be sent, and marks the search as finishing.
    pub fn wait_for_release(&self) {
        self.wait_until(|| self.is_released());
        self.finishing.store(true, Ordering::Relaxed);
    }

    /// Marks the best move as sent.
    pub fn finish(&self) {
        self.change(|| {
            self.finishing.store(true, Ordering::Relaxed);
            self.done.store(true, Ordering::Relaxed);
        });
    }

    /// Returns whether the best move is still to come.
    pub fn is_searching(&self) -> bool {
        !self.finishing.load(Ordering::Relaxed)
    }

    /// Waits until the best move has been sent.
    pub fn wait_for_end(&self) {
        self.wait_until(|| self.done.load(Ordering::Relaxed));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn normal_search_is_released_at_once() {
        let signals = Signals::new(Instant::now(), false, false);
        assert!(signals.clock_elapsed().is_some());
        signals.wait_for_release();
        signals.finish();
        signals.wait_for_end();
        assert!(!signals.is_searching() && !signals.is_stopped());
    }

    #[test]
    fn clock_starts_at_ponder_hit() {
        let signals = Signals::new(Instant::now(), false, true);
        assert_eq!(signals.clock_elapsed(), None);
        std::thread::sleep(Duration::from_millis(5));
        signals.ponder_hit();
        let clock_elapsed = signals.clock_elapsed().expect("the clock runs");
        assert!(clock_elapsed + Duration::from_millis(4) < signals.elapsed());
        signals.wait_for_release();
    }

    #[test]
    fn only_stop_releases_infinite_search() {
        let signals = Signals::new(Instant::now(), true, false);
        std::thread::scope(|scope| {
            let waiter = scope.spawn(|| signals.wait_for_release());
            signals.ponder_hit();
            std::thread::sleep(Duration::from_millis(5));
            assert!(!waiter.is_finished());
            signals.stop();
        });
        assert!(signals.is_stopped());
    }
}
