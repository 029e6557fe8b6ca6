//! What implementations are held against.
//!
//! * [`source`]: golden files, built from texts that name every byte, independent of any codec; they are in `golden/`.
//! * [`suite`]: cases: what an implementation is asked, and what it has to answer; they are in `cases/`.
//! * [`derive`](mod@derive): cases that follow from a schema and a text; they are in `cases/derived/`.
//! * [`protocol`]: how the runner and a program under test talk.
//! * [`runner`]: asks, watches and judges.
//! * [`doctor`]: what is wrong with an adapter. [`known`]: failures that are known. [`report`]: what a run says.
//! * [`testee`]: programs that drive other implementations, built and watched; they are in `testees/`.
#![forbid(unsafe_code)]

pub mod derive;
pub mod doctor;
pub mod known;
pub mod protocol;
pub mod report;
pub mod runner;
pub mod source;
pub mod suite;
pub mod testee;
