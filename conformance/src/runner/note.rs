use std::fmt;

/// A difference in a right answer, with which the case passes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Note {
    /// The part of the answer.
    pub about: About,
    /// The statement of the program.
    pub found: String,
    /// The expectation of the case.
    pub expected: String,
}

/// A part of an answer beyond acceptance or refusal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum About {
    /// The verdict differs from the expected verdict.
    Verdict,
    /// The class differs from the expected class.
    Class,
    /// The program reports the fault at another path.
    Path,
    /// The program reports the fault at another offset.
    Offset,
    /// The verdict or the class is not a word of the suite, so it cannot be compared.
    Word,
}

impl About {
    /// Every part, in the order in which the runner compares them.
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
    /// Returns the symptom of the failure, if notes are failures; `None` for a word that the suite does not have.
    #[must_use]
    pub fn failure_symptom(&self) -> Option<String> {
        (self.about != About::Word).then(|| format!("{} {}", self.about.name(), self.found))
    }
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: expected {}, found {}", self.about.name(), self.expected, self.found)
    }
}
