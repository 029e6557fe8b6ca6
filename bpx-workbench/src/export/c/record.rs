//! Writes one record: its type, its layout, and the functions that read and write it.

use super::super::names::{Names, valid_identifier};
use super::super::text::doc_with_section;
use super::{Header, RESERVED, c_type, check, comment_text, size_constant};
use bpx_schema::schema::{BitField, Body, DigitForm, DigitKind, Endian, Field, Structure, Type};
use std::fmt::Write;

/// A record and the names of its type and members.
pub(super) struct Record<'h, 'm> {
    pub(super) header: &'h Header<'m>,
    pub(super) structure: &'m Structure,
    pub(super) name: &'h str,
    size: u64,
    /// Names of the members, in the order of the fields.
    members: Vec<String>,
}

impl<'h, 'm> Record<'h, 'm> {
    pub(super) fn new(header: &'h Header<'m>, structure: &'m Structure) -> Option<Self> {
        let name = header.types.get(&*structure.name)?;
        let mut names = Names::new(RESERVED);
        let fields = structure.fields().iter().map(|field| &field.name);
        let fields = fields.chain(structure.bit_fields().iter().map(|field| &field.name));
        let members = fields.map(|name| names.take_name(valid_identifier(name))).collect();
        Some(Self { header, structure, name, size: structure.size?, members })
    }

    /// Returns all declarations for the record.
    pub(super) fn declarations(&self) -> String {
        let Self { structure, name, size, .. } = self;
        let constant = size_constant(name);
        let mut text = format!("#define {constant} {size}\n\n");
        let about = doc_with_section(&structure.doc, &structure.spec);
        let _ = writeln!(text, "/* {}: {} */", comment_text(&structure.name), comment_text(&about));
        self.write_values_type(&mut text);
        self.write_bytes_type(&mut text, &constant);
        let (mut read, mut write) = (String::new(), String::new());
        match &structure.body {
            Body::Fields(fields) => {
                for (field, member) in fields.iter().zip(&self.members) {
                    self.copy_field(field, member, &mut read, &mut write);
                }
            }
            Body::Bits(fields) => {
                let _ = writeln!(write, "    memset(bytes, 0, {constant});");
                for (field, member) in fields.iter().zip(&self.members) {
                    copy_bits(field, member, &mut read, &mut write);
                }
            }
            Body::Switch(_) => {}
        }
        let _ = writeln!(
            text,
            "/* Reads the values without checking any rule; returns false if there are fewer than {constant} bytes. \
                */\nstatic inline bool {name}_read({name} *value, const uint8_t *bytes, size_t size)\n{{\n    if \
                (size < {constant})\n        return false;\n{read}    return true;\n}}\n\n/* Writes {constant} \
                bytes. */\nstatic inline void {name}_write(const {name} *value, uint8_t *bytes)\n{{\n{write}}}\n"
        );
        text.push_str(&check::check_functions(self));
        text
    }

    /// Writes the type with the values that a program uses.
    fn write_values_type(&self, text: &mut String) {
        let _ = writeln!(text, "typedef struct {} {{", self.name);
        for (field, member) in self.structure.fields().iter().zip(&self.members) {
            let ty = self.type_of(field);
            let count = byte_count(field).map_or_else(String::new, |len| format!("[{len}]"));
            let _ = writeln!(text, "    {ty} {member}{count};{}", trailing_comment(&field.doc));
        }
        for (field, member) in self.structure.bit_fields().iter().zip(&self.members) {
            let declared = match field.bits {
                ..=8 => format!("uint8_t {member}"),
                9..=16 => format!("uint16_t {member}"),
                17..=32 => format!("uint32_t {member}"),
                33..=64 => format!("uint64_t {member}"),
                bits => format!("uint8_t {member}[{}]", bits.div_ceil(8)),
            };
            let _ = writeln!(text, "    {declared};{}", trailing_comment(&field.doc));
        }
        let _ = writeln!(text, "}} {};\n", self.name);
    }

    fn type_of(&self, field: &Field) -> &str {
        match &field.ty {
            Type::Named { link, .. } => self.header.types.get(link.name()).map_or("", String::as_str),
            ty => c_type(ty).unwrap_or(""),
        }
    }

    /// Writes the type of the stored bytes, which may have any address, and assertions about the offsets of its
    /// members, which the compiler checks.
    fn write_bytes_type(&self, text: &mut String, constant: &str) {
        let resolve = |link: &bpx_schema::schema::Link| self.header.resolve(link);
        let bytes = format!("{}_bytes", self.name);
        let _ = writeln!(text, "typedef struct {bytes} {{");
        let mut asserts = format!("static_assert(sizeof({bytes}) == {constant}, \"size\");\n");
        if self.structure.fields().is_empty() {
            let _ = writeln!(text, "    uint8_t bits[{constant}];");
        }
        for (field, member) in self.structure.fields().iter().zip(&self.members) {
            // Fields of a record have sizes and offsets.
            let (Some(size), Some(offset)) = (field.fixed_size(&resolve), field.offset) else { continue };
            let _ = writeln!(text, "    uint8_t {member}[{size}];");
            let _ = writeln!(asserts, "static_assert(offsetof({bytes}, {member}) == {offset}, \"offset\");");
        }
        let _ = writeln!(text, "}} {bytes};\n\n{asserts}");
    }

    fn copy_field(&self, field: &Field, member: &str, read: &mut String, write: &mut String) {
        let resolve = |link: &bpx_schema::schema::Link| self.header.resolve(link);
        let (Some(offset), Some(size)) = (field.offset, field.element_size(&resolve)) else { return };
        let count = byte_count(field);
        if let Some(whole) = count.filter(|_| field.is_bytes() || matches!(field.ty, Type::Digits { .. })) {
            let _ = writeln!(read, "    memcpy(value->{member}, bytes + {offset}, {whole});");
            let _ = writeln!(write, "    memcpy(bytes + {offset}, value->{member}, {whole});");
            return;
        }
        let (place, one) = match count {
            None => (format!("bytes + {offset}"), format!("value->{member}")),
            Some(_) => (format!("bytes + {offset} + i * {size}"), format!("value->{member}[i]")),
        };
        let (get, put) = match &field.ty {
            Type::Named { .. } => {
                let ty = self.type_of(field);
                (format!("(void){ty}_read(&{one}, {place}, {size})"), format!("{ty}_write(&{one}, {place})"))
            }
            Type::Float { size: 2, endian } => (
                format!("{one} = (uint16_t)schema_get({place}, 2, {})", is_big(*endian)),
                format!("schema_put({place}, 2, {}, {one})", is_big(*endian)),
            ),
            Type::Float { size, endian } => {
                let (ty, big) = (if *size == 4 { "float" } else { "double" }, is_big(*endian));
                (format!("schema_get_{ty}(&{one}, {place}, {big})"), format!("schema_put_{ty}({place}, {big}, &{one})"))
            }
            Type::Int { signed, endian, .. } | Type::FixedPoint { signed, endian, .. } => {
                let (ty, big) = (self.type_of(field), is_big(*endian));
                let get = if *signed { "schema_get_signed" } else { "schema_get" };
                (
                    format!("{one} = ({ty}){get}({place}, {size}, {big})"),
                    format!("schema_put({place}, {size}, {big}, (uint64_t){one})"),
                )
            }
            _ => return,
        };
        let each = count.map_or_else(String::new, |count| format!("for (size_t i = 0; i < {count}; i++)\n        "));
        let _ = writeln!(read, "    {each}{get};");
        let _ = writeln!(write, "    {each}{put};");
    }
}

pub(super) fn is_big(endian: Endian) -> bool {
    endian == Endian::Big
}

/// Returns the documentation of a member as a comment, which follows the member on the same line.
fn trailing_comment(doc: &str) -> String {
    if doc.is_empty() { String::new() } else { format!(" /* {} */", comment_text(doc)) }
}

fn copy_bits(field: &BitField, member: &str, read: &mut String, write: &mut String) {
    let BitField { bits, .. } = field;
    if *bits <= 64 {
        let ty = match bits {
            ..=8 => "uint8_t",
            9..=16 => "uint16_t",
            17..=32 => "uint32_t",
            _ => "uint64_t",
        };
        let _ = writeln!(read, "    value->{member} = ({ty}){};", get_bits(field, "bytes", 0, *bits));
        let (put, place) = (bits_function("put", field), first_bit(field, 0, *bits));
        let _ = writeln!(write, "    {put}(bytes, {place}, {bits}, value->{member});");
        return;
    }
    // Wide fields are bytes; the last byte may be used in part.
    for (index, at) in (0..*bits).step_by(8).enumerate() {
        let width = (bits - at).min(8);
        let _ = writeln!(read, "    value->{member}[{index}] = (uint8_t){};", get_bits(field, "bytes", at, width));
        let (put, place) = (bits_function("put", field), first_bit(field, at, width));
        let _ = writeln!(write, "    {put}(bytes, {place}, {width}, value->{member}[{index}]);");
    }
}

/// Returns code that reads `width` bits of a bit field, from the bit `at` on; bit 0 is the lowest bit.
pub(super) fn get_bits(field: &BitField, bytes: &str, at: u16, width: u16) -> String {
    format!("{}({bytes}, {}, {width})", bits_function("get", field), first_bit(field, at, width))
}

/// Returns the name of the function in the prelude that gets or puts bits in the order of a field.
pub(super) fn bits_function(does: &str, field: &BitField) -> String {
    format!("schema_{does}_bits{}", if is_big(field.order) { "_big" } else { "" })
}

/// Returns the number of the first bit in the order of the field.
fn first_bit(field: &BitField, at: u16, width: u16) -> u16 {
    if is_big(field.order) { field.bit + (field.bits - at - width) } else { field.bit + at }
}

/// Returns the number of elements of a member, or of its bytes if C has no type for the number; `None` for a single
/// element.
fn byte_count(field: &Field) -> Option<u64> {
    match field.ty {
        Type::Digits { size, .. } => Some(size.into()),
        _ => field.len.as_ref().and(field.fixed_len()),
    }
}

/// Returns the arguments with which `schema_digits` reads the digits.
pub(super) fn digits_arguments(form: DigitForm) -> String {
    format!("{}, {}", form.digits.base(), form.digits == DigitKind::Bcd)
}
