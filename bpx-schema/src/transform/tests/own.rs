//! A transform of a user, who does as little as possible, or the wrong thing.

use super::*;
use crate::Algorithms;
use crate::schema::Algorithm;

/// Every byte is stored as its complement; the stream ends with the bytes.
#[derive(Default)]
struct Complement;

struct Flip;

impl Transform for Complement {
    const NAME: &'static str = "complement";

    fn decoder(&self, _: u64, _: &StreamLimits) -> Result<Box<dyn DecodeStream>, StreamError> {
        Ok(Box::new(Flip))
    }

    fn encoder(&self) -> Result<Box<dyn EncodeStream>, StreamError> {
        Ok(Box::new(Flip))
    }
}

impl DecodeStream for Flip {
    fn step(&mut self, input: &[u8], last: bool, mut output: StepOutput<'_>) -> Result<StepResult, StreamError> {
        let flipped: Vec<u8> = input.iter().take(output.room()).map(|byte| !byte).collect();
        let moved = output.push_fitting(&flipped);
        let state = match (last && moved == input.len(), moved) {
            (true, _) => StreamState::Ended,
            (false, 0) => StreamState::Stalled,
            (false, _) => StreamState::Running,
        };
        Ok(StepResult { consumed: moved, produced: moved, state })
    }
}

impl EncodeStream for Flip {
    fn step(&mut self, input: &[u8], last: bool, output: &mut [u8]) -> Result<StepResult, StreamError> {
        DecodeStream::step(self, input, last, StepOutput::Slice(output))
    }
}

#[test]
fn reads_what_it_writes_in_every_way() {
    for content in [Vec::new(), vec![7], noise(300_000)] {
        let stored = encode(&content, &Complement).unwrap();
        assert!(stored.iter().zip(&content).all(|(a, b)| *a == !*b) && stored.len() == content.len());
        assert!(decode_all_ways(&Complement, &stored, size(&content)).unwrap() == content);
        let error = decode_all_ways(&Complement, &stored, size(&content) + 1).unwrap_err();
        assert!(matches!(error, StreamError::TooShort { .. }), "{error}");
    }
    let error = decode_all_ways(&Complement, &[1, 2, 3], 2).unwrap_err();
    assert!(matches!(error, StreamError::TooLong { limit: 2 }), "{error}");
}

/// Never does anything, and never says so.
#[derive(Default)]
struct Idle;

impl Transform for Idle {
    const NAME: &'static str = "idle";

    fn decoder(&self, _: u64, _: &StreamLimits) -> Result<Box<dyn DecodeStream>, StreamError> {
        Ok(Box::new(Idle))
    }

    fn encoder(&self) -> Result<Box<dyn EncodeStream>, StreamError> {
        Err(StreamError::InvalidEncoding { reason: "idle" })
    }
}

impl DecodeStream for Idle {
    fn step(&mut self, _: &[u8], _: bool, _: StepOutput<'_>) -> Result<StepResult, StreamError> {
        Ok(StepResult { consumed: 0, produced: 0, state: StreamState::Running })
    }
}

#[test]
fn a_decoder_that_does_nothing_does_not_hold_up_the_run() {
    for stored in [&b""[..], b"abc"] {
        let error = decode_all_ways(&Idle, stored, 3).unwrap_err();
        assert_eq!(error.to_string(), "corrupt idle stream at byte 0: the decoder makes no progress");
    }
}

#[test]
fn what_is_given_comes_before_what_is_declared_and_that_before_what_is_built_in() {
    const DECLARED: TransformType = TransformType::of::<Complement>();
    let declared = TransformType::algorithm(&DECLARED);
    let named = Algorithm::from_name("complement");
    assert_eq!(Algorithms::only_declared().find_transform(&declared), Some(DECLARED));
    assert_eq!(Algorithms::builtin().find_transform(&named), None);
    assert_eq!(Algorithms::builtin().with_transform(Complement).find_transform(&named), Some(DECLARED));
    assert_eq!(Algorithms::only_declared().find_checksum(&Algorithm::from_name("byte-sum")), None);
    assert!(Algorithms::builtin().find_checksum(&Algorithm::from_name("byte-sum")).is_some());
}

/// States that a step took or made a byte more than it did.
#[derive(Default)]
struct Boastful {
    taken: usize,
    made: usize,
}

impl Transform for Boastful {
    const NAME: &'static str = "boastful";

    fn decoder(&self, _: u64, _: &StreamLimits) -> Result<Box<dyn DecodeStream>, StreamError> {
        Ok(Box::new(Self { ..*self }))
    }

    fn encoder(&self) -> Result<Box<dyn EncodeStream>, StreamError> {
        Ok(Box::new(Self { ..*self }))
    }
}

impl DecodeStream for Boastful {
    fn step(&mut self, input: &[u8], last: bool, output: StepOutput<'_>) -> Result<StepResult, StreamError> {
        let room = output.room();
        let step = DecodeStream::step(&mut Flip, input, last, output)?;
        let consumed = if self.taken > 0 { input.len() + self.taken } else { step.consumed };
        let produced = if self.made > 0 { room + self.made } else { step.produced };
        Ok(StepResult { consumed, produced, ..step })
    }
}

impl EncodeStream for Boastful {
    fn step(&mut self, input: &[u8], last: bool, output: &mut [u8]) -> Result<StepResult, StreamError> {
        DecodeStream::step(self, input, last, StepOutput::Slice(output))
    }
}

#[test]
fn a_step_that_takes_or_makes_more_than_there_is_is_an_error_and_loses_nothing() {
    for (taken, made, reason) in
        [(1, 0, "the decoder read past the end of the input"), (0, 1, "the decoder wrote past the end of the buffer")]
    {
        let boastful = Boastful { taken, made };
        let expected = format!("corrupt boastful stream at byte 0: {reason}");
        let error = decode(&boastful, b"abc", 3, &StreamLimits::default()).unwrap_err();
        assert_eq!(error.to_string(), expected);
        let mut reader = StreamReader::new(&boastful, &b"abc"[..], 3, &StreamLimits::default()).unwrap();
        assert_eq!(reader.read_content(&mut [0; 8]).unwrap_err().to_string(), expected);
        let error = encode(b"abc", &boastful).unwrap_err();
        assert!(matches!(error, StreamError::InvalidEncoding { .. }), "{error}");
    }
}
