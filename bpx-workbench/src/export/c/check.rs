//! Writes the rules of a record as code.

use super::expr::expr_code;
use super::record::{Record, bits_function, digits_arguments, get_bits, is_big};
use super::{comment_text, signed_literal, size_constant, string_literal, unsigned_literal};
use bpx_schema::report::Class;
use bpx_schema::schema::{BitField, Body, Codes, CodesLink, Constraint, DigitForm, Field, Rule, Type};
use std::fmt::Write;

/// Returns the functions `*_check`, for records inside of others, and `*_validate`, for whole records.
pub(super) fn check_functions(record: &Record<'_, '_>) -> String {
    let (name, size) = (record.name, size_constant(record.name));
    let mut body = String::new();
    match &record.structure.body {
        Body::Fields(fields) => fields.iter().for_each(|field| of_field(record, field, &mut body)),
        Body::Bits(fields) => fields.iter().for_each(|field| of_bits(record, field, &mut body)),
        Body::Switch(_) => {}
    }
    for rule in record.structure.rules.iter() {
        if let Rule::Assert(_) = &rule.rule {
            write_assertion(record, rule, &comment_text(&record.structure.name), 0, &mut body);
        }
    }
    if body.is_empty() {
        "    (void)bytes, (void)at, (void)faults;\n".clone_into(&mut body);
    }
    let whole = string_literal(&record.structure.name);
    format!(
        "/* Checks {size} bytes, of which the first has the offset `at` in reports. */\nstatic inline void \
            {name}_check(const uint8_t *bytes, size_t at, schema_faults *faults)\n{{\n{body}}}\n\n/* Checks every \
            rule; returns true if no rule is broken. */\nstatic inline bool {name}_validate(const uint8_t *bytes, \
            size_t size, schema_faults *faults)\n{{\n    const size_t before = faults->count;\n    if (size < \
            {size})\n        schema_report(faults, \"truncated\", \"truncated\", {whole}, 0);\n    else\n        \
            {name}_check(bytes, 0, faults);\n    return faults->count == before;\n}}\n\n"
    )
}

fn of_field(record: &Record<'_, '_>, field: &Field, body: &mut String) {
    let resolve = |link: &bpx_schema::schema::Link| record.header.resolve(link);
    let (Some(offset), Some(size), Some(count)) = (field.offset, field.element_size(&resolve), field.fixed_len())
    else {
        return;
    };
    if let Type::Named { link, .. } = &field.ty {
        let Some(ty) = record.header.types.get(link.name()) else {
            return;
        };
        let _ = match field.len {
            None => writeln!(body, "    {ty}_check(bytes + {offset}, at + {offset}, faults);"),
            Some(_) => writeln!(
                body,
                "    for (size_t i = 0; i < {count}; i++)\n        \
                 {ty}_check(bytes + {offset} + i * {size}, at + {offset} + i * {size}, faults);"
            ),
        };
        return;
    }
    let codes = field.codes.as_ref().map(CodesLink::get);
    let label = format!("{}.{}", record.structure.name, field.name);
    for rule in field.constraints.iter() {
        if let Rule::Assert(_) = &rule.rule {
            write_assertion(record, rule, &label, offset, body);
            continue;
        }
        // The rule is about the whole run of bytes, or about each number.
        let whole = match &rule.rule {
            Rule::Magic(magic) if field.is_bytes() && magic.len() as u64 == count => {
                let list = magic.iter().map(u8::to_string).collect::<Vec<_>>().join(", ");
                Some(format!("memcmp(bytes + {offset}, (const uint8_t[]){{ {list} }}, {count}) == 0"))
            }
            Rule::Magic(_) => Some("false".to_owned()),
            Rule::Utf8 if field.is_bytes() => Some(format!("schema_is_utf8(bytes + {offset}, {count})")),
            _ => None,
        };
        let class = class_of_rule(&rule.rule, codes, field.len.is_none());
        if let Some(holds) = whole {
            write_report(body, &format!("    if (!({holds}))"), class, rule, &label, offset);
            continue;
        }
        if let Type::Digits { form, .. } = field.ty {
            of_digits(record, rule, (form, size), (codes, class), (&label, offset), body);
            continue;
        }
        let (get, is_signed, endian) = match field.ty {
            Type::Int { signed, endian, .. } | Type::FixedPoint { signed, endian, .. } => {
                (if signed { "schema_get_signed" } else { "schema_get" }, signed, endian)
            }
            Type::Float { endian, .. } => ("schema_get", false, endian),
            _ => continue,
        };
        let holds = match field.ty {
            Type::Float { size, .. } => float_holds(&rule.rule, size),
            _ => number_holds(record, &rule.rule, codes, is_signed),
        };
        let Some(holds) = holds else {
            continue;
        };
        let ty = if is_signed { "int64_t" } else { "uint64_t" };
        let big = is_big(endian);
        if !holds.contains("value") {
            write_report(body, &format!("    if (!({holds}))"), class, rule, &label, offset);
        } else if field.len.is_none() {
            let _ = writeln!(body, "    {{\n        const {ty} value = {get}(bytes + {offset}, {size}, {big});");
            write_report(body, &format!("        if (!({holds}))"), class, rule, &label, offset);
            body.push_str("    }\n");
        } else {
            let _ = writeln!(
                body,
                "    {{\n        bool sound = true;\n        for (size_t i = 0; i < {count}; i++) {{\n            \
                 const {ty} value = {get}(bytes + {offset} + i * {size}, {size}, {big});\n            \
                 sound = sound && ({holds});\n        }}"
            );
            write_report(body, "        if (!sound)", class, rule, &label, offset);
            body.push_str("    }\n");
        }
    }
}

fn of_bits(record: &Record<'_, '_>, field: &BitField, body: &mut String) {
    let BitField { bit, bits, .. } = field;
    let codes = field.codes.as_ref().map(CodesLink::get);
    let label = format!("{}.{}", record.structure.name, field.name);
    let offset = u64::from(bit / 8);
    for rule in field.constraints.iter() {
        if let Rule::Assert(_) = &rule.rule {
            write_assertion(record, rule, &label, offset, body);
            continue;
        }
        let holds = match &rule.rule {
            Rule::Magic(_) => Some("false".to_owned()),
            rule => number_holds(record, rule, codes, false),
        };
        let Some(holds) = holds else {
            continue;
        };
        let holds = match &rule.rule {
            Rule::MultipleOf(factor) if *factor != 0 => {
                let remainder = bits_function("remainder", field);
                format!("{remainder}(bytes, {bit}, {bits}, {}) == 0", unsigned_literal(factor.unsigned_abs()))
            }
            // A number that needs more than 64 bits breaks every other rule.
            _ => match bits.checked_sub(64) {
                Some(wide @ 1..) => format!("{} == 0 && ({holds})", get_bits(field, "bytes", 64, wide)),
                _ => holds,
            },
        };
        let value = get_bits(field, "bytes", 0, (*bits).min(64));
        body.push_str("    {\n");
        if holds.contains("value") {
            let _ = writeln!(body, "        const uint64_t value = {value};");
        }
        write_report(
            body,
            &format!("        if (!({holds}))"),
            class_of_rule(&rule.rule, codes, true),
            rule,
            &label,
            offset,
        );
        body.push_str("    }\n");
    }
}

/// Writes the check of a rule of a number in digits. If the bytes are not a number, only the rule that requires a
/// number reports a fault.
fn of_digits(
    record: &Record<'_, '_>,
    rule: &Constraint,
    (form, size): (DigitForm, u64),
    (codes, class): (Option<&Codes>, Class),
    (label, offset): (&str, u64),
    body: &mut String,
) {
    let read = format!("schema_digits(&value, bytes + {offset}, {size}, {})", digits_arguments(form));
    let when = match number_holds(record, &rule.rule, codes, false) {
        _ if rule.rule == Rule::Digits => format!("        if (!{read})"),
        Some(holds) => format!("        if ({read} && !({holds}))"),
        None => return,
    };
    body.push_str("    {\n        uint64_t value;\n");
    write_report(body, &when, class, rule, label, offset);
    body.push_str("    }\n");
}

/// Returns the condition on `value` under which a number keeps a rule; `None` if every number keeps the rule.
fn number_holds(record: &Record<'_, '_>, rule: &Rule, codes: Option<&Codes>, is_signed: bool) -> Option<String> {
    let literal = |number: i64| match u64::try_from(number) {
        Ok(number) if !is_signed => Some(unsigned_literal(number)),
        Err(_) if !is_signed => None,
        _ => Some(signed_literal(number)),
    };
    match rule {
        Rule::Zero => Some("value == 0".to_owned()),
        Rule::OneOf(allowed) | Rule::Supported(allowed) => {
            let any: Vec<_> = allowed.iter().filter_map(|one| Some(format!("value == {}", literal(*one)?))).collect();
            Some(if any.is_empty() { "false".to_owned() } else { any.join(" || ") })
        }
        Rule::Range(low, high) => {
            let Some(most) = literal(*high) else {
                return Some("false".to_owned());
            };
            let mut both = Vec::new();
            // Limits that every number of the type keeps need no comparison, and compilers warn about one.
            if *low > if is_signed { i64::MIN } else { 0 } {
                both.push(format!("value >= {}", literal(*low)?));
            }
            if !is_signed || *high < i64::MAX {
                both.push(format!("value <= {most}"));
            }
            (!both.is_empty()).then(|| both.join(" && "))
        }
        Rule::MultipleOf(0) => Some("false".to_owned()),
        Rule::MultipleOf(i64::MIN) if is_signed => Some("value == 0 || value == INT64_MIN".to_owned()),
        Rule::MultipleOf(factor) if is_signed => Some(format!("value % {} == 0", signed_literal(factor.abs()))),
        Rule::MultipleOf(factor) => Some(format!("value % {} == 0", unsigned_literal(factor.unsigned_abs()))),
        Rule::Known => {
            let known = record.header.known_condition(codes?)?;
            Some(match (is_signed, codes?.flags) {
                (false, _) => known,
                (true, false) => format!("value >= 0 && {}", known.replace("(value)", "((uint64_t)value)")),
                (true, true) => format!("value >= 0 && {}", known.replace("(value &", "((uint64_t)value &")),
            })
        }
        _ => None,
    }
}

/// Returns the condition on the bits of a float under which the float keeps a rule; `None` if every float keeps the
/// rule.
fn float_holds(rule: &Rule, size: u8) -> Option<String> {
    match rule {
        Rule::Zero => Some("value == 0".to_owned()),
        Rule::Finite => {
            let exponent = unsigned_literal(match size {
                2 => 0x7c00,
                4 => 0x7f80_0000,
                _ => 0x7ff0_0000_0000_0000,
            });
            Some(format!("(value & {exponent}) != {exponent}"))
        }
        _ => None,
    }
}

fn class_of_rule(rule: &Rule, codes: Option<&Codes>, single: bool) -> Class {
    match rule {
        Rule::Zero => Class::ReservedNotZero,
        Rule::Magic(_) => Class::BadMagic,
        Rule::Supported(_) => Class::UnsupportedVersion,
        Rule::OneOf(_) | Rule::Range(..) | Rule::MultipleOf(_) => Class::OutOfRange,
        Rule::Known if single && codes.is_some_and(|codes| codes.flags) => Class::UnknownFlag,
        Rule::Known => Class::UnknownCode,
        Rule::Finite => Class::NotFinite,
        Rule::Digits | Rule::Utf8 | Rule::Text(_) => Class::BadText,
        Rule::Assert(_) | Rule::Each(..) | Rule::Custom(_) | Rule::Computed => Class::Inconsistent,
    }
}

fn write_assertion(record: &Record<'_, '_>, rule: &Constraint, label: &str, offset: u64, body: &mut String) {
    let Rule::Assert(expr) = &rule.rule else {
        return;
    };
    // The header lists the rules that it cannot compute.
    let Some(value) = expr_code(record.header, record.structure, expr) else { return };
    let resolve = |link: &bpx_schema::schema::Link| record.header.resolve(link);
    let blamed = record.structure.offset_of_path(&rule.on, &resolve);
    let (label, offset) = match blamed {
        Some(place) => (&*format!("{label}.{}", rule.on.join(".")), place),
        None => (label, offset),
    };
    let _ = writeln!(body, "    {{\n        bool ok = true;\n        const bool holds = {};", value.text);
    let indent = "        ";
    write_report(body, &format!("{indent}if (!ok)"), Class::Overflow, rule, label, offset);
    write_report(body, &format!("{indent}else if (!holds)"), rule.class_or(Class::Inconsistent), rule, label, offset);
    body.push_str("    }\n");
}

fn write_report(body: &mut String, when: &str, class: Class, rule: &Constraint, label: &str, offset: u64) {
    let indent = when.len() - when.trim_start().len() + 4;
    let _ = writeln!(
        body,
        "{when}\n{:indent$}schema_report(faults, {}, {}, {}, at + {offset});",
        "",
        string_literal(class.name()),
        string_literal(&rule.code),
        string_literal(label)
    );
}
