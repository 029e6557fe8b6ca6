//! Decoders of a build without codecs.

use super::{StreamError, StreamLimits, Transform};

/// Refuses: this build has no codecs.
///
/// # Errors
/// Always `Unsupported`.
pub fn decode(
    transform: Transform,
    _stored: &[u8],
    _content_size: u64,
    _limits: &StreamLimits,
) -> Result<Vec<u8>, StreamError> {
    Err(StreamError::Unsupported { transform, at: 0, reason: "built without the feature `transform`".to_owned() })
}

/// Refuses: this build has no codecs.
///
/// # Errors
/// Always `Unsupported`.
pub fn decode_up_to(
    transform: Transform,
    stored: &[u8],
    max_size: u64,
    limits: &StreamLimits,
) -> Result<Vec<u8>, StreamError> {
    decode(transform, stored, max_size, limits)
}

/// Refuses: this build has no codecs.
///
/// # Errors
/// Always `Unsupported`.
pub fn decode_to(
    transform: Transform,
    _input: impl std::io::Read,
    content_size: u64,
    limits: &StreamLimits,
    _sink: &mut dyn FnMut(&[u8]) -> std::io::Result<()>,
) -> Result<(), StreamError> {
    decode(transform, &[], content_size, limits).map(drop)
}

/// Refuses: this build has no codecs.
///
/// # Errors
/// Always `Unsupported`.
pub fn decode_up_to_in_pieces(
    transform: Transform,
    _input: impl std::io::Read,
    max_size: u64,
    limits: &StreamLimits,
    _sink: &mut dyn FnMut(&[u8]) -> std::io::Result<()>,
) -> Result<(), StreamError> {
    decode(transform, &[], max_size, limits).map(drop)
}
