//! Writes a field as an entry of `seq`, or as an instance if the field has an offset of its own.

use super::expr::Scope;
use super::names::{Owner, kaitai_id};
use super::spec::{Spec, quote_yaml};
use super::{ended, partial, region, shape, unsaid};
use bpx_schema::schema::{
    BitField, Codes, CodesLink, Constraint, Encoding, Endian, Expr, Field, Length, Rule, Structure, TextForm, Type,
};
use std::fmt::Write;

/// Writes a field that the language can express; `is_open` states whether a field before may have taken all bytes.
pub(super) fn write_field(
    scope: &Scope<'_, '_>,
    field: &Field,
    is_open: bool,
    indent: &str,
    seq: &mut String,
    instances: &mut String,
) {
    let (spec, owner) = (scope.spec, scope.owner);
    note_position(scope, field, indent, seq);
    if let Some(region) = field.region.as_ref().filter(|region| region.each.is_some()) {
        region::write_region_instance(scope, field, region, indent, instances);
        return;
    }
    let name = spec.id_of(owner, &field.name);
    let (held, read) = (field.region_stored(), shape::is_read(field));
    let stored = if field.otherwise.is_some() || !read { format!("{name}_stored") } else { name.clone() };
    let mut lines = if read { documentation_lines(&field.doc) } else { Vec::new() };
    let at = field.region.as_ref().and_then(|region| region.at.as_ref());
    // A field at another place is an instance, which is read on access.
    let later = scope.for_instances(field);
    let outside = if at.is_some() { &later } else { scope };
    if let Some(at) = at.and_then(|at| outside.value_expr(at)) {
        lines.push(format!("pos: {}", quote_yaml(&at)));
    }
    lines.extend(match held {
        Some(region) => region::stored_lines(outside, field, region),
        None if shape::is_ended(field) => ended::list_lines(scope, field),
        None => type_lines(scope, field),
    });
    let when = field.when.as_ref().and_then(|when| outside.boolean_expr(when));
    let left = (is_open && at.is_none()).then(|| "not _io.eof".to_owned());
    let some = not_empty_condition(scope, field);
    let conditions: Vec<_> = left.into_iter().chain(when.clone()).chain(some).collect();
    match &*conditions {
        [] => {}
        [one] => lines.push(format!("if: {}", quote_yaml(one))),
        _ => lines.push(format!("if: {}", quote_yaml(&format!("({})", conditions.join(") and ("))))),
    }
    if held.is_none() && !shape::is_ended(field) {
        lines.extend(valid_condition(&field.constraints, enum_of(spec, field).is_some(), |rule| {
            rule_condition(field, rule)
        }));
    }
    if at.is_some() {
        write_instance(instances, indent, &stored, &lines);
    } else {
        let _ = writeln!(seq, "{indent}  - id: {}", quote_yaml(&stored));
        lines.iter().for_each(|line| {
            let _ = writeln!(seq, "{indent}    {line}");
        });
    }
    if let (Some(otherwise), Some(when)) = (field.otherwise.filter(|_| read), when) {
        let number = if super::numbers::type_of(&field.ty).is_some() { ".number" } else { "" };
        let value = format!("({when}) ? {stored}{number} : {otherwise}");
        write_instance(instances, indent, &name, &[format!("value: {}", quote_yaml(&value))]);
    }
    if field.len.is_none() && held.is_none() {
        write_flags(&name, field.codes.as_ref(), indent, instances);
    }
}

/// Writes an entry that notes the position before a field, if expressions of the field depend on that position.
/// Instances are computed later, at another position.
fn note_position(scope: &Scope<'_, '_>, field: &Field, indent: &str, seq: &mut String) {
    if unsaid::is_noted(field) {
        let _ = writeln!(seq, "{indent}  - id: {}", quote_yaml(&scope.spec.note_id(scope.owner, &field.name)));
        let _ = writeln!(seq, "{indent}    type: {}(_io.pos)", scope.spec.ids.note);
    }
}

/// Writes the bit fields of a structure in their order, and the unused bits between them.
pub(super) fn write_bits(
    spec: &Spec<'_>,
    structure: &Structure,
    indent: &str,
    seq: &mut String,
    instances: &mut String,
) {
    let mut fields: Vec<_> = structure.bit_fields().iter().collect();
    if fields.is_empty() {
        return;
    }
    fields.sort_by_key(|field| field.bit);
    let mut at = 0;
    for field in fields {
        let first = u64::from(field.bit);
        write_gap(seq, indent, at, first);
        at = first + u64::from(field.bits);
        let name = spec.id_of(Owner::of(structure), &field.name);
        let _ = writeln!(seq, "{indent}  - id: {}", quote_yaml(&name));
        let mut lines = documentation_lines(&field.doc);
        if is_wide(field) {
            let zero = field.constraints.iter().any(|rule| rule.lenient.is_empty() && rule.rule == Rule::Zero);
            let size = u64::from(field.bits / 8);
            lines.push(if zero { zero_bytes(size) } else { format!("size: {size}") });
        } else {
            lines.push(format!("type: b{}", field.bits.min(64)));
            let named = spec.enum_of(&field.name, field.codes.as_ref(), &field.constraints);
            lines.extend(named.map(|name| format!("enum: {name}")));
            lines.extend(valid_condition(&field.constraints, named.is_some(), |rule| bits_condition(field, rule)));
        }
        lines.iter().for_each(|line| {
            let _ = writeln!(seq, "{indent}    {line}");
        });
        // The rest of a wide field that does not fill whole bytes.
        if !is_wide(field) && field.bits > 64 {
            write_gap(seq, indent, first + 64, at);
        }
        if field.bits > 1 {
            write_flags(&name, field.codes.as_ref(), indent, instances);
        }
    }
    // A valid schema states the size of bit fields, at most 8 KiB.
    write_gap(seq, indent, at, structure.size.map_or(at, |size| 8 * size));
}

/// Returns the condition on `_` for a rule of a field; `None` if another line checks the rule, or if the language
/// cannot express the rule.
pub(super) fn rule_condition(field: &Field, rule: &Rule) -> Option<String> {
    let number = matches!(field.ty, Type::Int { size: 1 | 2 | 4 | 8, .. }) && !field.is_bytes();
    let size = match field.ty {
        Type::Int { size, .. } => 8 * u16::from(size),
        _ => 0,
    };
    if number { value_condition(rule, field.codes.as_ref().map(CodesLink::get), size) } else { None }
}

/// Returns the condition on `_` for a rule of a bit field; `None` for a field of a single bit, which is a truth value,
/// and for a field of more than 64 bits, which is bytes.
pub(super) fn bits_condition(field: &BitField, rule: &Rule) -> Option<String> {
    let number = (2..=64).contains(&field.bits);
    if number { value_condition(rule, field.codes.as_ref().map(CodesLink::get), field.bits) } else { None }
}

/// Returns whether lines other than `valid` check a rule.
pub(super) fn is_checked_elsewhere(spec: &Spec<'_>, field: &Field, rule: &Rule) -> bool {
    match rule {
        // The size of a text is counted in characters, that of bytes in bytes.
        Rule::Utf8 if spec.sizes.contains(&*field.name) => false,
        Rule::Magic(_) => field.is_bytes(),
        Rule::Zero => field.is_bytes() && matches!(field.len, Some(Length::Fixed(count)) if are_listed_zeros(count)),
        Rule::Text(_) if spec.sizes.contains(&*field.name) => false,
        Rule::Utf8 | Rule::Text(_) => field.is_bytes() || field.ty == Type::CString,
        _ => false,
    }
}

/// Returns whether a bit field consists of whole bytes, and has too many bits for a number.
pub(super) fn is_wide(field: &BitField) -> bool {
    field.bits > 64 && field.bit.is_multiple_of(8) && field.bits.is_multiple_of(8)
}

fn value_condition(rule: &Rule, codes: Option<&Codes>, bits: u16) -> Option<String> {
    let one_of = |list: &mut dyn Iterator<Item = String>| {
        let list: Vec<_> = list.map(|one| format!("_ == {one}")).collect();
        if list.is_empty() { "false".to_owned() } else { list.join(" or ") }
    };
    match rule {
        Rule::Zero => Some("_ == 0".to_owned()),
        Rule::OneOf(list) | Rule::Supported(list) => Some(one_of(&mut list.iter().map(i64::to_string))),
        Rule::Range(low, high) => Some(format!("_ >= {low} and _ <= {high}")),
        Rule::MultipleOf(factor) => Some(format!("_ % {factor} == 0")),
        Rule::Known => {
            let codes = codes?;
            if codes.flags {
                let all = 1_u64.checked_shl(u32::from(bits)).map_or(u64::MAX, |above| above - 1);
                return Some(format!("_ & {} == 0", all & !codes.mask()));
            }
            Some(one_of(&mut codes.codes.iter().map(|code| code.value.to_string())))
        }
        _ => None,
    }
}

/// Returns the enumeration of a field; `None` if its number is needed, or if a switch selects its type, because
/// Kaitai Struct has no enumeration for such a field.
fn enum_of<'s>(spec: &'s Spec<'_>, field: &Field) -> Option<&'s str> {
    let is_plain = field.otherwise.is_none() && !field.is_decided();
    spec.enum_of(&field.name, field.codes.as_ref(), &field.constraints).filter(|_| is_plain)
}

/// Returns the `valid` line for the rules that no interpretation excuses. For an enumeration, the line checks only
/// whether the value is known, because such a value cannot be compared with numbers.
fn valid_condition(constraints: &[Constraint], named: bool, says: impl Fn(&Rule) -> Option<String>) -> Option<String> {
    let mut rules = constraints.iter().filter(|rule| rule.lenient.is_empty());
    if named {
        return rules.any(|rule| rule.rule == Rule::Known).then(|| "valid: {in-enum: true}".to_owned());
    }
    let said: Vec<_> = rules.filter_map(|rule| says(&rule.rule)).map(|rule| format!("({rule})")).collect();
    (!said.is_empty()).then(|| format!("valid: {{expr: {}}}", quote_yaml(&said.join(" and "))))
}

/// Returns the name of an encoding in the language.
fn encoding_name(form: TextForm) -> &'static str {
    match form.encoding {
        Encoding::Utf8 => "UTF-8",
        Encoding::Utf16Le => "UTF-16LE",
        Encoding::Utf16Be => "UTF-16BE",
        Encoding::Latin1 => "ISO-8859-1",
        Encoding::ShiftJis => "windows-31j",
    }
}

/// Returns the lines that state the type of a list's element, without the repetition of the list.
pub(super) fn element_lines(scope: &Scope<'_, '_>, list: &Field) -> Vec<String> {
    let element = Field { len: None, ..list.clone() };
    let mut lines = type_lines(scope, &element);
    lines.extend(valid_condition(&list.constraints, enum_of(scope.spec, list).is_some(), |rule| {
        rule_condition(list, rule)
    }));
    lines
}

fn type_lines(scope: &Scope<'_, '_>, field: &Field) -> Vec<String> {
    let strict =
        |wanted: fn(&Rule) -> bool| field.constraints.iter().find(|rule| rule.lenient.is_empty() && wanted(&rule.rule));
    // Fields with invalid texts in real files stay bytes.
    let utf8 = strict(|rule| *rule == Rule::Utf8).is_some() && !scope.spec.sizes.contains(&*field.name);
    let is_strict = strict(|rule| matches!(rule, Rule::Text(_))).is_some() && !scope.spec.sizes.contains(&*field.name);
    let form = field.text_form().filter(|form| is_strict || field.ty == Type::CString && form.encoding.is_wide());
    if field.is_bytes() {
        if let Some(Constraint { rule: Rule::Magic(magic), .. }) = strict(|rule| matches!(rule, Rule::Magic(_))) {
            let list = magic.iter().map(u8::to_string).collect::<Vec<_>>().join(", ");
            return vec![format!("contents: [{list}]")];
        }
        return match &field.len {
            Some(Length::Fixed(count)) if strict(|rule| *rule == Rule::Zero).is_some() => vec![zero_bytes(*count)],
            len => bytes_lines(scope, len.as_ref(), utf8, form),
        };
    }
    let mut lines = Vec::new();
    let suffix = |endian: Endian| if endian == Endian::Big { "be" } else { "" };
    match &field.ty {
        Type::Int { .. } | Type::Float { size: 4 | 8, .. } if field.is_decided() => {
            lines.push(switched_type(scope, field));
        }
        Type::Int { size: size @ (1 | 2 | 4 | 8), signed, endian } => {
            let big = if *size == 1 { "" } else { suffix(*endian) };
            lines.push(format!("type: {}{size}{big}", if *signed { 's' } else { 'u' }));
        }
        Type::Int { .. } | Type::Varint { .. } | Type::FixedPoint { .. } => {
            lines.extend(super::numbers::type_of(&field.ty).map(|name| format!("type: {name}")));
        }
        // The language has no such number, so the file has its bytes.
        Type::Float { size: 2, .. } => lines.push("size: 2".to_owned()),
        Type::Digits { size, .. } => lines.push(format!("size: {size}")),
        Type::Float { size, endian } => lines.push(format!("type: f{size}{}", suffix(*endian))),
        Type::CString => match form.map(encoding_name).or(utf8.then_some("UTF-8")) {
            Some(encoding) => lines.extend(["type: strz".to_owned(), format!("encoding: {encoding}")]),
            None => lines.push("terminator: 0".to_owned()),
        },
        Type::Named { link, args } => {
            let scope = &scope.of_element(field);
            lines.push(format!("type: {}", quote_yaml(&type_call(scope, &scope.spec.ids.type_id(link.name()), args))));
        }
    }
    lines.extend(enum_of(scope.spec, field).map(|name| format!("enum: {name}")));
    lines.extend(repetition_lines(scope, field));
    lines.iter().flat_map(|line| line.lines()).map(ToOwned::to_owned).collect()
}

/// Returns the lines of an array of bytes, which may be a text.
fn bytes_lines(scope: &Scope<'_, '_>, len: Option<&Length>, utf8: bool, form: Option<TextForm>) -> Vec<String> {
    let mut lines = Vec::new();
    match len {
        Some(Length::Fixed(count)) => lines.push(format!("size: {count}")),
        Some(Length::Count(count)) => {
            lines.extend(scope.value_expr(count).map(|count| format!("size: {}", quote_yaml(&count))));
        }
        Some(Length::Terminated(bytes)) => {
            lines.extend(bytes.first().map(|byte| format!("terminator: {byte}")));
        }
        Some(Length::Rest | Length::Until(_)) | None => lines.push("size-eos: true".to_owned()),
    }
    if utf8 {
        lines.extend(["type: str".to_owned(), "encoding: UTF-8".to_owned()]);
    }
    if let Some(form) = form {
        lines.extend(["type: str".to_owned(), format!("encoding: {}", encoding_name(form))]);
        lines.extend(
            form.pad.map(|pad| if pad == 0 { "terminator: 0".to_owned() } else { format!("pad-right: {pad}") }),
        );
    }
    lines
}

/// Returns the lines that repeat the elements of a list.
fn repetition_lines(scope: &Scope<'_, '_>, field: &Field) -> Option<String> {
    match &field.len {
        None => None,
        Some(Length::Until(condition)) => {
            let condition = scope.of_element(field).boolean_expr(condition).unwrap_or_else(|| condition.to_string());
            Some(format!("repeat: until\nrepeat-until: {}", quote_yaml(&condition)))
        }
        Some(Length::Rest | Length::Terminated(_)) => Some("repeat: eos".to_owned()),
        Some(Length::Fixed(_) | Length::Count(_)) => {
            element_count(scope, field).map(|count| match partial::takes_all(&scope.spec.partial, field) {
                // An element that takes all bytes is the last one.
                true => {
                    format!("repeat: until\nrepeat-until: {}", quote_yaml(&format!("_io.eof or _index == {count} - 1")))
                }
                false if matches!(field.len, Some(Length::Fixed(_))) => format!("repeat: expr\nrepeat-expr: {count}"),
                false => format!("repeat: expr\nrepeat-expr: {}", quote_yaml(&count)),
            })
        }
    }
}

/// Returns the number of elements of a list, if a value before the list states it.
fn element_count(scope: &Scope<'_, '_>, field: &Field) -> Option<String> {
    match &field.len {
        Some(Length::Fixed(count)) => Some(count.to_string()),
        Some(Length::Count(count)) => Some(expr_text(scope, count)),
        _ => None,
    }
}

/// Returns the condition that a counted list is not empty, if its elements may reach to the end of the bytes. Such a
/// list is repeated until its last element.
fn not_empty_condition(scope: &Scope<'_, '_>, field: &Field) -> Option<String> {
    let takes_all = partial::takes_all(&scope.spec.partial, field);
    element_count(scope, field).filter(|_| takes_all).map(|count| format!("{count} > 0"))
}

/// Returns the type of a number whose byte order or width a value decides: a switch with a case for each order and
/// width.
fn switched_type(scope: &Scope<'_, '_>, field: &Field) -> String {
    let (letter, most) = match &field.ty {
        Type::Int { size, signed, .. } => (if *signed { 's' } else { 'u' }, *size),
        Type::Float { size, .. } => ('f', *size),
        _ => return String::new(),
    };
    // Not every language that the file is compiled to switches by truth values.
    let is_big = match &field.is_big {
        Some(is_big) => format!("({} ? 1 : 0)", scope.boolean_expr(is_big).unwrap_or_else(|| is_big.to_string())),
        None => u8::from(field.ty.endian() == Endian::Big).to_string(),
    };
    let width = field.width.as_ref().map_or_else(|| most.to_string(), |width| expr_text(scope, width));
    let number = quote_yaml(&format!("({width}) * 2 + {is_big}"));
    let sizes = (1_u8..=8).filter(|size| if field.width.is_some() { *size <= most } else { *size == most });
    // Signed numbers of other sizes are left out before.
    let sizes = sizes.filter(|size| letter == 'u' || size.is_power_of_two());
    let cases = sizes.flat_map(|size| [(size * 2, size, "le"), (size * 2 + 1, size, "be")]);
    let cases = cases.map(|(number, size, order)| match size {
        1 => format!("\n    {number}: {letter}1"),
        2 | 4 | 8 => format!("\n    {number}: {letter}{size}{order}"),
        _ => format!("\n    {number}: b{}{order}", size * 8),
    });
    format!("type:\n  switch-on: {number}\n  cases:{}", cases.collect::<String>())
}

/// Returns the text of an expression that [`unsaid::expressible_fields`] found expressible.
fn expr_text(scope: &Scope<'_, '_>, expr: &Expr) -> String {
    scope.value_expr(expr).unwrap_or_else(|| expr.to_string())
}

/// Returns a type with the arguments for its parameters.
pub(super) fn type_call(scope: &Scope<'_, '_>, name: &str, args: &[Expr]) -> String {
    let args: Vec<_> = args.iter().map(|arg| expr_text(scope, arg)).collect();
    if args.is_empty() { name.to_owned() } else { format!("{name}({})", args.join(", ")) }
}

/// Writes an instance with its lines.
pub(super) fn write_instance(text: &mut String, indent: &str, name: &str, lines: &[String]) {
    let _ = writeln!(text, "{indent}  {}:", quote_yaml(name));
    lines.iter().for_each(|line| {
        let _ = writeln!(text, "{indent}    {line}");
    });
}

pub(super) fn documentation_lines(doc: &str) -> Vec<String> {
    if doc.is_empty() { Vec::new() } else { vec![format!("doc: {}", quote_yaml(&super::one_line(doc)))] }
}

/// Returns the line for reserved bytes; if they are too many to list, the line states only their size.
fn zero_bytes(count: u64) -> String {
    match usize::try_from(count).ok().filter(|_| are_listed_zeros(count)) {
        Some(count) => format!("contents: [{}]", vec!["0"; count].join(", ")),
        None => format!("size: {count}"),
    }
}

/// Returns whether the file lists the zeros of `count` reserved bytes.
pub(super) fn are_listed_zeros(count: u64) -> bool {
    /// The largest number of zeros that the file lists for reserved bytes.
    const MAX_ZEROS: u64 = 4096;
    count <= MAX_ZEROS
}

/// Writes fields for bits that belong to no field.
fn write_gap(seq: &mut String, indent: &str, from: u64, to: u64) {
    for at in (from..to).step_by(64) {
        let width = (to - at).min(64);
        let _ = writeln!(seq, "{indent}  - id: \"gap_{at}\"\n{indent}    type: b{width}");
    }
}

/// Writes an instance with a truth value for each flag.
fn write_flags(name: &str, codes: Option<&CodesLink>, indent: &str, instances: &mut String) {
    let Some(codes) = codes.map(CodesLink::get).filter(|codes| codes.flags) else {
        return;
    };
    for code in codes.codes.iter() {
        let value = format!("({name} & {}) != 0", code.value);
        let mut lines = documentation_lines(&code.doc);
        lines.push(format!("value: {}", quote_yaml(&value)));
        write_instance(instances, indent, &format!("{name}_{}", kaitai_id(&code.name)), &lines);
    }
}
