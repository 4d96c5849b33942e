//! Search parameters that the tuner may change.
//!
//! The macro `tunables!` defines a function for each parameter and a list of all. Without the
//! feature `tuning` the functions return constants. With it, they read values that
//! `parameters::set_tunable` sets for the whole process.

/// A search parameter and its range for tuning.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Tunable {
    /// The name of its function and of its UCI option.
    pub name: &'static str,
    /// The default value.
    pub value: i32,
    /// The minimum.
    pub min: i32,
    /// The maximum.
    pub max: i32,
    /// The SPSA perturbation in the last iteration.
    pub c_end: i32,
}

/// Defines a function for each parameter, and the list `TUNABLES`.
macro_rules! tunables {
    ($($(#[$doc:meta])* $name:ident = $value:literal, $min:literal..=$max:literal, $c_end:literal;)*) => {
        /// The search parameters that can be tuned.
        pub const TUNABLES: &[$crate::search::tunable::Tunable] = &[$(
            $crate::search::tunable::Tunable {
                name: stringify!($name),
                value: $value,
                min: $min,
                max: $max,
                c_end: $c_end,
            },
        )*];

        /// The index of each parameter in the list.
        #[cfg(feature = "tuning")]
        #[expect(non_camel_case_types, reason = "the variants have the names of the parameters")]
        enum Index { $($name),* }

        /// The current values.
        #[cfg(feature = "tuning")]
        static VALUES: [std::sync::atomic::AtomicI32; TUNABLES.len()] =
            [$(std::sync::atomic::AtomicI32::new($value)),*];

        /// Sets the parameter with this index in the list for all engines of the process.
        #[cfg(feature = "tuning")]
        pub(crate) fn set_tunable(index: usize, value: i32) {
            if let Some(cell) = VALUES.get(index) {
                cell.store(value, std::sync::atomic::Ordering::Relaxed);
            }
        }

        $(
            $(#[$doc])*
            #[inline(always)]
            pub(super) fn $name() -> i32 {
                #[cfg(feature = "tuning")]
                return VALUES[Index::$name as usize].load(std::sync::atomic::Ordering::Relaxed);
                #[cfg(not(feature = "tuning"))]
                $value
            }
        )*
    };
}

pub(super) use tunables;
