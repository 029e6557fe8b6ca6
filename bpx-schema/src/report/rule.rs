use super::{Class, Finding, Location, Severity};
use crate::schema::Text;

/// A rule of a format: its requirement, and the properties of its findings.
///
/// A hand-written rule is an item of a list that [`rules!`](crate::rules) makes. A rule of a declaration comes from the
/// schema ([`declared_rules`](super::declared_rules)). The texts of a rule may be owned, because the codes of rules for
/// regions are computed.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Rule {
    /// Stable code, such as `section-header.reserved.zero`. Rules that differ only in clause, reading or severity have
    /// the same code.
    pub code: Text,
    /// Class of the usual fault.
    pub class: Class,
    /// Classes of other faults that break the same rule. For example, a name can be outside of its section, or have no
    /// terminator.
    pub also: &'static [Class],
    /// Severity of the rule's findings.
    pub severity: Severity,
    /// Section of the specification, or empty.
    pub clause: Text,
    /// Number of the interpretation that excuses a finding in lenient mode, or empty.
    pub reading: Text,
    /// The requirement, as a sentence.
    pub sentence: Text,
}

impl Rule {
    /// Returns a rule of a list. Only [`rules!`](crate::rules) calls this function, so that every hand-written rule is
    /// in a list.
    #[doc(hidden)]
    #[must_use]
    pub const fn of_list(
        code: &'static str,
        (class, also): (Class, &'static [Class]),
        severity: Severity,
        clause: &'static str,
        reading: &'static str,
        sentence: &'static str,
    ) -> Self {
        let (code, clause, reading) = (Text::Borrowed(code), Text::Borrowed(clause), Text::Borrowed(reading));
        Self { code, class, also, severity, clause, reading, sentence: Text::Borrowed(sentence.trim_ascii()) }
    }

    /// Returns a finding of the rule, at the root of the file.
    #[cold]
    #[must_use]
    pub fn finding(&self, location: Location, message: impl Into<String>) -> Finding {
        self.finding_of(self.class, location, message)
    }

    /// Returns a finding of the rule, like [`finding`](Self::finding), with a class, which must be one of the rule's
    /// classes.
    #[cold]
    #[must_use]
    pub fn finding_of(&self, class: Class, location: Location, message: impl Into<String>) -> Finding {
        debug_assert!(self.has_class(class), "{}: {class} is not a class of the rule", self.code);
        let finding =
            Finding::new(class, location, message).with_code(self.code.clone()).with_spec(self.clause.clone());
        finding.with_severity(self.severity).with_lenient(self.reading.clone())
    }

    /// Returns whether a fault of the class `class` breaks the rule.
    #[must_use]
    pub fn has_class(&self, class: Class) -> bool {
        self.class == class || self.also.contains(&class)
    }

    /// Returns whether a finding belongs to the rule. In lenient mode, an excused finding is a warning.
    #[must_use]
    pub fn explains(&self, finding: &Finding) -> bool {
        let severity =
            self.severity == finding.severity || !self.reading.is_empty() && finding.severity == Severity::Warning;
        self.code == finding.code
            && self.has_class(finding.class)
            && severity
            && self.clause == finding.spec
            && self.reading == finding.lenient
    }
}

/// Declares rules, and the list `RULES` of all of them.
///
/// Each rule is a documented constant. The comment states the requirement. The code, the classes, the severity (if it
/// is not an error), the clause, and the interpretation that excuses a finding (if there is one) follow.
///
/// ```
/// bpx_schema::rules! {
///     /// The species of a creature is one of the text.
///     SPECIES = "creature.species", UnknownCode, "3" excused "I-70";
///     /// The name of a creature is a text.
///     NAME = "creature.name", BadText | Unterminated, "4";
///     /// Nothing follows the last creature.
///     TRAILING = "creature.trailing", TrailingBytes as Note, "";
/// }
/// # fn main() {
/// let finding = SPECIES.finding(Default::default(), "4 is not a species");
/// assert_eq!((&*finding.code, &*finding.lenient, RULES.len()), ("creature.species", "I-70", 3));
/// # }
/// ```
#[macro_export]
macro_rules! rules {
    ($(
        $(#[doc = $sentence:literal])+
        $name:ident = $code:literal, $class:ident $(| $also:ident)* $(as $severity:ident)?,
        $clause:literal $(excused $reading:literal)?;
    )+) => {
        $(
            $(#[doc = $sentence])+
            pub(crate) static $name: $crate::report::Rule = $crate::report::Rule::of_list(
                $code,
                ($crate::report::Class::$class, &[$($crate::report::Class::$also),*]),
                $crate::rules!(@severity $($severity)?),
                $clause,
                concat!($($reading)?),
                concat!($($sentence),+),
            );
        )+

        /// All rules of this list, in the order of their declaration.
        pub(crate) static RULES: &[&$crate::report::Rule] = &[$(&$name),+];
    };
    (@severity) => { $crate::report::Severity::Error };
    (@severity $severity:ident) => { $crate::report::Severity::$severity };
}
