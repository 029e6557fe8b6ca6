//! Errors of the blocks of an xz stream, at their places in the file.

use super::xz::Block;
use bpx_schema::codec::Fetch;
use bpx_schema::report::Error;
use bpx_schema::transform::StreamError;

/// What went wrong with a block.
pub(super) fn block_failure(fetch: &Fetch<'_>, block: &Block, error: StreamError) -> Error {
    fetch.failure(further(error, block.stored_offset.saturating_sub(fetch.stored.offset)))
}

/// The same error, with positions from the beginning of the stream.
fn further(error: StreamError, shift: u64) -> StreamError {
    let moved = |at: u64| at.saturating_add(shift);
    match error {
        StreamError::Corrupt { transform, at, reason } => StreamError::Corrupt { transform, at: moved(at), reason },
        StreamError::Truncated { transform, at } => StreamError::Truncated { transform, at: moved(at) },
        StreamError::Unsupported { transform, at, reason } => {
            StreamError::Unsupported { transform, at: moved(at), reason }
        }
        other => other,
    }
}
