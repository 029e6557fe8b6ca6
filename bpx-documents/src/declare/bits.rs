//! Runs of fields that share bytes.

use super::field::Kind;
use crate::model::Field;
use crate::size::Size;
use bpx_model::{Endian, Type};
use std::ops::Range;

/// Bits of a structure, whose places are numbers of 16 bits.
const MAX_BITS: u64 = 0xffff;
/// The widest field of bits.
const WIDEST: u16 = 128;

/// Fields that together fill whole bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Run {
    pub(super) range: Range<usize>,
    /// Their width together.
    pub(super) bits: u64,
    /// First bit and width of each.
    pub(super) places: Vec<(u16, u16)>,
    /// A field in it whose bits are not an integer.
    number: Option<usize>,
}

impl Run {
    /// Returns why no structure of bits can be declared.
    pub(super) fn refused(&self, fields: &[Field]) -> Option<String> {
        let name = |at: usize| fields.get(at).map_or("", |field| &field.name);
        let wide = self.places.iter().zip(self.range.clone()).find(|((_, width), _)| *width > WIDEST);
        if let Some(((_, width), at)) = wide {
            return Some(format!(
                "`{}` takes {width} bits, more than the {WIDEST} that can be declared: declared as bytes",
                name(at)
            ));
        }
        let number = self.number?;
        Some(format!("`{}` shares bytes with bit fields, but is not an integer: declared as bytes", name(number)))
    }
}

impl Run {
    /// A run of no fields yet.
    fn begin(start: usize) -> Self {
        Self { range: start..start, bits: 0, places: Vec::new(), number: None }
    }

    /// Adds the next field, if it has an exact size, takes bits, and there are not too many.
    fn add(&mut self, field: &Field) -> Option<()> {
        let width = field.size.and_then(Size::exact).filter(|width| *width > 0)?;
        let end = self.bits.checked_add(width).filter(|end| *end <= MAX_BITS)?;
        self.places.push((u16::try_from(self.bits).ok()?, u16::try_from(width).ok()?));
        (self.bits, self.range.end) = (end, self.range.end.checked_add(1)?);
        Some(())
    }
}

/// Returns whether a field lies in several bytes.
pub(super) fn crosses(bit: u16, width: u16) -> bool {
    u32::from(bit % 8) + u32::from(width) > 8
}

/// Returns the run of bits that begins at a field. It ends where whole bytes are filled and a field without bits follows.
pub(super) fn run(fields: &[Field], start: usize, kind: impl Fn(&Field) -> Kind) -> Option<Run> {
    let is_bits = |at: usize| fields.get(at).is_some_and(|field| matches!(kind(field), Kind::Bits(_)));
    if !is_bits(start) {
        return None;
    }
    let mut run = Run::begin(start);
    loop {
        if run.bits.is_multiple_of(8) && run.bits > 0 && !is_bits(run.range.end) {
            return Some(run);
        }
        let at = run.range.end;
        let field = fields.get(at)?;
        if !is_whole(&kind(field)) {
            run.number = run.number.or(Some(at));
        }
        run.add(field)?;
    }
}

/// Returns the run of all fields, when they are one. A table whose places are bits is one, also where some of its
/// fields fill bytes.
pub(super) fn whole(fields: &[Field], kind: impl Fn(&Field) -> Kind, in_bits: bool) -> Option<Run> {
    let run = match in_bits {
        true => all(fields)?,
        false => run(fields, 0, kind).filter(|run| run.range.end == fields.len())?,
    };
    // In an order that no offset contradicts.
    let placed = fields
        .iter()
        .zip(&run.places)
        .all(|(field, (bit, _))| field.offset.is_none_or(|stated| stated <= u64::from(bit / 8)));
    (placed && run.refused(fields).is_none()).then_some(run)
}

/// Returns a run of all fields, if they fill whole bytes, at least one.
fn all(fields: &[Field]) -> Option<Run> {
    let mut run = Run::begin(0);
    for field in fields {
        run.add(field)?;
    }
    (run.bits > 0 && run.bits.is_multiple_of(8)).then_some(run)
}

fn is_whole(kind: &Kind) -> bool {
    match kind {
        Kind::Bits(_) => true,
        Kind::Fixed(Type::Int { signed, endian, size }, None, _) => {
            !signed && (*size == 1 || *endian == Endian::Little)
        }
        _ => false,
    }
}
