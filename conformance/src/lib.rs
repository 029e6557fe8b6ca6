//! The conformance suite: cases, the runner, and reports.
//!
//! * [`source`]: golden files, built from texts that name every byte, without any codec; they are in `golden/`.
//! * [`suite`]: the cases, which are questions to an implementation and the expected answers; they are in `cases/`.
//! * [`derive`](mod@derive): cases that follow from a schema and a text; they are in `cases/derived/`.
//! * [`export`]: the suite as static files, for runners in other languages.
//! * [`lint`](mod@lint): faults of the cases themselves.
//! * [`protocol`]: the protocol between the runner and a program under test.
//! * [`runner`]: runs the cases against programs, within limits, and judges the answers.
//! * [`doctor`]: diagnoses an adapter. [`known`]: known failures. [`report`]: reports of runs.
//! * [`testee`]: builds and watches the programs that drive other implementations; these programs are in `testees/`.
#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

pub mod derive;
pub mod doctor;
pub mod export;
pub mod known;
pub mod lint;
pub mod protocol;
pub mod report;
pub mod runner;
pub mod source;
pub mod suite;
mod suite_error;
pub mod testee;

pub use suite_error::SuiteError;

/// Runs the examples of the README as doctests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
