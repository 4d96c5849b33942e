//! Processes of the program: waiting for them, killing them, and what the system reports of them.

use std::thread;
use std::time::{Duration, Instant};

/// The time after which a test fails instead of hanging.
pub(crate) const TIMEOUT: Duration = Duration::from_secs(120);

/// Waits until a condition holds.
#[track_caller]
pub(crate) fn wait_until(what: &str, condition: impl Fn() -> bool) {
    let start = Instant::now();
    while !condition() {
        assert!(start.elapsed() < TIMEOUT, "{what}: not before the timeout");
        thread::sleep(Duration::from_millis(1));
    }
}

#[cfg(target_os = "linux")]
pub(crate) use linux::*;

/// Processes on Linux, by `/proc`.
#[cfg(target_os = "linux")]
mod linux {
    use std::fs;
    use std::process::Command;

    /// Returns the state and the parent of a process; `None` if it has ended.
    fn state(id: u32) -> Option<(char, u32)> {
        let stat = fs::read_to_string(format!("/proc/{id}/stat")).ok()?;
        // The name before the last parenthesis may contain anything.
        let mut fields = stat.rsplit_once(')')?.1.split_whitespace();
        Some((fields.next()?.chars().next()?, fields.next()?.parse().ok()?))
    }

    /// Returns the children of a process that have not ended.
    pub(crate) fn children(parent: u32) -> Vec<u32> {
        let entries = fs::read_dir("/proc").expect("the processes");
        let ids = entries.filter_map(|entry| entry.ok()?.file_name().to_str()?.parse().ok());
        ids.filter(|&id| state(id).is_some_and(|(state, of)| of == parent && state != 'Z'))
            .collect()
    }

    /// Returns whether a process has ended.
    pub(crate) fn has_ended(id: u32) -> bool {
        state(id).is_none_or(|(state, _)| state == 'Z')
    }

    /// Kills a process.
    pub(crate) fn kill(id: u32) {
        let status = Command::new("kill").args(["-KILL", &id.to_string()]).status();
        assert!(status.expect("the command is there").success());
    }

    /// Returns the resident memory of a process in KiB.
    pub(crate) fn resident_kib(id: u32) -> u64 {
        let status = fs::read_to_string(format!("/proc/{id}/status")).expect("a running process");
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        let number = line.and_then(|line| line.trim().strip_suffix(" kB")?.parse().ok());
        number.expect("the resident memory")
    }

    /// Returns the number of threads of a process.
    pub(crate) fn thread_count(id: u32) -> usize {
        fs::read_dir(format!("/proc/{id}/task")).expect("a running process").count()
    }

    /// Returns the number of open files and connections of a process.
    pub(crate) fn open_file_count(id: u32) -> usize {
        fs::read_dir(format!("/proc/{id}/fd")).expect("a running process").count()
    }
}
