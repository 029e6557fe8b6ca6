//! Makes encoders of xz, for one block or for several.

use super::encoder::{LzmaEncoder, encoder_error};
use super::{Xz, XzCheck, XzEffort};
use crate::transform::{EncodeStream, StreamError};
use xz2::stream::{Check, Filters, LzmaOptions, PRESET_EXTREME, Stream};

/// Returns an encoder with these settings.
pub(super) fn make_encoder(settings: &Xz) -> Result<Box<dyn EncodeStream>, StreamError> {
    let mut filters = Filters::new();
    filters.lzma2(&lzma_options(settings)?);
    let check = match settings.check {
        XzCheck::None => Check::None,
        XzCheck::Crc32 => Check::Crc32,
        XzCheck::Crc64 => Check::Crc64,
    };
    if settings.block_size == 0 {
        return Ok(Box::new(LzmaEncoder(Stream::new_stream_encoder(&filters, check).map_err(encoder_error)?)));
    }
    in_blocks(settings, filters, check)
}

/// Returns an encoder that uses several threads. For a single thread, the function returns the same kind of encoder,
/// because liblzma's plain encoder writes a different layout.
#[cfg(feature = "parallel")]
fn in_blocks(settings: &Xz, filters: Filters, check: Check) -> Result<Box<dyn EncodeStream>, StreamError> {
    /// The maximum number of threads. More threads gain nothing at the usual block sizes.
    const MAX_THREADS: usize = 256;
    let threads = match settings.threads {
        0 => std::thread::available_parallelism().map_or(1, std::num::NonZero::get),
        threads => threads,
    };
    let stream = xz2::stream::MtStreamBuilder::new()
        .threads(u32::try_from(threads.min(MAX_THREADS)).unwrap_or(1))
        .block_size(settings.block_size)
        .filters(filters)
        .check(check)
        .encoder();
    Ok(Box::new(LzmaEncoder(stream.map_err(encoder_error)?)))
}

/// Returns an encoder that encodes one block after the other.
#[cfg(not(feature = "parallel"))]
#[allow(clippy::needless_pass_by_value)]
fn in_blocks(settings: &Xz, filters: Filters, check: Check) -> Result<Box<dyn EncodeStream>, StreamError> {
    let stream = Stream::new_stream_encoder(&filters, check).map_err(encoder_error)?;
    Ok(Box::new(Blocks { stream: LzmaEncoder(stream), size: settings.block_size, left: settings.block_size }))
}

/// Encodes content to blocks of `size` content bytes.
#[cfg(not(feature = "parallel"))]
struct Blocks {
    stream: LzmaEncoder,
    size: u64,
    /// Number of content bytes that still fit into the block.
    left: u64,
}

#[cfg(not(feature = "parallel"))]
impl EncodeStream for Blocks {
    fn step(
        &mut self,
        input: &[u8],
        last: bool,
        output: &mut [u8],
    ) -> Result<crate::transform::StepResult, StreamError> {
        use crate::transform::{StepResult, StreamState};
        use xz2::stream::Action;
        if self.left == 0 && !input.is_empty() {
            let step = self.stream.run_action(&[], output, Action::FullFlush)?;
            if step.state == StreamState::Ended {
                self.left = self.size;
            }
            return Ok(StepResult { state: StreamState::Running, ..step });
        }
        let count = usize::try_from(self.left).map_or(input.len(), |left| left.min(input.len()));
        let (now, later) = input.split_at_checked(count).unwrap_or((input, &[]));
        let action = if last && later.is_empty() { Action::Finish } else { Action::Run };
        let step = self.stream.run_action(now, output, action)?;
        self.left -= step.consumed as u64;
        Ok(step)
    }
}

/// Returns the settings of LZMA2, which is the only filter.
fn lzma_options(settings: &Xz) -> Result<LzmaOptions, StreamError> {
    let level = settings.level;
    let preset = if settings.effort == XzEffort::Extreme { level | PRESET_EXTREME } else { level };
    let mut options = LzmaOptions::new_preset(preset).map_err(encoder_error)?;
    if let XzEffort::Search { nice, depth } = settings.effort {
        options.nice_len(nice).depth(depth);
    }
    if let Some(dictionary) = dictionary_size(level, settings.block_size) {
        options.dict_size(dictionary);
    }
    Ok(options)
}

/// Returns the size of the dictionary in bytes if the block size is smaller than the dictionary of the level; otherwise
/// `None`.
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
