//! xz streams through liblzma.

use std::num::NonZero;
use std::thread::available_parallelism;

use xz2::stream::{Action, Check, Error, Filters, LzmaOptions, MtStreamBuilder, PRESET_EXTREME, Status, Stream};

use super::decoder::{State, Step, moved};
use super::{Encoding, StreamError, XzCheck, XzEffort};

/// More threads than this gain nothing at the block sizes in use.
const MAX_THREADS: usize = 256;

/// [`XzEffort::Balanced`] is this level (fast mode, chains over four bytes), but for two settings: a match of so many
/// bytes is taken at once (273 in the level), and so many candidates are looked at (48 in the level). Next to 64 and
/// 80, text is packed in half the time, and what it costs other data is 1 to 3 % of their size.
const BALANCED_LEVEL: u32 = 3;
const BALANCED_NICE: u32 = 12;
const BALANCED_DEPTH: u32 = 120;

pub(super) struct XzEncoder(Stream);

impl XzEncoder {
    pub(super) fn new(encoding: &Encoding) -> Result<Self, StreamError> {
        let options = options(encoding)?;
        let mut filters = Filters::new();
        filters.lzma2(&options);
        let check = match encoding.xz_check {
            XzCheck::None => Check::None,
            XzCheck::Crc32 => Check::Crc32,
            XzCheck::Crc64 => Check::Crc64,
        };
        let stream = if encoding.block_size == 0 {
            Stream::new_stream_encoder(&filters, check)
        } else {
            // This encoder even for one thread: it lays streams out differently from the plain one.
            MtStreamBuilder::new()
                .threads(threads(encoding))
                .block_size(encoding.block_size)
                .filters(filters)
                .check(check)
                .encoder()
        };
        stream.map(Self).map_err(failure)
    }

    pub(super) fn step(&mut self, input: &[u8], last: bool, output: &mut [u8]) -> Result<Step, StreamError> {
        let (taken, made) = (self.0.total_in(), self.0.total_out());
        let action = if last { Action::Finish } else { Action::Run };
        let status = self.0.process(input, output, action).map_err(failure)?;
        Ok(Step {
            consumed: moved(taken, self.0.total_in()),
            produced: moved(made, self.0.total_out()),
            state: match status {
                Status::StreamEnd => State::Ended,
                _ => State::Running,
            },
        })
    }
}

/// The settings of the one filter.
fn options(encoding: &Encoding) -> Result<LzmaOptions, StreamError> {
    let level = match encoding.xz_effort {
        XzEffort::Level => encoding.level,
        XzEffort::Balanced => BALANCED_LEVEL,
        XzEffort::Max => 9,
    };
    let preset = if encoding.xz_effort == XzEffort::Max { level | PRESET_EXTREME } else { level };
    let mut options = LzmaOptions::new_preset(preset).map_err(failure)?;
    if encoding.xz_effort == XzEffort::Balanced {
        options.nice_len(BALANCED_NICE).depth(BALANCED_DEPTH);
    }
    if let Some(dictionary) = dictionary_size(level, encoding.block_size) {
        options.dict_size(dictionary);
    }
    Ok(options)
}

/// The level's dictionary, in bytes, where the block is smaller: the block size.
fn dictionary_size(level: u32, block_size: u64) -> Option<u32> {
    // 256 KiB, 1, 2, 4, 4, 8, 8, 16, 32 and 64 MiB.
    let preset = match level {
        0 => 1_u32 << 18,
        1 => 1 << 20,
        2 => 1 << 21,
        3 | 4 => 1 << 22,
        5 | 6 => 1 << 23,
        7 => 1 << 24,
        8 => 1 << 25,
        _ => 1 << 26,
    };
    let block = u32::try_from(block_size).ok()?;
    (1..preset).contains(&block).then_some(block)
}

fn threads(encoding: &Encoding) -> u32 {
    let threads = match encoding.threads {
        0 => available_parallelism().map_or(1, NonZero::get),
        threads => threads,
    };
    u32::try_from(threads.min(MAX_THREADS)).unwrap_or(1)
}

fn failure(error: Error) -> StreamError {
    match error {
        // Nothing that is compressed is at fault: the library has this one error for memory and for threads.
        Error::Mem | Error::MemLimit => {
            let message = "the system gives no memory or no threads to compress";
            std::io::Error::new(std::io::ErrorKind::OutOfMemory, message).into()
        }
        _ => StreamError::InvalidEncoding { reason: "the xz encoder refused the settings" },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_system_without_memory_or_threads_is_no_fault_of_the_content() {
        let StreamError::Io(error) = failure(Error::Mem) else { panic!() };
        assert_eq!(error.kind(), std::io::ErrorKind::OutOfMemory);
        assert!(matches!(failure(Error::Options), StreamError::InvalidEncoding { .. }));
    }
}
