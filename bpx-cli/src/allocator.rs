//! Makes the allocator of the system return memory.
#![allow(unsafe_code)]

/// The size in bytes from which the allocator maps each block, so that the block grows without a copy, and its memory
/// goes back to the system when the block is dropped.
const MAPPED: libc::c_int = 1 << 20;

/// Sets the size of mapped blocks. By itself, the allocator raises that size to the size of the largest dropped block,
/// up to 32 MiB. Growing vectors then leave holes, which took up to a quarter of the memory of a command. Threads share
/// one arena, because memory that a thread has freed stays in the arena of the thread.
pub(crate) fn return_memory() {
    // SAFETY: these only set parameters, before other threads exist. A failure leaves the defaults, which keep more memory
    // and are otherwise the same.
    unsafe {
        libc::mallopt(libc::M_MMAP_THRESHOLD, MAPPED);
        libc::mallopt(libc::M_ARENA_MAX, 1);
    }
}
