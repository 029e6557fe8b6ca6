//! Wraps errors of contents in `io::Error`, for readers that implement [`std::io::Read`].

use bpx_schema::Error;
use std::io;

/// Wraps an error in an `io::Error`.
pub(in crate::bpx) fn into_stream_error(error: Error) -> io::Error {
    match error {
        Error::Io { source, .. } => source,
        fault => io::Error::new(io::ErrorKind::InvalidData, fault),
    }
}

/// Returns the error that [`into_stream_error`] has wrapped.
pub(in crate::bpx) fn from_stream_error(error: io::Error) -> Error {
    let kind = error.kind();
    if !error.get_ref().is_some_and(<dyn std::error::Error + Send + Sync>::is::<Error>) {
        return error.into();
    }
    let inner = error.into_inner().and_then(|inner| inner.downcast::<Error>().ok());
    inner.map_or_else(|| io::Error::from(kind).into(), |fault| *fault)
}
