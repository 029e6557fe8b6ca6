//! Declares the sections of each type of file, as in the tables "Required" and "Single Time" of the specification.

/// The use of a section type in a type of file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct SectionUse {
    /// Type of the section.
    pub kind: u8,
    /// Name, as the specification spells it.
    pub name: &'static str,
    /// Name of the rule that requires the section, if a file needs the section.
    pub required: Option<&'static str>,
    /// Whether a file may have only one section of the type.
    pub single: bool,
}

/// The sections of a type of file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct SectionUses {
    /// The file with its article, for messages.
    pub file: &'static str,
    /// Section of the specification that lists the sections of the file.
    pub spec: &'static str,
    /// Name of the rule that allows a section only once.
    pub single: &'static str,
    /// Every section type that the file defines; sections of other types are kept unchanged.
    pub list: &'static [SectionUse],
}

impl SectionUse {
    /// Creates a use that allows any number of sections.
    #[must_use]
    pub const fn any(kind: u8, name: &'static str) -> Self {
        Self { kind, name, required: None, single: false }
    }

    /// Adds the name of a rule that requires the section.
    #[must_use]
    pub const fn required(mut self, rule: &'static str) -> Self {
        self.required = Some(rule);
        self
    }

    /// Allows at most one section of the type.
    #[must_use]
    pub const fn single(mut self) -> Self {
        self.single = true;
        self
    }
}

impl SectionUses {
    /// Returns the use of a section type, if the file defines it.
    #[must_use]
    pub fn get(&self, kind: u8) -> Option<&'static SectionUse> {
        self.list.iter().find(|one| one.kind == kind)
    }
}
