//! Declares ROT13, a transform that stores letters thirteen places further in the alphabet.

use bpx_schema::transform::{Decode, Encode, Output, State, Step, StreamError, StreamLimits, Transform};

/// ROT13, which is its own inverse and does not mark its end.
#[derive(Debug, Default, Clone, Copy)]
pub struct Rot13;

impl Transform for Rot13 {
    const NAME: &'static str = "rot13";

    fn decoder(&self, _content_size: u64, _limits: &StreamLimits) -> Result<Box<dyn Decode>, StreamError> {
        Ok(Box::new(Letters))
    }

    fn encoder(&self) -> Result<Box<dyn Encode>, StreamError> {
        Ok(Box::new(Letters))
    }
}

struct Letters;

impl Decode for Letters {
    fn step(&mut self, input: &[u8], last: bool, mut output: Output<'_>) -> Result<Step, StreamError> {
        let turned: Vec<u8> = input.iter().take(output.room()).map(|letter| turn(*letter)).collect();
        let moved = output.put(&turned);
        // The stream ends where its bytes do.
        let state = if last && moved == input.len() {
            State::Ended
        } else if moved == 0 {
            State::Stalled
        } else {
            State::Running
        };
        Ok(Step { consumed: moved, produced: moved, state })
    }
}

impl Encode for Letters {
    fn step(&mut self, input: &[u8], last: bool, output: &mut [u8]) -> Result<Step, StreamError> {
        Decode::step(self, input, last, Output::Slice(output))
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
