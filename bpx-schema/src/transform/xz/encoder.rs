//! Encodes streams with liblzma.

use crate::transform::{EncodeStream, StepResult, StreamError, StreamState};
use xz2::stream::{Action, Error, Status, Stream};

/// An encoder of liblzma for one stream.
pub(in crate::transform) struct LzmaEncoder(pub(in crate::transform) Stream);

impl EncodeStream for LzmaEncoder {
    fn step(&mut self, input: &[u8], last: bool, output: &mut [u8]) -> Result<StepResult, StreamError> {
        self.run_action(input, output, if last { Action::Finish } else { Action::Run })
    }
}

impl LzmaEncoder {
    pub(super) fn run_action(
        &mut self,
        input: &[u8],
        output: &mut [u8],
        action: Action,
    ) -> Result<StepResult, StreamError> {
        let before = (self.0.total_in(), self.0.total_out());
        let status = self.0.process(input, output, action).map_err(encoder_error)?;
        let state = if matches!(status, Status::StreamEnd) { StreamState::Ended } else { StreamState::Running };
        Ok(StepResult::from_counters(before, (self.0.total_in(), self.0.total_out()), state))
    }
}

pub(in crate::transform) fn encoder_error(error: Error) -> StreamError {
    match error {
        // The content is not at fault: the library has one error for a lack of memory and of threads.
        Error::Mem | Error::MemLimit => {
            let message = "the system provides no memory or no threads for the encoder";
            std::io::Error::new(std::io::ErrorKind::OutOfMemory, message).into()
        }
        _ => StreamError::InvalidEncoding { reason: "the xz encoder rejected the settings" },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_system_without_memory_or_threads_is_no_fault_of_the_content() {
        let StreamError::Io(error) = encoder_error(Error::Mem) else { panic!() };
        assert_eq!(error.kind(), std::io::ErrorKind::OutOfMemory);
        assert!(matches!(encoder_error(Error::Options), StreamError::InvalidEncoding { .. }));
    }
}
