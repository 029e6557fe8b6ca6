//! Declares ROT13, a transform that stores letters thirteen places further in the alphabet.

use bpx_schema::transform::{
    DecodeStream, EncodeStream, StepOutput, StepResult, StreamError, StreamLimits, StreamState, Transform,
};

/// ROT13, which is its own inverse and does not mark its end.
#[derive(Debug, Default, Clone, Copy)]
pub struct Rot13;

impl Transform for Rot13 {
    const NAME: &'static str = "rot13";

    fn decoder(&self, _content_size: u64, _limits: &StreamLimits) -> Result<Box<dyn DecodeStream>, StreamError> {
        Ok(Box::new(Letters))
    }

    fn encoder(&self) -> Result<Box<dyn EncodeStream>, StreamError> {
        Ok(Box::new(Letters))
    }
}

struct Letters;

impl DecodeStream for Letters {
    fn step(&mut self, input: &[u8], last: bool, mut output: StepOutput<'_>) -> Result<StepResult, StreamError> {
        let turned: Vec<u8> = input.iter().take(output.room()).map(|letter| turn(*letter)).collect();
        let moved = output.push_fitting(&turned);
        // The stream ends where its bytes do.
        let state = if last && moved == input.len() {
            StreamState::Ended
        } else if moved == 0 {
            StreamState::Stalled
        } else {
            StreamState::Running
        };
        Ok(StepResult { consumed: moved, produced: moved, state })
    }
}

impl EncodeStream for Letters {
    fn step(&mut self, input: &[u8], last: bool, output: &mut [u8]) -> Result<StepResult, StreamError> {
        DecodeStream::step(self, input, last, StepOutput::Slice(output))
    }
}

fn turn(letter: u8) -> u8 {
    let from = |first: u8| (letter - first + 13) % 26 + first;
    match letter {
        b'a'..=b'z' => from(b'a'),
        b'A'..=b'Z' => from(b'A'),
        other => other,
    }
}
