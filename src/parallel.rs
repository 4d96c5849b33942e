//! Parallel work on the threads of a pool.
//!
//! The functions of rayon are compiled for each closure that they take, for most of them once for
//! each rule set. Here they take one type of closures, and only the thin functions around them are
//! generic.

use crate::sync::lock;
use rayon::ThreadPool;
use rayon::prelude::*;
use std::iter;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};

/// Calls `work` on a thread of the pool. The other functions use all threads of the pool in it.
pub(crate) fn install(pool: &ThreadPool, work: &mut (dyn FnMut() + Send)) {
    pool.install(work);
}

/// Returns the results of `work` on each thread of the pool, in the order of their numbers, which
/// `work` is given.
pub(crate) fn on_each_thread<R: Send>(
    pool: &ThreadPool,
    work: &(dyn Fn(usize) -> R + Sync),
) -> Vec<R> {
    pool.broadcast(|context| work(context.index()))
}

/// Returns the results of `work` for the numbers below `count`, in their order. The threads of the
/// current pool take the numbers one by one.
pub(crate) fn map<R: Send + Sync>(count: usize, work: impl Fn(usize) -> R + Sync) -> Vec<R> {
    let results: Vec<OnceLock<R>> = (0..count).map(|_| OnceLock::new()).collect();
    for_each(count, &|number| {
        results[number].get_or_init(|| work(number));
    });
    results.into_iter().filter_map(OnceLock::into_inner).collect()
}

/// As [`map`], on the threads of this pool.
pub(crate) fn map_on<R: Send + Sync>(
    pool: &ThreadPool,
    count: usize,
    work: impl Fn(usize) -> R + Sync,
) -> Vec<R> {
    let mut results = Vec::new();
    install(pool, &mut || results = map(count, &work));
    results
}

/// As [`map_on`]; `work` is also given the state of the thread that has taken the number.
#[cfg(feature = "tournament")]
pub(crate) fn map_with<S: Send, R: Send + Sync>(
    pool: &ThreadPool,
    count: usize,
    new: impl Fn() -> S + Sync,
    work: impl Fn(&mut S, usize) -> R + Sync,
) -> Vec<R> {
    let results: Vec<OnceLock<R>> = (0..count).map(|_| OnceLock::new()).collect();
    install(pool, &mut || {
        fold(count, &new, |state, number| {
            results[number].get_or_init(|| work(state, number));
            true
        });
    });
    results.into_iter().filter_map(OnceLock::into_inner).collect()
}

/// Calls `step` for the numbers below `count` until it returns false, each time with the state of
/// the thread that has taken the number. Returns the states of the threads of the current pool.
pub(crate) fn fold<S: Send>(
    count: usize,
    new: impl Fn() -> S + Sync,
    step: impl Fn(&mut S, usize) -> bool + Sync,
) -> Vec<S> {
    let (next, states) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    for_each(rayon::current_num_threads().min(count), &|_| {
        let mut state = new();
        let take = || next.fetch_add(1, Ordering::Relaxed);
        for number in iter::repeat_with(take).take_while(|&number| number < count) {
            if !step(&mut state, number) {
                next.store(count, Ordering::Relaxed);
            }
        }
        lock(&states).push(state);
    });
    states.into_inner().unwrap_or_else(PoisonError::into_inner)
}

/// Calls `work` for the numbers below `count` on the threads of the current pool.
fn for_each(count: usize, work: &(dyn Fn(usize) + Sync)) {
    (0..count).into_par_iter().with_max_len(1).for_each(work);
}

#[cfg(test)]
mod tests {
    use super::*;
    use rayon::ThreadPoolBuilder;

    #[test]
    fn results_stand_in_the_order_of_the_numbers() {
        for threads in [1, 3] {
            let pool = ThreadPoolBuilder::new().num_threads(threads).build().expect("a pool");
            let squares = map_on(&pool, 100, |number| number * number);
            assert!(squares.into_iter().eq((0..100).map(|number| number * number)));
            assert!(map_on(&pool, 0, |number| number).is_empty());
        }
    }

    #[test]
    fn fold_takes_each_number_once_until_a_step_ends_it() {
        let pool = ThreadPoolBuilder::new().num_threads(3).build().expect("a pool");
        let (mut all, mut ended) = (Vec::new(), Vec::new());
        install(&pool, &mut || {
            all = fold(1000, Vec::new, |taken: &mut Vec<usize>, number| {
                taken.push(number);
                true
            });
            ended = fold(
                1_000_000,
                || 0,
                |taken: &mut usize, number| {
                    *taken += 1;
                    number < 10
                },
            );
        });
        assert!(all.len() <= 3);
        let mut numbers = all.concat();
        numbers.sort_unstable();
        assert!(numbers.into_iter().eq(0..1000));
        assert!(ended.iter().sum::<usize>() < 1_000_000, "{ended:?}");
    }
}
