//! Describes files by a schema that is not compiled in, with the values at the top level.
#![allow(clippy::arithmetic_side_effects, reason = "values that are read are counted")]

use crate::description::{Description, Part, fact_list};
use crate::file_format::whole_file;
use crate::{FileFormat, ReadOptions, SchemaFormat};
use bpx_schema::Result;
use bpx_schema::json::{TreeBuilder, write_leaf};
use bpx_schema::report::{Finding, Mode, Path, Segment};
use bpx_schema::source::ReadAt;
use bpx_schema::watch::{Leaf, NodeKind, ValueNode, Watch};
use serde_json::{Value, json};

/// The size in bytes of the longest value that is shown; for a longer value, only the size is shown.
const SHOWN: usize = 64;

pub(crate) fn describe_source(
    format: &SchemaFormat,
    source: &dyn ReadAt,
    options: &ReadOptions,
) -> Result<Description> {
    let verdict = format.verify(source, Mode::Lenient, options)?.verdict();
    let outline = Outline::of(format, source, options)?;
    let size = source.size();
    let (name, structure) = (format.name(), format.structure());
    let mut lines = vec![format!("structure: {structure}")];
    lines.extend(outline.parts.iter().map(|part| {
        // The reader states the offset of each value, and the size where the value ends.
        let (offset, size) = (part.offset.unwrap_or(0), part.size.unwrap_or(0));
        format!("  {offset:>10}  {size:>8}  {}: {}", part.name, part.about)
    }));
    lines.push(format!("verdict: {verdict}"));
    let fields = outline.parts.iter().zip(&outline.values).map(|(part, value)| {
        json!({
            "name": part.name,
            "offset": part.offset.map(|offset| offset.to_string()),
            "size": part.size.map(|size| size.to_string()),
            "value": value,
        })
    });
    let facts = fact_list([
        ("format", json!(name)),
        ("size", json!(size.to_string())),
        ("structure", json!(structure)),
        ("structure_size", json!(format.model().get(structure).and_then(|one| one.size))),
        ("fields", fields.collect()),
        ("verdict", json!(verdict.name())),
    ]);
    Ok(Description::new(format!("{name}, {size} bytes"), facts, vec![lines.into()]))
}

/// Returns the values at the top level.
pub(crate) fn top_parts(format: &SchemaFormat, source: &dyn ReadAt, options: &ReadOptions) -> Result<Vec<Part>> {
    Ok(Outline::of(format, source, options)?.parts)
}

/// Collects the values at the top level.
#[derive(Default)]
struct Outline {
    parts: Vec<Part>,
    /// The value of each part; `null` for a part that contains other parts.
    values: Vec<Value>,
    /// For each open value, from the outermost value inwards, the number of values in it.
    open: Vec<u64>,
}

impl Outline {
    /// Counts a value as a part of the innermost open value.
    fn count_inside(&mut self) {
        if let Some(inside) = self.open.last_mut() {
            *inside += 1;
        }
    }

    /// Reads a file up to its first fault. A fault is not an error here, because the verdict states faults.
    fn of(format: &SchemaFormat, source: &dyn ReadAt, options: &ReadOptions) -> Result<Self> {
        let mut outline = Self::default();
        match format.watch(&whole_file(source, options)?, options, &mut outline) {
            Err(error) if error.finding().is_none() => Err(error),
            _ => Ok(outline),
        }
    }
}

impl Watch for Outline {
    fn open(&mut self, node: &ValueNode<'_>) {
        if self.open.is_empty() {
            let name = node.segment.as_ref().map_or_else(String::new, name_of);
            self.parts.push(Part::new(name, "").at(None, node.at.file));
            self.values.push(Value::Null);
        }
        self.count_inside();
        self.open.push(0);
    }

    fn leaf(&mut self, leaf: &Leaf<'_>) {
        if !self.open.is_empty() {
            return self.count_inside();
        }
        let size = leaf.bytes.len();
        let mut json = TreeBuilder::default();
        // Computed values too, which a model omits.
        if size <= SHOWN {
            write_leaf(leaf, &mut json);
        }
        let value = json.finish();
        let about = if size <= SHOWN { value.to_string() } else { format!("{size} bytes") };
        self.parts.push(Part::new(name_of(&leaf.segment), about).at(None, leaf.at.file).with_size(size as u64));
        self.values.push(value);
    }

    fn close(&mut self, node: &ValueNode<'_>, size: u64) {
        let Some(inside) = self.open.pop() else { return };
        let Some(part) = self.parts.last_mut().filter(|_| self.open.is_empty()) else { return };
        let what = match node.kind {
            NodeKind::Array => "elements",
            _ => "fields",
        };
        let name = node.structure.map_or_else(String::new, |structure| format!("{}, ", structure.name));
        part.about = format!("{name}{inside} {what}");
        part.size = Some(node.kind.packed_size().unwrap_or(size));
    }

    fn report(&mut self, _: Finding) {}
}

fn name_of(segment: &Segment) -> String {
    Path::new(vec![segment.clone()]).to_string()
}
