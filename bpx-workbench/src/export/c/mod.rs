//! Writes a C11 header with records and codes.

mod check;
mod expr;
mod record;

use self::expr::expr_code;
use self::record::{Record, is_big};
use super::all_codes::all_codes;
use super::names::{Names, format_stem, snake_case};
use super::text::{doc_with_section, one_line};
use bpx_schema::schema::{Codes, Link, Model, Rule, Structure, Type};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// The beginning of every header.
const PRELUDE: &str = include_str!("prelude.h");
/// Functions for bit fields that begin with the most significant bit.
const BIG_BITS: &str = include_str!("bits.h");

/// Functions for rules across fields.
const WIDE: &str = include_str!("wide.h");

/// Functions for numbers in digits.
const DIGITS: &str = include_str!("digits.h");
/// Functions for numbers in digits that occur in rules across fields.
const WIDE_DIGITS: &str = include_str!("digits_wide.h");

/// Suffixes of the names that the header defines for a record.
const OF_RECORDS: &[&str] = &["", "_bytes", "_read", "_write", "_check", "_validate"];

/// Keywords of C and C++, and macros of the included headers, which no member can have as its name.
const RESERVED: &[&str] = &[
    "NULL",
    "alignas",
    "alignof",
    "and",
    "and_eq",
    "asm",
    "assert",
    "auto",
    "bitand",
    "bitor",
    "bool",
    "break",
    "case",
    "catch",
    "char",
    "class",
    "compl",
    "concept",
    "const",
    "constexpr",
    "continue",
    "decltype",
    "default",
    "delete",
    "do",
    "double",
    "else",
    "enum",
    "errno",
    "explicit",
    "export",
    "extern",
    "false",
    "float",
    "for",
    "friend",
    "goto",
    "if",
    "inline",
    "int",
    "linux",
    "long",
    "mutable",
    "namespace",
    "new",
    "noexcept",
    "not",
    "not_eq",
    "nullptr",
    "offsetof",
    "operator",
    "or",
    "or_eq",
    "private",
    "protected",
    "public",
    "register",
    "requires",
    "restrict",
    "return",
    "short",
    "signed",
    "sizeof",
    "static",
    "static_assert",
    "struct",
    "switch",
    "template",
    "this",
    "thread_local",
    "throw",
    "true",
    "try",
    "typedef",
    "typeid",
    "typename",
    "typeof",
    "union",
    "unix",
    "unsigned",
    "using",
    "virtual",
    "void",
    "volatile",
    "wchar_t",
    "while",
    "xor",
    "xor_eq",
];

/// Returns the text of the header for a schema.
pub(super) fn header_text(model: &Model, format: &str) -> String {
    let header = Header::new(model, format);
    let upper = header.prefix.to_uppercase();
    let mut text = header.header_start(format);
    let _ = writeln!(text, "#ifndef {upper}_EXPORT\n#define {upper}_EXPORT\n");
    for (codes, name) in &header.codes {
        header.write_codes(&mut text, codes, name);
    }
    for structure in header.in_order() {
        if let Some(record) = Record::new(&header, structure) {
            text.push_str(&record.declarations());
        }
    }
    let _ = writeln!(text, "/* Calls X with the name, the type and the size of every record. */");
    let _ = write!(text, "#define {upper}_RECORDS(X)");
    for (structure, name) in &header.types {
        let _ = write!(text, " \\\n    X({}, {name}, {})", string_literal(structure), size_constant(name));
    }
    text.push_str("\n\n#endif\n");
    text
}

/// The names in a header.
struct Header<'m> {
    model: &'m Model,
    prefix: String,
    /// Names of the types of records, by names of structures.
    types: BTreeMap<&'m str, String>,
    codes: Vec<(&'m Codes, String)>,
}

impl<'m> Header<'m> {
    fn new(model: &'m Model, format: &str) -> Self {
        let prefix = format_stem(format);
        let mut names = Names::new(&["schema_fault", "schema_faults", "schema_wide"]);
        let mut types = BTreeMap::new();
        for structure in model.structures.values().filter(|structure| structure.size.is_some()) {
            let name = names.take_with(format!("{prefix}_{}", snake_case(&structure.name)), OF_RECORDS);
            types.insert(&*structure.name, name);
        }
        let codes = all_codes(model).into_iter();
        let codes = codes.map(|codes| {
            let wanted = format!("{prefix}_{}", snake_case(&codes.name));
            (codes, names.take_with(wanted, &["", "_name"]))
        });
        let codes = codes.collect();
        Self { model, prefix, types, codes }
    }

    fn resolve(&self, link: &Link) -> Option<&'m Structure> {
        self.model.get(link.name())
    }

    fn header_start(&self, format: &str) -> String {
        let varies: Vec<_> =
            self.model.structures.values().filter(|one| one.size.is_none()).map(|one| &*one.name).collect();
        let mut text = format!(
            "/*\n * Records of {}, written by `bpx schema export {} --target c`.\n *\n * Every record has a type \
                with its values, the functions *_read and *_write, the function *_validate for\n * its rules, and \
                the type *_bytes with its layout. No function reads past the given size, and no address\n * needs an \
                alignment.\n",
            comment_text(format),
            comment_text(format)
        );
        if !varies.is_empty() {
            let _ = writeln!(text, " *\n * This file lacks these structures, because their size varies:");
            varies.iter().for_each(|name| {
                let _ = writeln!(text, " *   {}", comment_text(name));
            });
        }
        for (reason, codes) in self.unchecked_rules() {
            if !codes.is_empty() {
                let _ = writeln!(text, " *\n * This file does not check these rules, because {reason}:");
                codes.iter().for_each(|code| {
                    let _ = writeln!(text, " *   {}", comment_text(code));
                });
            }
        }
        text.push_str(" */\n");
        text.push_str(PRELUDE);
        text.push('\n');
        if self.model.structures.values().any(|one| one.bit_fields().iter().any(|field| is_big(field.order))) {
            text.push_str(BIG_BITS);
            text.push('\n');
        }
        let has_digits = self.has_digits();
        if has_digits {
            text.push_str(DIGITS);
            text.push('\n');
        }
        if self.needs_wide() {
            text.push_str(WIDE);
            text.push('\n');
            if has_digits {
                text.push_str(WIDE_DIGITS);
                text.push('\n');
            }
        }
        text
    }

    /// Returns the codes of the rules that the file does not check, by reason.
    fn unchecked_rules(&self) -> [(&'static str, Vec<&'m str>); 4] {
        let records = || self.model.structures.values().filter(|one| one.size.is_some());
        let codes_of = |is_chosen: &dyn Fn(&Structure, &Rule) -> bool| {
            let rules = records().flat_map(|record| record.all_rules().map(move |rule| (record, rule)));
            rules.filter(|(record, rule)| is_chosen(record, &rule.rule)).map(|(_, rule)| &*rule.code).collect()
        };
        let is_not_expressed = |record: &Structure, rule: &Rule| matches!(rule, Rule::Assert(expr) if expr_code(self, record, expr).is_none());
        let relations = records().flat_map(Structure::fields).flat_map(|field| field.relations.iter());
        [
            ("they are Rust functions", codes_of(&|_, rule| matches!(rule, Rule::Custom(_)))),
            ("they concern the encoding of a text", codes_of(&|_, rule| matches!(rule, Rule::Text(_)))),
            ("the file cannot compute their expressions", codes_of(&is_not_expressed)),
            (
                "they relate records to other parts of a file",
                relations.flat_map(bpx_schema::schema::Relation::claims).map(|claim| &*claim.code).collect(),
            ),
        ]
    }

    /// Returns whether a record has a number in digits.
    fn has_digits(&self) -> bool {
        let mut records = self.model.structures.values().filter(|structure| structure.size.is_some());
        records.any(|structure| structure.fields().iter().any(|field| matches!(field.ty, Type::Digits { .. })))
    }

    /// Returns whether a record has a rule across its fields.
    fn needs_wide(&self) -> bool {
        let mut records = self.model.structures.values().filter(|structure| structure.size.is_some());
        records.any(|structure| structure.all_rules().any(|rule| matches!(rule.rule, Rule::Assert(_))))
    }

    /// Returns the records, each after the records that it contains.
    fn in_order(&self) -> Vec<&'m Structure> {
        let (mut order, mut seen) = (Vec::new(), BTreeSet::new());
        for structure in self.model.structures.values() {
            self.add_in_order(structure, &mut order, &mut seen);
        }
        order
    }

    /// Records nest no deeper than the interpreter allows, because the schema is valid.
    fn add_in_order(&self, structure: &'m Structure, order: &mut Vec<&'m Structure>, seen: &mut BTreeSet<&'m str>) {
        if structure.size.is_none() || !seen.insert(&structure.name) {
            return;
        }
        for nested in structure.links().filter_map(|link| self.resolve(link)) {
            self.add_in_order(nested, order, seen);
        }
        order.push(structure);
    }

    /// Writes the constants of a set of codes, and a function that returns the name of a value.
    fn write_codes(&self, text: &mut String, codes: &Codes, name: &str) {
        let _ = writeln!(
            text,
            "/* {}: {} */",
            comment_text(&codes.name),
            comment_text(&doc_with_section(&codes.doc, &codes.spec))
        );
        let mut constants = Names::new(&[]);
        let mut cases = String::new();
        let mut values = BTreeSet::new();
        for code in codes.codes.iter() {
            let constant = constants.take_name(format!("{}_{}", name, snake_case(&code.name)).to_uppercase());
            let literal = unsigned_literal(code.value);
            let _ = writeln!(text, "#define {constant} {literal} /* {} */", comment_text(&code.doc));
            if values.insert(code.value) {
                let _ = writeln!(cases, "    case {constant}: return {};", string_literal(&code.name));
            }
        }
        let what = if codes.flags { "one flag" } else { "a value" };
        let _ = writeln!(text, "\n/* Returns the name of {what}, or a null pointer. */");
        let _ = writeln!(text, "static inline const char *{name}_name(uint64_t value)\n{{\n    switch (value) {{");
        let _ = writeln!(text, "{cases}    default: return NULL;\n    }}\n}}\n");
    }

    /// Returns a condition under which a set has a name for the unsigned number `value`, or for each of its flags.
    fn known_condition(&self, codes: &Codes) -> Option<String> {
        if codes.flags {
            return Some(format!("(value & ~{}) == 0", unsigned_literal(codes.mask())));
        }
        let (_, name) = self.codes.iter().find(|(one, _)| *one == codes)?;
        Some(format!("{name}_name(value) != NULL"))
    }
}

/// Returns the name of the constant for the size of a record.
fn size_constant(name: &str) -> String {
    format!("{}_SIZE", name.to_uppercase())
}

/// Returns the C type of one element; `None` for structures.
fn c_type(ty: &Type) -> Option<&'static str> {
    Some(match ty {
        Type::Int { size: 1, signed: false, .. } => "uint8_t",
        Type::Int { size: 2, signed: false, .. } => "uint16_t",
        Type::Int { size: 3 | 4, signed: false, .. } => "uint32_t",
        Type::Int { signed: false, .. } => "uint64_t",
        Type::Int { size: 1, .. } => "int8_t",
        Type::Int { size: 2, .. } => "int16_t",
        Type::Int { size: 3 | 4, .. } => "int32_t",
        Type::Int { .. } => "int64_t",
        // C has no such number, so the header has its bits.
        Type::Float { size: 2, .. } => "uint16_t",
        Type::Float { size: 4, .. } => "float",
        Type::Float { .. } => "double",
        // The parts.
        Type::FixedPoint { size, signed, .. } => match (size, signed) {
            (1, false) => "uint8_t",
            (2, false) => "uint16_t",
            (_, false) => "uint32_t",
            (1, true) => "int8_t",
            (2, true) => "int16_t",
            (_, true) => "int32_t",
        },
        // As they are stored.
        Type::Digits { .. } => "uint8_t",
        Type::Varint { .. } | Type::CString | Type::Named { .. } => return None,
    })
}

fn unsigned_literal(value: u64) -> String {
    format!("UINT64_C({value:#x})")
}

fn signed_literal(value: i64) -> String {
    if value == i64::MIN { "INT64_MIN".to_owned() } else { format!("INT64_C({value})") }
}

/// Returns a string literal of C, with escaped special characters.
fn string_literal(text: &str) -> String {
    let escaped = text.bytes().map(|byte| match byte {
        b'"' | b'\\' | b'?' => format!("\\{}", char::from(byte)),
        b' '..=b'~' => char::from(byte).to_string(),
        byte => format!("\\{byte:03o}"),
    });
    format!("\"{}\"", escaped.collect::<String>())
}

/// Returns a text that neither ends nor begins a comment.
fn comment_text(text: &str) -> String {
    one_line(text).replace("*/", "* /").replace("/*", "/ *")
}
