use super::arguments::no_values;
use super::reach::{AdjacentRecords, resolve_static};
use super::{Arguments, Decoder, Encoder, Fixed, View, write_whole};
use crate::budget::Budget;
use crate::limits::Limits;
use crate::report::{Location, Mode, Report, Result, Segment, Validator};
use crate::schema::{Endian, Structure};
use crate::value::{RecordFields, walk_record};
use crate::watch::{NodeKind, ValueNode, Watch};

/// A structure with a declared encoding, which can be read, written, checked and explained.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not declared as a structure",
    label = "missing `#[derive(Record)]` or `#[structure]`",
    note = "use the name of a number itself, such as `u32`, because the macros do not resolve aliases",
    note = "an enum of codes names the values of a number: `#[schema(codes = Kind)] kind: u8`"
)]
pub trait Codec: Sized {
    /// The values of the parameters, `[i128; N]`; `[]` for a structure without parameters.
    type Args: Arguments;

    /// For a structure of bit fields, whether its declaration states the byte order; `None` for other structures.
    const BITS: Option<bool> = None;

    /// Returns the schema of the structure.
    fn schema() -> &'static Structure;

    /// Reads a value for the listener of the decoder, and drops the value. `args` are the values of the structure's
    /// parameters.
    ///
    /// # Errors
    /// Returns the errors of [`Self::decode`].
    fn traverse(d: &mut Decoder<'_, '_>, args: Self::Args) -> Result<()>;

    /// Writes the value.
    ///
    /// # Errors
    /// Returns an error when a count, size or offset does not fit, or a field contradicts its condition.
    fn encode(&self, e: &mut Encoder<'_>, args: Self::Args) -> Result<()>;

    /// Writes several values.
    ///
    /// # Errors
    /// Returns the errors of [`Self::encode`]; the path has the number of the element.
    fn encode_many(values: &[Self], e: &mut Encoder<'_>, args: Self::Args) -> Result<()> {
        e.write_each(values, args)
    }

    /// Reads a value; `args` are the values of the structure's parameters.
    ///
    /// # Errors
    /// Returns an error with location and path when the bytes do not form a value.
    fn decode<'a>(d: &mut Decoder<'a, '_>, args: Self::Args) -> Result<Self>
    where
        Self: Decode<'a>,
    {
        Self::decode_from(d, args)
    }

    /// Reads several values.
    ///
    /// # Errors
    /// Returns the errors of [`Self::decode`]; the path has the number of the element.
    fn decode_many<'a>(d: &mut Decoder<'a, '_>, count: u64, args: Self::Args) -> Result<Vec<Self>>
    where
        Self: Decode<'a>,
    {
        Self::decode_many_from(d, count, args)
    }

    /// Reads a value at the beginning of the bytes, and ignores the bytes after the value. The value may borrow parts
    /// of the bytes.
    ///
    /// # Errors
    /// Returns the errors of [`Self::decode`].
    fn from_slice<'a>(bytes: &'a [u8]) -> Result<Self>
    where
        Self: Decode<'a>,
    {
        Self::decode_from(&mut Decoder::new(bytes, &budget_of(bytes)), no_values())
    }

    /// Writes the value into new bytes of the exact size.
    ///
    /// # Errors
    /// Returns the errors of [`Self::encode`].
    fn to_vec(&self) -> Result<Vec<u8>> {
        self.to_vec_with(no_values(), Limits::default())
    }

    /// Writes the value like [`Self::to_vec`], but with values of parameters and other limits.
    ///
    /// # Errors
    /// Returns the errors of [`Self::encode`].
    fn to_vec_with(&self, args: Self::Args, limits: Limits) -> Result<Vec<u8>> {
        let mut bytes = Vec::new();
        write_whole(&mut bytes, (self, args), |e| e.with_limits(limits))?;
        // Counting first costs as much as writing; this rarely copies the bytes.
        bytes.shrink_to_fit();
        Ok(bytes)
    }

    /// Writes the value like [`Self::to_vec`], but without the contents of [`Regions`](super::Regions), which are not
    /// part of the value and which the caller places. Gaps that belong to no field are filled with zeros.
    ///
    /// # Errors
    /// Returns the errors of [`Self::encode`].
    fn to_vec_without_regions(&self) -> Result<Vec<u8>> {
        let mut bytes = Vec::new();
        self.encode(&mut Encoder::new(&mut bytes).without_regions(), no_values())?;
        Ok(bytes)
    }

    /// Returns the size of the encoding in bytes.
    ///
    /// # Errors
    /// Returns the errors of [`Self::encode`].
    fn encoded_size(&self, args: Self::Args) -> Result<u64> {
        let mut size = Encoder::counting();
        self.encode(&mut size, args)?;
        Ok(size.position())
    }

    /// Checks every rule and collects all findings, including findings about bytes that nothing reads; see
    /// [`Validator::with_unread`].
    fn validate(bytes: &[u8], mode: Mode) -> Report {
        let mut validator = Validator::new(mode).with_unread();
        let budget = budget_of(bytes);
        let mut decoder = Decoder::new(bytes, &budget).with_watch(&mut validator);
        let decoded = decoder.read_whole(|d| Self::traverse(d, no_values()));
        validator.finish_in_memory(decoded)
    }

    /// Reports every part of a value to a listener.
    ///
    /// # Errors
    /// Returns the errors of [`Self::decode`]; the parts before the error are reported.
    fn watch(bytes: &[u8], watch: &mut dyn Watch) -> Result<()> {
        Self::traverse(&mut Decoder::new(bytes, &budget_of(bytes)).with_watch(watch), no_values())
    }
}

/// A structure that can be read from bytes that live for `'a`. Its values may borrow parts of the bytes as `&'a [u8]`,
/// `&'a str`, `Cow<'a, [u8]>` or `Cow<'a, str>`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be read from these bytes",
    label = "`Decode` is not implemented for the lifetime of the bytes",
    note = "use the bound `DecodeOwned` for a function over all structures without borrowed bytes"
)]
pub trait Decode<'a>: Codec {
    /// Reads a value; see [`Codec::decode`].
    ///
    /// # Errors
    /// Returns the errors of [`Codec::decode`].
    fn decode_from(d: &mut Decoder<'a, '_>, args: Self::Args) -> Result<Self>;

    /// Reads several values; see [`Codec::decode_many`].
    ///
    /// # Errors
    /// Returns the errors of [`Codec::decode_many`].
    fn decode_many_from(d: &mut Decoder<'a, '_>, count: u64, args: Self::Args) -> Result<Vec<Self>> {
        d.read_each(count, args)
    }
}

/// A structure whose values do not borrow from the bytes that they are read from.
pub trait DecodeOwned: Codec + for<'a> Decode<'a> {}

impl<T: Codec + for<'a> Decode<'a>> DecodeOwned for T {}

/// Returns the budget for reading a value from `bytes`.
fn budget_of(bytes: &[u8]) -> Budget {
    Budget::new(Limits::default(), bytes.len() as u64)
}

/// Access to the members of a structure by their names, for expressions. A structure of bit fields has functions with
/// these names, which the compiler prefers.
pub trait MemberAccess {
    /// Returns the structure itself, which has the members.
    #[doc(hidden)]
    #[inline(always)]
    fn __members(&self) -> &Self {
        self
    }

    /// Sets members; `_own` is the name of the structure.
    #[doc(hidden)]
    #[inline(always)]
    fn __set_members(&mut self, _own: &str, set: impl FnOnce(&mut Self) -> Result<()>) -> Result<()> {
        set(self)
    }
}

impl<T: Codec> MemberAccess for T {}

/// A structure of fixed size.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not declared as a record",
    label = "missing `#[derive(Record)]`",
    note = "use the name of a number itself, such as `u32`, because the macros do not resolve aliases",
    note = "an enum of codes names the values of a number: `#[schema(codes = Kind)] kind: u8`"
)]
pub trait Record: Fixed {
    /// The same as [`Codec::BITS`].
    const RECORD_BITS: Option<bool> = None;

    /// Returns the schema of the record.
    fn record_schema() -> &'static Structure;

    /// Returns whether every rule holds. The function has no branches, so that whole arrays are checked at memory
    /// speed.
    fn is_valid(&self) -> bool {
        true
    }

    /// Reports broken rules that are Rust functions.
    fn explain_custom(&self, at: Location, watch: &mut dyn Watch) {
        let _ = (at, watch);
    }
}

impl<T: Record> Codec for T {
    type Args = [i128; 0];
    const BITS: Option<bool> = T::RECORD_BITS;

    fn schema() -> &'static Structure {
        T::record_schema()
    }

    fn traverse(d: &mut Decoder<'_, '_>, args: Self::Args) -> Result<()> {
        T::decode_from(d, args).map(drop)
    }

    fn encode(&self, e: &mut Encoder<'_>, _: Self::Args) -> Result<()> {
        e.write_fixed(self, Endian::Little)
    }

    fn encode_many(values: &[Self], e: &mut Encoder<'_>, _: Self::Args) -> Result<()> {
        e.numbers(values, Endian::Little)
    }
}

impl<'a, T: Record> Decode<'a> for T {
    fn decode_from(d: &mut Decoder<'a, '_>, _: Self::Args) -> Result<Self> {
        let at = d.location();
        let packed = d.is_packed();
        let (bytes, watch) = d.take_watched(Self::SIZE as u64)?;
        let value = T::get(bytes, Endian::Little);
        if let Some(watch) = watch {
            explain_record(&value, bytes, at, packed, watch);
            let records = AdjacentRecords { bytes, size: Self::SIZE, at, is_array: false };
            d.relate_records(T::record_schema(), records, &resolve_static);
        }
        Ok(value)
    }

    fn decode_many_from(d: &mut Decoder<'a, '_>, count: u64, _: Self::Args) -> Result<Vec<Self>> {
        /// Size in bytes of a piece that stays in the cache while it is checked and decoded.
        const PIECE: usize = 64 << 10;
        let at = d.location();
        let packed = d.is_packed();
        let (bytes, _) = d.take_array(count, Self::SIZE as u64)?;
        d.charge_elements::<T>(count)?;
        let (view, _) = View::<T>::new(bytes);
        if !d.is_watched() {
            return Ok(view.to_vec());
        }
        let (size, mut values) = (Self::SIZE.max(1), Vec::with_capacity(view.len()));
        let mut columns = d.relation_columns(T::record_schema(), (view.len(), size), at, &resolve_static);
        for piece in view.bytes().chunks(PIECE.next_multiple_of(size)) {
            let (piece, _) = View::<T>::new(piece);
            if let Some(watch) = d.watch() {
                validate_from(piece, values.len() as u64, (at, packed), watch);
            }
            if let Some(columns) = &mut columns {
                columns.collect_records(piece.bytes(), size);
            }
            piece.append_to(&mut values);
        }
        if let Some(columns) = columns {
            d.relate_columns(columns, AdjacentRecords { bytes, size: Self::SIZE, at, is_array: true });
        }
        Ok(values)
    }
}

/// Reports all parts of a record to a listener; a listener that wants no leaves gets only broken rules.
pub fn explain_record<T: Record>(value: &T, bytes: &[u8], at: Location, packed: bool, watch: &mut dyn Watch) {
    if watch.wants_leaves() || !value.is_valid() {
        walk_record(
            &RecordFields { structure: T::record_schema(), bytes, resolve: &|link| resolve_static(link) },
            at,
            packed,
            watch,
        );
        value.explain_custom(at, watch);
    }
}

/// Reports all records to a listener. A listener that wants no leaves gets only broken rules; for such a listener,
/// blocks of valid records are checked without branches.
pub fn validate_records<T: Record>(view: View<'_, T>, at: Location, packed: bool, watch: &mut dyn Watch) {
    validate_from(view, 0, (at, packed), watch);
}

/// Reports records like [`validate_records`]; `first` is the number of the first record, and `at` is the location of
/// the record with the number 0.
fn validate_from<T: Record>(view: View<'_, T>, first: u64, (at, packed): (Location, bool), watch: &mut dyn Watch) {
    /// Number of records that are checked without a branch.
    const BLOCK: usize = 64;
    let size = T::SIZE.max(1);
    for (block, first) in view.bytes().chunks(size * BLOCK).zip((first..).step_by(BLOCK)) {
        let (records, _) = View::<T>::new(block);
        if watch.wants_leaves() || !records.is_valid() {
            for (index, bytes) in (first..).zip(block.chunks_exact(size)) {
                let value = T::get(bytes, Endian::Little);
                if !watch.wants_leaves() && value.is_valid() {
                    continue;
                }
                let place = at.advance(index * size as u64, packed);
                let node = ValueNode {
                    segment: Some(Segment::Index(index)),
                    kind: NodeKind::Structure,
                    structure: Some(T::record_schema()),
                    field: None,
                    at: place,
                };
                watch.open(&node);
                explain_record(&value, bytes, place, packed, watch);
                watch.close(&node, size as u64);
            }
        }
    }
}
