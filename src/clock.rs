//! The clock of searches: [`std::time::Instant`], except in WebAssembly without an operating
//! system, where the standard library has no clock.
//!
//! There the host must provide the import `now` of the module `triskelion`: a function that returns
//! milliseconds from a fixed start and never goes back, such as `performance.now`.

#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
pub use std::time::Instant;

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
pub use host::Instant;

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
mod host {
    use std::time::Duration;

    #[link(wasm_import_module = "triskelion")]
    unsafe extern "C" {
        /// The host's clock in milliseconds.
        safe fn now() -> f64;
    }

    /// A point in time, as in the standard library.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
    pub struct Instant(Duration);

    impl Instant {
        /// Returns the current time.
        pub fn now() -> Instant {
            // The cast saturates: a clock before its start or without a value counts as 0.
            Instant(Duration::from_nanos((now() * 1e6) as u64))
        }

        /// Returns the time since `self`.
        pub fn elapsed(&self) -> Duration {
            Instant::now().0.saturating_sub(self.0)
        }
    }
}
