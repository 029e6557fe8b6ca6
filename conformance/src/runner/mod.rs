//! Asks programs under test, within bounds, and judges their answers.
//!
//! * [`Program`]: a program, which the runner starts once as a process that answers, or once for each case.
//! * [`run_cases`]: runs all cases in parallel; the results are in the order of the cases.
//! * [`compare`]: compares a value of a model with the expected one.
//! * [`Note`]: a difference in a right answer.
//! * [`judge`](mod@judge): judges an answer. A crash, a hang or excessive use of memory is never a correct refusal.

pub mod compare;
mod decodes;
mod fault;
pub mod judge;
mod leavings;
mod note;
mod oneshot;
mod program;
mod result;
mod session;
mod target;
mod workers;
mod workplace;

pub use self::note::{About, Note};
pub use self::program::{Greeting, Program, StartError};
pub use self::result::{CaseResult, NoAnswer, Outcome, Status};
pub(crate) use self::session::Session;
pub use self::workers::{Progress, RunOptions, run_cases};
