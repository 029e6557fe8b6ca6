//! Formats of others: compiled, interpreted and exported readers find the same in them.
#![cfg(unix)]
#![allow(missing_docs, unreachable_pub, clippy::unwrap_used, clippy::indexing_slicing, clippy::panic)]

mod absent_lists;
mod bits;
mod declared;
mod each_number;
mod early;
mod enclosed;
mod exported;
mod files;
mod laid;
mod lengths;
mod lists;
mod misplaced;
mod names;
mod padded;
use tests::programs;
mod ranges;
mod readers;
mod related;
mod rules;
mod self_ending;
#[path = "../shapes/mod.rs"]
mod shapes;
mod shelf;
mod spaces;
mod streams;
mod sums;
mod tags;
mod totals;
mod uneven;
