//! What readers of several types of files share: limits on bytes that references share, and rules of declarations.

use bpx_schema::report::{Class, Rule, Severity, relation_rule};
use bpx_schema::schema::Structure;
use bpx_schema::{Codec, Limits};

/// A limit on the bytes of a section that may be read for offsets into it: a multiple of its size, so that reading
/// ends.
pub(in crate::bpx) struct SharedBytes(u64);

impl SharedBytes {
    /// Creates the limit for a section with these bytes.
    pub(in crate::bpx) fn new(section: &[u8], limits: Limits) -> Self {
        Self(limits.max_shared.of(section.len() as u64))
    }

    /// Charges some bytes; returns whether they were left.
    #[must_use]
    pub(in crate::bpx) fn take(&mut self, bytes: u64) -> bool {
        let left = self.0.checked_sub(bytes);
        self.0 = left.unwrap_or_default();
        left.is_some()
    }
}

/// Returns the message for an exceeded limit.
pub(in crate::bpx) fn beyond() -> &'static str {
    "the references up to here read the bytes of their section too often"
}

/// Returns the rule of a code that a structure declares about other parts, for an error of an accessor.
pub(in crate::bpx) fn declared_rule<T: Codec>(code: &'static str) -> Rule {
    let structure: &'static Structure = T::schema();
    // A code that no field states has no class, so that making an error of it fails in tests.
    relation_rule(structure, code)
        .unwrap_or_else(|| Rule::of_list(code, (Class::UnsupportedFeature, &[]), Severity::Error, "", "", ""))
}
