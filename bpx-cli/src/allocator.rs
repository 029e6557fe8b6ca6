//! The allocator of the system returns memory.
#![allow(unsafe_code)]

/// Makes the allocator map every block of at least this many bytes, so that it grows without a copy, and its memory goes
/// back to the system when it is dropped.
const MAPPED: libc::c_int = 1 << 20;

/// Sets the size of mapped blocks. By itself, the allocator raises it to the size of the largest block that was dropped,
/// up to 32 MiB; then growing vectors leave holes that took up to a quarter of the memory of a command. Threads share one
/// arena, because memory that one of them has freed stays in its own.
pub(crate) fn return_memory() {
    // SAFETY: these only set parameters, before other threads exist. A failure leaves the defaults, which keep more memory
    // and are otherwise the same.
    unsafe {
        libc::mallopt(libc::M_MMAP_THRESHOLD, MAPPED);
        libc::mallopt(libc::M_ARENA_MAX, 1);
    }
}
