//! Writes fields that are stored through a transform, or whose size is stated.

use super::reach::resolve_static;
use super::shaping::NumberChange;
use super::space_size::SpaceSize;
use super::span::{FieldSpan, LinkResolver};
use super::sum::{bit_member, member_spans, set_bit_field, set_number};
use super::{Encoder, stack};
use crate::checksum::ChecksumType;
use crate::forms::StoredForms;
use crate::report::{Class, Error, Location, Result};
use crate::schema::{Binary, BitPlace, Expr, Field, Region, Text, Type};
use crate::transform::{self, DynTransform, StreamLimits, TransformType};

/// How a field is stored, and what the structure states about the stored form.
#[derive(Debug, Clone, Copy)]
pub struct StoringPlan<'s> {
    /// The fields of the structure.
    pub fields: &'static [Field],
    /// Index of the stored field.
    pub index: usize,
    /// Spans of the fields that state size or checksum of the stored field.
    pub spans: &'s [FieldSpan<'s>],
    /// The transform of the content; `None` for plain bytes.
    pub transform: Option<TransformType>,
    /// The checksum of the content: index of the check in the declaration, and algorithm.
    pub check: Option<(usize, ChecksumType)>,
    /// The values of the expressions for the stored size, the size of the content, and the checksum.
    pub stated: [Option<i128>; 3],
    /// The offset of the field, if it does not follow the field before.
    pub at: Option<i128>,
    /// The parts with the content of a joined field, which itself takes no bytes. The inner `None` means that the
    /// expression for the parts has no value.
    pub joined: Option<Option<&'s [&'s [u8]]>>,
}

/// The stored form of the content of a field.
#[derive(Debug)]
pub(crate) struct MadeForm {
    pub(crate) stored: Vec<u8>,
    /// The size of the stored form in bytes.
    size: u64,
    content: u64,
    /// The checksum of the content; `None` if the checksum is unknown.
    sum: Option<u64>,
}

impl MadeForm {
    /// Creates the stored form from bytes that the caller made.
    pub(super) fn from_stored(stored: Vec<u8>, content: u64) -> Self {
        Self { size: stored.len() as u64, stored, content, sum: None }
    }

    /// Creates a stored form of which only the sizes are known.
    fn from_sizes((size, content): (u64, u64)) -> Self {
        Self { stored: Vec::new(), size, content, sum: None }
    }

    /// Stores a content in a known form, preferably in a form of the stated size. If there is no known form, stores the
    /// content in a new form.
    ///
    /// # Errors
    /// Returns the errors of the transform.
    pub(crate) fn from_content(
        content: Vec<u8>,
        transform: Option<&dyn DynTransform>,
        check: Option<ChecksumType>,
        (forms, stated): (Option<&StoredForms>, Option<i128>),
    ) -> Result<Self, (Class, String)> {
        let (size, sum) = (content.len() as u64, check.map(|check| check.checksum(&content)));
        let stored = match transform {
            Some(transform) => match forms.and_then(|forms| forms.find_form(transform, &content, stated)) {
                Some(known) => known.to_vec(),
                None => transform::encode(&content, transform)
                    .map_err(|error| (Class::UnsupportedFeature, error.to_string()))?,
            },
            None => content,
        };
        Ok(Self { size: stored.len() as u64, stored, content: size, sum })
    }

    /// Returns the stored form of a joined field, whose content is stored in parts.
    ///
    /// # Errors
    /// `Inconsistent` when the content of the parts differs from `content`, or the expression for the parts has no
    /// value.
    pub(crate) fn from_parts(
        content: &[u8],
        transform: Option<&dyn DynTransform>,
        check: Option<ChecksumType>,
        (region, parts): (&Region, Option<&[&[u8]]>),
    ) -> Result<Self, (Class, String)> {
        let joined = parts.unwrap_or(&[]).concat();
        let size = content.len() as u64;
        let same = match transform {
            Some(transform) => transform::decode(transform, &joined, size, &StreamLimits::default()).ok(),
            None => Some(joined),
        };
        if parts.is_none() || same.as_deref() != Some(content) {
            let array = region.joined.as_ref().map_or("", |joined| &joined.array);
            let message = format!(
                "the content differs from the content of the parts in `{array}`; a writer keeps the parts, so a new \
                    content has to be stored and cut into parts first"
            );
            return Err((Class::Inconsistent, message));
        }
        Ok(Self { sum: check.map(|check| check.checksum(content)), ..Self::from_sizes((0, size)) })
    }

    /// Returns the expressions for the facts that a region states, each with the value that it must have.
    pub(crate) fn stated_facts<'r>(&self, region: &'r Region, check: Option<usize>) -> [Option<(&'r Expr, u64)>; 3] {
        let check = check.and_then(|check| region.checks.get(check));
        [
            region.size.as_ref().map(|size| (size, self.size)),
            region.content_size.as_ref().map(|size| (size, self.content)),
            check.and_then(|check| Some((&check.stored, self.sum?))),
        ]
    }
}

/// Sets the numbers of the structure that state a fact, if they are fields or members that nothing else computes. The
/// expression may be one number, with constant factors and terms (`words * 4 - 8`), or two numbers that share the bits
/// (`low | high << 16`). Returns false for other expressions.
///
/// # Errors
/// `Overflow` when the fact does not fit into the numbers.
pub(crate) fn set_fact<'a>(
    mut bytes: Option<&mut [u8]>,
    (fields, spans): (&'a [Field], &[FieldSpan<'_>]),
    (expr, fact): (&Expr, u64),
    resolve: &LinkResolver<'a>,
) -> Result<bool, (Class, String)> {
    if let Some((low, high, bits)) = shared_bits(expr) {
        // A number of 64 bits has no bits from bit 64 on.
        let rest = fact.checked_shr(bits).unwrap_or(0);
        let kept = fact & !rest.checked_shl(bits).unwrap_or(0);
        return Ok(set_fact(bytes.as_deref_mut(), (fields, spans), (low, kept), resolve)?
            && set_fact(bytes, (fields, spans), (high, rest), resolve)?);
    }
    let Some(linear) = expr.linear_form() else { return Ok(false) };
    let Expr::Path(path) = linear.number else { return Ok(false) };
    let settable = |field: &&Field| path.first() == Some(&field.name) && is_settable(field);
    let Some(field) = fields.iter().find(settable) else { return Ok(false) };
    // An absent number has its alternative as value.
    let is_empty = |(name, start, end, _): &FieldSpan<'_>| *name == field.name && start == end;
    if field.when.is_some() && spans.iter().any(is_empty) {
        return Ok(false);
    }
    let message = || (Class::Overflow, format!("no number makes `{expr}` equal to {fact}"));
    let number = linear.number_for(fact.into()).ok_or_else(message)?;
    if let Some((span, bits)) = bit_member(fields, spans, path, resolve) {
        let number = fitting_bits(number, bits, path)?;
        let missing = || (Class::BadReference, format!("expected a member `{}` to set, found none", shown_path(path)));
        let set = bytes.map_or(Some(()), |bytes| set_bit_field(bytes, span, bits, number));
        return set.map(|()| true).ok_or_else(missing);
    }
    let Some((found, ty)) = member_spans(fields, spans, path, resolve).filter(|(_, ty)| ty.is_settable()) else {
        return Ok(false);
    };
    let number = fitting_number(number, &ty, path)?;
    if let (Some(bytes), Some(span)) = (bytes, found.first()) {
        let missing = || (Class::BadReference, format!("expected a member `{}` to set, found none", shown_path(path)));
        set_number(bytes, *span, &ty, number).ok_or_else(missing)?;
    }
    Ok(true)
}

/// Returns a computed value as a number that fits into the type of a member.
///
/// # Errors
/// `Overflow` when the value is negative or does not fit into the type of the member.
pub(crate) fn fitting_number(value: i128, ty: &Type, path: &[Text]) -> Result<u64, (Class, String)> {
    let holds = |number: u64| match ty {
        Type::Digits { size, form } => number <= form.greatest_number((*size).into()),
        Type::Int { size, signed, .. } => {
            // A number has at least one byte, as the check of a schema rejects others.
            number.checked_shr(u32::from(*size) * 8 - u32::from(*signed)).is_none_or(|above| above == 0)
        }
        _ => false,
    };
    // Each number that a writer may set has a fixed size.
    let size = ty.fixed_size().unwrap_or(0);
    let number = u64::try_from(value).ok().filter(|number| holds(*number));
    number.ok_or_else(|| {
        (Class::Overflow, format!("{value} does not fit into the member `{}` of {size} bytes", shown_path(path)))
    })
}

/// Returns a computed value as a number that fits into a bit field, like [`fitting_number`].
///
/// # Errors
/// `Overflow` when the value is negative or needs more bits than the field has.
pub(crate) fn fitting_bits(value: i128, bits: BitPlace, path: &[Text]) -> Result<u128, (Class, String)> {
    let number = u128::try_from(value).ok().filter(|number| bits.can_hold(*number));
    let message = || format!("{value} does not fit into the member `{}` of {} bits", shown_path(path), bits.width);
    number.ok_or_else(|| (Class::Overflow, message()))
}

/// Returns `low`, `high` and `bits` of the expression `low | high << bits`; `None` for other expressions.
fn shared_bits(expr: &Expr) -> Option<(&Expr, &Expr, u32)> {
    let Expr::Binary(Binary::Or, parts) = expr else { return None };
    let [low @ Expr::Path(_), Expr::Binary(Binary::Shl, shifted)] = &**parts else { return None };
    let [high @ Expr::Path(_), Expr::Int(bits)] = &**shifted else { return None };
    Some((low, high, u32::try_from(*bits).ok()?))
}

/// Returns whether a writer may set numbers in a field.
fn is_settable(field: &Field) -> bool {
    let is_number = field.when.is_none() || field.otherwise.is_some();
    let plain = field.len.is_none() && is_number && field.region.is_none();
    plain && field.derived.is_none() && !field.children
}

fn shown_path(path: &[Text]) -> String {
    path.join(".")
}

/// Returns the numbers of an expression that [`set_fact`] changes, so that the expression changes from the first to the
/// second value.
fn changed_numbers(expr: &Expr, (old, new): (i128, i128)) -> impl Iterator<Item = NumberChange<'_>> {
    let [low, high] = match shared_bits(expr) {
        Some((low, high, bits)) => {
            let rest = |value: i128| value.checked_shr(bits).unwrap_or(0);
            let kept = |value: i128| value & !rest(value).checked_shl(bits).unwrap_or(0);
            [changed_number(low, (kept(old), kept(new))), changed_number(high, (rest(old), rest(new)))]
        }
        None => [changed_number(expr, (old, new)), None],
    };
    low.into_iter().chain(high).filter(|change| change.old != change.new)
}

/// Returns the number that changes, if the expression depends on one number.
fn changed_number(expr: &Expr, (old, new): (i128, i128)) -> Option<NumberChange<'_>> {
    let linear = expr.linear_form()?;
    let Expr::Path(path) = linear.number else { return None };
    Some(NumberChange { path, old: linear.number_for(old)?, new: linear.number_for(new)? })
}

/// Returns the fault that an expression which a writer cannot set states a wrong value.
#[cold]
pub(crate) fn misstated_fact(expr: &Expr, stated: Option<i128>, fact: u64) -> (Class, String) {
    let stated = stated.map_or_else(|| "nothing".to_owned(), |stated| stated.to_string());
    let message = format!("expected {fact} from `{expr}` (the size or checksum of the written bytes), found {stated}");
    (Class::SizeMismatch, message)
}

impl Encoder<'_> {
    /// Writes a field into separate content, stores the content, and sets the numbers of the structure that describe
    /// the content.
    ///
    /// # Errors
    /// Returns the errors of writing the field and of the transform; `SizeMismatch` when an expression that cannot be
    /// set states another size or checksum.
    pub fn write_stored(
        &mut self,
        storing: StoringPlan<'_>,
        write: impl FnOnce(&mut Encoder<'_>) -> Result<()>,
    ) -> Result<()> {
        let Some(field) = storing.fields.get(storing.index) else { return Ok(()) };
        let Some(region) = field.region_stored() else { return Ok(()) };
        if !region.is_in_place() && self.is_placed_later() {
            let (content, _) = self.content_of(write)?;
            self.write_bytes(&content);
            return Ok(());
        }
        // A form that was stored elsewhere is used as it is.
        let known = if storing.joined.is_none() { self.made.pop_front() } else { None };
        let made = match known {
            Some(made) => made,
            None => self.store_field(field, &storing, write)?,
        };
        // A field without bytes may lie anywhere.
        if region.at.is_some() && made.size > 0 {
            self.pad_to_offset(field, storing.at)?;
        }
        if storing.joined.is_none() {
            self.write_or_count(made.size as usize, |out| out.extend_from_slice(&made.stored));
        }
        let check = storing.check.map(|(place, _)| place);
        for (fact, stated) in made.stated_facts(region, check).into_iter().zip(storing.stated) {
            let Some((expr, fact)) = fact else { continue };
            let set = set_fact(self.written_bytes(), (storing.fields, storing.spans), (expr, fact), &resolve_static);
            let agrees = expr.needs_space() || stated == Some(i128::from(fact));
            let stated = match set {
                Ok(false) if !agrees => Err(misstated_fact(expr, stated, fact)),
                Ok(true) if !agrees => {
                    self.expect_not_relied_on(&storing, (expr, stated, fact))?;
                    Ok(true)
                }
                set => set,
            };
            stated.map_err(|(class, message)| self.fault(class, message).in_field(&field.name))?;
        }
        Ok(())
    }

    /// Rejects a number that was set after other fields were written for another number.
    ///
    /// # Errors
    /// `Inconsistent` when the bytes of another field depend on the number.
    fn expect_not_relied_on(
        &self,
        storing: &StoringPlan<'_>,
        (expr, stated, fact): (&Expr, Option<i128>, u64),
    ) -> Result<()> {
        // A layout compares the values of the expressions; a fact of an expression that cannot be computed is unknown.
        let Some(old) = stated.filter(|_| !self.is_placed_later()) else { return Ok(()) };
        let mut changes = changed_numbers(expr, (old, fact.into()));
        let user = changes.find_map(|change| change.changed_field((storing.fields, storing.index), &resolve_static));
        let Some(user) = user else { return Ok(()) };
        let message = format!(
            "expected `{expr}` to be {fact}, because this field depends on the number, found {old}: set the number \
                before writing"
        );
        Err(self.fault(Class::Inconsistent, message).in_field(&user.name))
    }

    /// Stores a field before the number that states its size is written, because this number has a variable length.
    /// Returns the stored size in bytes.
    ///
    /// # Errors
    /// Returns the errors of [`Self::write_stored`], which later writes the stored form.
    pub fn store_ahead(
        &mut self,
        storing: StoringPlan<'_>,
        write: impl FnOnce(&mut Encoder<'_>) -> Result<()>,
    ) -> Result<i128> {
        let Some(field) = storing.fields.get(storing.index) else { return Ok(0) };
        if self.made.is_empty() {
            let made = self.store_field(field, &storing, write)?;
            self.made.push_front(made);
        }
        Ok(self.made.front().map_or(0, |made| i128::from(made.size)))
    }

    /// Returns the content of a field, written in a separate space, and what is known of the space.
    fn content_of(&mut self, write: impl FnOnce(&mut Encoder<'_>) -> Result<()>) -> Result<(Vec<u8>, SpaceSize)> {
        let mut content = Vec::new();
        let mut inner = self.of_content(&mut content);
        let written = inner.write_level(|e| stack::with_room(|| write(e)));
        let (space, apart) = (std::mem::take(&mut inner.space), inner.into_apart());
        let arranged = written.and_then(|()| self.arrange_content(content, apart));
        arranged.map(|content| (content, space)).map_err(|error| in_content(error, self.position()))
    }

    fn store_field(
        &mut self,
        field: &Field,
        storing: &StoringPlan<'_>,
        write: impl FnOnce(&mut Encoder<'_>) -> Result<()>,
    ) -> Result<MadeForm> {
        if self.knows_space() {
            return Ok(MadeForm::from_sizes(self.check_stored(write)?));
        }
        let (content, space) = self.content_of(write)?;
        let value = storing.transform.map(|ty| match self.algorithms {
            Some(algorithms) => algorithms.value_of(ty),
            None => ty.default_value(),
        });
        let check = storing.check.map(|(_, check)| check);
        let [stated, ..] = storing.stated;
        let made = match (storing.joined, field.region.as_ref()) {
            (Some(parts), Some(region)) => MadeForm::from_parts(&content, value.as_deref(), check, (region, parts)),
            _ => MadeForm::from_content(content, value.as_deref(), check, (self.forms.as_ref(), stated)),
        };
        let made = made.map_err(|(class, message)| self.fault(class, message).in_field(&field.name))?;
        self.space.note_stored((made.size, made.content), space);
        Ok(made)
    }
}

/// Returns the same error, with its location in content that is stored at an offset.
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
