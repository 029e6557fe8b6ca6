//! The cases that are asked of readers with mistakes.
#![allow(dead_code, reason = "every test uses some of it")]

use bpx_formats::find_schema;
use conformance::suite::{Case, Suite};
use std::collections::BTreeSet;
use std::ops::Bound;
use std::path::Path;
use std::sync::LazyLock;

/// The suite, which is loaded once.
pub(crate) static SUITE: LazyLock<Suite> = LazyLock::new(|| Suite::load(folder()).unwrap());

/// The files of all cases.
static FILES: LazyLock<BTreeSet<&'static [u8]>> =
    LazyLock::new(|| SUITE.cases.iter().map(|case| &*case.input).collect());

pub(crate) fn folder() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Returns whether a file may be refused because it is cut off: another one begins with it. A reader may refuse it for any
/// reason, so that the case shows no mistake.
pub(crate) fn is_cut(case: &Case) -> bool {
    let after = (Bound::Excluded(&*case.input), Bound::Unbounded);
    case.expect.allows_rejection()
        && FILES.range::<[u8], _>(after).next().is_some_and(|next| next.starts_with(&case.input))
}

/// Returns the name of the schema of a case.
pub(crate) fn schema_of(case: &Case) -> String {
    let own = case.version.map(|version| format!("{}-v{version}", case.format));
    own.filter(|name| find_schema(name).is_some()).unwrap_or_else(|| case.format.clone())
}
