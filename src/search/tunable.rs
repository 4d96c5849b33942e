//! Figures that a tuner may move.
//!
//! The macro `tunables!` makes a function of each, and a list of all. Without the feature `tuning` the
//! functions are constants; with it, they read what `parameters::set` has set for the whole process.

/// A figure and where a tuner may move it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Tunable {
    /// The name of its function, and of the option that sets it.
    pub name: &'static str,
    /// Its value.
    pub value: i32,
    /// The least that it may be.
    pub min: i32,
    /// The most that it may be.
    pub max: i32,
    /// How far the tuner moves it up and down at the end.
    pub c_end: i32,
}

/// Makes a function of each figure and the list `TUNABLES` of all.
macro_rules! tunables {
    ($($(#[$doc:meta])* $name:ident = $value:literal, $min:literal..=$max:literal, $c_end:literal;)*) => {
        /// The figures that can be tuned.
        pub const TUNABLES: &[$crate::search::tunable::Tunable] = &[$(
            $crate::search::tunable::Tunable {
                name: stringify!($name),
                value: $value,
                min: $min,
                max: $max,
                c_end: $c_end,
            },
        )*];

        /// The place of each figure in the list.
        #[cfg(feature = "tuning")]
        #[expect(non_camel_case_types, reason = "they are named as the figures are")]
        enum Index { $($name),* }

        /// The values at present.
        #[cfg(feature = "tuning")]
        static VALUES: [std::sync::atomic::AtomicI32; TUNABLES.len()] =
            [$(std::sync::atomic::AtomicI32::new($value)),*];

        /// Sets the figure of that place in the list, for all engines of the process.
        #[cfg(feature = "tuning")]
        pub fn set_tunable(index: usize, value: i32) {
            if let Some(cell) = VALUES.get(index) {
                cell.store(value, std::sync::atomic::Ordering::Relaxed);
            }
        }

        $(
            $(#[$doc])*
            #[inline(always)]
            pub fn $name() -> i32 {
                #[cfg(feature = "tuning")]
                return VALUES[Index::$name as usize].load(std::sync::atomic::Ordering::Relaxed);
                #[cfg(not(feature = "tuning"))]
                $value
            }
        )*
    };
}

pub(super) use tunables;
