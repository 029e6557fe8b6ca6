//! Defines the errors of streams.

use std::{fmt, io};

/// A failure to decode or encode a stream.
#[derive(Debug)]
#[non_exhaustive]
pub enum StreamError {
    /// The stored bytes are not a valid stream, or other bytes follow the stream.
    Corrupt {
        /// Name of the transform.
        transform: &'static str,
        /// Number of stored bytes before the error, from the start of the stream or block.
        at: u64,
        /// A description of the fault.
        reason: String,
    },
    /// The stored bytes end before the end of the stream; the bytes that exist are valid.
    Truncated {
        /// Name of the transform.
        transform: &'static str,
        /// Number of stored bytes, from the start of the stream (or block).
        at: u64,
    },
    /// The stream is well formed but needs a feature that no decoder of this build has.
    Unsupported {
        /// Name of the transform.
        transform: &'static str,
        /// Number of stored bytes before the error, from the start of the stream or block.
        at: u64,
        /// The missing feature.
        reason: String,
    },
    /// The stream has more content than announced. The decoder decoded nothing past the announced size.
    TooLong {
        /// The announced size of the content in bytes.
        limit: u64,
    },
    /// The stream ends properly, but has less content than announced.
    TooShort {
        /// The announced size of the content in bytes.
        expected: u64,
        /// The size of the decoded content in bytes.
        actual: u64,
    },
    /// Decoding would take more memory than [`StreamLimits`](super::StreamLimits) grants.
    MemoryLimit {
        /// Name of the transform.
        transform: &'static str,
        /// The memory that the decoder was granted, in bytes.
        limit: u64,
    },
    /// The system has no memory left for the codec or its output.
    OutOfMemory,
    /// The requested encoding is impossible.
    InvalidEncoding {
        /// The setting, and its valid range.
        reason: &'static str,
    },
    /// The reader, the writer or the sink failed.
    Io(io::Error),
}

impl fmt::Display for StreamError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Corrupt { transform, at, reason } => write!(out, "corrupt {transform} stream at byte {at}: {reason}"),
            Self::Truncated { transform, at } => write!(out, "truncated {transform} stream after {at} bytes"),
            Self::Unsupported { transform, at, reason } => {
                write!(out, "unsupported {transform} stream at byte {at}: {reason}")
            }
            Self::TooLong { limit } => {
                write!(out, "expected at most the announced {limit} bytes of content, found more")
            }
            Self::TooShort { expected, actual } => {
                write!(out, "expected {expected} bytes of content, found {actual} bytes")
            }
            Self::MemoryLimit { transform, limit } => {
                write!(out, "{transform} stream needs more than {limit} bytes of memory for its decoder")
            }
            Self::OutOfMemory => out.write_str("out of memory"),
            Self::InvalidEncoding { reason } => write!(out, "invalid encoding: {reason}"),
            Self::Io(error) => error.fmt(out),
        }
    }
}

impl std::error::Error for StreamError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Io(error) => error.source(),
            _ => None,
        }
    }
}

impl StreamError {
    /// Returns the error for stored bytes that are not a valid stream.
    #[must_use]
    pub fn corrupt(transform: &'static str, at: u64, reason: impl Into<String>) -> Self {
        Self::Corrupt { transform, at, reason: reason.into() }
    }

    /// Adds a number of bytes to the position of the error.
    #[must_use]
    pub fn shifted_by(self, bytes: u64) -> Self {
        // Positions are only shown, and the transform of a user may state any number.
        let moved = |at: u64| at.saturating_add(bytes);
        match self {
            Self::Corrupt { transform, at, reason } => Self::Corrupt { transform, at: moved(at), reason },
            Self::Truncated { transform, at } => Self::Truncated { transform, at: moved(at) },
            Self::Unsupported { transform, at, reason } => Self::Unsupported { transform, at: moved(at), reason },
            other => other,
        }
    }

    /// Returns the stream error that an `io::Error` contains. Wraps an error without a stream error in
    /// [`Io`](Self::Io).
    #[must_use]
    pub fn from_io(error: io::Error) -> Self {
        match error.downcast::<Self>() {
            Ok(inner) => inner,
            Err(error) => Self::Io(error),
        }
    }
}

impl From<io::Error> for StreamError {
    fn from(error: io::Error) -> Self {
        Self::from_io(error)
    }
}

impl From<StreamError> for io::Error {
    fn from(error: StreamError) -> Self {
        let kind = match error {
            StreamError::Io(inner) => return inner,
            StreamError::Truncated { .. } => io::ErrorKind::UnexpectedEof,
            StreamError::Unsupported { .. } => io::ErrorKind::Unsupported,
            StreamError::MemoryLimit { .. } | StreamError::OutOfMemory => io::ErrorKind::OutOfMemory,
            StreamError::InvalidEncoding { .. } => io::ErrorKind::InvalidInput,
            StreamError::Corrupt { .. } | StreamError::TooLong { .. } | StreamError::TooShort { .. } => {
                io::ErrorKind::InvalidData
            }
        };
        Self::new(kind, error)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn survives_the_way_through_io() {
        let wrapped = io::Error::from(StreamError::TooLong { limit: 7 });
        assert_eq!(wrapped.kind(), io::ErrorKind::InvalidData);
        let back = StreamError::from_io(wrapped);
        assert!(matches!(back, StreamError::TooLong { limit: 7 }));

        let plain = StreamError::from_io(io::ErrorKind::BrokenPipe.into());
        assert!(matches!(&plain, StreamError::Io(_)));
        assert_eq!(io::Error::from(plain).kind(), io::ErrorKind::BrokenPipe);
    }
}
