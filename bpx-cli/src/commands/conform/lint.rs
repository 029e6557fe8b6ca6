use super::select;
use crate::args::Selection;
use crate::exit::{Exit, Failure, InFile};
use crate::output;
use conformance::lint::lint;
use std::collections::BTreeSet;
use std::fmt::Write;

/// Prints the faults of the selected cases.
pub(super) fn run(selection: &Selection) -> Result<Exit, Failure> {
    let suite = select::load_suite(selection.suite.as_deref())?;
    let wanted: BTreeSet<&str> = select::select_cases(&suite, selection)?.iter().map(|case| &*case.id).collect();
    let book = select::load_book(selection.suite.as_deref())?;
    let found = lint(&suite.cases, &book);
    let mut text = String::new();
    let mut count = 0_usize;
    for one in found.iter().filter(|one| wanted.contains(&*one.case)) {
        count += 1;
        let _ = writeln!(text, "{one}");
    }
    let _ = writeln!(text, "{count} findings in {} cases", wanted.len());
    output::print_text(&text).in_file("<stdout>")?;
    Ok(if count == 0 { Exit::Fine } else { Exit::Invalid })
}
