use super::{Class, Finding, Location, Path, Segment};
use crate::exceeded::ExceededLimit;
use std::fmt;

/// The result of decoding or encoding.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// An error of reading bytes or writing a value.
///
/// The finding is boxed, so that a `Result` is small.
#[derive(Debug)]
#[non_exhaustive]
pub enum Error {
    /// The bytes or the value have a fault.
    Fault(Box<Finding>),
    /// Reading or writing failed.
    Io {
        /// The file that was read or written.
        path: Path,
        /// The reason of the failure.
        source: std::io::Error,
    },
}

impl Error {
    /// Returns a fault of a class. The class must have one of the [`decoding_rules`](super::decoding_rules).
    #[cold]
    #[must_use]
    pub fn fault(class: Class, location: Location, message: impl Into<String>) -> Self {
        debug_assert!(super::decoding::is_listed(class), "no decoding rule has the class {class}");
        Self::Fault(Box::new(Finding::new(class, location, message)))
    }

    /// Returns a fault of a class without a location, such as a fault of values that are to be written. The class must
    /// have one of the [`decoding_rules`](super::decoding_rules).
    #[cold]
    #[must_use]
    pub fn unlocated_fault(class: Class, message: impl Into<String>) -> Self {
        Self::fault(class, Location::default(), message)
    }

    /// Returns the fault that something is not implemented, without a location.
    pub(crate) fn unsupported(message: impl Into<String>) -> Self {
        Self::unlocated_fault(Class::UnsupportedFeature, message)
    }

    /// Adds a step at the beginning of the error's path.
    #[cold]
    #[must_use]
    pub fn in_segment(mut self, segment: Segment) -> Self {
        self.put_below(segment);
        self
    }

    /// Adds a step at the beginning of the path, in place.
    #[cold]
    pub(crate) fn put_below(&mut self, segment: Segment) {
        let path = match self {
            Self::Fault(finding) => &mut finding.path,
            Self::Io { path, .. } => path,
        };
        *path = std::mem::take(path).with_prefix(segment);
    }

    /// Adds a field at the beginning of the error's path.
    #[cold]
    #[must_use]
    pub fn in_field(self, name: &str) -> Self {
        self.in_segment(Segment::Field(name.to_owned().into()))
    }

    /// Adds an element at the beginning of the error's path.
    #[cold]
    #[must_use]
    pub fn in_element(self, index: u64) -> Self {
        self.in_segment(Segment::Index(index))
    }

    /// Returns the finding, if the error is a fault.
    ///
    /// # Errors
    /// Returns the error unchanged if it is not a fault, because reading or writing failed.
    pub fn into_finding(self) -> Result<Finding> {
        match self {
            Self::Fault(finding) => Ok(*finding),
            io @ Self::Io { .. } => Err(io),
        }
    }

    /// Returns a reference to the finding, if the error is a fault.
    #[must_use]
    pub fn finding(&self) -> Option<&Finding> {
        match self {
            Self::Fault(finding) => Some(finding),
            Self::Io { .. } => None,
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Fault(finding) => finding.fmt(out),
            Self::Io { path, source } if path.segments().is_empty() => source.fmt(out),
            Self::Io { path, source } => write!(out, "{path}: {source}"),
        }
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Fault(_) => None,
            Self::Io { source, .. } => Some(source),
        }
    }
}

impl From<std::io::Error> for Error {
    /// Converts an error of the system, or of a budget that a writer charges.
    fn from(source: std::io::Error) -> Self {
        match source.get_ref().and_then(|inner| inner.downcast_ref::<ExceededLimit>()) {
            Some(exceeded) => exceeded.fault_at(Location::default()),
            None => Self::Io { path: Path::root(), source },
        }
    }
}

impl From<Finding> for Error {
    fn from(finding: Finding) -> Self {
        Self::Fault(Box::new(finding))
    }
}
