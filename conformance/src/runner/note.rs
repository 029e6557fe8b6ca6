use std::fmt;

/// What differs in an answer that is right: the case passes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Note {
    /// Which part of the answer.
    pub about: About,
    /// What the program said.
    pub found: String,
    /// What the case expects.
    pub expected: String,
}

/// A part of an answer beyond acceptance or refusal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum About {
    /// The verdict is another one.
    Verdict,
    /// The class is another one.
    Class,
    /// The fault is said to be elsewhere in the structure.
    Path,
    /// The fault is said to be elsewhere in the file.
    Offset,
    /// The verdict or the class is no word of the suite, which compares nothing with it.
    Word,
}

impl About {
    /// Every part, in the order in which they are compared.
    pub const ALL: [Self; 5] = [Self::Verdict, Self::Class, Self::Path, Self::Offset, Self::Word];

    /// Returns the name, in lower case.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Verdict => "verdict",
            Self::Class => "class",
            Self::Path => "path",
            Self::Offset => "offset",
            Self::Word => "word",
        }
    }
}

impl Note {
    /// Returns the symptom of a failure, where notes are failures; a foreign word is none.
    #[must_use]
    pub fn symptom(&self) -> Option<String> {
        (self.about != About::Word).then(|| format!("{} {}", self.about.name(), self.found))
    }
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: expected {}, found {}", self.about.name(), self.expected, self.found)
    }
}
