//! Builds documents from flat lists of steps, so that parts move without recursion.

use super::{DEBUG_HASH, DEBUG_NAME, Document, Event, MAX_LEN, Node, Scalar, ValueRef};
use crate::file_error::path_prefix;
use bpx_schema::Limits;
use bpx_schema::codec::{CText, TreeBuilder};
use bpx_schema::report::{Path, Segment};

/// The error for a document that cannot be built.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}{problem}", path_prefix(&path.short_text()))]
#[non_exhaustive]
pub struct BuildError {
    /// Path of the faulty value, with names of properties, or their hashes, and indexes.
    pub path: Path,
    /// The fault.
    pub problem: Problem,
}

/// The fault of a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Problem {
    /// A text contains a NUL, which would end the text.
    #[error("a text must not contain a NUL")]
    Nul,
    /// An object or an array has more than 255 parts.
    #[error(
        "expected at most {MAX_LEN} properties or elements, because their number is stored in one byte, found more"
    )]
    TooMany,
    /// Values nest too deeply to be read again.
    #[error("values nest deeper than {0} levels")]
    TooDeep(u32),
}

/// A step of building, which begins a value, ends a value, or reports a fault.
#[derive(Debug, Clone)]
pub(super) enum Step {
    Open(Draft),
    /// The open value has a fault.
    Fail(Problem),
    Close,
}

/// A value that is being built.
#[derive(Debug, Clone)]
pub(super) struct Draft {
    /// Hash of the name, if the value is a property.
    pub(super) hash: Option<u64>,
    /// The name, if it is known.
    pub(super) name: Option<String>,
    pub(super) value: Scalar,
    /// Whether this object, and the objects below it, list the names of their properties.
    pub(super) debug: bool,
}

/// Returns the steps of an existing value, under another name.
pub(super) fn copy_steps(value: ValueRef<'_>, hash: Option<u64>, name: Option<String>) -> Vec<Step> {
    let mut top = Some((hash, name));
    let steps = value.events().map(|event| match event {
        Event::Open { value, .. } => {
            let (hash, name) = top.take().unwrap_or((value.hash(), None));
            Step::Open(Draft { hash, name, value: value.scalar().clone(), debug: false })
        }
        Event::Close => Step::Close,
    });
    steps.collect()
}

/// An open value.
struct OpenStep {
    segment: Segment,
    is_object: bool,
    debug: bool,
    has_debug: bool,
    names: Vec<String>,
}

/// Converts steps into a document, and adds the names.
pub(super) fn build_document(steps: Vec<Step>, limits: &Limits) -> Result<Document, BuildError> {
    let mut out = TreeBuilder::default();
    let mut open: Vec<OpenStep> = Vec::new();
    for step in steps {
        match step {
            Step::Open(draft) => enter_value(draft, &mut open, &mut out, limits)?,
            Step::Fail(problem) => return Err(BuildError { path: open_path(&open, None), problem }),
            Step::Close => {
                if let Some(OpenStep { is_object: true, debug: true, has_debug: false, names, .. }) = open.last()
                    && !names.is_empty()
                {
                    let names = names.clone();
                    let list = Draft {
                        hash: Some(DEBUG_HASH),
                        name: Some(DEBUG_NAME.to_owned()),
                        value: Scalar::Array,
                        debug: false,
                    };
                    enter_value(list, &mut open, &mut out, limits)?;
                    for name in names {
                        // A name with a NUL was rejected with its property.
                        let value = CText::new(name).map_or(Scalar::Null, Scalar::String);
                        enter_value(
                            Draft { hash: None, name: None, value, debug: false },
                            &mut open,
                            &mut out,
                            limits,
                        )?;
                        leave_value(&mut open, &mut out);
                    }
                    leave_value(&mut open, &mut out);
                }
                leave_value(&mut open, &mut out);
            }
        }
    }
    Ok(Document::from_valid(out.finish()))
}

fn enter_value(
    draft: Draft,
    open: &mut Vec<OpenStep>,
    out: &mut TreeBuilder<Node>,
    limits: &Limits,
) -> Result<(), BuildError> {
    let segment = match (&draft.name, draft.hash) {
        (Some(name), _) => Segment::Field(name.clone().into()),
        (None, Some(hash)) => Segment::Field(format!("{hash:#018x}").into()),
        (None, None) => Segment::Index(out.sibling_count() as u64),
    };
    let problem = if open.len() >= limits.max_depth as usize {
        Some(Problem::TooDeep(limits.max_depth))
    } else if out.sibling_count() >= MAX_LEN {
        Some(Problem::TooMany)
    } else if draft.name.as_ref().is_some_and(|name| name.contains('\0')) {
        Some(Problem::Nul)
    } else {
        None
    };
    if let Some(problem) = problem {
        return Err(BuildError { path: open_path(open, (!open.is_empty()).then_some(segment)), problem });
    }
    let mut debug = draft.debug;
    if let Some(parent) = open.last_mut() {
        debug |= parent.debug;
        parent.has_debug |= draft.hash == Some(DEBUG_HASH);
        parent.names.extend(draft.name.filter(|name| parent.debug && !parent.names.contains(name)));
    }
    let is_object = draft.value == Scalar::Object;
    out.open(Node::new(draft.hash, draft.value));
    open.push(OpenStep { segment, is_object, debug, has_debug: false, names: Vec::new() });
    Ok(())
}

/// Returns the path of the open value, or of a value below the open value. The root has no name.
fn open_path(open: &[OpenStep], below: Option<Segment>) -> Path {
    Path::new(open.iter().skip(1).map(|open| open.segment.clone()).chain(below).collect())
}

fn leave_value(open: &mut Vec<OpenStep>, out: &mut TreeBuilder<Node>) {
    open.pop();
    out.close();
}
