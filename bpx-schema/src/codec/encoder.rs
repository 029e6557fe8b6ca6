use super::narrow::{no_width, number_bytes};
use super::space_size::SpaceSize;
use super::storing::MadeForm;
use super::{ApartFields, Codec, Fixed, TerminatedText, Varint, VarintCoding, varint};
use crate::algorithms::Algorithms;
use crate::forms::StoredForms;
use crate::limits::Limits;
use crate::report::{Class, Error, Location, Result};
use crate::schema::{Endian, Field, Type};
use std::collections::VecDeque;

/// Writes values, one after the other; or only counts their bytes, so that a size is known before writing.
pub struct Encoder<'o> {
    out: Option<&'o mut Vec<u8>>,
    /// Number of bytes that the vector contained before this encoder began.
    before: usize,
    /// Number of bytes that were counted instead of written.
    counted: u64,
    /// Number of open structures, which `max_depth` limits.
    pub(super) depth: u32,
    max_depth: u32,
    /// Number of zeros between values that may still be written.
    filled_left: u64,
    pub(super) skip_regions: bool,
    /// The registry of transforms; `None` for the transforms that the declaration names.
    pub(super) algorithms: Option<&'o Algorithms>,
    /// Stored forms, which unchanged contents keep.
    pub(super) forms: Option<StoredForms>,
    /// Stored forms of fields that were made in advance, in the order of writing.
    pub(super) made: VecDeque<MadeForm>,
    /// Spans of the written fields, if a layout places the fields with their own offsets.
    pub(super) apart: Option<Box<ApartFields<'static>>>,
    /// The function that lays out fields with their own offsets in the content of another field.
    arrange: Option<ContentArranger>,
    /// What is known of the space that is written.
    pub(super) space: SpaceSize,
}

/// A function that returns the bytes of a content in which a layout has placed the fields that were written separately.
pub(crate) type ContentArranger = fn(Vec<u8>, ApartFields<'static>, LayoutContext<'_>) -> Result<Vec<u8>>;

/// What a layout needs to place fields in a content.
pub(crate) struct LayoutContext<'o> {
    /// The registry of transforms; `None` for the transforms that the declaration names.
    pub(crate) algorithms: Option<&'o Algorithms>,
    /// Stored forms, which unchanged contents keep.
    pub(crate) forms: Option<StoredForms>,
    /// Maximum number of zeros between fields.
    pub(crate) room: u64,
}

impl<'o> Encoder<'o> {
    /// Creates an encoder that appends to a vector.
    #[must_use]
    pub fn new(out: &'o mut Vec<u8>) -> Self {
        Self::from_output(Some(out), Limits::default())
    }

    /// Creates an encoder that counts bytes instead of writing them.
    #[must_use]
    pub fn counting() -> Self {
        Self::from_output(None, Limits::default())
    }

    /// Sets the limit on nesting, and the limit on zeros between values, which is the memory limit.
    #[must_use]
    pub fn with_limits(self, limits: Limits) -> Self {
        let Self { max_depth, filled_left, .. } = Self::from_output(None, limits);
        Self { max_depth, filled_left, ..self }
    }

    fn from_output(out: Option<&'o mut Vec<u8>>, limits: Limits) -> Self {
        // No vector has more bytes, so positions fit into 64 bits even if the encoder only counts.
        let (max_depth, filled_left) = (limits.max_depth, limits.max_memory.for_size(0).min(isize::MAX as u64));
        Self {
            before: out.as_ref().map_or(0, |out| out.len()),
            out,
            counted: 0,
            depth: 0,
            max_depth,
            filled_left,
            skip_regions: false,
            algorithms: None,
            forms: None,
            made: VecDeque::new(),
            apart: None,
            arrange: None,
            space: SpaceSize::default(),
        }
    }

    /// Makes the encoder use the algorithms of a registry, such as transforms with a dictionary.
    #[must_use]
    pub fn with_algorithms(mut self, algorithms: &'o Algorithms) -> Self {
        self.algorithms = Some(algorithms);
        self
    }

    /// Makes the encoder use stored forms, which unchanged contents keep.
    #[must_use]
    pub(crate) fn with_forms(mut self, forms: Option<StoredForms>) -> Self {
        self.forms = forms;
        self
    }

    /// Sets the stored bytes of the next field that is stored through a transform, and the size of its content, so that
    /// the encoder does not compress the content again. Does not set a checksum of the content.
    #[must_use]
    pub fn with_stored(mut self, stored: Vec<u8>, content_size: u64) -> Self {
        self.made.push_back(MadeForm::from_stored(stored, content_size));
        self
    }

    /// Returns an encoder that writes to another vector at the same depth.
    pub(super) fn inner_encoder<'p>(&self, out: &'p mut Vec<u8>) -> Encoder<'p>
    where
        'o: 'p,
    {
        let Self { depth, max_depth, filled_left, skip_regions, algorithms, arrange, .. } = *self;
        let (forms, new) = (self.forms.clone(), Encoder::from_output(Some(out), Limits::default()));
        Encoder { depth, max_depth, filled_left, skip_regions, algorithms, forms, arrange, ..new }
    }

    /// Makes the encoder count the bytes of a space that was written, and check what depends on the size of the space.
    pub(super) fn checking(self, space: SpaceSize) -> Self {
        Self { out: None, space, ..self }
    }

    /// Makes the encoder write fields with their own offsets separately, and omit the contents of regions, so that a
    /// [layout](crate::layout) can place them. `arrange` places such fields in the contents of other fields.
    #[must_use]
    pub(crate) fn for_layout(mut self, arrange: ContentArranger) -> Self {
        (self.apart, self.skip_regions, self.arrange) = (Some(Box::default()), true, Some(arrange));
        self
    }

    /// Returns the content after a layout has placed the fields of `apart`.
    ///
    /// # Errors
    /// Returns the errors of the layout.
    pub(super) fn arrange_content(&mut self, content: Vec<u8>, apart: ApartFields<'static>) -> Result<Vec<u8>> {
        let Some(arrange) = self.arrange.filter(|_| !apart.nested.holders.is_empty()) else { return Ok(content) };
        let (forms, room, before) = (self.forms.clone(), self.filled_left, content.len() as u64 + apart.size());
        let arranged = arrange(content, apart, LayoutContext { algorithms: self.algorithms, forms, room })?;
        // Content that became smaller needs no more room; content that is larger than the room leaves none.
        self.filled_left = room.saturating_sub((arranged.len() as u64).saturating_sub(before));
        Ok(arranged)
    }

    /// Returns an encoder of a field's content. If a layout places fields with their own offsets, the encoder writes
    /// these fields separately.
    pub(super) fn of_content<'p>(&self, content: &'p mut Vec<u8>) -> Encoder<'p>
    where
        'o: 'p,
    {
        Encoder { apart: self.arrange.map(|_| Box::default()), ..self.inner_encoder(content) }
    }

    /// Returns whether a layout places the fields with their own offsets.
    pub(super) fn is_placed_later(&self) -> bool {
        self.apart.is_some()
    }

    /// Returns the fields that were written for a layout; none if no layout places them.
    pub(crate) fn into_apart(self) -> ApartFields<'static> {
        self.apart.map(|apart| *apart).unwrap_or_default()
    }

    /// Returns the number of bytes that this encoder has written or counted, which is the offset of the next byte.
    #[must_use]
    #[inline]
    pub fn position(&self) -> u64 {
        match &self.out {
            // Encoders only append bytes.
            Some(out) => out.len().saturating_sub(self.before) as u64,
            None => self.counted,
        }
    }

    /// Returns a fault at the current position.
    #[cold]
    #[must_use]
    pub fn fault(&self, class: Class, message: impl Into<String>) -> Error {
        Error::fault(class, Location { file: self.position(), content: None }, message)
    }

    /// Returns the bytes that this encoder wrote, or `None` when it only counts.
    pub(crate) fn written_bytes(&mut self) -> Option<&mut [u8]> {
        let before = self.before;
        self.out.as_deref_mut()?.get_mut(before..)
    }

    /// Writes `size` bytes, or only counts the bytes.
    #[inline]
    pub(super) fn write_or_count(&mut self, size: usize, write: impl FnOnce(&mut Vec<u8>)) {
        match &mut self.out {
            Some(out) => write(out),
            None => self.counted += size as u64,
        }
    }

    /// Writes raw bytes.
    #[inline]
    pub fn write_bytes(&mut self, bytes: &[u8]) {
        self.write_or_count(bytes.len(), |out| out.extend_from_slice(bytes));
    }

    /// Writes zeros up to an offset, and continues there.
    ///
    /// # Errors
    /// Returns an error when the offset has no value, is smaller than the position, or leaves a gap of bytes that
    /// belong to no field.
    pub fn pad_to_offset(&mut self, field: &Field, offset: Option<i128>) -> Result<()> {
        // The layout places fields.
        if self.is_placed_later() {
            return Ok(());
        }
        let gap = offset
            .and_then(|offset| u64::try_from(offset).ok())
            .and_then(|offset| offset.checked_sub(self.position()))
            .and_then(|gap| usize::try_from(gap).ok());
        let Some(gap) = gap else {
            let found = offset.map_or_else(|| "an offset without a value".to_owned(), |offset| offset.to_string());
            let message = format!("expected the field at offset {} or later, found {found}", self.position());
            return Err(self.fault(Class::Overlap, message).in_field(&field.name));
        };
        self.expect_no_gap(field, gap as u64)?;
        // The offset may be any number in a model.
        let Some(left) = self.filled_left.checked_sub(gap as u64) else {
            let message =
                format!("the field needs {gap} zero bytes before it, but only {} are allowed", self.filled_left);
            return Err(self.fault(Class::LimitExceeded, message).in_field(&field.name));
        };
        self.filled_left = left;
        self.write_or_count(gap, |out| out.resize(out.len() + gap, 0));
        Ok(())
    }

    /// Writes `size` zeros, and returns the zeros so that they can be overwritten; `None` if the encoder only counts.
    #[inline]
    pub(super) fn push_zeros(&mut self, size: usize) -> Option<&mut [u8]> {
        let Some(out) = self.out.as_deref_mut() else {
            self.counted += size as u64;
            return None;
        };
        let start = out.len();
        out.resize(start + size, 0);
        out.get_mut(start..)
    }

    /// Writes a value of fixed size.
    ///
    /// # Errors
    /// Returns no error; the function has the same signature as the other writers.
    #[inline]
    pub fn write_fixed<T: Fixed>(&mut self, value: &T, endian: Endian) -> Result<()> {
        if let Some(place) = self.push_zeros(T::SIZE) {
            value.put(place, endian);
        }
        Ok(())
    }

    /// Writes a whole number in `width` bytes.
    ///
    /// # Errors
    /// Returns an error when the width is not from 1 to the number of bytes of the type, or when the number does not
    /// fit.
    pub fn write_narrowed(&mut self, field: &Field, number: i128, width: i128, endian: Endian) -> Result<()> {
        let size = self.expect_width(field, number, width)?;
        self.write_bytes(&number_bytes(number, size, endian));
        Ok(())
    }

    /// Returns the number of bytes in which a number is stored, and rejects a number that does not fit.
    ///
    /// # Errors
    /// Returns the errors of [`Self::write_narrowed`].
    pub fn expect_width(&self, field: &Field, number: i128, width: i128) -> Result<u8> {
        let Some(Type::Int { size, signed, .. }) = field.ty.of_width(width) else {
            return Err(self.fault(Class::Overflow, no_width(&field.ty, width)).in_field(&field.name));
        };
        let bits = 8 * u32::from(size) - u32::from(signed);
        if (if number < 0 { !number } else { number }) >> bits != 0 || number < 0 && !signed {
            return Err(self.too_wide(Some(number), 8 * usize::from(size)).in_field(&field.name));
        }
        Ok(size)
    }

    /// Writes numbers or records, all at once.
    ///
    /// # Errors
    /// Returns no error; the function has the same signature as the other writers.
    pub fn numbers<T: Fixed>(&mut self, values: &[T], endian: Endian) -> Result<()> {
        self.write_or_count(values.len() * T::SIZE, |out| T::append(values, out, endian));
        Ok(())
    }

    /// Writes a text and its terminator.
    ///
    /// # Errors
    /// Returns no error; the function has the same signature as the other writers.
    pub fn text<T: TerminatedText>(&mut self, text: &T) -> Result<()> {
        self.write_bytes(text.stored_bytes());
        self.write_bytes(T::TERMINATOR);
        Ok(())
    }

    /// Writes a variable-length number.
    ///
    /// # Errors
    /// Returns an error when the number needs more bits than the schema allows.
    pub fn varint<T: Copy + Into<i128>, F: VarintCoding>(&mut self, field: &Field, number: Varint<T, F>) -> Result<()> {
        let Type::Varint { bits, form } = field.ty else {
            return Err(self
                .fault(
                    Class::BadVarint,
                    "expected a variable-length number as the type of the field, found another type",
                )
                .in_field(&field.name));
        };
        let value: i128 = number.value().into();
        if !form.can_hold(value, bits) {
            return Err(self.fault(Class::BadVarint, varint::unfit_varint(value, bits, form)).in_field(&field.name));
        }
        let known = self.forms.as_ref().and_then(StoredForms::numbers).filter(|_| field.is_computed());
        let kept = known.and_then(|numbers| numbers.take(field, value));
        let size = kept.map_or(number.size(), |kept| varint::size_kept(value, kept, (bits, form)));
        let mut bytes = Vec::with_capacity(size);
        varint::write_varint(value, size, form, &mut bytes);
        self.write_bytes(&bytes);
        Ok(())
    }

    /// Writes a nested structure.
    ///
    /// # Errors
    /// Returns the errors of the structure.
    pub fn write_nested<T: Codec>(&mut self, field: &Field, value: &T, args: T::Args) -> Result<()> {
        self.write_level(|e| value.encode(e, args)).map_err(|error| error.in_field(&field.name))
    }

    /// Writes a structure that is nested in another structure.
    ///
    /// # Errors
    /// `TooDeep` beyond [`Limits::max_depth`], and the errors of `write`.
    pub(crate) fn write_level(&mut self, write: impl FnOnce(&mut Self) -> Result<()>) -> Result<()> {
        self.check_level()?;
        self.depth += 1;
        let written = super::stack::with_room(|| write(self));
        self.depth -= 1;
        written
    }

    /// Rejects a value that would be one level deeper than the current depth, if the limits forbid this depth.
    ///
    /// # Errors
    /// `TooDeep` beyond [`Limits::max_depth`].
    pub(super) fn check_level(&self) -> Result<()> {
        let depth = self.depth + 1;
        if let Some(message) = super::stack::refuse_level(depth) {
            return Err(self.fault(Class::TooDeep, message));
        }
        self.check_levels(depth as usize)
    }

    /// Rejects a value that is nested in `levels` structures, or in `levels` nodes of one tree, if the limit is lower.
    ///
    /// # Errors
    /// `TooDeep` beyond [`Limits::max_depth`].
    pub(crate) fn check_levels(&self, levels: usize) -> Result<()> {
        if levels < self.max_depth as usize {
            return Ok(());
        }
        Err(self.fault(Class::TooDeep, Limits::too_deep(self.max_depth)))
    }

    /// Writes padding of the size that the schema states. The encoder adds or omits fill bytes as needed.
    ///
    /// # Errors
    /// Returns an error when the size has no value, or when bytes other than fill bytes would be lost.
    pub fn padding(&mut self, field: &Field, count: Option<i128>, bytes: &[u8]) -> Result<()> {
        let filled = padding_filled(count, (bytes, field.fill), self.filled_left);
        let (kept, more) = filled.map_err(|(class, message)| self.fault(class, message).in_field(&field.name))?;
        self.filled_left -= more;
        self.write_bytes(kept);
        let size = more as usize;
        self.write_or_count(size, |out| out.resize(out.len() + size, field.fill));
        Ok(())
    }

    /// Writes several nested structures.
    ///
    /// # Errors
    /// Returns the errors of the structure.
    pub fn list<T: Codec>(&mut self, field: &Field, values: &[T], args: T::Args) -> Result<()> {
        T::encode_many(values, self, args).map_err(|error| error.in_field(&field.name))
    }

    /// Writes several nested structures whose parameters depend on where each structure begins.
    ///
    /// # Errors
    /// Returns the errors of the structure.
    pub fn list_each<T: Codec>(
        &mut self,
        field: &Field,
        values: &[T],
        args: &dyn Fn(&Encoder<'_>) -> Result<T::Args>,
    ) -> Result<()> {
        for (index, value) in (0_u64..).zip(values) {
            let written = args(self).and_then(|args| self.write_level(|e| value.encode(e, args)));
            written.map_err(|error| error.in_element(index).in_field(&field.name))?;
        }
        Ok(())
    }

    /// Returns the value of a derived field in the field's type.
    ///
    /// # Errors
    /// Returns an error when the expression has no value, or the value does not fit.
    #[inline]
    pub fn derive_field<T: TryFrom<i128>>(&self, field: &Field, value: Option<i128>) -> Result<T> {
        match value.and_then(|value| T::try_from(value).ok()) {
            Some(value) => Ok(value),
            None => Err(self.too_wide(value, field.ty.bit_width().unwrap_or(size_of::<T>() * 8)).in_field(&field.name)),
        }
    }

    /// Returns the value of a derived member of a nested record in the member's type.
    ///
    /// # Errors
    /// Returns the errors of [`Self::derive_field`].
    pub fn derive_member<T: TryFrom<i128>>(&self, field: &Field, member: &str, value: Option<i128>) -> Result<T> {
        match value.and_then(|value| T::try_from(value).ok()) {
            Some(value) => Ok(value),
            None => Err(self.too_wide(value, size_of::<T>() * 8).in_field(member).in_field(&field.name)),
        }
    }

    #[cold]
    fn too_wide(&self, value: Option<i128>, bits: usize) -> Error {
        let message = value.map(|value| format!("{value} does not fit into {bits} bits"));
        self.fault(
            Class::Overflow,
            message.unwrap_or_else(|| {
                "the expression of the computed field has no value, because its computation fails".to_owned()
            }),
        )
    }

    /// Rejects a stated count that differs from the real number of elements.
    ///
    /// # Errors
    /// Returns an error when the count and the number of elements differ.
    #[inline]
    pub fn expect_len(&self, field: &Field, stated: Option<i128>, len: usize) -> Result<()> {
        if stated == Some(len as i128) { Ok(()) } else { Err(self.another_len(field, stated, len)) }
    }

    #[cold]
    fn another_len(&self, field: &Field, stated: Option<i128>, len: usize) -> Error {
        let stated = stated.map_or_else(|| "nothing".to_owned(), |stated| stated.to_string());
        let message = format!("expected {stated} elements, as the count states, found {len}");
        self.fault(Class::CountMismatch, message).in_field(&field.name)
    }

    /// Rejects a value that is present although its condition does not hold, or absent although its condition holds.
    ///
    /// # Errors
    /// Returns an error when condition and presence differ.
    #[inline]
    pub fn expect_presence(&self, field: &Field, wanted: bool, present: bool) -> Result<()> {
        if wanted == present { Ok(()) } else { Err(self.against_condition(field, wanted)) }
    }

    #[cold]
    fn against_condition(&self, field: &Field, wanted: bool) -> Error {
        let message = match wanted {
            true => "the value is missing, but its condition holds",
            false => "the value is present, but its condition does not hold",
        };
        let condition = field.when.as_ref().map_or_else(String::new, |when| format!(" (`{when}`)"));
        self.fault(Class::Inconsistent, format!("{message}{condition}")).in_field(&field.name)
    }

    /// Rejects a case of a switch whose condition does not hold.
    ///
    /// # Errors
    /// Returns an error when the condition of the case does not hold.
    pub fn expect_case(&self, name: &str, holds: Option<bool>) -> Result<()> {
        if holds == Some(true) {
            return Ok(());
        }
        Err(self.fault(Class::Inconsistent, format!("expected the case that the tag selects, found `{name}`")))
    }

    /// Rejects a case of a switch if a reader would select an earlier case instead.
    ///
    /// # Errors
    /// Returns an error when the condition of the earlier case holds or has no value.
    pub fn expect_no_case(&self, name: &str, holds: Option<bool>) -> Result<()> {
        self.expect_case(name, holds.map(|holds| !holds))
    }
}

/// Returns the bytes of a padding that are kept, and the number of fill bytes that follow, which is at most `limit`.
///
/// # Errors
/// Returns an error when the size has no value, or when bytes other than fill bytes would be lost.
pub(crate) fn padding_filled(
    count: Option<i128>,
    (bytes, fill): (&[u8], u8),
    limit: u64,
) -> std::result::Result<(&[u8], u64), (Class, String)> {
    let count = count.and_then(|count| u64::try_from(count).ok());
    let count = count
        .ok_or_else(|| (Class::Overflow, "the size of the padding is negative, or its computation fails".to_owned()))?;
    let (kept, lost) =
        usize::try_from(count).ok().and_then(|count| bytes.split_at_checked(count)).unwrap_or((bytes, &[]));
    if lost.iter().any(|byte| *byte != fill) {
        let filled = if fill == 0 { "zero".to_owned() } else { format!("{fill:#04x}") };
        let message =
            format!("expected {count} bytes of padding, found {} bytes that are not all {filled}", bytes.len());
        return Err((Class::CountMismatch, message));
    }
    let more = count - kept.len() as u64;
    if more > limit {
        return Err((
            Class::LimitExceeded,
            format!("the padding needs {more} more bytes, but only {limit} are allowed"),
        ));
    }
    Ok((kept, more))
}
