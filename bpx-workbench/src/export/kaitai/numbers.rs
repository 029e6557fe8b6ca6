//! Writes types for numbers that the language does not know. Each of these types has an instance `number`.

use bpx_schema::schema::{Endian, Model, Structure, Type, VarintForm};
use std::collections::BTreeMap;
use std::fmt::Write;

/// Names of the types for numbers that a file may contain.
pub(super) const NAMES: [&str; 8] = ["uleb", "uleb_group", "sleb", "zigzag", "vlq", "vint", "markedvint", "utf8number"];

/// Returns the name of the type for a number that the language does not know; `None` for other types.
pub(super) fn type_of(ty: &Type) -> Option<String> {
    match ty {
        Type::Varint { form, .. } => Some(form.name().to_lowercase()),
        Type::Int { size: size @ (3 | 5 | 6 | 7), signed, endian } => {
            let (sign, order) = (if *signed { 's' } else { 'u' }, if *endian == Endian::Big { "be" } else { "le" });
            Some(format!("{sign}{size}{order}"))
        }
        Type::FixedPoint { size, signed, fraction, endian } => {
            Some(format!("fixed_{}_{fraction}", builtin_integer(*size, *signed, *endian)))
        }
        _ => None,
    }
}

/// Returns the name of a type of whole numbers that the language has.
fn builtin_integer(size: u8, signed: bool, endian: Endian) -> String {
    let order = match endian {
        _ if size == 1 => "",
        Endian::Little => "le",
        Endian::Big => "be",
    };
    format!("{}{size}{order}", if signed { 's' } else { 'u' })
}

/// Returns the types for numbers that the fields of a schema need.
pub(super) fn number_types(model: &Model) -> String {
    let fields = || model.structures.values().flat_map(Structure::all_fields);
    let mut types: BTreeMap<String, &Type> = BTreeMap::new();
    let mut text = String::new();
    for field in fields() {
        if let Some(name) = type_of(&field.ty) {
            types.entry(name).or_insert(&field.ty);
        }
    }
    let mut has_groups = false;
    for (name, ty) in types {
        match ty {
            Type::Varint { form, .. } if form.has_prefix() => write_prefixed(&mut text, *form),
            Type::Varint { form, .. } => {
                has_groups = true;
                write_variable(&mut text, *form);
            }
            Type::Int { size, signed, endian } => {
                write_narrow(&mut text, &name, *size, *signed, *endian);
            }
            Type::FixedPoint { size, signed, fraction, endian } => {
                let parts = builtin_integer(*size, *signed, *endian);
                let _ = writeln!(
                    text,
                    "  {name}:\n    doc: \"A number with {fraction} bits after the point.\"\n    seq:\n      - id: \"parts\"\n        \
                     type: {parts}\n    instances:\n      number:\n        value: \"parts / {}.0\"",
                    1_u64 << fraction.min(&63)
                );
            }
            _ => {}
        }
    }
    if has_groups {
        text.push_str(GROUP);
    }
    text
}

/// A type of seven bits, and a bit that states whether another group follows.
const GROUP: &str = r#"  uleb_group:
    meta:
      bit-endian: le
    seq:
      - id: "low"
        type: b7
      - id: "more"
        type: b1
"#;

/// The largest number of groups that form a number of 64 bits.
const GROUPS: usize = 10;

fn write_variable(text: &mut String, form: VarintForm) {
    let about = match form {
        VarintForm::Uleb => "An unsigned LEB128 number: seven bits a byte, least significant group first.",
        VarintForm::Sleb => "A signed LEB128 number: seven bits a byte, least significant group first.",
        VarintForm::Zigzag => "A zigzag number: LEB128 of 0, -1, 1, -2, 2, ..",
        _ => "A number without a sign: seven bits a byte, most significant group first.",
    };
    let group = |at: usize| match (form, at) {
        (VarintForm::Vlq, 0) => "groups[groups.size - 1].low".to_owned(),
        (VarintForm::Vlq, at) => {
            format!("(groups.size > {at} ? groups[groups.size - {}].low << {} : 0)", at + 1, 7 * at)
        }
        (_, 0) => "groups[0].low".to_owned(),
        (_, at) => format!("(groups.size > {at} ? groups[{at}].low << {} : 0)", 7 * at),
    };
    let sum = (0..GROUPS).map(group).collect::<Vec<_>>().join(" + ");
    let _ = writeln!(
        text,
        "  {}:\n    doc: \"{about}\"\n    seq:\n      - id: \"groups\"\n        type: uleb_group\n        repeat: until\n        \
         repeat-until: not _.more\n    instances:",
        form.name().to_lowercase()
    );
    let number = match form {
        VarintForm::Sleb | VarintForm::Zigzag => {
            let _ = writeln!(text, "      stored:\n        value: \"{sum}\"");
            match form {
                VarintForm::Zigzag => "stored % 2 == 0 ? stored / 2 : -1 - stored / 2".to_owned(),
                _ => "groups[groups.size - 1].low >= 64 ? stored - (1 << (7 * groups.size)) : stored".to_owned(),
            }
        }
        _ => sum,
    };
    let _ = writeln!(text, "      number:\n        value: \"{number}\"");
}

/// Writes the type for a number whose first byte states its size.
fn write_prefixed(text: &mut String, form: VarintForm) {
    let is_utf8 = form == VarintForm::Utf8Number;
    let about = match form {
        VarintForm::Vint => {
            "A number whose size in bytes is the number of zero bits before the first one bit, plus 1; -1 if all \
                bits after that bit are ones."
        }
        VarintForm::MarkedVint => {
            "A number whose size in bytes is the number of zero bits before the first one bit, plus 1."
        }
        _ => {
            "A number whose size in bytes is the number of one bits before the first zero bit, as in UTF-8, or 1 if \
                the first bit is zero."
        }
    };
    let (steps, most): (&[u8], _) =
        if is_utf8 { (&[224, 240, 248, 252, 254], 7) } else { (&[128, 64, 32, 16, 8, 4, 2], 8) };
    let size = match is_utf8 {
        true => steps.iter().zip(2..).map(|(step, size)| format!("first < {step} ? {size} : ")).collect::<String>(),
        false => steps.iter().zip(1..).map(|(step, size)| format!("first >= {step} ? {size} : ")).collect(),
    };
    let size = if is_utf8 { format!("first < 128 ? 1 : {size}{most}") } else { format!("{size}{most}") };
    let (bits, mask) = if is_utf8 { (6, " & 63") } else { (8, "") };
    let rest = (0..most - 1).map(|at| {
        let byte = format!("size > {} ? (rest[size - {}]{mask}) << {} : 0", at + 1, at + 2, bits * at);
        format!(" + ({byte})")
    });
    let first = if is_utf8 { "(size == 1 ? first : first & (255 >> (size + 1)))" } else { "first" };
    let stored = format!("({first} << ({bits} * (size - 1))){}", rest.collect::<String>());
    let number = match form {
        VarintForm::Vint => "stored + 1 == (2 << (7 * size)) ? -1 : stored - (1 << (7 * size))",
        _ => "stored",
    };
    let _ = writeln!(
        text,
        "  {}:\n    doc: \"{about}\"\n    seq:\n      - id: \"first\"\n        type: u1\n      - id: \"rest\"\n        type: u1\n        \
         repeat: expr\n        repeat-expr: \"size - 1\"\n    instances:\n      size:\n        value: \"{size}\"\n      \
         stored:\n        value: \"{stored}\"\n      number:\n        value: \"{number}\"",
        form.name().to_lowercase()
    );
}

fn write_narrow(text: &mut String, name: &str, size: u8, signed: bool, endian: Endian) {
    let place = |at: u8| if endian == Endian::Big { size - 1 - at } else { at };
    let sum = (0..size).map(|at| format!("(bytes[{}] << {})", place(at), 8 * u16::from(at)));
    let sum = sum.collect::<Vec<_>>().join(" + ");
    let (sign, bits) = (if signed { "with" } else { "without" }, 8 * u16::from(size));
    let number = match signed {
        true => format!("bytes[{}] >= 128 ? {sum} - (1 << {bits}) : {sum}", place(size - 1)),
        false => sum,
    };
    let _ = writeln!(
        text,
        "  {name}:\n    doc: \"A whole number of {size} bytes {sign} a sign.\"\n    seq:\n      - id: \"bytes\"\n        \
         type: u1\n        repeat: expr\n        repeat-expr: {size}\n    instances:\n      number:\n        value: \"{number}\""
    );
}
