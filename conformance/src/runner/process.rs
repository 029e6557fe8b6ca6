//! What the system tells of a process.

/// Memory that a process has in use now, in bytes, where the system tells it.
pub(super) fn memory(id: u32) -> Option<u64> {
    field(id, "VmRSS:")
}

fn field(id: u32, name: &str) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{id}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix(name))?;
    let kibibytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    kibibytes.checked_mul(1024)
}
