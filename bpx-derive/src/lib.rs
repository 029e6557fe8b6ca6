//! Declare a binary structure once.
//!
//! * [`macro@Record`]: structures of fixed size, and enums of codes.
//! * [`macro@structure`]: everything else: counts, conditions, texts, nested structures, regions, trees, and
//!   structures of bits.
//!
//! Attributes are binrw's where binrw has a word (`br`, `bw`, `brw`), and `schema` where it has none. An attribute in
//! the wrong place, said twice, or unknown is an error of the compiler, which lists what is known there.
//!
//! Thin shells: the generator is `bpx_codegen`, an ordinary library.
#![forbid(unsafe_code)]

use proc_macro::TokenStream;

/// Structures of fixed size, and enums of codes.
///
/// A record is read and written as one array of bytes. Decoding cannot fail: signatures, codes and reserved bytes are
/// kept as they are, and the validator says what is wrong with them.
///
/// ```
/// use bpx_schema::Record;
/// use bpx_schema::{Codec, report::{Mode, Verdict}};
///
/// /// A glyph of a font (section 3).
/// #[derive(Debug, PartialEq, Record)]
/// #[brw(little)]
/// #[schema(spec = "3", size = 12)]
/// struct Glyph {
///     /// Always `GL`.
///     #[schema(magic = b"GL")]
///     signature: [u8; 2],
///     #[schema(codes = Script, known)]
///     script: u8,
///     #[schema(reserved)]
///     reserved: u8,
///     /// In pixels.
///     #[schema(range(1..=256))]
///     width: u16,
///     #[schema(multiple_of = 4)]
///     row_size: u16,
///     #[schema(finite)]
///     scale: f32,
/// }
///
/// #[derive(Debug, Clone, Copy, PartialEq, Record)]
/// #[repr(u8)]
/// enum Script {
///     Latin = 1,
///     #[schema(name = "Hangul Jamo")]
///     Hangul = 2,
/// }
///
/// let bytes = [b'G', b'L', 2, 0, 16, 0, 8, 0, 0, 0, 0x80, 0x3F];
/// let glyph = Glyph::from_bytes(&bytes);
/// assert_eq!((glyph.width, glyph.scale, glyph.script_code()), (16, 1.0, Ok(Script::Hangul)));
/// assert_eq!(glyph.to_bytes(), bytes);
/// assert_eq!(Glyph::validate(&bytes, Mode::Strict).verdict(), Verdict::Valid);
/// ```
///
/// # On the struct
/// * `#[brw(little)]`, `#[brw(big)]`: the byte order; a field may have its own.
/// * `#[brw(assert(low <= high))]`: a rule across fields; perhaps with a message behind a comma, which is a text without
///   arguments. Several rules are several `assert(..)`.
/// * `#[schema(assert(low <= high, class = OutOfRange, severity = warning, text = "expected at least {low}, found {high}",
///   on = high, code = "range.order", spec = "2.1", lenient = "I-6"))]`: the same, with what a finding says. All words are
///   optional: the kind of fault (`report::Class`), how much it matters (`note`, `warning`, `error`), a sentence with
///   expressions in braces, the member that is to blame (its path and its offset), and the name, the section and the
///   interpretation of the rule.
/// * `#[schema(size = 24)]`: the size in bytes, checked at compile time.
/// * `#[schema(name = "..", spec = "9.1")]`: how the specification calls it, and where. Codes of rules begin with this
///   name. It has to be unique in a schema: of two structures of one name, interpreter and exports refuse both.
/// * `#[schema(custom = function)]`: a rule in Rust, `fn(&Self) -> Option<String>`: what is wrong, if anything.
/// * `#[schema(lenient = "I-5")]`: the interpretation that excuses a broken rule in lenient mode.
///
/// ```
/// # use bpx_schema::Record;
/// # use bpx_schema::{Codec, report::Mode};
/// #[derive(Record)]
/// #[brw(big, assert(low <= high))]
/// #[schema(name = "RANGE", spec = "2", custom = even, size = 4, lenient = "I-5")]
/// struct Range {
///     low: u16,
///     #[brw(little)]
///     high: u16,
/// }
///
/// fn even(range: &Range) -> Option<String> {
///     (range.low % 2 != 0).then(|| format!("{} is odd", range.low))
/// }
///
/// let report = Range::validate(&[0, 9, 1, 0], Mode::Strict);
/// let codes: Vec<_> = report.findings().iter().map(|finding| &*finding.code).collect();
/// assert_eq!(codes, ["range.assert-1", "range.even"]);
/// ```
///
/// # On a field
/// Types are `u8` to `u64`, `i8` to `i64`, `f32`, `f64`, records, structs of bits, and arrays of them.
///
/// | attribute | rule |
/// |---|---|
/// | `magic = b".."` | exactly these bytes |
/// | `reserved` | zero; kept all the same |
/// | `one_of(1, 2)` | one of these numbers |
/// | `supported(1, 2)` | the same, where others mean that the file is not supported |
/// | `range(1..=64)` | within, both ends included |
/// | `multiple_of = 4` | divisible |
/// | `codes = Type` | no rule: an enum of names; gives `field_code()` and, for flags, `field_set()` |
/// | `known` | beside `codes`: a value, or every bit, has a name |
/// | `finite` | a float that is neither infinite nor NaN |
/// | `utf8` | bytes that form a text; JSON and dumps show them as one |
///
/// What a whole number without a sign has to do with another part of the file is judged when all of the file is read. Parts
/// are called by the names of pools, which structures declare (see [`macro@structure`]):
///
/// | attribute | rule |
/// |---|---|
/// | `text_in("strings", ..)` | the offset of a text of the pool, up to its NUL |
/// | `index_in("bones", ..)` | the number of an element; `first = 1` counts from 1, and lower numbers mean none, unless `required`; `key = 3` wants an element with this key |
/// | `count_of("bones", ..)` | the number of elements, with `key = 3` of those with this key |
/// | `unique(..)` | no other value of the field in the file is the same; also of bytes of a structure |
///
/// In the parentheses follow `code`, `spec` (that of the field when there is none), `lenient`, `severity = warning` or `note`,
/// and in a record `if(condition)`, over its members. Of a text, `whole` asks that it ends and is UTF-8, and each of these asks
/// for more: `largest = 100` bytes, `shared(code = ..)` (what the references read stays within the limits), `filled(code = ..)`,
/// `unique(code = ..)`. A file that lacks the pool is judged by another rule, unless `absent = fault` says that
/// each reference but 0 is a fault, or `absent(code = ..)` that the pool is missing.
///
/// And beside them `name = ".."`, `spec = ".."`, `lenient = ".."`, and `code = ".."`, the stable name of the rule
/// when it is not to be `record.field.rule`.
///
/// Each field gives a constant of its name in capitals, a `FieldRef` with name, offset and size: `Fields::VERSION`. That
/// of a field `size` is `SIZE_FIELD`, because `SIZE` is the size of the record. Where another item of the type has the
/// name already, `constant = OTHER_NAME` gives the constant of the field another one.
///
/// ```
/// # use bpx_schema::Record;
/// # use bpx_schema::{Codec, report::{Mode, Verdict}};
/// #[derive(Record)]
/// #[brw(little)]
/// struct Fields {
///     #[schema(supported(1, 2), code = "fields.version")]
///     version: u16,
///     #[schema(one_of(0, 1), lenient = "I-2")]
///     visible: u8,
///     #[schema(utf8, name = "Label")]
///     label: [u8; 5],
///     #[schema(codes = Flag, known)]
///     flags: u8,
/// }
///
/// #[derive(Debug, Clone, Copy, PartialEq, Record)]
/// #[repr(u8)]
/// #[schema(flags, name = "Flags", spec = "4")]
/// enum Flag {
///     Bold = 1,
///     Italic = 2,
/// }
///
/// let bytes = *b"\x03\0\x01label\x03";
/// assert_eq!(Fields::validate(&bytes, Mode::Strict).verdict(), Verdict::Unsupported);
/// assert!(Fields::from_bytes(&bytes).flags_set().contains(Flag::Italic));
/// ```
///
/// # On an enum
/// With `#[repr(u8)]` (to `u64`), every variant states its number. `#[schema(flags)]`: every variant is one bit.
/// Fields hold the number, so that values without a name are kept.
///
/// # What it gives
/// `SIZE`, `from_bytes`, `to_bytes`; `bpx_schema::Codec` (and with it the validator, and every listener: JSON, dump,
/// query), `bpx_schema::Record` and `Fixed` (views, arrays at memory speed), the schema, test vectors, and binrw's
/// `BinRead` and `BinWrite`.
#[proc_macro_derive(Record, attributes(br, bw, brw, schema))]
pub fn derive_record(item: TokenStream) -> TokenStream {
    let item = proc_macro2::TokenStream::from(item);
    match bpx_codegen::expand_record(item.clone()) {
        Ok(expanded) => expanded.into(),
        Err(error) => {
            let mut tokens = error.into_compile_error();
            tokens.extend(bpx_codegen::stub_record(item));
            tokens.into()
        }
    }
}

/// Structures whose size depends on their content, enums with data, trees, and structures of bits.
///
/// The outermost attribute, as it takes computed fields out of the struct: a count that is no field cannot be wrong.
///
/// ```
/// use bpx_schema::structure;
/// use bpx_schema::Codec;
/// use bpx_schema::codec::{CText, Uleb};
///
/// #[structure]
/// #[derive(Debug, PartialEq)]
/// #[brw(little, magic = b"LST")]
/// #[br(assert(items.len() <= 100))]
/// struct List {
///     /// In the file, and nowhere else.
///     #[br(temp)]
///     #[bw(calc = items.len())]
///     item_count: u16,
///     #[br(count = item_count)]
///     items: Vec<u32>,
///     flags: u8,
///     /// Present when the flag is set.
///     #[br(if(flags & 1 != 0))]
///     name: Option<CText>,
///     /// 7 when it is absent.
///     #[br(if(flags & 2 != 0, 7))]
///     level: u8,
///     id: Uleb<u32>,
///     /// All that is left.
///     #[br(parse_with = until_eof)]
///     rest: Vec<u8>,
/// }
///
/// let list = List {
///     items: vec![1, 2],
///     flags: 1,
///     name: CText::new("a"),
///     level: 7,
///     id: Uleb::new(300),
///     rest: vec![9],
/// };
/// let bytes = list.to_vec().unwrap();
/// assert_eq!(bytes, *b"LST\x02\0\x01\0\0\0\x02\0\0\0\x01a\0\xAC\x02\x09");
/// assert_eq!(List::from_slice(&bytes).unwrap(), list);
/// ```
///
/// # On the struct
/// * `little`, `big`, `assert(..)`, and of `schema` `assert`, `name`, `spec`, `lenient`, `custom`: as for a record. In
///   `assert(remaining == 0, on = position)`, `position` blames the place where reading ended.
/// * `#[schema(each(items, assert(entry.offset == before.size, text = "item {index} begins elsewhere", on = offset)))]`: a
///   rule of each element of a list of structures. `entry` is the element, `index` its number, `before.size` the sum of its
///   member over the elements before, and `first.size` the number of the first element with the same member, so that
///   `first.size == index` holds when no element before has it. `overlapped.parts` is the number of the region of `parts`
///   that shares some of its bytes, and not all, with the region that the element describes, or the element's own number.
/// * Fields give constants as those of a record do, up to the first one of varying size. The constant of a field that lies
///   elsewhere (`region`) is its declaration, `&'static Field`.
/// * `#[brw(magic = b"..")]`: bytes before the first field, which are not kept.
/// * `#[br(import(kind: u8))]`: parameters, for which every field that holds the structure has values, `args(..)`: the
///   compiler compares their number. No field has the name of a parameter. Code that reads or writes the structure `Value`
///   alone passes `ValueArgs { kind: 1 }.into()`; the macro generates that type beside the structure.
///   A structure without parameters takes `[]`.
/// * `#[schema(derive(header.count = items.len()))]`: a member of a nested record that is computed when writing, and
///   compared when reading; perhaps with `code = ".."`, `spec = ".."` and `lenient = ".."` for that rule, behind it.
/// * `#[schema(sum(byte_sum, over(header, table), stored = header.checksum, skip(header.checksum)))]`: a checksum over
///   consecutive fields, checked when reading and set when writing: the short name of a built-in one (`byte_sum`,
///   `adler32`, `crc32`, ..) or the path of a type that implements `bpx_schema::checksum::Checksum`. `skip` names
///   members that do not count, `or_skip` others that some writers leave out, `or_zero` skipped ones that some writers
///   count as zeros. `over(header, ..)` goes on to the end of the file; a writer then has to add what follows the
///   structure (`Crc32::resume`). The stated value is an unsigned number that is wide enough, and is skipped where it
///   lies in the range.
///
/// ```
/// # use bpx_schema::{Record, structure};
/// # use bpx_schema::Codec;
/// #[derive(Debug, Clone, Record)]
/// #[brw(little)]
/// struct Header {
///     count: u16,
///     checksum: u32,
/// }
///
/// #[structure]
/// #[derive(Debug)]
/// #[schema(
///     derive(header.count = items.len()),
///     sum(byte_sum, over(header, items), stored = header.checksum, skip(header.checksum))
/// )]
/// struct File {
///     header: Header,
///     #[br(count = header.count)]
///     items: Vec<u8>,
/// }
///
/// let file = File { header: Header { count: 0, checksum: 0 }, items: vec![10, 20] };
/// assert_eq!(file.to_vec().unwrap(), [2, 0, 32, 0, 0, 0, 10, 20]);
/// ```
///
/// # On a field
/// Types are those of a record, and `Vec`, `Option`, `CText` (up to a NUL), `Uleb` (variable length), other
/// structures, `Tree<Node>` and `Regions<T>`. The rules of a record's fields apply, and:
/// * `#[br(count = ..)]`: length of a `Vec`; `#[br(parse_with = until_eof)]`: all that is left.
/// * `#[br(if(..))]`: an `Option`; `#[br(if(.., 7))]`: a number, and what it is when absent.
/// * `#[br(temp)] #[bw(calc = ..)]`: computed when writing, and not in memory. A validator computes it too, and reports a
///   file that states another value (`structure.field.calc`), unless what is read follows from the value.
///   A value may be computed from sizes and places (`size_of(body) + 4`, `offset_of(table)`, `position`): a writer sets it when
///   the fields are written, so that no condition and no argument may need it.
/// * `#[br(args(..))]`: values for the parameters of the structure.
/// * `#[schema(padding(align = 4))]` on a `Vec<u8>`: bytes that only fill space, up to a multiple in the space around, with
///   `of = self` to a multiple in the structure; `padding(size = 32, of = name)` fills what follows the field `name` up to 32
///   bytes together; `padding` alone goes with `count`. A reader keeps the bytes, and a writer makes as many as are needed: zeros
///   are added and left out, and what is not zero is never lost. JSON may leave the field out. With `reserved`, what is not
///   zero is a finding.
/// * `#[schema(pool("bones"))]` on a list of structures, texts or bytes: what other parts refer to by this name, with
///   `pool("parts", key = kind)` by a member too. Of several parts with the name, the first one counts.
/// * `#[schema(region(at = ..))]`: the field lies at an offset, and is written after all others; several such fields in
///   the order of their offsets. Bytes between them that no field holds are not invented: writing fails.
/// * `#[schema(region(each = table, at = entry.offset, size = entry.size, ..))]`: on `Regions<T>`, one region for each
///   element of an array, perhaps with `content_size = ..`, `transform(xz if .., zlib if ..)` and
///   `check(crc32 if .., stored = entry.checksum)`: short names of built-in algorithms (`zlib`, `xz`, `zstd`, .., each
///   with the feature of that name), or paths of types that implement `bpx_schema::transform::Transform` or
///   `Checksum`. Regions are followed when somebody listens. Their contents are not
///   part of the value, so that `to_vec` refuses a value with regions that are not empty: a
///   [`FileWriter`](#whole-files) is given the contents. `to_vec_without_regions` leaves them to the caller.
/// * `#[schema(region(size = .., transform(zlib), ..))]`, without a place: the field follows the one before, and is stored
///   in so many bytes, without `size` in all that are left, as `transform`, `content_size` and `check` say; `if` may be
///   left out where it always holds. The field is read from the content of these bytes, which is a space of its own: in
///   it `remaining`, `size` and `position` count. A writer stores the content again. Where size, size of the content or
///   checksum is stated by an unsigned number of the structure, or by two (`low | high << 16`), it sets them; else a
///   wrong statement is an error. Other expressions know the field when it is a number, and `x.len()` of a list.
///   Content that the field does not read is a finding (`trailing-bytes`); a last field `#[br(parse_with = until_eof)] rest:
///   Vec<u8>` in the structure keeps it.
///   A `transform` may need more than the bytes, such as a dictionary: it is a type of its own, and each run
///   gives its value (`Budget::with_algorithms`, `Encoder::with_algorithms`).
///
/// ```
/// # use bpx_schema::{Codec, structure};
/// #[structure]
/// #[derive(Debug, PartialEq)]
/// #[brw(little)]
/// struct Message {
///     body_size: u8,
///     sum: u32,
///     #[br(parse_with = until_eof)]
///     #[schema(region(size = body_size, check(byte_sum, stored = sum)))]
///     body: Vec<u16>,
///     end: u8,
/// }
///
/// let bytes = Message { body_size: 0, sum: 0, body: vec![1, 2], end: 9 }.to_vec().unwrap();
/// assert_eq!(bytes, [4, 3, 0, 0, 0, 1, 0, 2, 0, 9]);
/// assert_eq!(Message::from_slice(&bytes).unwrap().body, [1, 2]);
/// ```
///
/// ```
/// # use bpx_schema::{Codec, Record, structure, codec::CText, report::Mode};
/// #[derive(Debug, Record)]
/// #[brw(little)]
/// struct Bone {
///     #[schema(text_in("names", code = "bone.name"))]
///     name: u16,
///     #[schema(index_in("bones", first = 1, code = "bone.parent"))]
///     parent: u16,
/// }
///
/// #[structure]
/// #[derive(Debug)]
/// struct Skeleton {
///     count: u8,
///     #[br(count = count)]
///     #[schema(pool("bones"))]
///     bones: Vec<Bone>,
///     #[br(parse_with = until_eof)]
///     #[schema(pool("names"))]
///     names: Vec<CText>,
/// }
///
/// let report = Skeleton::validate(b"\x02\0\0\0\0\x09\0\x03\0hip\0", Mode::Strict);
/// let found: Vec<_> = report.findings().iter().map(|finding| finding.path.to_string()).collect();
/// assert_eq!(found, ["bones[1].name", "bones[1].parent"]);
/// ```
///
/// Expressions know whole numbers, truth values, floats, texts and byte strings (`tag == b"IHDR"`), constants, parameters,
/// the fields read before, their members and elements (`table[i].size`), `x.len()`, `sum(list.member)`,
/// `find(list.key == value, list.member)` (of the first element with that key, or 0), `float(x)`, `int(x)`, `size_of(field)`
/// and `offset_of(field)` in bytes, `size_of(self)`, Rust's operators, and `if a { b } else { c }`. Whole numbers are computed in 128 bits, and a result that does not exist or does
/// not fit is an error. `docs/language.md` defines them. `remaining`, `size` and `position` of the bytes around are known where a writer needs no value: in
/// `count`, in `if` of an `Option`, in `assert` of a structure, and in the place and size of regions; `position` in `args` and
/// `calc` as well. Values of
/// `args` of a list that use `position` are computed for each element, where it begins.
///
/// ```
/// # use bpx_schema::{Record, structure};
/// # use bpx_schema::{Codec, report::{Mode, Verdict}};
/// # use bpx_schema::codec::Regions;
/// #[derive(Debug, Record)]
/// #[brw(little)]
/// struct Entry {
///     offset: u32,
///     size: u32,
///     sum: u32,
/// }
///
/// #[structure]
/// #[derive(Debug)]
/// struct Part {
///     #[br(count = remaining)]
///     bytes: Vec<u8>,
/// }
///
/// #[structure]
/// #[derive(Debug)]
/// #[brw(little)]
/// struct File {
///     title_offset: u8,
///     #[br(count = 1)]
///     table: Vec<Entry>,
///     #[br(count = 2)]
///     #[schema(region(at = title_offset), utf8)]
///     title: Vec<u8>,
///     #[schema(region(
///         each = table,
///         at = entry.offset,
///         size = entry.size,
///         check(byte_sum if entry.sum != 0, stored = entry.sum)
///     ))]
///     parts: Regions<Part>,
/// }
///
/// let bytes = *b"\x0D\x0F\0\0\0\x02\0\0\0\x03\0\0\0Hi\x01\x02";
/// assert_eq!(File::from_slice(&bytes).unwrap().title, b"Hi");
/// let report = File::validate(&bytes, Mode::Strict);
/// assert_eq!(report.verdict(), Verdict::Valid, "{:?}", report.findings());
/// ```
///
/// A length that includes itself, before a body of any type, and what fills up the last word:
///
/// ```
/// # use bpx_schema::{Codec, structure};
/// #[structure]
/// #[derive(Debug, PartialEq)]
/// #[brw(big)]
/// struct Block {
///     #[br(temp)]
///     #[bw(calc = size_of(length) + size_of(body))]
///     length: u16,
///     body: Body,
///     #[schema(padding(align = 4))]
///     padding: Vec<u8>,
/// }
///
/// #[structure]
/// #[derive(Debug, PartialEq)]
/// struct Body {
///     #[br(temp)]
///     #[bw(calc = text.len())]
///     count: u8,
///     #[br(count = count)]
///     text: Vec<u8>,
/// }
///
/// let block = Block { body: Body { text: b"hell".to_vec() }, padding: vec![] };
/// assert_eq!(block.to_vec().unwrap(), *b"\0\x07\x04hell\0");
/// ```
///
/// # Whole files
/// A declaration with fields that lie elsewhere describes a whole file, and `bpx_schema::layout::FileWriter` writes it: the
/// writer stores the contents of regions as what describes them says, gives every part its place, and sets the numbers from
/// which a reader takes places, sizes and checksums. The law: after writing, every reading expression (`at`, `size`,
/// `content_size`, `stored`) returns what was placed. Where it does not, writing fails, and the error names the expression.
///
/// What a writer sets:
/// * Where a reader takes a fact from a plain member (`at = entry.offset`), the writer sets that member. Nothing is to be
///   said.
/// * Any other expression needs a word: `set(entry.block = region.offset / 16)`. Several numbers may be set, also for a
///   single field. `set()` says that nothing is to be set: the expression then has to have the right value already. A
///   number that is set here is not set by itself.
/// * On the struct, `#[schema(set(header.file_size = file.end))]` sets numbers of the whole file.
///
/// Values are expressions over fields, `entry`, and facts:
///
/// | fact | where | what |
/// |---|---|---|
/// | `region.offset` | `region(.., set(..))` | offset from the beginning of the file |
/// | `region.stored_size` | there | size of the stored bytes |
/// | `region.content_size`, `region.checksum` | there, with `each` | of the content; a number keeps its value when bytes are given in stored form |
/// | `regions.offset` | there, with `each` | the least offset of all regions of the field |
/// | `file.end` | everywhere | offset behind the last part |
/// | `file.size` | everywhere | the same, with bytes behind that no field holds |
///
/// A value may use numbers that others set; a circle of them is refused. A region without bytes may be nowhere:
/// `set(entry.offset = if region.stored_size == 0 { 0 } else { region.offset })`.
///
/// Where a new file has its parts: behind the fields that follow each other, in the order of the declaration, and regions in
/// the order of the elements that describe them. `region(.., place(..))` changes that:
/// * `align = 16`: offsets are multiples of it; an expression over the fields.
/// * `after = other`: behind another field that lies elsewhere.
/// * `reverse`: the last region first.
/// * `share`: equal contents in memory are stored once.
///
/// ```
/// use bpx_schema::codec::Regions;
/// use bpx_schema::layout::{Content, FileWriter};
/// use bpx_schema::{Codec, Record, structure};
///
/// #[derive(Debug, Clone, Default, Record)]
/// #[brw(little)]
/// struct Header {
///     count: u16,
///     table_offset: u16,
///     file_size: u16,
/// }
///
/// #[derive(Debug, Clone, Default, Record)]
/// #[brw(little)]
/// struct Entry {
///     block: u16,
///     size: u16,
/// }
///
/// #[structure]
/// #[derive(Debug)]
/// struct Part {
///     #[br(parse_with = until_eof)]
///     bytes: Vec<u8>,
/// }
///
/// #[structure]
/// #[derive(Debug)]
/// #[schema(derive(header.count = table.len()), set(header.file_size = file.end))]
/// struct File {
///     header: Header,
///     // The writer sets `header.table_offset`, and `entry.size`.
///     #[br(count = header.count)]
///     #[schema(region(at = header.table_offset, place(after = parts)))]
///     table: Vec<Entry>,
///     #[schema(region(
///         each = table,
///         at = entry.block * 4,
///         size = entry.size,
///         place(align = 4),
///         set(entry.block = region.offset / 4)
///     ))]
///     parts: Regions<Part>,
/// }
///
/// // A new file: elements for the regions, and their contents.
/// let table = vec![Entry::default(), Entry::default()];
/// let file = File { header: Header::default(), table, parts: Regions::default() };
/// let mut writer = FileWriter::new(&file, []).unwrap();
/// writer.put(File::PARTS, 0, Content::new(b"first".as_slice())).unwrap();
/// writer.put(File::PARTS, 1, Content::new(b"second".as_slice())).unwrap();
/// let bytes = writer.place().unwrap().to_vec().unwrap();
/// assert_eq!(bytes, *b"\x02\0\x16\0\x1E\0\0\0first\0\0\0second\x02\0\x05\0\x04\0\x06\0");
///
/// // An edit: what is not given comes from the old file, and what lies behind moves.
/// let mut file = File::from_slice(&bytes).unwrap();
/// file.table.push(Entry::default());
/// let mut writer = FileWriter::edit(&file, [], &bytes).unwrap();
/// writer.put(File::PARTS, 2, Content::new(b"third".as_slice())).unwrap();
/// let edited = writer.place().unwrap().to_vec().unwrap();
/// assert_eq!(edited[8..22], bytes[8..22]);
/// let file = File::from_slice(&edited).unwrap();
/// assert_eq!((file.header.count, usize::from(file.header.file_size)), (3, edited.len()));
/// let third = &file.parts.list()[2];
/// assert_eq!(edited[third.offset as usize..][..third.size as usize], *b"third");
/// ```
///
/// # On an enum
/// Each case says when it is taken, of the parameters: `#[br(pre_assert(kind == 1))]`. Only the last may do without,
/// and takes all that is left. `#[schema(attempt = "I-7")]`: bytes that do not form the case are left to the next
/// ones, which lenient mode excuses by that interpretation.
///
/// ```
/// # use bpx_schema::structure;
/// # use bpx_schema::Codec;
/// #[structure]
/// #[derive(Debug, PartialEq)]
/// #[brw(little)]
/// #[br(import(kind: u8))]
/// enum Value {
///     #[br(pre_assert(kind == 0))]
///     Nothing,
///     #[br(pre_assert(kind == 1))]
///     Number(u32),
///     #[br(pre_assert(kind == 2))]
///     #[schema(attempt = "I-7", name = "POINT")]
///     Point { x: f32, y: f32 },
///     Other(#[br(parse_with = until_eof)] Vec<u8>),
/// }
///
/// #[structure]
/// #[derive(Debug, PartialEq)]
/// struct Tagged {
///     kind: u8,
///     #[br(args(kind))]
///     value: Value,
/// }
///
/// assert_eq!(Tagged::from_slice(&[1, 5, 0, 0, 0]).unwrap().value, Value::Number(5));
/// assert_eq!(Tagged::from_slice(&[2, 5, 0, 0, 0]).unwrap().value, Value::Other(vec![5, 0, 0, 0]));
/// assert!(Tagged { kind: 0, value: Value::Number(5) }.to_vec().is_err(), "the tag is another");
/// // Alone, it is written with the value of its parameter.
/// assert_eq!(Value::Number(5).encoded_size(ValueArgs { kind: 1 }.into()).unwrap(), 4);
/// ```
///
/// A structure with parameters has no meaning without their values: it is read by `Codec::decode`, and not by
/// `from_slice`, which the compiler refuses.
///
/// ```compile_fail,E0080
/// # use bpx_schema::structure;
/// # use bpx_schema::Codec;
/// #[structure]
/// #[derive(Debug)]
/// #[br(import(length: u8))]
/// struct Text {
///     #[br(count = length)]
///     bytes: Vec<u8>,
/// }
///
/// let text = Text::from_slice(&[1, 2, 3]);
/// ```
///
/// # Trees
/// A struct with a field `#[schema(children)] children: Vec<Self>` is a node; the field marks the place of the
/// children, which are not in the struct: `Tree<Node>` holds all nodes in one vector, and nothing recurses.
///
/// ```
/// # use bpx_schema::structure;
/// # use bpx_schema::{Codec, codec::Tree};
/// #[structure]
/// #[derive(Debug, PartialEq)]
/// struct Node {
///     name: u8,
///     #[br(temp)]
///     #[bw(calc = children.len())]
///     child_count: u8,
///     #[br(count = child_count)]
///     #[schema(children)]
///     children: Vec<Node>,
/// }
///
/// let tree = Tree::<Node>::from_slice(&[7, 2, 8, 0, 9, 0]).unwrap();
/// assert_eq!(tree.nodes().iter().map(|slot| slot.value().name).collect::<Vec<_>>(), [7, 8, 9]);
/// assert_eq!(tree.children(0).count(), 2);
/// ```
///
/// # Bits
/// Over `#[bitfield]`, fields are `B1` to `B128`, least significant bit first, and fill whole bytes; `#[schema(bits =
/// 16)]` says how many. Codes and rules are those of a record's fields. Every field has a getter and a checked setter.
/// The most significant bit first is not supported yet: in a big-endian structure, the field or the struct of bits has to
/// say `#[brw(little)]`.
///
/// ```
/// # use bpx_schema::structure;
/// #[structure]
/// #[bitfield]
/// #[derive(Debug, Clone, Copy, PartialEq)]
/// #[schema(bits = 16)]
/// struct Format {
///     depth: B6,
///     #[schema(range(0..=2))]
///     kind: B3,
///     #[schema(reserved)]
///     reserved: B7,
/// }
///
/// let mut format = Format::from_bytes([0x60, 0]);
/// assert_eq!((format.depth(), format.kind()), (0x20, 1));
/// assert!(format.set_depth(64).is_err(), "six bits hold 0 to 63");
/// format.set_kind(2).unwrap();
/// assert_eq!(format.to_bytes(), [0xA0, 0]);
/// ```
#[proc_macro_attribute]
pub fn structure(args: TokenStream, item: TokenStream) -> TokenStream {
    let item = proc_macro2::TokenStream::from(item);
    match bpx_codegen::expand_structure(args.into(), item.clone()) {
        Ok(expanded) => expanded.into(),
        Err(error) => {
            let mut tokens = error.into_compile_error();
            tokens.extend(bpx_codegen::stub_structure(item));
            tokens.into()
        }
    }
}
