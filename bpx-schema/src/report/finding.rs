use super::{Class, Path, Severity};
use crate::schema::{Constraint, Text};

/// The location of a byte.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Location {
    /// Offset in bytes from the beginning of the file; inside compressed content, of its stored bytes.
    pub file: u64,
    /// Offset in bytes in the content of the enclosing region, when there is one.
    pub content: Option<u64>,
}

impl Location {
    /// Returns the location this many bytes further on. If `packed` is set, the bytes were decompressed, so the offset
    /// in the file, which is that of the stored bytes, does not advance.
    ///
    /// Saturates at 2^64 - 1. Bytes that were read are far below. Only an offset that a file states can be larger, and
    /// its finding has that number in its message.
    #[must_use]
    pub(crate) const fn advance(self, size: u64, packed: bool) -> Self {
        let content = match self.content {
            Some(content) => Some(content.saturating_add(size)),
            None => None,
        };
        Self { file: if packed { self.file } else { self.file.saturating_add(size) }, content }
    }
}

impl std::fmt::Display for Location {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "offset {:#x}", self.file)?;
        match self.content {
            Some(content) => write!(f, ", {content:#x} in the content"),
            None => Ok(()),
        }
    }
}

/// A fault: its message, its location, and its rule.
///
/// A finding is made from a [`Rule`](super::Rule), or from a constraint of a schema, which may be owned data. So a
/// finding has copies of the properties of the rule; [`Rule::explains`](super::Rule::explains) finds the rule of a
/// finding.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Finding {
    /// Stable name of the rule, such as `section-header.reserved.zero`.
    pub code: Text,
    /// Kind of fault.
    pub class: Class,
    /// Its severity.
    pub severity: Severity,
    /// The faulty value.
    pub path: Path,
    /// The location of its bytes.
    pub location: Location,
    /// Description of the fault, without a full stop.
    pub message: String,
    /// Section of the specification, or empty.
    pub spec: Text,
    /// Interpretation that excuses it in lenient mode, or empty.
    pub lenient: Text,
}

impl Finding {
    /// Creates a fault at the root; callers add more properties.
    #[must_use]
    pub(crate) fn new(class: Class, location: Location, message: impl Into<String>) -> Self {
        Self {
            code: Text::Borrowed(class.name()),
            class,
            severity: Severity::Error,
            path: Path::root(),
            location,
            message: message.into(),
            spec: Text::Borrowed(""),
            lenient: Text::Borrowed(""),
        }
    }

    /// Returns the finding of a broken constraint.
    pub(crate) fn breaking(rule: &Constraint, class: Class, location: Location, message: impl Into<String>) -> Self {
        let finding = Self::new(class, location, message).code(rule.code.clone()).spec(rule.spec.clone());
        finding.lenient(rule.lenient.clone()).severity(rule.severity)
    }

    /// Sets the name of the rule.
    #[must_use]
    pub(crate) fn code(mut self, code: impl Into<Text>) -> Self {
        self.code = code.into();
        self
    }

    /// Sets the section of the specification.
    #[must_use]
    pub(crate) fn spec(mut self, spec: impl Into<Text>) -> Self {
        self.spec = spec.into();
        self
    }

    /// Sets the severity.
    #[must_use]
    pub(crate) fn severity(mut self, severity: Severity) -> Self {
        self.severity = severity;
        self
    }

    /// Sets the interpretation that excuses it in lenient mode.
    #[must_use]
    pub(crate) fn lenient(mut self, interpretation: impl Into<Text>) -> Self {
        self.lenient = interpretation.into();
        self
    }

    /// Sets the path.
    #[must_use]
    pub fn at(mut self, path: Path) -> Self {
        self.path = path;
        self
    }
}

impl std::fmt::Display for Finding {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}[{}]: ", self.severity.name(), self.code)?;
        if !self.path.segments().is_empty() {
            write!(f, "{}: ", self.path.short())?;
        }
        write!(f, "{} (at {}", self.message, self.location)?;
        if !self.spec.is_empty() {
            write!(f, "; section {}", self.spec)?;
        }
        f.write_str(")")
    }
}
