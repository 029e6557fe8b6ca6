use super::{Class, Path, Severity};
use crate::schema::{Constraint, Text};

/// Where a byte lies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Location {
    /// Offset in bytes from the beginning of the file; inside compressed content, of its stored bytes.
    pub file: u64,
    /// Offset in bytes in the content of the enclosing region, when there is one.
    pub content: Option<u64>,
}

impl Location {
    /// Returns the place this many bytes further on, which `packed` says are bytes out of a decompressor: those lie at
    /// one offset of the file, that of the stored bytes.
    ///
    /// Beyond 2^64 - 1 there is no place, and the last one is reported. Bytes that were read lie far before; only an
    /// offset that a file states leads there, and its finding names that number itself.
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

/// One fault: what, where, and which rule.
///
/// It is made from a rule: a [`Rule`](super::Rule) of a list, or a constraint of a schema, which may be owned data. So it
/// holds what the rule says instead of a reference to it; [`Rule::explains`](super::Rule::explains) leads back.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Finding {
    /// Stable name of the rule, such as `section-header.reserved.zero`.
    pub code: Text,
    /// Kind of fault.
    pub class: Class,
    /// How much it matters.
    pub severity: Severity,
    /// The faulty value.
    pub path: Path,
    /// Where its bytes are.
    pub location: Location,
    /// What is wrong, in a sentence without a full stop.
    pub message: String,
    /// Section of the specification, or empty.
    pub spec: Text,
    /// Interpretation that excuses it in lenient mode, or empty.
    pub lenient: Text,
}

impl Finding {
    /// Returns a fault at the root; callers that know more add it.
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

    /// Returns the finding that a constraint does not hold.
    pub(crate) fn breaking(rule: &Constraint, class: Class, location: Location, message: impl Into<String>) -> Self {
        let finding = Self::new(class, location, message).code(rule.code.clone()).spec(rule.spec.clone());
        finding.lenient(rule.lenient.clone()).severity(rule.severity)
    }

    /// With the name of a rule.
    #[must_use]
    pub(crate) fn code(mut self, code: impl Into<Text>) -> Self {
        self.code = code.into();
        self
    }

    /// With a section of the specification.
    #[must_use]
    pub(crate) fn spec(mut self, spec: impl Into<Text>) -> Self {
        self.spec = spec.into();
        self
    }

    /// With another severity.
    #[must_use]
    pub(crate) fn severity(mut self, severity: Severity) -> Self {
        self.severity = severity;
        self
    }

    /// Excused, in lenient mode, by an interpretation.
    #[must_use]
    pub(crate) fn lenient(mut self, interpretation: impl Into<Text>) -> Self {
        self.lenient = interpretation.into();
        self
    }

    /// At another path.
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
