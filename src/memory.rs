//! The machine's memory: how much it can give, and large pages for large tables.
//!
//! Linux hands out more memory than there is and ends the program that uses it; a table that
//! could never be filled is better refused. And it gives memory in pages of 4 KiB, for which a
//! table read at random needs the page tables at every step, unless it is asked for large ones.
//! Elsewhere the allocator's word is taken.

use std::collections::TryReserveError;
use std::mem::MaybeUninit;

/// An empty vector with room for so many values, on large pages where the system has them.
///
/// # Errors
/// If there is no room.
pub(crate) fn vec_on_huge_pages<T>(count: usize) -> Result<Vec<T>, TryReserveError> {
    let mut values = Vec::new();
    values.try_reserve_exact(count)?;
    request_huge_pages(values.spare_capacity_mut());
    Ok(values)
}

/// So many zeros, on large pages where the system has them.
pub(crate) fn zeroed_on_huge_pages(count: usize) -> Box<[i16]> {
    // Without room the program ends, as it does wherever a vector grows.
    let mut values = vec_on_huge_pages(count).unwrap_or_default();
    values.resize(count, 0);
    values.into_boxed_slice()
}

/// Asks for large pages behind memory that has not been written yet. A wish only.
#[cfg(target_os = "linux")]
fn request_huge_pages<T>(memory: &mut [MaybeUninit<T>]) {
    const PAGE: usize = 1 << 12;
    let memory = memory.as_mut_ptr_range();
    let start = (memory.start as usize).next_multiple_of(PAGE);
    let end = memory.end as usize / PAGE * PAGE;
    if let Some(length) = end.checked_sub(start).filter(|&length| length >= HUGE_PAGE_SIZE) {
        // SAFETY: the pages lie within memory that is ours alone, and the advice changes neither
        // their contents nor how they may be used.
        unsafe { libc::madvise(start as *mut libc::c_void, length, libc::MADV_HUGEPAGE) };
    }
}

/// Other systems are not asked.
#[cfg(not(target_os = "linux"))]
fn request_huge_pages<T>(_: &mut [MaybeUninit<T>]) {}

/// The size of a large page of x86-64 and the usual one of aarch64.
#[cfg(target_os = "linux")]
const HUGE_PAGE_SIZE: usize = 2 << 20;

/// Bytes that can be used without swapping, within the limit of the process's control group;
/// `None` where the system does not tell.
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

/// The line `MemAvailable: 123 kB`, in bytes.
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
