//! What the user of a running search can say to it, and how its end is awaited.
//!
//! One `Signals` for each search. Flags are atomics, read by the searching threads; a condition
//! variable wakes whoever waits. What can go wrong: a flag that is set between the check and the
//! wait would be missed, so flags change under the lock.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Signals to and from one search.
pub struct Signals {
    started: Instant,
    /// End soon.
    stop: AtomicBool,
    /// No best move before `stop` or the clock runs.
    held: AtomicBool,
    /// The best move is about to be sent.
    finishing: AtomicBool,
    /// The best move has been sent.
    done: AtomicBool,
    /// Microseconds from the start to the moment the clock began to run; `u64::MAX` while it
    /// does not.
    clock_start_micros: AtomicU64,
    lock: Mutex<()>,
    changed: Condvar,
}

impl Signals {
    /// For a search that began at `started`. It holds its best move back if it is infinite or
    /// ponders; in the latter case the clock does not run yet.
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

    /// Changes a flag so that nobody who waits misses it.
    fn change(&self, change: impl FnOnce()) {
        let _guard = self.lock.lock().unwrap_or_else(PoisonError::into_inner);
        change();
        self.changed.notify_all();
    }

    /// Waits until a condition on the flags holds.
    fn wait_until(&self, condition: impl Fn() -> bool) {
        let guard = self.lock.lock().unwrap_or_else(PoisonError::into_inner);
        drop(self.changed.wait_while(guard, |()| !condition()));
    }

    /// Has the search end soon.
    pub fn stop(&self) {
        self.change(|| self.stop.store(true, Ordering::Relaxed));
    }

    /// From now on the clock runs, and the best move is no longer held back. Nothing happens if
    /// it was not pondering.
    pub fn ponder_hit(&self) {
        if self.clock_start_micros.load(Ordering::Relaxed) == u64::MAX {
            let now = self.elapsed().as_micros() as u64;
            self.change(|| {
                self.clock_start_micros.store(now, Ordering::Relaxed);
                self.held.store(false, Ordering::Relaxed);
            });
        }
    }

    /// Was it told to stop?
    #[inline]
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// The time since the start.
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// The time on the clock since the start; `None` while it does not run.
    pub fn clock_elapsed(&self) -> Option<Duration> {
        match self.clock_start_micros.load(Ordering::Relaxed) {
            u64::MAX => None,
            from => Some(self.elapsed().saturating_sub(Duration::from_micros(from))),
        }
    }

    /// Waits until the best move may be sent.
    pub fn wait_for_release(&self) {
        self.wait_until(|| self.is_stopped() || !self.held.load(Ordering::Relaxed));
        self.finishing.store(true, Ordering::Relaxed);
    }

    /// Tells that the best move has been sent.
    pub fn finish(&self) {
        self.change(|| {
            self.finishing.store(true, Ordering::Relaxed);
            self.done.store(true, Ordering::Relaxed);
        });
    }

    /// Has the best move still to come?
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
        let on_clock = signals.clock_elapsed().expect("the clock runs");
        assert!(on_clock + Duration::from_millis(4) < signals.elapsed());
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
