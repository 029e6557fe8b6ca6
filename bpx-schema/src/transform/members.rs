//! Decodes concatenated streams as one stream.

use super::{Decode, Output, State, Step, StreamError};

/// Decodes streams up to the end of the input.
pub(super) struct Members<F> {
    start: F,
    /// The decoder of the current stream; `None` between two streams.
    current: Option<Box<dyn Decode>>,
    /// Number of stored bytes before the current stream.
    before: u64,
    consumed: u64,
}

impl<F: FnMut() -> Box<dyn Decode>> Members<F> {
    pub(super) fn new(mut start: F) -> Self {
        let current = Some(start());
        Self { start, current, before: 0, consumed: 0 }
    }
}

impl<F: FnMut() -> Box<dyn Decode> + Send> Decode for Members<F> {
    fn step(&mut self, input: &[u8], last: bool, output: Output<'_>) -> Result<Step, StreamError> {
        if self.current.is_none() && input.is_empty() {
            let state = if last { State::Ended } else { State::Stalled };
            return Ok(Step { consumed: 0, produced: 0, state });
        }
        let current = self.current.get_or_insert_with(|| (self.start)());
        let mut step = current.step(input, last, output).map_err(|error| error.after(self.before))?;
        self.consumed += step.consumed as u64;
        if step.state == State::Ended {
            self.current = None;
            self.before = self.consumed;
            let all = last && step.consumed == input.len();
            step.state = if all { State::Ended } else { State::Running };
        }
        Ok(step)
    }
}
