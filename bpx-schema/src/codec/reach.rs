//! Searches through a structure and all nested structures.

use crate::report::Location;
use crate::schema::{Body, ComputedValue, Expr, Field, Link, Structure, Text};
use crate::value::{Scope, eval_int};

/// Returns whether a field of a structure, or of a structure in it, matches.
#[cfg(any(feature = "binrw", feature = "parallel"))]
pub(super) fn any_field(structure: &'static Structure, wanted: impl Fn(&Field) -> bool) -> bool {
    let mut seen: Vec<&'static Structure> = Vec::new();
    let mut open: Vec<&'static Structure> = vec![structure];
    while let Some(structure) = open.pop() {
        if seen.iter().any(|known| std::ptr::eq(*known, structure)) {
            continue;
        }
        seen.push(structure);
        let cases = match &structure.body {
            Body::Switch(cases) => &**cases,
            Body::Fields(_) | Body::Bits(_) => &[],
        };
        if structure.fields().iter().chain(cases.iter().flat_map(|case| case.fields.iter())).any(&wanted) {
            return true;
        }
        open.extend(structure.links().filter_map(|link| match link {
            Link::Static(schema) => Some(schema()),
            Link::Name(_) => None,
        }));
    }
    false
}

/// Returns the structure of a link in a compiled declaration.
pub(super) fn resolve_static(link: &Link) -> Option<&'static Structure> {
    match link {
        Link::Static(schema) => Some(schema()),
        Link::Name(_) => None,
    }
}

/// Adjacent records, or a single record.
#[derive(Clone, Copy)]
pub(crate) struct AdjacentRecords<'b> {
    /// The bytes of the records.
    pub(crate) bytes: &'b [u8],
    /// Size of each record in bytes.
    pub(crate) size: usize,
    /// Location of the first record.
    pub(crate) at: Location,
    /// Whether the records are the elements of an array.
    pub(crate) is_array: bool,
}

/// The parameters of a structure, by name.
struct ParamScope<'a>(&'a [Text], &'a [i128]);

impl Scope for ParamScope<'_> {
    fn value(&self, path: &[Text]) -> Option<ComputedValue<'_>> {
        let [name] = path else {
            return None;
        };
        self.0.iter().zip(self.1).find(|(param, _)| *param == name).map(|(_, value)| ComputedValue::Int(*value))
    }
}

/// Returns the fields of a structure, or the fields of the case that the parameters select; `None` when the parameters
/// do not select a case.
pub(crate) fn chosen_fields<'s>(structure: &'s Structure, args: &[i128]) -> Option<&'s [Field]> {
    let params = ParamScope(&structure.params, args);
    match &structure.body {
        Body::Fields(fields) => Some(fields),
        // The bytes select the case.
        Body::Switch(cases) if cases.iter().any(|case| case.tag().is_some()) => None,
        Body::Switch(cases) => {
            let holds = |when: &Expr| eval_int(when, &params).is_some_and(|value| value != 0);
            let case = cases.iter().find(|case| case.when.as_ref().is_none_or(holds))?;
            Some(&case.fields)
        }
        Body::Bits(_) => None,
    }
}
