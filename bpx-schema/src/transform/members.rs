//! Decodes concatenated streams as one stream.

use super::{DecodeStream, StepOutput, StepResult, StreamError, StreamState};

/// Decodes streams up to the end of the input.
pub(super) struct MembersDecoder<F> {
    start: F,
    /// The decoder of the current stream; `None` between two streams.
    current: Option<Box<dyn DecodeStream>>,
    /// Number of stored bytes before the current stream.
    before: u64,
    consumed: u64,
}

impl<F: FnMut() -> Box<dyn DecodeStream>> MembersDecoder<F> {
    pub(super) fn new(mut start: F) -> Self {
        let current = Some(start());
        Self { start, current, before: 0, consumed: 0 }
    }
}

impl<F: FnMut() -> Box<dyn DecodeStream> + Send> DecodeStream for MembersDecoder<F> {
    fn step(&mut self, input: &[u8], last: bool, output: StepOutput<'_>) -> Result<StepResult, StreamError> {
        if self.current.is_none() && input.is_empty() {
            let state = if last { StreamState::Ended } else { StreamState::Stalled };
            return Ok(StepResult { consumed: 0, produced: 0, state });
        }
        let current = self.current.get_or_insert_with(|| (self.start)());
        let mut step = current.step(input, last, output).map_err(|error| error.shifted_by(self.before))?;
        self.consumed += step.consumed as u64;
        if step.state == StreamState::Ended {
            self.current = None;
            self.before = self.consumed;
            let all = last && step.consumed == input.len();
            step.state = if all { StreamState::Ended } else { StreamState::Running };
        }
        Ok(step)
    }
}
