//! Which sections a file of a type has: the tables "Required" and "Single Time" of the specification.

use bpx_schema::report::Rule;

/// How a type of sections is used in a type of files.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SectionUse {
    /// Type of the section.
    pub kind: u8,
    /// Name, as the specification spells it.
    pub name: &'static str,
    /// The rule that there is one, unless there need not be any.
    pub required: Option<&'static Rule>,
    /// Whether there is at most one.
    pub single: bool,
}

/// The sections that a type of files has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SectionUses {
    /// What the file is, with its article.
    pub file: &'static str,
    /// Section of the specification that says so.
    pub spec: &'static str,
    /// The rule that a section is there once.
    pub single: &'static Rule,
    /// Every type of sections that the file knows; others are kept as they are.
    pub list: &'static [SectionUse],
}

impl SectionUse {
    /// Any number of them, or none.
    #[must_use]
    pub const fn any(kind: u8, name: &'static str) -> Self {
        Self { kind, name, required: None, single: false }
    }

    /// With a rule that there is one.
    #[must_use]
    pub const fn required(mut self, rule: &'static Rule) -> Self {
        self.required = Some(rule);
        self
    }

    /// At most one.
    #[must_use]
    pub const fn single(mut self) -> Self {
        self.single = true;
        self
    }
}

impl SectionUses {
    /// The use of a type of sections, when the file knows it.
    #[must_use]
    pub fn get(&self, kind: u8) -> Option<&'static SectionUse> {
        self.list.iter().find(|one| one.kind == kind)
    }
}
