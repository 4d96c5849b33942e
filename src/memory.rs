//! Large allocations: the memory that the system can still give, and huge pages.
//!
//! Linux overcommits memory and kills a process that uses too much. Callers compare a table's size
//! with [`available_bytes`] and refuse one that is larger. Linux also maps memory in pages of 4
//! KiB, for which a table read at random needs a page walk at almost every access; huge pages
//! avoid this. Other systems get plain allocations.

use std::collections::TryReserveError;

/// Returns an empty vector with capacity for `count` values, on huge pages where the system has
/// them.
///
/// # Errors
/// If the allocation fails.
pub(crate) fn vec_on_huge_pages<T>(count: usize) -> Result<Vec<T>, TryReserveError> {
    let mut values = Vec::new();
    values.try_reserve_exact(count)?;
    request_huge_pages(values.spare_capacity_mut());
    Ok(values)
}

/// Returns `count` zeros, on huge pages where the system has them.
pub(crate) fn zeroed_on_huge_pages(count: usize) -> Box<[i16]> {
    // The system maps zeros on the first access, so parts that are never used take no memory.
    let mut values = vec![0; count].into_boxed_slice();
    request_huge_pages(&mut values);
    values
}

/// Requests huge pages for memory that is not in use yet. The kernel may ignore the request.
#[cfg(target_os = "linux")]
fn request_huge_pages<T>(memory: &mut [T]) {
    const PAGE: usize = 1 << 12;
    let memory = memory.as_mut_ptr_range();
    let start = (memory.start as usize).next_multiple_of(PAGE);
    let end = memory.end as usize / PAGE * PAGE;
    if let Some(length) = end.checked_sub(start).filter(|&length| length >= HUGE_PAGE_SIZE) {
        // SAFETY: the pages lie within `memory`, which is borrowed exclusively, and the advice
        // changes neither their contents nor their access rights.
        unsafe { libc::madvise(start as *mut libc::c_void, length, libc::MADV_HUGEPAGE) };
    }
}

/// Does nothing on other systems.
#[cfg(not(target_os = "linux"))]
fn request_huge_pages<T>(_: &mut [T]) {}

/// The size of a huge page on x86-64, and the default one on aarch64.
#[cfg(target_os = "linux")]
const HUGE_PAGE_SIZE: usize = 2 << 20;

/// Returns the bytes that can be used without swapping, within the limit of the process's control
/// group; `None` if the system does not report either.
pub(crate) fn available_bytes() -> Option<u64> {
    let machine =
        std::fs::read_to_string("/proc/meminfo").ok().and_then(|text| parse_mem_available(&text));
    let group = std::fs::read_to_string("/sys/fs/cgroup/memory.max").ok();
    let group = group.and_then(|text| text.trim().parse().ok());
    match (machine, group) {
        (Some(machine), Some(group)) => Some(machine.min(group)),
        (machine, group) => machine.or(group),
    }
}

/// Parses the line `MemAvailable: 123 kB` of `/proc/meminfo` into bytes.
fn parse_mem_available(text: &str) -> Option<u64> {
    let rest = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kibibytes: u64 = rest.trim().strip_suffix("kB")?.trim().parse().ok()?;
    kibibytes.checked_mul(1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parse_mem_available_reads_its_line() {
        let text = "MemTotal:  24000 kB\nMemAvailable:   1234 kB\nBuffers: 1 kB\n";
        assert_eq!(parse_mem_available(text), Some(1234 * 1024));
        assert_eq!(parse_mem_available("MemAvailable: many kB"), None);
        assert_eq!(parse_mem_available(""), None);
    }
}
