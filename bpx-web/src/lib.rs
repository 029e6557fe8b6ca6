//! The library for the explorer: one function takes a request as JSON, and returns a reply as JSON with bytes after it.
//!
//! * [`host`]: files and downloads, which belong to the page.
//! * [`session`]: the open file, and its format.
//! * [`listen`]: listeners for a traversal, which collect child values, values at offsets, search results, and
//!   contents.
//! * [`calls`]: the requests, by name.
//! * `abi`: the exported and imported functions of the module, with the only unsafe code.

#[cfg(target_arch = "wasm32")]
#[allow(unsafe_code)]
mod abi;
pub mod calls;
pub mod failure;
pub mod host;
pub mod listen;
pub mod session;
