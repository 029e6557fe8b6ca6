use super::{Class, Path, Severity};
use crate::schema::{Constraint, Text};

/// The location of a byte.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Location {
    /// Offset in bytes from the beginning of the file. For a byte in compressed content, the offset of the stored
    /// bytes.
    pub file: u64,
    /// Offset in bytes in the content of the enclosing region; `None` outside of compressed content.
    pub content: Option<u64>,
}

impl Location {
    /// Returns the offset in the space of the location: in the content if `packed` is set, otherwise in the file.
    #[must_use]
    pub fn offset_in_space(self, packed: bool) -> u64 {
        self.content.filter(|_| packed).unwrap_or(self.file)
    }

    /// Returns the location `size` bytes after this one. If `packed` is set, the bytes were decompressed; the offset in
    /// the file, which is that of the stored bytes, then stays the same.
    ///
    /// Offsets above 2^64 - 1 become 2^64 - 1. Offsets of bytes that were read are far below. Only an offset that a
    /// file states can be larger, and the message of its finding has the stated number.
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
/// A finding comes from a [`Rule`](super::Rule), or from a constraint of a schema, which may be owned data. A finding
/// therefore has copies of its rule's properties. [`Rule::explains`](super::Rule::explains) returns whether a rule is
/// that of a finding.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Finding {
    /// Stable code of the rule, such as `section-header.reserved.zero`.
    pub code: Text,
    /// Class of the fault.
    pub class: Class,
    /// Severity of the fault.
    pub severity: Severity,
    /// Path of the faulty value.
    pub path: Path,
    /// Location of the faulty value's bytes.
    pub location: Location,
    /// Description of the fault, without a full stop.
    pub message: String,
    /// Section of the specification, or empty.
    pub spec: Text,
    /// Number of the interpretation that excuses the fault in lenient mode; empty if there is none.
    pub lenient: Text,
}

impl Finding {
    /// Creates a finding at the root of the file. The caller adds other properties.
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

    /// Creates the finding of a broken constraint.
    pub(crate) fn of_constraint(
        rule: &Constraint,
        class: Class,
        location: Location,
        message: impl Into<String>,
    ) -> Self {
        let finding = Self::new(class, location, message).with_code(rule.code.clone()).with_spec(rule.spec.clone());
        finding.with_lenient(rule.lenient.clone()).with_severity(rule.severity)
    }

    /// Sets the code of the rule.
    #[must_use]
    pub(crate) fn with_code(mut self, code: impl Into<Text>) -> Self {
        self.code = code.into();
        self
    }

    /// Sets the section of the specification.
    #[must_use]
    pub(crate) fn with_spec(mut self, spec: impl Into<Text>) -> Self {
        self.spec = spec.into();
        self
    }

    /// Sets the severity.
    #[must_use]
    pub(crate) fn with_severity(mut self, severity: Severity) -> Self {
        self.severity = severity;
        self
    }

    /// Sets the interpretation that excuses the fault in lenient mode.
    #[must_use]
    pub(crate) fn with_lenient(mut self, interpretation: impl Into<Text>) -> Self {
        self.lenient = interpretation.into();
        self
    }

    /// Sets the path.
    #[must_use]
    pub fn with_path(mut self, path: Path) -> Self {
        self.path = path;
        self
    }
}

impl std::fmt::Display for Finding {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}[{}]: ", self.severity.name(), self.code)?;
        if !self.path.segments().is_empty() {
            write!(f, "{}: ", self.path.short_text())?;
        }
        write!(f, "{} (at {}", self.message, self.location)?;
        if !self.spec.is_empty() {
            write!(f, "; section {}", self.spec)?;
        }
        f.write_str(")")
    }
}
