use super::{Class, Coverage, Error, Finding, Location, Path, Relations, Severity, Verdict};
use crate::watch::{Leaf, ValueNode, Watch};

/// States how a report treats excused rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Mode {
    /// Accepts files as they exist: a finding that an interpretation excuses is a warning.
    #[default]
    Lenient,
    /// Follows the specification exactly: no interpretation excuses a finding.
    Strict,
}

/// The findings about a file.
#[derive(Debug, Clone, Default)]
pub struct Report {
    findings: Vec<Finding>,
    /// Number of kept findings of each severity.
    kept: [usize; 3],
    total: [u64; 3],
    /// The verdict, which follows from all errors, including errors that were not kept.
    verdict: Verdict,
    mode: Mode,
}

impl Report {
    /// The maximum number of findings that a report keeps. The report counts all findings.
    const KEPT: usize = 1000;

    /// Returns an empty report.
    #[must_use]
    pub fn new(mode: Mode) -> Self {
        Self { mode, ..Self::default() }
    }

    /// Adds a finding, with the severity that the finding has in the mode of the report.
    pub fn add(&mut self, finding: Finding) {
        self.add_within(&Path::root(), finding);
    }

    /// Adds a finding whose path begins in the part at the path `part`.
    fn add_within(&mut self, part: &Path, mut finding: Finding) {
        if finding.severity == Severity::Error && self.mode == Mode::Lenient && !finding.lenient.is_empty() {
            finding.severity = Severity::Warning;
        }
        let [notes, warnings, errors] = &mut self.total;
        let total = match finding.severity {
            Severity::Note => notes,
            Severity::Warning => warnings,
            Severity::Error => errors,
        };
        *total += 1;
        if finding.severity == Severity::Error {
            self.verdict = self.verdict.max(finding.class.verdict());
        }
        self.keep_finding(part, finding);
    }

    /// Keeps a finding. A full report first drops its last finding of a lower severity, or else drops the new finding.
    /// Only a kept finding needs its whole path.
    fn keep_finding(&mut self, part: &Path, mut finding: Finding) {
        if self.findings.len() >= Self::KEPT {
            // Many findings may follow, so a full report is searched only if it has a lower severity.
            let has_less = self.kept.iter().take(finding.severity as usize).any(|count| *count > 0);
            let place = || self.findings.iter().rposition(|kept| kept.severity < finding.severity);
            let Some(place) = has_less.then(place).flatten() else { return };
            let less = self.findings.remove(place).severity;
            self.count_kept(less, false);
        }
        self.count_kept(finding.severity, true);
        finding.path = part.join(&finding.path);
        self.findings.push(finding);
    }

    fn count_kept(&mut self, severity: Severity, more: bool) {
        if let Some(count) = self.kept.get_mut(severity as usize) {
            *count = if more { *count + 1 } else { *count - 1 };
        }
    }

    /// Adds the findings of another report after the findings of this one, and adds the counts of findings that the
    /// other report did not keep.
    pub fn merge(&mut self, other: Self) {
        for (total, more) in self.total.iter_mut().zip(other.total) {
            *total += more;
        }
        self.verdict = self.verdict.max(other.verdict);
        other.findings.into_iter().for_each(|finding| self.keep_finding(&Path::root(), finding));
    }

    /// Returns the kept findings, in the order in which the file was read.
    #[must_use]
    pub fn findings(&self) -> &[Finding] {
        &self.findings
    }

    /// Returns the number of findings of a severity, including those that were not kept.
    #[must_use]
    pub fn count(&self, severity: Severity) -> u64 {
        let [notes, warnings, errors] = self.total;
        match severity {
            Severity::Note => notes,
            Severity::Warning => warnings,
            Severity::Error => errors,
        }
    }

    /// Returns the mode.
    #[must_use]
    pub fn mode(&self) -> Mode {
        self.mode
    }

    /// Returns the verdict, which follows from the errors. `Unsupported` takes precedence over `Malformed`, and
    /// `Malformed` over `Invalid`.
    #[must_use]
    pub fn verdict(&self) -> Verdict {
        self.verdict
    }
}

/// A listener that collects findings of a decoder, with their paths.
#[derive(Debug, Default)]
pub struct Validator {
    report: Report,
    path: Path,
    coverage: Option<Coverage>,
    relations: Option<Relations>,
}

impl Validator {
    /// Returns a validator with an empty report.
    #[must_use]
    pub fn new(mode: Mode) -> Self {
        let relations = Some(Relations::default());
        Self { report: Report::new(mode), path: Path::root(), coverage: None, relations }
    }

    /// Makes the validator report unread bytes too: bytes after the end, between parts that have offsets, and in the
    /// contents of regions. Unread bytes are errors in strict mode and warnings in lenient mode; zeros between parts
    /// are notes.
    #[must_use]
    pub fn with_unread(mut self) -> Self {
        self.coverage = Some(Coverage::default());
        self
    }

    /// Makes the validator check no relations between parts. Readers of a single part need this.
    #[must_use]
    pub fn without_relations(mut self) -> Self {
        self.relations = None;
        self
    }

    /// Returns a validator with an empty report, at the same path.
    #[must_use]
    pub fn fork(&self) -> Self {
        let coverage = self.coverage.as_ref().map(|_| Coverage::of_part());
        let relations = self.relations.as_ref().map(Relations::of_part);
        Self { report: Report::new(self.report.mode), path: self.path.clone(), coverage, relations }
    }

    /// Adds the findings, relations and read bytes of a [`fork`](Self::fork).
    pub fn join(&mut self, fork: Self) {
        self.report.merge(fork.report);
        if let (Some(relations), Some(fork)) = (&mut self.relations, fork.relations) {
            relations.join_part(fork);
        }
        if let (Some(coverage), Some(fork)) = (&mut self.coverage, fork.coverage) {
            coverage.join_part(fork);
        }
    }

    /// Returns the report, with the fault that ended the decoding, if there is one. If there is none, first checks the
    /// relations between parts.
    ///
    /// # Errors
    /// Returns an error when reading failed, which is not a fault of the file.
    pub fn finish<T>(self, decoded: Result<T, Error>) -> std::io::Result<Report> {
        match decoded {
            Err(Error::Io { source, .. }) => Err(source),
            read => Ok(self.finish_in_memory(read)),
        }
    }
}

impl Validator {
    /// Checks the relations between the parts of a value that was read to its end, and returns the report.
    #[must_use]
    pub fn finish_read(mut self) -> Report {
        if let Some(relations) = self.relations {
            relations.judge(&mut |finding| self.report.add(finding));
        }
        self.report
    }

    /// Returns the report of a value that was not read to its end.
    #[must_use]
    pub fn finish_unread(self) -> Report {
        self.report
    }

    /// Returns the report, like [`finish`](Self::finish), for bytes in memory, which can always be read. If a
    /// hand-written codec fails with an I/O error, the report has a finding that the reading failed.
    #[must_use]
    pub fn finish_in_memory<T>(mut self, decoded: Result<T, Error>) -> Report {
        match decoded {
            Ok(_) => return self.finish_read(),
            Err(Error::Fault(finding)) => self.report.add(*finding),
            Err(Error::Io { path, source }) => {
                let message = format!("reading failed: {source}");
                self.report.add(Finding::new(Class::UnsupportedFeature, Location::default(), message).with_path(path));
            }
        }
        self.report
    }
}

impl Watch for Validator {
    fn open(&mut self, node: &ValueNode<'_>) {
        if let Some(segment) = &node.segment {
            self.path.push(segment.clone());
        }
    }

    fn leaf(&mut self, _: &Leaf<'_>) {}

    fn close(&mut self, node: &ValueNode<'_>, _: u64) {
        if node.segment.is_some() {
            self.path.pop();
        }
    }

    fn report(&mut self, finding: Finding) {
        self.report.add_within(&self.path, finding);
    }

    fn wants_leaves(&self) -> bool {
        false
    }

    fn coverage(&mut self) -> Option<&mut Coverage> {
        self.coverage.as_mut()
    }

    fn relations(&mut self) -> Option<(&mut Relations, &Path)> {
        self.relations.as_mut().map(|relations| (relations, &self.path))
    }

    fn validator(&mut self) -> Option<&mut Validator> {
        Some(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    #[test]
    fn an_error_counts_though_it_is_not_kept() {
        let mut report = Report::new(Mode::Lenient);
        let finding = |class| Finding::new(class, Location::default(), "");
        for _ in 0..Report::KEPT {
            report.add(finding(Class::UnknownFlag).with_lenient("I-8"));
        }
        assert_eq!(report.verdict(), Verdict::Valid);
        report.add(finding(Class::Overflow));
        report.add(finding(Class::UnknownFlag));
        assert_eq!(report.verdict(), Verdict::Malformed);
        assert_eq!(report.count(Severity::Error), 2);
        let mut whole = Report::new(Mode::Lenient);
        whole.merge(report);
        assert_eq!(whole.verdict(), Verdict::Malformed);
    }
}
