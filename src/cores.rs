//! The number of cores that the program may use.

use std::thread::available_parallelism;

/// The variable in which Slurm says how many cores a task was given.
const SLURM_CORES: &str = "SLURM_CPUS_PER_TASK";

/// Returns the number of cores that the program may use: those of its affinity and of the quota of
/// its control group, and under Slurm no more than the task was given. It is at least 1.
pub fn cores() -> usize {
    let cores = available_parallelism().map_or(1, |cores| cores.get());
    let given = std::env::var(SLURM_CORES).ok().and_then(|cores| cores.parse().ok());
    given.map_or(cores, |given: usize| given.clamp(1, cores))
}
