//! Adds the location in the file to errors of the blocks of an xz stream.

use super::xz::Block;
use bpx_schema::codec::Fetch;
use bpx_schema::report::Error;
use bpx_schema::transform::StreamError;

/// Returns the error of a block, with the location of the block in the file.
pub(super) fn block_failure(fetch: &Fetch<'_>, block: &Block, error: StreamError) -> Error {
    fetch.stream_fault(error.shifted_by(block.stored_offset))
}
