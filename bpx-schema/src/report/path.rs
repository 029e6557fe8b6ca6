use crate::schema::Text;

/// The path from the root of a file to a value, such as `sections[3].header.flags`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct Path(Vec<Segment>);

/// One step of a [`Path`].
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Segment {
    /// A field of a structure.
    Field(Text),
    /// An element of an array.
    Index(u64),
}

impl Path {
    /// Returns the path of the root.
    #[must_use]
    pub const fn root() -> Self {
        Self(Vec::new())
    }

    /// Returns a path of segments.
    #[must_use]
    pub fn new(segments: Vec<Segment>) -> Self {
        Self(segments)
    }

    /// Reads a path from text, in which dots separate names, and brackets enclose indexes.
    ///
    /// # Errors
    /// Returns an error that names a part which is neither a name nor an index.
    pub fn parse(text: &str) -> Result<Self, String> {
        let mut segments = Vec::new();
        for part in text.split('.').filter(|_| !text.is_empty()) {
            let (name, indexes) = part.split_at(part.find('[').unwrap_or(part.len()));
            if !name.is_empty() {
                segments.push(Segment::Field(name.to_owned().into()));
            }
            for index in indexes.split('[').skip(1) {
                let digits = index.strip_suffix(']').ok_or_else(|| format!("`{part}`: missing `]`"))?;
                let index = digits.parse().map_err(|_| format!("`{part}`: expected an index, found `{digits}`"))?;
                segments.push(Segment::Index(index));
            }
            if name.is_empty() && indexes.is_empty() {
                return Err(format!("`{text}`: empty name"));
            }
        }
        Ok(Self(segments))
    }

    /// Returns the steps.
    #[must_use]
    pub fn segments(&self) -> &[Segment] {
        &self.0
    }

    /// Adds a step at the end.
    pub fn push(&mut self, segment: Segment) {
        self.0.push(segment);
    }

    /// Removes the last step.
    pub fn pop(&mut self) {
        self.0.pop();
    }

    /// Returns the steps of this path, followed by those of another path.
    #[must_use]
    pub fn join(&self, rest: &Self) -> Self {
        Self(self.0.iter().chain(&rest.0).cloned().collect())
    }

    /// Returns the path as text. Omits the middle of a very long path.
    #[must_use]
    pub fn short_text(&self) -> String {
        /// Number of steps that are shown at each end.
        const ENDS: usize = 8;
        let ends =
            self.0.split_first_chunk::<ENDS>().and_then(|(head, rest)| Some((head, rest.split_last_chunk::<ENDS>()?)));
        match ends {
            Some((head, (middle, tail))) if middle.len() > ENDS => {
                format!("{} ({} steps) {}", Self(head.to_vec()), middle.len(), Self(tail.to_vec()))
            }
            _ => self.to_string(),
        }
    }

    /// Returns the path of a part of the value to which this path leads.
    pub(crate) fn child(&self, segment: Segment) -> Self {
        Self(self.0.iter().cloned().chain([segment]).collect())
    }

    /// Adds a step at the beginning of the path.
    #[must_use]
    pub fn with_prefix(mut self, segment: Segment) -> Self {
        self.0.insert(0, segment);
        self
    }
}

impl std::fmt::Display for Path {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for (at, segment) in self.0.iter().enumerate() {
            match segment {
                Segment::Field(name) if at == 0 => f.write_str(name)?,
                Segment::Field(name) => write!(f, ".{name}")?,
                Segment::Index(index) => write!(f, "[{index}]")?,
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_read_back() {
        for text in ["", "header", "sections[3].header.flags", "a[0][1].b"] {
            assert_eq!(Path::parse(text).map(|path| path.to_string()), Ok(text.to_owned()));
        }
        for text in ["a[x]", "a..b", "a[1", "a[", "a[]", "a[1][", "a[1]2"] {
            assert!(Path::parse(text).is_err(), "{text}");
        }
    }
}
