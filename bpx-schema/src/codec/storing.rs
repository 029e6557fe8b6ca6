//! Writing fields that lie in place and are stored through a transform.

use super::reach::resolve_static;
use super::sum::{FieldSpan, Resolve, bit_member, member_spans, set_bit_field, set_number};
use super::{Encoder, stack};
use crate::checksum::ChecksumType;
use crate::report::{Class, Error, Location, Result};
use crate::schema::{Binary, Expr, Field, Region, Text, Type};
use crate::transform::{self, DynTransform, TransformType};

/// How a field in place is stored, and what the structure states about it.
#[derive(Debug, Clone, Copy)]
pub struct Storing<'s> {
    /// The fields of the structure, and which of them is stored.
    pub fields: &'static [Field],
    /// Place of the field among them.
    pub index: usize,
    /// Where the fields lie that state something about it.
    pub spans: &'s [FieldSpan<'s>],
    /// How the content is stored; none for as it is.
    pub transform: Option<TransformType>,
    /// The checksum of the content: place of its declaration, and algorithm.
    pub check: Option<(usize, ChecksumType)>,
    /// Values of the expressions for size, size of the content, and checksum.
    pub stated: [Option<i128>; 3],
}

/// What was made of the content of a field.
#[derive(Debug)]
pub(crate) struct Made {
    pub(crate) stored: Vec<u8>,
    content: u64,
    /// None when it is not known.
    sum: Option<u64>,
}

impl Made {
    /// What somebody else stored.
    pub(super) fn known(stored: Vec<u8>, content: u64) -> Self {
        Self { stored, content, sum: None }
    }

    /// Stores content.
    ///
    /// # Errors
    /// What the transform says.
    pub(crate) fn of(
        content: Vec<u8>,
        transform: Option<&dyn DynTransform>,
        check: Option<ChecksumType>,
    ) -> Result<Self, (Class, String)> {
        let (size, sum) = (content.len() as u64, check.map(|check| check.checksum(&content)));
        let stored = match transform {
            Some(transform) => transform::encode(&content, transform)
                .map_err(|error| (Class::UnsupportedFeature, error.to_string()))?,
            None => content,
        };
        Ok(Self { stored, content: size, sum })
    }

    /// What a region states about it: expressions, and the values that they have to have.
    pub(crate) fn facts<'r>(&self, region: &'r Region, check: Option<usize>) -> [Option<(&'r Expr, u64)>; 3] {
        let check = check.and_then(|check| region.checks.get(check));
        [
            region.size.as_ref().map(|size| (size, self.stored.len() as u64)),
            region.content_size.as_ref().map(|size| (size, self.content)),
            check.and_then(|check| Some((&check.stored, self.sum?))),
        ]
    }
}

/// Sets the numbers of the structure that state a fact, when they are fields or members and nothing else computes them:
/// one, or two that share its bits, `low | high << 16`; false when they are not.
///
/// # Errors
/// `Overflow` when the fact does not fit.
pub(crate) fn set_fact<'a>(
    mut bytes: Option<&mut [u8]>,
    (fields, spans): (&'a [Field], &[FieldSpan<'_>]),
    (expr, fact): (&Expr, u64),
    resolve: &Resolve<'a>,
) -> Result<bool, (Class, String)> {
    if let Some((low, high, bits)) = shared(expr) {
        let rest = fact.checked_shr(bits).unwrap_or(0);
        let kept = fact & !rest.checked_shl(bits).unwrap_or(0);
        return Ok(set_fact(bytes.as_deref_mut(), (fields, spans), (low, kept), resolve)?
            && set_fact(bytes, (fields, spans), (high, rest), resolve)?);
    }
    let Expr::Path(path) = expr else { return Ok(false) };
    let settable = |field: &&Field| path.first() == Some(&field.name) && is_settable(field);
    if !fields.iter().any(|field| settable(&field)) {
        return Ok(false);
    }
    if let Some((span, bits)) = bit_member(fields, spans, path, resolve) {
        if !bits.holds(fact.into()) {
            let message = format!("{fact} does not fit into `{}`, {} bits", shown(path), bits.width);
            return Err((Class::Overflow, message));
        }
        let missing = || (Class::BadReference, format!("no member {} to set", shown(path)));
        let set = bytes.map_or(Some(()), |bytes| set_bit_field(bytes, span, bits, fact.into()));
        return set.map(|()| true).ok_or_else(missing);
    }
    let Some((found, Type::Int { size, signed, endian })) = member_spans(fields, spans, path, resolve) else {
        return Ok(false);
    };
    let fact = fitting(fact.into(), (*size, *signed), path)?;
    if let (Some(bytes), Some(span)) = (bytes, found.first()) {
        let missing = || (Class::BadReference, format!("no member {} to set", shown(path)));
        set_number(bytes, *span, *endian, fact).ok_or_else(missing)?;
    }
    Ok(true)
}

/// A number that is set from a fact, which is never negative.
///
/// # Errors
/// `Overflow` when it does not fit into the member of so many bytes, signed or not.
pub(crate) fn fitting(value: i128, (size, signed): (u8, bool), path: &[Text]) -> Result<u64, (Class, String)> {
    // A number has at least one byte: the check of a schema refuses others.
    let bits = u32::from(size) * 8 - u32::from(signed);
    let number = u64::try_from(value).ok().filter(|number| number.checked_shr(bits).unwrap_or(0) == 0);
    number.ok_or_else(|| (Class::Overflow, format!("{value} does not fit into `{}`, {size} bytes", shown(path))))
}

/// The parts of `low | high << bits`.
fn shared(expr: &Expr) -> Option<(&Expr, &Expr, u32)> {
    let Expr::Binary(Binary::Or, parts) = expr else { return None };
    let [low @ Expr::Path(_), Expr::Binary(Binary::Shl, shifted)] = &**parts else { return None };
    let [high @ Expr::Path(_), Expr::Int(bits)] = &**shifted else { return None };
    Some((low, high, u32::try_from(*bits).ok()?))
}

/// Whether a writer may set numbers in a field.
fn is_settable(field: &Field) -> bool {
    let plain = field.len.is_none() && field.when.is_none() && field.region.is_none();
    plain && field.derived.is_none() && !field.children
}

fn shown(path: &[Text]) -> String {
    path.join(".")
}

/// The fault for a statement that no field can be set to.
#[cold]
pub(crate) fn misstated(expr: &Expr, stated: Option<i128>, fact: u64) -> (Class, String) {
    let stated = stated.map_or_else(|| "nothing".to_owned(), |stated| stated.to_string());
    (Class::SizeMismatch, format!("`{expr}` states {stated}, and what is stored has {fact}"))
}

impl Encoder<'_> {
    /// Writes a field into content of its own, and stores that; then sets what the structure states about it.
    ///
    /// # Errors
    /// Those of writing the field and of the transform; `SizeMismatch` when an expression that is no field states another
    /// size or checksum.
    pub fn stored(&mut self, storing: Storing<'_>, write: impl FnOnce(&mut Encoder<'_>) -> Result<()>) -> Result<()> {
        let Some(field) = storing.fields.get(storing.index) else { return Ok(()) };
        let Some(region) = field.region_in_place() else { return Ok(()) };
        let made = match self.made.pop_front() {
            Some(made) => made,
            None => self.store(field, &storing, write)?,
        };
        self.bytes(&made.stored);
        let check = storing.check.map(|(place, _)| place);
        for (fact, stated) in made.facts(region, check).into_iter().zip(storing.stated) {
            let Some((expr, fact)) = fact else { continue };
            let set = set_fact(self.written(), (storing.fields, storing.spans), (expr, fact), &resolve_static);
            let agrees = expr.needs_space() || stated == Some(i128::from(fact));
            let stated = match set {
                Ok(false) if !agrees => Err(misstated(expr, stated, fact)),
                set => set,
            };
            stated.map_err(|(class, message)| self.fault(class, message).in_field(&field.name))?;
        }
        Ok(())
    }

    fn store(
        &mut self,
        field: &Field,
        storing: &Storing<'_>,
        write: impl FnOnce(&mut Encoder<'_>) -> Result<()>,
    ) -> Result<Made> {
        let mut content = Vec::new();
        let mut inner = self.within(&mut content);
        let written = inner.inside(|e| stack::with_room(|| write(e)));
        written.map_err(|error| in_content(error, self.position()))?;
        let value = storing.transform.map(|ty| match self.algorithms {
            Some(algorithms) => algorithms.value_of(ty),
            None => ty.make(),
        });
        Made::of(content, value.as_deref(), storing.check.map(|(_, check)| check))
            .map_err(|(class, message)| self.fault(class, message).in_field(&field.name))
    }
}

/// The same error, whose place is one in content that is stored at an offset.
pub(crate) fn in_content(error: Error, at: u64) -> Error {
    match error {
        Error::Fault(mut finding) => {
            let inside = finding.location.content.unwrap_or(finding.location.file);
            finding.location = Location { file: at, content: Some(inside) };
            Error::Fault(finding)
        }
        io @ Error::Io { .. } => io,
    }
}
