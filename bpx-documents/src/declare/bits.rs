//! Finds runs of fields that share bytes.

use super::field::Kind;
use crate::model::Field;
use crate::size::Size;
use bpx_model::{Endian, Type};

/// The largest number of bits in a structure of bits, whose bit offsets are numbers of 16 bits.
const MAX_BITS: u64 = 0xffff;
/// The width of the widest bit field, in bits.
const WIDEST: u16 = 127;

/// Fields that together fill whole bytes.
pub(super) struct BitRun<'f> {
    pub(super) fields: &'f [Field],
    /// The sum of the widths, in bits.
    pub(super) bits: u64,
    /// The first bit and the width of each field, in bits.
    pub(super) places: Vec<(u16, u16)>,
    /// The first field in the run that is not a bit field or an unsigned integer that fits among bits.
    number: Option<&'f Field>,
}

impl<'f> BitRun<'f> {
    /// Returns the reason why the run cannot be declared as a structure of bits.
    pub(super) fn refusal_reason(&self) -> Option<String> {
        let wide = self.fields.iter().zip(&self.places).find(|(_, (_, width))| *width > WIDEST);
        if let Some((Field { name, .. }, (_, width))) = wide {
            return Some(format!(
                "`{name}` takes {width} bits, but a bit field takes at most {WIDEST} bits: declared as bytes"
            ));
        }
        let name = &self.number?.name;
        Some(format!("`{name}` shares bytes with bit fields, but is not an integer: declared as bytes"))
    }

    /// Creates an empty run at the beginning of the fields.
    fn begin_run(fields: &'f [Field]) -> Self {
        Self { fields, bits: 0, places: Vec::new(), number: None }
    }

    /// Adds the next field, if the field has an exact size of at least one bit and the run stays within its largest
    /// size.
    fn add_field(&mut self, field: &Field) -> Option<()> {
        let width = field.size.and_then(Size::exact).filter(|width| *width > 0)?;
        let end = self.bits.checked_add(width).filter(|end| *end <= MAX_BITS)?;
        self.places.push((u16::try_from(self.bits).ok()?, u16::try_from(width).ok()?));
        self.bits = end;
        Some(())
    }
}

/// Returns whether a bit field lies in several bytes.
pub(super) fn crosses_bytes(bit: u16, width: u16) -> bool {
    u32::from(bit % 8) + u32::from(width) > 8
}

/// Returns the run of bits at the beginning of fields. The run ends where whole bytes are filled and no bit field
/// follows.
pub(super) fn leading_run(fields: &[Field], kind: impl Fn(&Field) -> Kind) -> Option<BitRun<'_>> {
    let begins_bits = |fields: &[Field]| fields.first().is_some_and(|field| matches!(kind(field), Kind::Bits(_)));
    let mut run = BitRun::begin_run(fields);
    let mut rest = fields;
    while !run.bits.is_multiple_of(8) || begins_bits(rest) {
        let (field, after) = rest.split_first()?;
        if !is_bits_kind(&kind(field)) {
            run.number = run.number.or(Some(field));
        }
        run.add_field(field)?;
        rest = after;
    }
    run.fields = fields.split_at(run.places.len()).0;
    Some(run).filter(|run| run.bits > 0)
}

/// Returns the run of all fields, if all fields form one run. The fields of a table whose offsets are in bits form one
/// run, even if some fields fill whole bytes.
pub(super) fn whole_run(fields: &[Field], kind: impl Fn(&Field) -> Kind, in_bits: bool) -> Option<BitRun<'_>> {
    let run = match in_bits {
        true => run_of_all(fields)?,
        false => leading_run(fields, kind).filter(|run| run.fields.len() == fields.len())?,
    };
    // In an order that no offset contradicts.
    let placed = fields
        .iter()
        .zip(&run.places)
        .all(|(field, (bit, _))| field.offset.is_none_or(|stated| stated <= u64::from(bit / 8)));
    (placed && run.refusal_reason().is_none()).then_some(run)
}

/// Returns a run of all fields, if the fields fill at least one whole byte.
fn run_of_all(fields: &[Field]) -> Option<BitRun<'_>> {
    let mut run = BitRun::begin_run(fields);
    for field in fields {
        run.add_field(field)?;
    }
    (run.bits > 0 && run.bits.is_multiple_of(8)).then_some(run)
}

fn is_bits_kind(kind: &Kind) -> bool {
    match kind {
        Kind::Bits(_) => true,
        Kind::Fixed(Type::Int { signed, endian, size }, None, _) => {
            !signed && (*size == 1 || *endian == Endian::Little)
        }
        _ => false,
    }
}
