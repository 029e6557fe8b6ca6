//! Tests exported code like other programs. `testees`: headers in C and modules in Python run the suite. `readers`:
//! modules and `.ksy` files read every golden, and are compared with ours.
//!
//! `.ci/run` puts the compiler of Kaitai Struct and the runtime of its readers into `target/kaitai`.
#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic)]

use tests::programs;
mod readers;
mod testees;
