//! How much memory the machine can give, where it says so.
//!
//! Linux hands out more memory than there is and ends the program that uses it; a table that
//! could never be filled is better refused. Elsewhere the allocator's word is taken.

/// Bytes that can be used without swapping, within the limit of the process's control group;
/// `None` where the system does not tell.
pub(super) fn available() -> Option<u64> {
    let machine = std::fs::read_to_string("/proc/meminfo").ok().and_then(|text| of_machine(&text));
    let group = std::fs::read_to_string("/sys/fs/cgroup/memory.max").ok();
    let group = group.and_then(|text| text.trim().parse().ok());
    match (machine, group) {
        (Some(machine), Some(group)) => Some(machine.min(group)),
        (machine, group) => machine.or(group),
    }
}

/// The line `MemAvailable: 123 kB`, in bytes.
fn of_machine(text: &str) -> Option<u64> {
    let rest = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kibibytes: u64 = rest.trim().strip_suffix("kB")?.trim().parse().ok()?;
    kibibytes.checked_mul(1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_is_read() {
        let text = "MemTotal:  24000 kB\nMemAvailable:   1234 kB\nBuffers: 1 kB\n";
        assert_eq!(of_machine(text), Some(1234 * 1024));
        assert_eq!(of_machine("MemAvailable: many kB"), None);
        assert_eq!(of_machine(""), None);
    }
}
