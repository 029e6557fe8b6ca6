//! The explorer's side of the library: one function takes a request as JSON and returns a reply as JSON.
//!
//! * [`host`]: files and downloads, which belong to the page.
//! * [`session`]: the file that is open, and how it is read.
//! * [`listen`]: what a traversal is asked: parts, places, matches, contents.
//! * [`calls`]: the requests by name.
//! * `abi`: the functions that the module exports and imports; the only unsafe code.

#[cfg(target_arch = "wasm32")]
#[allow(unsafe_code)]
mod abi;
pub mod calls;
pub mod failure;
pub mod host;
pub mod listen;
pub mod session;
