//! Asks programs under test, within bounds, and judges their answers.
//!
//! * [`Program`]: how a program is started: as a persistent process, or once for each case.
//! * [`run`](run()): all cases, side by side; the results are in the order of the cases.
//! * [`compare`]: whether a value of a model is the one that is wanted.
//! * [`Note`]: what differs in an answer that is right.
//! * [`judge`](mod@judge): what an answer means. A crash, a hang or a flood of memory is never a correct refusal.

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
pub use self::result::{CaseResult, Outcome, Status};
pub(crate) use self::session::Session;
pub use self::workers::{Progress, RunOptions, run};
